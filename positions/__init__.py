"""Files of positions and records of deals: reading and writing them. README.md is the manual of both formats."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bingo.positions.reading import *

__all__ = [
    "dumps", "dumps_json", "dumps_record", "dumps_record_json", "read", "read_records", "reads", "reads_records",
    "write", "write_records",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import what is asked for: YAML and the schema take 0.1 s, and a batch of usual JSON Lines needs neither."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bingo.positions import reading

    return getattr(reading, name)
