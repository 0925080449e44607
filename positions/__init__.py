"""Position files: reading and writing them. README.md is the manual of the format."""

from bingo.positions.reading import read, reads
from bingo.positions.writing import dumps, dumps_json, write

__all__ = ["dumps", "dumps_json", "read", "reads", "write"]
