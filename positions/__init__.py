"""Position files: reading and writing them. README.md is the manual of the format."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bingo.positions.reading import read, reads
    from bingo.positions.writing import dumps, dumps_json, write

__all__ = ["dumps", "dumps_json", "read", "reads", "write"]

_ROOMS = {"read": "reading", "reads": "reading"}


def __getattr__(name: str) -> Any:
    """Import what is asked for: YAML and the schema take 0.1 s, and a batch of usual JSON Lines needs neither."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS.get(name, 'writing')}"), name)
