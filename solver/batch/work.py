"""What is done with a block of positions, wherever it is done: read, check, solve, compare, write down."""

from __future__ import annotations

import io
import json
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from bingo.positions.entries import LIMIT, Entry
from bingo.solver.batch import jsonl
from bingo.solver.batch.blocks import Block
from bingo.solver.batch.task import Failure, Result, Task


def solve(task: Task, block: Block) -> Result:
    """Do all positions of a block. Whatever is wrong with one of them is told and harms no other."""
    made = _Made(task, block)
    if block.text and task.detail in jsonl.DETAILS:
        made.by_fast_path()
    else:
        made.one_by_one(_lines(block) if block.text else block.entries)
    return made.done()


class _Made:
    """What has been made of a block so far."""

    def __init__(self, task: Task, block: Block) -> None:
        self.task, self.block = task, block
        self.records: list[bytes] = []
        self.failures: list[Failure] = []
        self.values: Counter[int] = Counter()
        self.met = 0
        self._start = time.perf_counter()

    def by_fast_path(self) -> None:
        """All lines: what the fast path makes of them, and what it leaves one by one."""
        task, start = self.task, self.block.start
        source = b'"file":' + json.dumps(self.block.source).encode()
        solver = _own.solver(task.rules, match=not task.no_match)
        solved = solver.solve(self.block.text, source, start.done + 1, start.line, task.detail)
        self.values.update(solved.values)
        at = 0
        for place, entry in solved.gaps:
            self.records.append(solved.records[at:place])
            at = place
            self.one_by_one([entry])
        self.records.append(solved.records[at:])

    def one_by_one(self, entries: Iterable[Entry]) -> None:
        """Entries by the readable way."""
        from bingo.solver.batch.readable import answer  # here: 0.1 s that usual lines of JSON do without

        for entry in entries:
            found = answer(self.task, self.block, entry)
            if found.record is not None:
                self.records.append(json.dumps(found.record, separators=(",", ":")).encode() + b"\n")
            if found.value is not None:
                self.values[round(found.value)] += 1
            if found.failure is not None:
                self.failures.append(found.failure)
            self.met += found.met

    def done(self) -> Result:
        """All of it is done."""
        block = self.block
        return Result(
            records=b"".join(self.records),
            failures=tuple(self.failures),
            values=dict(self.values),
            met=self.met,
            end=block.end,
            positions=block.end.done - block.start.done,
            size=len(block.text) or sum(len(entry.text) for entry in block.entries),
            seconds=time.perf_counter() - self._start,
        )


class _Own(threading.local):
    """The solver of lines that each thread has of its own (those of Dask, say): one serves one at a time."""

    def __init__(self) -> None:
        self.solver = lru_cache(maxsize=1)(jsonl.JsonLines)


_own = _Own()


def _lines(block: Block) -> Iterator[Entry]:
    number, at = block.start.done, block.start.line
    for line in io.BytesIO(block.text):
        if line.strip():
            number += 1
            yield Entry(number, at, line[: LIMIT + 1], json=True)
        at += 1
