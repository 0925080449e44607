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
from bingo.solver.batch import journal as states
from bingo.solver.batch import table
from bingo.solver.batch.blocks import Block, Checksum, Mark
from bingo.solver.batch.detail import Detail
from bingo.solver.batch.errors import CannotBegin, CannotResume
from bingo.solver.batch.executors import Executor, Machine
from bingo.solver.batch.inputs import Input, find
from bingo.solver.batch.journal import Checkpoint, Journal, Plan
from bingo.solver.batch.output import Output, Stream, check_outputs, state_of
from bingo.solver.batch.task import Failure, Result, Task
from bingo.solver.batch.work import shortcut, solve
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules

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
    own); and how many files could not be read (``file``) or have no position in them (``empty``).
    """

    positions: int
    new: int
    seconds: float
    values: Counter[int] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)

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
    ``csv`` is a table beside the results.

    Files read and written as files can be gone on with after any end, by the same call with ``resume``; how far it came
    is kept beside the results, in a file named like them with ``.state`` behind. Unfinished results are not written
    over without ``overwrite``.

    ``jobs`` threads and worker processes do the work, as many as there are cores unless told; or an ``executor``, such
    as :class:`~bingo.solver.batch.cluster.Cluster`. Worker processes import the main program's module anew, so a
    script calls this under ``if __name__ == "__main__":``. ``on_progress`` is called at the beginning and after every
    block, ``on_failure`` with everything that went wrong, in the order of the input.

    Raises:
        CannotBegin: an output cannot be opened or is an input too, or what is asked for cannot be gone on with; as
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
    files = [Path(path) for path in (out, csv) if isinstance(path, (str, os.PathLike))]
    stream = None if isinstance(out, (str, os.PathLike)) else out
    if resume and overwrite:
        raise CannotBegin("expected one of resume and overwrite; found both", "resume", "overwrite")
    task = Task(rules, Detail(detail), failed, table=csv is not None, seed=seed, no_match=no_match)
    found = find(inputs, but=[*files, *map(state_of, files)])
    check_outputs(dict(zip(("csv",) if stream else ("out", "csv"), files, strict=False)), [one.path for one in found])
    run = _Run(task, found, files, stream, on_progress, on_failure)
    try:
        run.begin(resume, overwrite)
        if executor is not None:
            run.do(executor)
        else:
            with Machine(jobs) as machine:
                run.do(machine)
    finally:
        run.close()
    made = run.checkpoint
    return Summary(made.positions, run.new, time.perf_counter() - start, made.values, made.failed)


class _Run:
    """One run: blocks go out, results come in, are written, and it is written down how far that is."""

    def __init__(
        self,
        task: Task,
        inputs: Sequence[Input],
        files: Sequence[Path],
        stream: BinaryIO | None,
        on_progress: Callable[[Progress], object] | None,
        on_failure: Callable[[Failure], object] | None,
    ) -> None:
        self.task, self.inputs, self.files, self.stream = task, inputs, files, stream
        self.on_progress, self.on_failure = on_progress, on_failure
        self.checkpoint = Checkpoint()
        self.new = self.read = 0
        self.outputs: list[Output | Stream] = []
        again = stream is None and all(one.path != "-" for one in inputs) and all(map(_is_plain, files))
        self.journal = Journal(files) if again else None
        self.total: int | None = None
        self.pace = Pace()

    # --- beginning and end -----------------------------------------------------------------------------------------

    def begin(self, resume: bool, overwrite: bool) -> None:
        """Decide where to begin, open the outputs, and make them as long as they must be for it."""
        if resume and not self.journal:
            raise CannotBegin("needs files to read and a file for the results, as only these can be gone on with",
                              "resume")  # fmt: skip
        plan = Plan(self._options(), list(self.inputs))
        if not overwrite:
            self._refuse_unfinished(resume)
        if self.journal:
            self.checkpoint = self.journal.resume(plan) if resume else self.journal.begin()
        else:
            self.checkpoint = Checkpoint(written=[0] * (1 + self.task.table))
        self.outputs = [Stream(self.stream)] if self.stream else []
        for file, argument in zip(self.files, ("csv",) if self.stream else ("out", "csv"), strict=False):
            self.outputs.append(Output(file, argument))
        if self.journal:
            self.journal.start(plan)
        for output, size in zip(self.outputs, self.checkpoint.written, strict=True):
            output.truncate(size)
        if not self.journal:
            for file in filter(_is_plain, self.files):  # what was kept beside it, was of what is written over now
                state_of(file).unlink(missing_ok=True)
        if self.task.table:
            self._begin_table()
        self.total = self._left()

    def _begin_table(self) -> None:
        if self.journal and not self.checkpoint.done:
            states.claim(self.files[1], self.files[0])
        if not self.checkpoint.written[1]:
            heading = table.heading(self.task.detail)
            self.outputs[1].write(heading)
            self.checkpoint.written[1] = len(heading)

    def _options(self) -> dict[str, object]:
        """What the results depend on, beside the files."""
        task = self.task
        beside = self.files[-1] if task.table else None
        if beside and not self.stream:
            beside = Path(os.path.relpath(beside.resolve(), self.files[0].resolve().parent))
        return {
            "detail": task.detail.value,
            "seed": task.seed,
            "no_match": task.no_match,
            "failed": task.failed,
            "csv": beside and beside.as_posix(),
            "rules": label(task.rules) if task.rules else None,
        }

    def _refuse_unfinished(self, resume: bool) -> None:
        """Leave alone what another run could go on with."""
        results = None if self.stream else self.files[0]
        if self.task.table:
            states.refuse_foreign(self.files[-1], results)
        done = states.unfinished(results) if results and not resume else None
        if done is not None:
            raise CannotResume(f"expected no unfinished results in {results}; found {done:,} positions done", "out")

    def close(self) -> None:
        """Let go of all files."""
        for output in self.outputs:
            output.close()
        if self.journal:
            self.journal.close()

    def _left(self) -> int | None:
        """Bytes still to be read, None where that is not known."""
        if any(one.path == "-" for one in self.inputs):
            return None
        return sum(one.size for one in self.inputs[self.checkpoint.file :]) - self.checkpoint.mark.offset

    # --- the work --------------------------------------------------------------------------------------------------

    def do(self, executor: Executor) -> None:
        """Do what is left."""
        self._tell()
        if self.checkpoint.done:
            return
        where: deque[int] = deque()  # the file of each block that is out
        work, quicker = partial(solve, self.task), shortcut(self.task)
        for result in executor.run(work, self._blocks(where, executor.here), quicker):
            self.pace.learn(result.size, result.seconds)
            self.read += result.size
            self._take(result, where.popleft())
            self._tell()
        self.checkpoint.done = True
        if self.journal:
            self.journal.note(self.checkpoint)
            if self.task.table:
                states.release(self.files[1])

    def _blocks(self, where: deque[int], here: bool) -> Iterator[Block]:
        first, mark = self.checkpoint.file, self.checkpoint.mark
        checksum = Checksum(mark.crc)
        for number, source in enumerate(self.inputs[first:], first):
            for block in source.blocks(self.pace.size, mark if number == first else None, checksum):
                where.append(number)
                yield block.light(source.path) if here else block

    def _take(self, result: Result, file: int) -> None:
        parts = [result.records, result.rows] if self.task.table else [result.records]
        for output, part in zip(self.outputs, parts, strict=True):
            output.write(part)
        checkpoint = self.checkpoint
        if result.end.done:
            checkpoint.file, checkpoint.mark = file, result.end
        else:  # a file with no position in it is done with
            checkpoint.file, checkpoint.mark = file + 1, Mark(crc=result.end.crc)
        checkpoint.written = [n + len(part) for n, part in zip(checkpoint.written, parts, strict=True)]
        checkpoint.positions += result.positions
        self.new += result.positions
        checkpoint.values.update(result.values)
        checkpoint.failed.update(failure.kind for failure in result.failures)
        if self.journal:
            self.journal.note(checkpoint)
        if self.on_failure:
            for failure in result.failures:
                self.on_failure(failure)

    def _tell(self) -> None:
        if self.on_progress:
            done = self.checkpoint.positions
            self.on_progress(Progress(done, self.new, self.read, self.total, self.journal is not None))


class Pace:
    """How much to hand out at a time: a quarter of a second's work, as far as the last blocks tell."""

    LEAST, FIRST, MOST, SECONDS = 512, 4 * 1024, 512 * 1024, 0.25

    def __init__(self) -> None:
        self._size = self.FIRST

    def size(self) -> int:
        """Bytes of the next block."""
        return self._size

    def learn(self, size: int, seconds: float) -> None:
        """So many bytes took so long."""
        wanted = int(size / max(seconds, 1e-6) * self.SECONDS)
        self._size = max(self.LEAST, min(wanted, 4 * self._size, self.MOST))


def _is_plain(file: Path) -> bool:
    return file.is_file() or not file.exists()
