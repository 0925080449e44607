"""Reviewing files of recorded deals: what is behind ``bingo review``, as a function."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path

from bingo.positions.entries import called
from bingo.positions.reading import read_records
from bingo.positions.writing import as_document
from bingo.solver.analysis.settings import Settings
from bingo.solver.batch.files import Input, find
from bingo.solver.batch.output import Results, state_of
from bingo.solver.errors import BingoError
from bingo.solver.game.presets import label
from bingo.solver.game.record import Record
from bingo.solver.game.rules import Rules
from bingo.solver.reviewing.deal import COLUMNS, Review, review, rows
from bingo.solver.workers import ProcessPool

OnProgress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked: where results go (nowhere, unless told), and what they depend on beside the files; ``no_match``
    leaves match scores out.

    ``on_review`` gets every deal reviewed now; ``on_failure`` what cannot be read or reviewed;
    ``on_progress`` what is being done, and how much of all deals is done.
    """

    settings: Settings
    rules: Rules | None = None
    out: Path | None = None
    table: Path | None = None
    resume: bool = False
    overwrite: bool = False
    jobs: int | None = None
    no_match: bool = False
    on_review: Callable[[Task, Review], object] = lambda _task, _review: None
    on_failure: Callable[[BingoError | str], object] = lambda _trouble: None
    on_progress: OnProgress = lambda _doing, _share: None

    @property
    def files(self) -> dict[str, Path]:
        """The files that are written."""
        return {name: file for name, file in (("out", self.out), ("csv", self.table)) if file is not None}


@dataclass(slots=True)
class Done:
    """What came of it: deals reviewed, by earlier runs too; ``new`` ones by this, and how many could not be."""

    deals: int
    new: int = 0
    failed: int = 0


@dataclass(slots=True)
class Task:
    """A deal to be reviewed, the ``number``-th of its file, which was last changed on that day (ISO)."""

    file: str
    number: int
    record: Record
    day: str

    @property
    def where(self) -> str:
        """The place in words."""
        return f"{self.file}, deal {self.number}"

    def line(self, review: Review) -> dict[str, object]:
        """What is kept of its review: a line of the file of reviews."""
        place = {"file": self.file, "deal": self.number, "day": self.day}
        return {**place, **review.as_dict(), "record": as_document(self.record)}


def review_files(inputs: Iterable[str | os.PathLike[str]], job: Job) -> Done:
    """Review all deals of files and folders, in order, and write what is asked for.

    Raises:
        CannotBegin: an output cannot be opened, is there already, or is an input too, or what is asked for cannot be
            continued.
        Stopped: a full disk, or no workers. As after KeyboardInterrupt, ``resume`` goes on.
    """
    sources = find(inputs, but=[*job.files.values(), *map(state_of, job.files.values())])
    with Results(job.files, sources, _options(job), heading=COLUMNS, rows=rows) as results:
        results.begin(job.resume, job.overwrite)
        run = _Run(job, sources, results)
        with ProcessPool(job.jobs) as pool:
            run.do(pool)
    return run.made


def _options(job: Job) -> dict[str, object]:
    """What the results depend on, beside the files that are read."""
    settings = job.settings
    return {
        "rules": label(job.rules) if job.rules else None,
        "effort": settings.effort,
        "worlds": settings.worlds,
        "seconds": settings.seconds,
        "seed": settings.seed,
        "equal_weights": settings.equal_weights,
        "no_match": job.no_match,
    }


class _Run:
    """One run: deals go out to whoever reviews them, reviews come in and are written."""

    def __init__(self, job: Job, inputs: Sequence[Input], results: Results) -> None:
        self.job, self.inputs, self.results = job, inputs, results
        self.made = Done(results.earlier.positions)

    def do(self, pool: ProcessPool) -> None:
        """Review what is left."""
        tasks = list(self._tasks())
        done = 0

        def tell(where: str, share: float) -> None:
            self.job.on_progress(where, (done + share) / len(tasks))

        if tasks:
            tell(tasks[0].where, 0)
        here = pool.jobs == 1 or len(tasks) < 2  # no worker process could tell how far it is
        work = partial(_review, self.job.settings, tell if here else None)
        for task, answer in pool.run(work, tasks):
            self._store(task, answer)
            done += 1
            tell(task.where, 0)

    def _tasks(self) -> Iterator[Task]:
        """The deals that are not done yet. What cannot be read is told."""
        earlier = self.results.earlier
        for source in self.inputs:
            if source.problem is not None:
                self._fail(f"{source.path}: {source.problem}")
                continue
            refused: list[BingoError] = []

            def refuse(error: BingoError, refused: list[BingoError] = refused) -> None:
                refused.append(error)
                self._fail(error)

            for count, record in enumerate(read_records(source.path, rules=self.job.rules, on_error=refuse), 1):
                number = count + len(refused)
                if earlier.take(called(source.path), number) is None:
                    played = replace(record, match=None) if self.job.no_match else record
                    yield Task(called(source.path), number, played, _day_of(source))
        if not earlier.over:
            raise earlier.changed()

    def _store(self, task: Task, answer: Review | str) -> None:
        if isinstance(answer, str):
            self._fail(f"{task.where}: {answer}")
            return
        self.made.deals += 1
        self.made.new += 1
        self.results.add(json.dumps(task.line(answer), separators=(",", ":"), allow_nan=False).encode() + b"\n")
        self.job.on_review(task, answer)

    def _fail(self, trouble: BingoError | str) -> None:
        self.made.failed += 1
        self.job.on_failure(trouble)


def _day_of(source: Input) -> str:
    """When a file was last changed, which is taken for the day of play; of standard input today."""
    changed = date.fromtimestamp(source.changed / 1e9) if source.changed else date.today()
    return changed.isoformat()


def _review(settings: Settings, tell: OnProgress | None, task: Task) -> Review | str:
    """A deal reviewed, or why not."""
    try:
        return review(task.record, settings, None if tell is None else partial(tell, task.where))
    except BingoError as error:
        return str(error)
