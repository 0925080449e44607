"""What is done with a block of positions, wherever it is done: read, check, solve, compare, write down."""

from __future__ import annotations

import csv
import io
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bingo.cli.expectation import unmet
from bingo.positions.blocks import Block, Mark
from bingo.positions.entries import Entry
from bingo.solver.batch import lane
from bingo.solver.batch.records import Detail, record
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError
from bingo.solver.game.position import Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import View

#: Why a position may fail, each with its words in the summary.
KINDS = {
    "unreadable": "could not be read",
    "impossible": "cannot occur",
    "hidden": "hide what the answer needs",
    "unexpected": "are not what the file expects",
    "broken": "broke the program",
}
COLUMNS = ("file", "position", "line", "name", "rules", "to_move", "value", "best", "error")


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted of every position. ``rules`` replace those of the files; what these expect is then not compared.

    ``failed`` asks for a record of what failed too, ``rows`` for rows of a table beside the records. Where tiles are
    hidden, deals are drawn with ``seed``.
    """

    rules: Rules | None = None
    detail: Detail = Detail.BEST
    failed: bool = False
    rows: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong with a position: one of ``KINDS``, and every reason in words."""

    kind: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A block that was done: lines of JSON, rows of CSV, what failed, how many positions have which value (rounded,
    where it is a mean).

    ``end`` is where the block ends; ``size`` its bytes; ``seconds`` is what it took.
    """

    records: bytes
    rows: bytes
    failures: tuple[Failure, ...]
    values: dict[int, int]
    end: Mark
    positions: int
    size: int
    seconds: float


def solve(order: Order, block: Block) -> Done:
    """Do all positions of a block. Whatever is wrong with one of them is told and harms no other."""
    start = time.perf_counter()
    block = block.full()
    made = _Made(order, block)
    if block.text and lane.available() and order.detail in (Detail.VALUE, Detail.BEST):
        made.by_lane()
    elif block.text:
        made.one_by_one(_lines(block))
    else:
        made.one_by_one(block.entries)
    records = b"".join(made.records)
    return Done(
        records=records,
        rows=_rows(records) if order.rows else b"",
        failures=tuple(made.failures),
        values=dict(made.values),
        end=block.end,
        positions=block.end.done - block.start.done,
        size=len(block.text) or sum(len(entry.text) for entry in block.entries),
        seconds=time.perf_counter() - start,
    )


class _Made:
    """What has been made of a block so far."""

    def __init__(self, order: Order, block: Block) -> None:
        self.order, self.block = order, block
        self.records: list[bytes] = []
        self.failures: list[Failure] = []
        self.values: Counter[int] = Counter()

    def by_lane(self) -> None:
        """All lines by the fast lane, what it leaves one by one."""
        start = self.block.start
        source = b'"file":' + json.dumps(self.block.source).encode()
        solved = _lane(self.order.rules).solve(self.block.text, source, start.done + 1, start.line, self.order.detail)
        self.values.update(solved.values)
        at = 0
        for hole in solved.holes:
            self.records.append(solved.records[at : hole.at])
            at = hole.at
            self.one_by_one([self.block.entry(hole.text, hole.number, hole.line)])
        self.records.append(solved.records[at:])

    def one_by_one(self, entries: Iterator[Entry] | tuple[Entry, ...] | list[Entry]) -> None:
        """Entries by the readable way."""
        for entry in entries:
            try:
                self._one(entry)
            except Exception as error:  # a night's work shall not end with an error of the program's own
                self._fail(entry, "broken", [f"{_where(self.block, entry)}: {type(error).__name__}: {error}"], {})

    def _one(self, entry: Entry) -> None:
        from bingo.positions.reading import outcome  # here: 0.1 s that usual lines of JSON do without

        found = outcome(entry, self.block.source, self.order.rules)
        if isinstance(found, (NotationError, ImpossiblePosition)):
            kind = "impossible" if isinstance(found, ImpossiblePosition) else "unreadable"
            self._fail(entry, kind, [str(found)], {})
            return
        where = _where(self.block, entry, found)
        try:
            made = record(found, self.order.detail, self.order.seed)
        except BingoError as error:
            self._fail(entry, "hidden", [f"{where}: {error}"], {"name": found.name})
            return
        expect = found.expect if self.order.rules is None else None
        best = made.get("best") or (
            record(found, Detail.BEST, self.order.seed)["best"] if expect and expect.best else []
        )
        wrong = unmet(expect, made["value"], best)
        if wrong:
            made["unexpected"] = wrong
            self.failures.append(Failure("unexpected", tuple(f"{where}: {words}" for words in wrong)))
        self.values[round(made["value"])] += 1
        self.records.append(_line(_origin(self.block, entry) | made))

    def _fail(self, entry: Entry, kind: str, words: list[str], known: dict[str, Any]) -> None:
        self.failures.append(Failure(kind, tuple(words)))
        if self.order.failed:
            self.records.append(_line({**_origin(self.block, entry), **known, "error": kind, "reasons": words}))


@lru_cache(maxsize=2)
def _lane(rules: Rules | None) -> lane.Lane:
    return lane.Lane(_read_rules, rules)


def _read_rules(written: bytes) -> Rules:
    from bingo.positions.reading import read_rules

    return read_rules(written)


def _lines(block: Block) -> Iterator[Entry]:
    number, at = block.start.done, block.start.line
    for line in io.BytesIO(block.text):
        if line.strip():
            number += 1
            yield block.entry(line, number, at)
        at += 1


def _origin(block: Block, entry: Entry) -> dict[str, Any]:
    return {"file": block.source, "position": entry.number, "line": entry.line}


def _where(block: Block, entry: Entry, found: Position | View | None = None) -> str:
    called = f" {found.name!r}" if found and found.name else ""
    return f"{block.source}, position {entry.number}{called} (line {entry.line})"


def _line(made: dict[str, Any]) -> bytes:
    return json.dumps(made, separators=(",", ":")).encode() + b"\n"


def _rows(records: bytes) -> bytes:
    table = io.StringIO()
    writer = csv.DictWriter(table, COLUMNS, extrasaction="ignore", lineterminator="\n")
    for line in records.splitlines():
        made = json.loads(line)
        told = {"best": "; ".join(made.get("best", ())), "error": made.get("error") or _unexpected(made)}
        writer.writerow(made | told)
    return table.getvalue().encode()


def _unexpected(made: dict[str, Any]) -> str:
    return "; ".join(made.get("unexpected", ()))
