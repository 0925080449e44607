"""What is done with a block of positions, wherever it is done: read, check, solve, compare, write down."""

from __future__ import annotations

import csv
import io
import json
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from bingo.cli.batch.order import COLUMNS, Done, Failure, Order
from bingo.positions.blocks import Block
from bingo.positions.entries import Entry
from bingo.solver.batch import lane
from bingo.solver.batch.detail import Detail
from bingo.solver.batch.executors import Rest
from bingo.solver.game.rules import Rules

#: Lines for each that the fast lane may leave to the thread it ran in: no two threads run Python at once.
FEW = 100


@dataclass(frozen=True, slots=True)
class Begun:
    """Lines of JSON that have been through the fast lane, which took so many seconds."""

    block: Block
    solved: lane.Solved
    seconds: float


def solve(order: Order, block: Block | Begun) -> Done:
    """Do all positions of a block. Whatever is wrong with one of them is told and harms no other."""
    if isinstance(block, Begun):
        made = _Made(order, block.block, block.seconds)
        made.by_lane(block.solved)
        return made.done()
    made = _Made(order, block.full())
    if made.block.text and has_lane(order):
        made.by_lane(made.solved())
    elif made.block.text:
        made.one_by_one(_lines(made.block))
    else:
        made.one_by_one(made.block.entries)
    return made.done()


def has_lane(order: Order) -> bool:
    """Whether lines of JSON can take the fast lane."""
    return lane.available() and order.detail in (Detail.VALUE, Detail.BEST)


def is_lines(block: Block) -> bool:
    """Whether a block is lines of JSON."""
    return not block.entries


def attempt(order: Order, block: Block) -> Done | Rest:
    """What :func:`solve` does, but no more than the fast lane and few lines besides."""
    made = _Made(order, block.full())
    solved = made.solved()
    if FEW * len(solved.holes) > block.end.done - block.start.done:
        return Rest(Begun(replace(block, text=b"", size=len(made.block.text)), solved, made.seconds()))
    made.by_lane(solved)
    return made.done()


class _Made:
    """What has been made of a block so far."""

    def __init__(self, order: Order, block: Block, seconds: float = 0) -> None:
        self.order, self.block = order, block
        self.records: list[bytes] = []
        self.failures: list[Failure] = []
        self.values: Counter[int] = Counter()
        self._start = time.perf_counter() - seconds

    def seconds(self) -> float:
        """What it has taken so far."""
        return time.perf_counter() - self._start

    def solved(self) -> lane.Solved:
        """What the fast lane makes of the lines."""
        start = self.block.start
        source = b'"file":' + json.dumps(self.block.source).encode()
        return _lane(self.order.rules).solve(self.block.text, source, start.done + 1, start.line, self.order.detail)

    def by_lane(self, solved: lane.Solved) -> None:
        """All lines: what the fast lane has made of them, and what it left one by one."""
        self.values.update(solved.values)
        at = 0
        for hole in solved.holes:
            self.records.append(solved.records[at : hole.at])
            at = hole.at
            self.one_by_one([self.block.entry(hole.text, hole.number, hole.line)])
        self.records.append(solved.records[at:])

    def one_by_one(self, entries: Iterable[Entry]) -> None:
        """Entries by the readable way."""
        from bingo.cli.batch.readable import answer  # here: 0.1 s that usual lines of JSON do without

        for entry in entries:
            found = answer(self.order, self.block, entry)
            if found.record is not None:
                self.records.append(json.dumps(found.record, separators=(",", ":")).encode() + b"\n")
            if found.value is not None:
                self.values[round(found.value)] += 1
            if found.failure is not None:
                self.failures.append(found.failure)

    def done(self) -> Done:
        """All of it is done."""
        block, records = self.block, b"".join(self.records)
        return Done(
            records=records,
            rows=_rows(records) if self.order.rows else b"",
            failures=tuple(self.failures),
            values=dict(self.values),
            end=block.end,
            positions=block.end.done - block.start.done,
            size=len(block.text) or block.size or sum(len(entry.text) for entry in block.entries),
            seconds=self.seconds(),
        )


class _Own(threading.local):
    """The lane that each thread has of its own: a lane serves one at a time."""

    lane: lane.Lane | None = None
    rules: Rules | None = None


_own = _Own()
_making = threading.Lock()


def _lane(rules: Rules | None) -> lane.Lane:
    if _own.lane is None or _own.rules != rules:
        with _making:  # so that the next thread finds the tables of the rules compiled
            _own.lane, _own.rules = lane.Lane(_read_rules, rules), rules
    return _own.lane


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
