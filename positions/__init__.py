"""Files of positions and records of deals: reading and writing them. README.md is the manual of both formats."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_ROOMS = {
    "reading": ("read", "reads"),
    "record_writing": ("dumps_record", "dumps_record_json", "write_records"),
    "records": ("read_records", "reads_records"),
    "writing": ("dumps", "dumps_json", "write"),
}

if TYPE_CHECKING:  # for who checks types the imports say it
    from bingo.positions.reading import read as read, reads as reads
    from bingo.positions.record_writing import (
        dumps_record as dumps_record,
        dumps_record_json as dumps_record_json,
        write_records as write_records,
    )
    from bingo.positions.records import read_records as read_records, reads_records as reads_records
    from bingo.positions.writing import dumps as dumps, dumps_json as dumps_json, write as write
else:
    __all__ = [name for names in _ROOMS.values() for name in names]


def __getattr__(name: str) -> Any:
    """Import what is asked for: YAML and the schema take 0.1 s, and a batch of usual JSON Lines needs neither."""
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
