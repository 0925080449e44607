"""Results as rows of a table for spreadsheets: CSV, every cell a number or words."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from bingo.solver.batch.detail import Detail

COLUMNS = ("file", "position", "line", "name", "rules", "to_move", "value", "best", "error", "line_number", "chance")


def columns(detail: Detail) -> tuple[str, ...]:
    """The columns. ``line`` is the number of a line, or best play where ``detail`` finds that out."""
    return (*COLUMNS, "moves") if detail in (Detail.MOVES, Detail.LINE) else COLUMNS


def heading(detail: Detail) -> bytes:
    """The first row."""
    return _written([dict(zip(names := columns(detail), names, strict=True))], detail)


def rows(records: bytes, detail: Detail) -> bytes:
    """A row for each line of JSON."""
    return _written(map(_row, map(json.loads, records.splitlines())), detail)


def _written(made: Iterable[dict[str, Any]], detail: Detail) -> bytes:
    table = io.StringIO()
    csv.DictWriter(table, columns(detail), extrasaction="ignore", lineterminator="\n").writerows(made)
    return table.getvalue().encode()


def _row(record: dict[str, Any]) -> dict[str, Any]:
    error = _joined([record["error"], *record["reasons"]]) if "error" in record else record.get("unexpected", ())
    moves = [f"{move['move']}: {move['value']:+g}" for move in record.get("moves", ())]
    texts = {"best": record.get("best", ()), "moves": moves, "error": error, "line": record.get("line", "")}
    return record | {key: _joined(value) for key, value in texts.items()}


def _joined(value: Any) -> Any:
    """The items of a list as one text."""
    return "; ".join(value) if isinstance(value, (list, tuple)) else value
