"""What is done with a block of positions, wherever it is done: read, check, solve, compare, write down."""

from __future__ import annotations

import csv
import io
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from bingo.cli.batch.order import COLUMNS, Done, Failure, Order
from bingo.positions.blocks import Block
from bingo.positions.entries import Entry
from bingo.solver.batch import lane
from bingo.solver.batch.detail import Detail
from bingo.solver.game.rules import Rules


def solve(order: Order, block: Block) -> Done:
    """Do all positions of a block. Whatever is wrong with one of them is told and harms no other."""
    made = _Made(order, block.full())
    if made.block.text and lane.available() and order.detail in (Detail.VALUE, Detail.BEST):
        made.by_lane()
    elif made.block.text:
        made.one_by_one(_lines(made.block))
    else:
        made.one_by_one(made.block.entries)
    return made.done()


class _Made:
    """What has been made of a block so far."""

    def __init__(self, order: Order, block: Block) -> None:
        self.order, self.block = order, block
        self.records: list[bytes] = []
        self.failures: list[Failure] = []
        self.values: Counter[int] = Counter()
        self._start = time.perf_counter()

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
            size=len(block.text) or sum(len(entry.text) for entry in block.entries),
            seconds=time.perf_counter() - self._start,
        )


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
