"""Files of results: a JSON object a line, written as soon as there is one, so that a run can go on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def read(path: Path) -> list[dict[str, Any]]:
    """The objects in a file; none if there is no file. A line broken off at the end is cut away.

    Raises:
        ValueError: a line is no JSON object; the message says which.
    """
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole, newline, rest = text.rpartition("\n")
    if rest:
        path.write_text(whole + newline, encoding="utf-8")
    return [_object(path, n, line) for n, line in enumerate(whole.splitlines(), 1)]


def append(path: Path, row: Mapping[str, Any]) -> None:
    """Add an object."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        row = None
    if not isinstance(row, dict):
        raise ValueError(f"{path}: expected an object a line; found in line {number}: {line[:60]!r}")
    return row
