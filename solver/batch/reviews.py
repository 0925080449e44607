"""Reviewing files of recorded deals: what is behind ``bingo review``, as a function."""

from __future__ import annotations

import csv as csv_
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from bingo.positions.records import read_records
from bingo.solver.batch import journal as states
from bingo.solver.batch.blocks import Mark
from bingo.solver.batch.errors import CannotBegin, CannotResume
from bingo.solver.batch.executors import Machine
from bingo.solver.batch.inputs import Input, checksum_of, find
from bingo.solver.batch.journal import Checkpoint, Journal, Plan
from bingo.solver.batch.output import Output, check_outputs, state_of
from bingo.solver.errors import BingoError
from bingo.solver.game.presets import label
from bingo.solver.game.record import Record
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.settings import Settings
from bingo.solver.reviewing.budget import worlds_compared
from bingo.solver.reviewing.deal import Review, review_deal
from bingo.solver.reviewing.report import COLUMNS, rows

OnProgress = Callable[[str, float | None], object]


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked: where results go (nowhere, unless told), and what they depend on beside the files; ``quick`` takes
    the place of ``settings.worlds``, and ``no_match`` leaves match scores out.

    ``on_review`` gets every deal reviewed now, with where it stands; ``on_failure`` what cannot be read or reviewed;
    ``on_progress`` what is being done, and how much of the deal where one is done at a time.
    """

    settings: Settings
    quick: bool = False
    rules: Rules | None = None
    out: Path | None = None
    table: Path | None = None
    resume: bool = False
    overwrite: bool = False
    jobs: int | None = None
    no_match: bool = False
    on_review: Callable[[str, Review], object] = lambda _where, _review: None
    on_failure: Callable[[str], object] = lambda _words: None
    on_progress: OnProgress = lambda _doing, _share: None

    @property
    def files(self) -> list[Path]:
        """The files that are written."""
        return [file for file in (self.out, self.table) if file is not None]


@dataclass(slots=True)
class Done:
    """What came of it: deals reviewed, by earlier runs too; ``new`` ones by this, and how many could not be."""

    deals: int = 0
    new: int = 0
    failed: int = 0


@dataclass(slots=True)
class Task:
    """A deal to be reviewed."""

    where: str
    record: Record


def review_files(inputs: Iterable[str | os.PathLike[str]], job: Job) -> Done:
    """Review all deals of files and folders, in order, and write what is asked for.

    Raises:
        CannotBegin: an output cannot be opened or is an input too, or what is asked for cannot be gone on with; as
            CannotResume where results of another run are in the way.
        Stopped: a full disk, or no workers. As after KeyboardInterrupt, ``resume`` goes on.
    """
    _check(job)
    found = find(inputs, but=[*job.files, *map(state_of, job.files)])
    run = _Run(job, found)
    try:
        run.begin()
        with Machine(job.jobs) as machine:
            run.do(machine)
    finally:
        run.close()
    return run.made


def _check(job: Job) -> None:
    if job.resume and job.overwrite:
        raise CannotBegin("expected one of resume and overwrite; found both", "resume", "overwrite")
    if job.resume and job.out is None:
        raise CannotBegin("needs a file for the results (--out), as only that can be gone on with", "resume")


@dataclass(slots=True)
class _Run:
    """One run: deals go out to whoever reviews them, reviews come in, are written, and noted in the journal."""

    job: Job
    inputs: Sequence[Input]
    made: Done = field(default_factory=Done)
    outputs: list[Output] = field(default_factory=list)
    journal: Journal | None = None
    checkpoint: Checkpoint = field(default_factory=Checkpoint)

    def begin(self) -> None:
        """Decide where to begin, and open the outputs."""
        job = self.job
        check_outputs({"out": job.out, "csv": job.table}, [one.path for one in self.inputs])
        self.checkpoint = Checkpoint(written=[0] * len(job.files))
        if job.out is not None:
            self._open_journal(job.out)
        self.outputs = [Output(file, name) for file, name in zip(job.files, self._arguments(), strict=True)]
        if self.journal:
            self.journal.start(self._plan())
        for output, size in zip(self.outputs, self.checkpoint.written, strict=True):
            output.truncate(size)
        self.made.deals = self.checkpoint.positions - self.checkpoint.failed["broken"]
        if job.table is not None and not self.checkpoint.written[-1]:
            heading = _csv([list(COLUMNS)])
            self.outputs[-1].write(heading)
            self.checkpoint.written[-1] = len(heading)

    def _arguments(self) -> list[str]:
        job = self.job
        return [name for name, file in (("out", job.out), ("csv", job.table)) if file is not None]

    def _open_journal(self, out: Path) -> None:
        job = self.job
        if any(one.path == "-" for one in self.inputs):
            if job.resume:
                raise CannotBegin("needs files to read, as only these can be gone on with", "resume")
            return
        done = None if job.resume or job.overwrite else states.unfinished(out)
        if done is not None:
            raise CannotResume(f"expected no unfinished results in {out}; found {done:,} deals done", "out")
        self.journal = Journal(job.files)
        self.checkpoint = self.journal.resume(self._plan()) if job.resume else self.journal.begin()
        self.checkpoint.file = len(self.inputs)
        self.checkpoint.mark = Mark(crc=checksum_of(self.inputs, None, 0))

    def _plan(self) -> Plan:
        settings = self.job.settings
        options = {
            "rules": label(self.job.rules) if self.job.rules else None,
            "quick": self.job.quick,
            "worlds": settings.worlds,
            "seconds": settings.seconds,
            "seed": settings.seed,
            "inference": settings.inference,
            "csv": self.job.table is not None,
            "no_match": self.job.no_match,
        }
        return Plan(options, list(self.inputs))

    def do(self, machine: Machine) -> None:
        """Review what is left."""
        tasks = self._tasks()
        first = list(islice(tasks, 2))
        here = machine.jobs == 1 or len(first) < 2  # no worker process could tell how far it is
        work = partial(_review, self.job.settings, self.job.quick, self.job.on_progress if here else None)
        for where, found in machine.run(work, chain(first, tasks)):
            self._take(where, found)
            self.job.on_progress(where, None)
        self.checkpoint.done = True
        if self.journal:
            self.journal.note(self.checkpoint)

    def _tasks(self) -> Iterator[Task]:
        """The deals that are not done yet. What cannot be read is told as it is met."""
        skip = self.checkpoint.positions
        for source in self.inputs:
            if source.problem is not None:
                self._fail(f"{source.path}: {source.problem}")
                continue
            shown = "standard input" if source.path == "-" else source.path
            refused: list[BingoError] = []

            def refuse(error: BingoError, refused: list[BingoError] = refused) -> None:
                refused.append(error)
                self._fail(str(error))

            for number, record in enumerate(read_records(source.path, rules=self.job.rules, on_error=refuse), 1):
                if skip:
                    skip -= 1
                    continue
                minded = replace(record, match=None) if self.job.no_match else record
                yield Task(f"{shown}, deal {number + len(refused)}", minded)

    def _take(self, where: str, found: Review | str) -> None:
        checkpoint = self.checkpoint
        checkpoint.positions += 1
        if isinstance(found, str):
            checkpoint.failed["broken"] += 1
            self._fail(f"{where}: {found}")
            return
        self.made.deals += 1
        self.made.new += 1
        written = found.as_dict()
        parts = [json.dumps(written, separators=(",", ":"), allow_nan=False).encode() + b"\n"] if self.job.out else []
        if self.job.table is not None:
            parts.append(_csv(rows(written, checkpoint.positions)))
        for output, part in zip(self.outputs, parts, strict=True):
            output.write(part)
        checkpoint.written = [n + len(part) for n, part in zip(checkpoint.written, parts, strict=True)]
        if self.journal:
            self.journal.note(checkpoint)
        self.job.on_review(where, found)

    def _fail(self, words: str) -> None:
        self.made.failed += 1
        self.job.on_failure(words)

    def close(self) -> None:
        """Let go of all files."""
        for output in self.outputs:
            output.close()
        if self.journal:
            self.journal.close()


def _review(settings: Settings, quick: bool, tell: OnProgress | None, task: Task) -> tuple[str, Review | str]:
    """A deal reviewed, or why not."""

    def on_progress(share: float) -> None:
        if tell is not None:
            tell(task.where, share)

    if quick:
        settings = replace(settings, worlds=worlds_compared(task.record.rules, quick=True))
    try:
        return task.where, review_deal(task.record, settings, on_progress)
    except BingoError as error:
        return task.where, str(error)


def _csv(lines: Sequence[Sequence[Any]]) -> bytes:
    table = io.StringIO()
    csv_.writer(table, lineterminator="\n").writerows(lines)
    return table.getvalue().encode()
