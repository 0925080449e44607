"""What is done with a block of positions, wherever it is done: read, check, solve, compare, write down."""

from __future__ import annotations

import io
import json
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from bingo.positions.entries import Entry
from bingo.solver import native
from bingo.solver.batch import jsonl
from bingo.solver.batch.blocks import Block
from bingo.solver.batch.task import Failure, Result, Task
from bingo.solver.game.rules import Rules
from bingo.solver.workers import Rest, Shortcut

if TYPE_CHECKING:
    from bingo.solver.native import _kernel

#: Lines for each that the fast path may leave to the thread it ran in: no two threads run Python at once.
LINES_PER_GAP = 100


@dataclass(frozen=True, slots=True)
class Begun:
    """Lines of JSON that have been through the fast path, which took so many seconds."""

    block: Block
    solved: jsonl.Solved
    seconds: float


def solve(task: Task, block: Block | Begun) -> Result:
    """Do all positions of a block. Whatever is wrong with one of them is told and harms no other."""
    if isinstance(block, Begun):
        made = _Made(task, block.block, block.seconds)
        made.by_fast_path(block.solved)
        return made.done()
    made = _Made(task, block.full())
    if made.block.text and has_fast_path(task):
        made.by_fast_path(made.solved())
    elif made.block.text:
        made.one_by_one(_lines(made.block))
    else:
        made.one_by_one(made.block.entries)
    return made.done()


def has_fast_path(task: Task) -> bool:
    """Whether lines of JSON can take the fast path."""
    return native.built() and task.detail in jsonl.DETAILS


def shortcut(task: Task) -> Shortcut[Block, Result] | None:
    """The fast path as a shortcut for blocks that are lines of JSON; None where there is none."""
    if not has_fast_path(task):
        return None
    from bingo.solver.native import _kernel

    stop = _kernel.Stop()
    return Shortcut(_is_lines, partial(_attempt, task, stop), stop.set)


def _is_lines(block: Block) -> bool:
    return not block.entries


def _attempt(task: Task, stop: _kernel.Stop, block: Block) -> Result | Rest:
    """What :func:`solve` does, but no more than the fast path and few lines besides."""
    made = _Made(task, block.full(), stop=stop)
    solved = made.solved()
    if LINES_PER_GAP * len(solved.gaps) > block.end.done - block.start.done:
        return Rest(Begun(replace(block, text=b"", size=len(made.block.text)), solved, made.seconds()))
    made.by_fast_path(solved)
    return made.done()


class _Made:
    """What has been made of a block so far."""

    def __init__(self, task: Task, block: Block, seconds: float = 0, stop: _kernel.Stop | None = None) -> None:
        self.task, self.block, self._stop = task, block, stop
        self.records: list[bytes] = []
        self.failures: list[Failure] = []
        self.values: Counter[int] = Counter()
        self.met = 0
        self._start = time.perf_counter() - seconds

    def seconds(self) -> float:
        """What it has taken so far."""
        return time.perf_counter() - self._start

    def solved(self) -> jsonl.Solved:
        """What the fast path makes of the lines."""
        start = self.block.start
        source = b'"file":' + json.dumps(self.block.source).encode()
        solver = _solver(self.task.rules, match=not self.task.no_match)
        return solver.solve(self.block.text, source, start.done + 1, start.line, self.task.detail, self._stop)

    def by_fast_path(self, solved: jsonl.Solved) -> None:
        """All lines: what the fast path has made of them, and what it left one by one."""
        self.values.update(solved.values)
        at = 0
        for gap in solved.gaps:
            if self._stop and self._stop.is_set():
                raise CancelledError
            self.records.append(solved.records[at : gap.at])
            at = gap.at
            self.one_by_one([self.block.entry(gap.text, gap.number, gap.line)])
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
            size=len(block.text) or block.size or sum(len(entry.text) for entry in block.entries),
            seconds=self.seconds(),
        )


class _Own(threading.local):
    """The solver of lines that each thread has of its own: one serves one at a time."""

    solver: jsonl.JsonLines | None = None
    rules: Rules | None = None
    match = True


_own = _Own()
_making = threading.Lock()


def _solver(rules: Rules | None, *, match: bool) -> jsonl.JsonLines:
    if _own.solver is None or (_own.rules, _own.match) != (rules, match):
        with _making:  # so that the next thread finds the tables of the rules compiled
            _own.solver = jsonl.JsonLines(_read_rules, rules, match=match)
            _own.rules, _own.match = rules, match
    return _own.solver


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
