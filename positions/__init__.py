"""Files of positions and records of deals: reading and writing them. README.md is the manual of both formats."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bingo.positions.reading import (
        dumps as dumps,
        dumps_json as dumps_json,
        dumps_record as dumps_record,
        dumps_record_json as dumps_record_json,
        read as read,
        read_records as read_records,
        reads as reads,
        reads_records as reads_records,
        write as write,
        write_records as write_records,
    )

_OF_RECORDS = ("dumps_record", "dumps_record_json", "read_records", "reads_records", "write_records")
__all__ = ["dumps", "dumps_json", "read", "reads", "write", *_OF_RECORDS]


def __getattr__(name: str) -> Any:
    """Import what is asked for: YAML and the schema take 0.1 s, and a batch of usual JSON Lines needs neither."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bingo.positions import reading

    return getattr(reading, name)
