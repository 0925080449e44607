"""Files in, files out: blocks go to whoever does the work, results are written in order and accounted for."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO

from bingo.positions.entries import Entry
from bingo.solver.batch import table
from bingo.solver.batch.answers import Detail, Failure, Result, Task, solve
from bingo.solver.batch.inputs import Block, Input, find, of_entries
from bingo.solver.batch.results import Plan, Results, check_outputs, state_of
from bingo.solver.errors import check_choice, check_int, check_type
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules
from bingo.solver.workers import Executor, ProcessPool

PathLike = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: ``positions`` done, by earlier runs too, and ``new`` ones by this run; bytes ``read`` by this
    run, of ``total`` where that is known. ``resumable`` says whether another run could go on from here.
    """

    positions: int
    new: int
    read: int
    total: int | None
    resumable: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a whole batch, earlier runs included; ``new`` positions and ``seconds`` are this run's.

    ``values`` says how many positions have which value (game points seen from ``you``; card points under ``berndt``;
    rounded where it is a mean), ``failed`` how many failed why: ``unreadable``, ``impossible``, ``hidden`` (what the
    answer needs), ``unexpected`` (not what the file expects, but solved), ``broken`` (by an error of the program's
    own); and how many files could not be read (``file``) or have no position in them (``empty``). ``met`` says how many
    are what their file expects, of those of which it expects anything.
    """

    positions: int
    new: int
    seconds: float
    values: Counter[int] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    met: int = 0

    @property
    def solved(self) -> int:
        """Positions that have a value."""
        return sum(self.values.values())


def solve_files(
    inputs: Iterable[PathLike],
    out: PathLike | BinaryIO,
    *,
    csv: PathLike | None = None,
    detail: Detail | str = Detail.BEST,
    rules: Rules | None = None,
    seed: int = 0,
    no_match: bool = False,
    failed: bool = False,
    resume: bool = False,
    overwrite: bool = False,
    jobs: int | None = None,
    executor: Executor | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    on_failure: Callable[[Failure], object] | None = None,
) -> Summary:
    """Solve all positions of files and folders into a file of JSON Lines, as ``bingo batch`` does.

    Results come in the order of the input, the same whoever does the work; memory stays flat. ``inputs`` are position
    files and folders (``-`` is standard input), ``out`` is a path or a binary stream. ``detail`` says how much is found
    out; ``rules`` replace those of the files, and what these expect is then not compared. Where tiles are hidden,
    deals are drawn with ``seed``. ``no_match`` ignores match scores. ``failed`` asks for a result of what failed too.
    ``csv`` is a table, made of the results once all are there.

    Files read and written as files can be continued after any end, by the same call with ``resume``; how far it came
    is kept beside the results, in a file named like them with ``.state`` behind. Unfinished results are not written
    over without ``overwrite``.

    ``jobs`` worker processes do the work, as many as there are cores unless told; or an ``executor``, such
    as :class:`~bingo.solver.batch.cluster.Cluster`. Worker processes import the main program's module anew, so a
    script calls this under ``if __name__ == "__main__":``. ``on_progress`` is called at the beginning and after every
    block, ``on_failure`` with everything that went wrong, in the order of the input.

    Raises:
        CannotBegin: an output cannot be opened or is an input too, or what is asked for cannot be continued; as
            CannotResume where results of another run are in the way.
        Stopped: a full disk (CannotWrite) or no workers (WorkersLost). As after KeyboardInterrupt, ``resume`` goes on.
        TypeError, NotationError: an argument is of another kind, or out of its range; a single path as ``inputs`` too.
    """
    start = time.perf_counter()
    if isinstance(inputs, (str, bytes, os.PathLike)) or not isinstance(inputs, Iterable):
        raise TypeError(f"inputs: expected a list of paths; found {inputs!r}")
    if not isinstance(out, (str, os.PathLike)) and not hasattr(out, "write"):
        raise TypeError(f"out: expected a path or a binary stream; found {out!r}")
    check_choice("detail", detail, tuple(Detail))
    check_type("rules", rules, Rules, type(None))
    check_int("seed", seed, 0)
    if jobs is not None:
        check_int("jobs", jobs, 1)
    stream = None if isinstance(out, (str, os.PathLike)) else out
    given = {"out": None if stream else out, "csv": csv}
    files = {name: Path(path) for name, path in given.items() if isinstance(path, (str, os.PathLike))}
    task = Task(rules, Detail(detail), failed, seed=seed, no_match=no_match)
    found = find(inputs, but=[*files.values(), *map(state_of, files.values())])
    check_outputs(files, [one.path for one in found])
    rows = partial(table.rows, task.detail)
    results = Results(files, Plan(_options(task), found), heading=table.heading(task.detail), rows=rows, stream=stream)
    try:
        results.begin(resume, overwrite)
        run = _Run(task, results, found, on_progress, on_failure)
        if executor is not None:
            run.do(executor)
        else:
            with ProcessPool(jobs) as pool:
                run.do(pool)
    finally:
        results.close()
    return Summary(run.positions, run.new, time.perf_counter() - start, run.values, run.failed, run.met)


def _options(task: Task) -> dict[str, object]:
    """What the results depend on, beside the files that are read."""
    return {
        "detail": task.detail.value,
        "seed": task.seed,
        "no_match": task.no_match,
        "failed": task.failed,
        "rules": label(task.rules) if task.rules else None,
    }


class _Run:
    """One run: blocks go out, results come in, are written and counted."""

    def __init__(
        self,
        task: Task,
        results: Results,
        inputs: Sequence[Input],
        on_progress: Callable[[Progress], object] | None,
        on_failure: Callable[[Failure], object] | None,
    ) -> None:
        self.task, self.results, self.inputs = task, results, inputs
        self.on_progress, self.on_failure = on_progress, on_failure
        earlier = results.earlier
        self.positions, self.values, self.failed = earlier.positions, earlier.values, earlier.failed
        self.met = self.new = self.read = 0
        sizes = [one.size for one in inputs]
        self.total = None if any(one.path == "-" for one in inputs) else sum(sizes)
        self.pace = Pace()

    def do(self, executor: Executor) -> None:
        """Do what is left."""
        if self.results.done is not None:
            for name, value in self.results.done.items():
                setattr(self, name, Counter(value) if name == "failed" else value)
        self._tell()
        if self.results.done is None:
            out: deque[tuple[Block, bool]] = deque()
            for result in executor.run(partial(solve, self.task), self._blocks(out)):
                self._take(result, *out.popleft())
                self._tell()
        self.results.finish({"positions": self.positions, "failed": self.failed, "met": self.met})

    def _blocks(self, out: deque[tuple[Block, bool]]) -> Iterator[Block]:
        """What is not answered yet, block by block. They are kept in ``out`` until they are done, and whether they come
        before the end of earlier results, which then have nothing of them.
        """
        earlier = self.results.earlier
        for source in self.inputs:
            for block in source.blocks(self.pace.size):
                for part, before in [(block, False)] if earlier.over else self._left(block):
                    out.append((part, before))
                    yield part
        if not earlier.over:
            raise earlier.changed()

    def _left(self, block: Block) -> Iterator[tuple[Block, bool]]:
        """Of a block what earlier results do not answer: what failed then, and all behind their end."""
        earlier = self.results.earlier
        self.read += block.size
        missing: list[Entry] = []
        rest: list[Entry] = []
        for entry in block.single():
            if not earlier.over:
                if not earlier.has(block.source, entry.number):
                    missing.append(entry)
            else:
                rest.append(entry)
        for part, before in ((missing, True), (rest, False)):
            if part:
                yield of_entries(block.source, part), before

    def _take(self, result: Result, block: Block, before: bool) -> None:
        if before and result.records:
            raise self.results.earlier.changed()
        self.results.add(result.records)
        self.pace.learn(block.size, result.seconds)
        self.read += block.size
        self.positions += block.positions
        self.new += block.positions
        self.values.update(result.values)
        self.failed.update(failure.kind for failure in result.failures)
        self.met += result.met
        if self.on_failure:
            for failure in result.failures:
                self.on_failure(failure)

    def _tell(self) -> None:
        if self.on_progress:
            self.on_progress(Progress(self.positions, self.new, self.read, self.total, self.results.resumable))


class Pace:
    """How much to hand out at a time: a quarter of a second's work, as far as the last blocks tell."""

    LEAST, MOST, SECONDS = 16 * 1024, 256 * 1024, 0.25

    def __init__(self) -> None:
        self._size = self.LEAST

    def size(self) -> int:
        """Bytes of the next block."""
        return self._size

    def learn(self, size: int, seconds: float) -> None:
        """So many bytes took so long."""
        wanted = int(size / max(seconds, 1e-6) * self.SECONDS)
        self._size = max(512, min(wanted, 4 * self._size, self.MOST))
