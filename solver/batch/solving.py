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

from bingo.solver.arguments import kind, one_of, whole
from bingo.solver.batch import table
from bingo.solver.batch.blocks import START, Block
from bingo.solver.batch.inputs import Input, find
from bingo.solver.batch.journal import Plan
from bingo.solver.batch.output import check_outputs, state_of
from bingo.solver.batch.results import Results
from bingo.solver.batch.task import Detail, Failure, Result, Task
from bingo.solver.batch.work import solve
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules
from bingo.solver.workers import Executor, Machine

PathLike = str | os.PathLike[str]

#: Seconds for which no others are asked for help.
ALONE = 0.1


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
    one_of("detail", detail, tuple(Detail))
    kind("rules", rules, Rules, type(None))
    whole("seed", seed, 0)
    if jobs is not None:
        whole("jobs", jobs, 1)
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
            with Machine(jobs) as machine:
                run.do(machine)
    finally:
        results.close()
    made = run.checkpoint
    return Summary(made.positions, run.new, time.perf_counter() - start, made.values, made.failed, made.met)


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
    """One run: blocks go out, results come in, are written, and it is written down how far that is."""

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
        self.checkpoint = results.checkpoint
        self.new = self.read = 0
        self.total = self._left()
        self.pace = Pace()

    def _left(self) -> int | None:
        """Bytes still to be read, None where that is not known."""
        if any(one.path == "-" for one in self.inputs):
            return None
        return sum(one.size for one in self.inputs[self.checkpoint.file :]) - self.checkpoint.mark.offset

    def do(self, executor: Executor) -> None:
        """Do what is left."""
        self._tell()
        if not self.checkpoint.done:
            self._go_on(executor)
        self.results.finish()

    def _go_on(self, executor: Executor) -> None:
        where: deque[int] = deque()  # the file of each block that is out
        for result in self._done(executor, self._blocks(where)):
            self.pace.learn(result.size, result.seconds)
            self.read += result.size
            self._take(result, where.popleft())
            self._tell()

    def _done(self, executor: Executor, blocks: Iterator[Block]) -> Iterator[Result]:
        """The blocks done, in order: a few by ourselves, as long as processes of this machine would take to begin."""
        work = partial(solve, self.task)
        until = time.monotonic() + (ALONE if isinstance(executor, Machine) else 0)
        while time.monotonic() < until and (block := next(blocks, None)):
            yield work(block)
        yield from executor.run(work, blocks)

    def _blocks(self, where: deque[int]) -> Iterator[Block]:
        first, mark = self.checkpoint.file, self.checkpoint.mark
        for number, source in enumerate(self.inputs[first:], first):
            for block in source.blocks(self.pace.size, mark if number == first else START):
                where.append(number)
                yield block

    def _take(self, result: Result, file: int) -> None:
        self.results.add(result.records)
        checkpoint = self.checkpoint
        if result.end.done:
            checkpoint.file, checkpoint.mark = file, result.end
        else:  # a file with no position in it is done with
            checkpoint.file, checkpoint.mark = file + 1, START
        checkpoint.positions += result.positions
        self.new += result.positions
        checkpoint.values.update(result.values)
        checkpoint.failed.update(failure.kind for failure in result.failures)
        checkpoint.met += result.met
        self.results.note()
        if self.on_failure:
            for failure in result.failures:
                self.on_failure(failure)

    def _tell(self) -> None:
        if self.on_progress:
            done = self.checkpoint.positions
            self.on_progress(Progress(done, self.new, self.read, self.total, self.results.resumable))


class Pace:
    """How much to hand out at a time: a quarter of a second's work, as far as the last blocks tell."""

    LEAST, MOST, SECONDS = 512, 512 * 1024, 0.25

    def __init__(self) -> None:
        self._size = self.LEAST

    def size(self) -> int:
        """Bytes of the next block."""
        return self._size

    def learn(self, size: int, seconds: float) -> None:
        """So many bytes took so long."""
        wanted = int(size / max(seconds, 1e-6) * self.SECONDS)
        self._size = max(self.LEAST, min(wanted, 4 * self._size, self.MOST))
