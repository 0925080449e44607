"""Tables for spreadsheets: CSV, every cell a number or words, none a formula; and results as rows of one."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from typing import Any

from bingo.solver.batch.answers import Detail

COLUMNS = ("file", "position", "name", "rules", "to_move", "value", "best", "error", "line_number", "chance")
#: What a text begins with that spreadsheets would take for a formula.
_FORMULA = re.compile("[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]")


def written(rows: Iterable[Iterable[Any]]) -> bytes:
    """Rows of CSV. A text that could be taken for a formula has an apostrophe before it."""
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(map(_cell, row) for row in rows)
    return table.getvalue().encode()


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def columns(detail: Detail) -> tuple[str, ...]:
    """The columns."""
    more = {Detail.MOVES: ("moves",), Detail.LINE: ("moves", "line")}
    return (*COLUMNS, *more.get(detail, ()))


def heading(detail: Detail) -> bytes:
    """The first row."""
    return written([columns(detail)])


def rows(detail: Detail, records: bytes) -> bytes:
    """A row for each line of JSON."""
    return written(_row(json.loads(line), columns(detail)) for line in records.splitlines())


def _row(record: dict[str, Any], names: Iterable[str]) -> list[Any]:
    error = [record["error"], *record["reasons"]] if "error" in record else record.get("unexpected", ())
    moves = [f"{move['move']}: {move['value']:+g}" for move in record.get("moves", ())]
    cells = {**record, "moves": moves, "error": error}
    return [_joined(cells.get(name)) for name in names]


def _joined(value: Any) -> Any:
    """The items of a list as one text."""
    return "; ".join(value) if isinstance(value, (list, tuple)) else value
