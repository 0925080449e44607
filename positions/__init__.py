"""Files of positions and records of deals: reading and writing them. README.md is the manual of both formats."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bingo.positions.reading import read, reads
    from bingo.positions.record_writing import dumps_record, dumps_record_json, write_records
    from bingo.positions.records import read_records, reads_records
    from bingo.positions.writing import dumps, dumps_json, write

__all__ = [
    "dumps",
    "dumps_json",
    "dumps_record",
    "dumps_record_json",
    "read",
    "read_records",
    "reads",
    "reads_records",
    "write",
    "write_records",
]

_ROOMS = {
    "dumps": "writing",
    "dumps_json": "writing",
    "dumps_record": "record_writing",
    "dumps_record_json": "record_writing",
    "read": "reading",
    "read_records": "records",
    "reads": "reading",
    "reads_records": "records",
    "write": "writing",
    "write_records": "record_writing",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for: YAML and the schema take 0.1 s, and a batch of usual JSON Lines needs neither."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
