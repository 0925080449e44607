"""Reviewing files of recorded deals: what is behind ``bingo review``, as a function."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from bingo.positions.entries import called
from bingo.positions.reading import as_document, read_records
from bingo.solver.analysis.settings import Settings
from bingo.solver.batch.files import Input, find, state_of
from bingo.solver.batch.output import EarlierResults, Results
from bingo.solver.errors import BingoError
from bingo.solver.game import Record, Rules, members_dict
from bingo.solver.game.presets import label
from bingo.solver.reviewing import Review, review
from bingo.solver.workers import ProcessPool

#: The columns of ``--csv``.
COLUMNS = (
    "file", "deal", "name", "rules", "n", "trick", "player", "move", "best", "value", "best_value", "lost", "low",
    "high", "exact", "worlds", "mistake", "grade", "why", "open_best", "open_lost",
)  # fmt: skip

OnProgress = Callable[[str, float], None]


@dataclass(slots=True)
class ReviewCounts:
    """How many deals were reviewed, by earlier runs too; how many are ``new`` in this one; how many could not be."""

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
        return f"{self.file}, deal {self.number}"

    def line(self, review: Review) -> dict[str, object]:
        place = {"file": self.file, "deal": self.number, "day": self.day}
        return {**place, **review.as_dict(), "record": as_document(self.record)}


def review_files(
    inputs: Iterable[str | os.PathLike[str]],
    settings: Settings,
    *,
    rules: Rules | None = None,
    out: Path | None = None,
    csv: Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    jobs: int | None = None,
    no_match: bool = False,
    on_review: Callable[[Task, Review], object] = lambda _task, _review: None,
    on_failure: Callable[[BingoError | str], object] = lambda _trouble: None,
    on_progress: OnProgress = lambda _doing, _share: None,
) -> ReviewCounts:
    """Review all deals of files and folders, in order, and write results where they are wanted; ``no_match`` leaves
    match scores out.

    ``on_review`` gets every deal reviewed now, ``on_failure`` what cannot be read or reviewed, ``on_progress`` what is
    being done, and how much of all deals is done. Errors are those of :func:`~bingo.solver.batch.solve_files`.
    """
    files = {name: file for name, file in (("out", out), ("csv", csv)) if file is not None}
    sources = find(inputs, excluding=[*files.values(), *map(state_of, files.values())])
    # What the results depend on, beside the files that are read.
    options = {"rules": label(rules) if rules else None, "no_match": no_match}
    options |= members_dict(settings, "effort", "worlds", "seconds", "seed", "equal_weights")
    with Results(files, sources, options, heading=COLUMNS, rows=_rows) as results, ProcessPool(jobs) as pool:
        results.begin(resume, overwrite)
        done = ReviewCounts(results.earlier.positions)

        def fail(trouble: BingoError | str) -> None:
            done.failed += 1
            on_failure(trouble)

        tasks = list(_tasks(sources, results.earlier, rules, no_match, fail))
        count = 0

        def tell(where: str, share: float) -> None:
            on_progress(where, (count + share) / len(tasks))

        if tasks:
            tell(tasks[0].where, 0)
        here = pool.jobs == 1 or len(tasks) < 2  # no worker process could tell how far it is
        for task, answer in pool.run(partial(_review, settings, tell if here else None), tasks):
            if isinstance(answer, str):
                fail(f"{task.where}: {answer}")
            else:
                done.deals += 1
                done.new += 1
                results.add(json.dumps(task.line(answer), separators=(",", ":"), allow_nan=False).encode() + b"\n")
                on_review(task, answer)
            count += 1
            tell(task.where, 0)
    return done


def _tasks(
    sources: Iterable[Input],
    earlier: EarlierResults,
    rules: Rules | None,
    no_match: bool,
    fail: Callable[[BingoError | str], object],
) -> Iterator[Task]:
    """The deals that are not done yet. What cannot be read is told."""
    for source in sources:
        if source.problem is not None:
            fail(f"{source.path}: {source.problem}")
            continue
        refused: list[BingoError] = []

        def refuse(error: BingoError, refused: list[BingoError] = refused) -> None:
            refused.append(error)
            fail(error)

        for count, record in enumerate(read_records(source.path, rules=rules, on_error=refuse), 1):
            number = count + len(refused)
            if earlier.take(called(source.path), number) is None:
                played = replace(record, match=None) if no_match else record
                yield Task(called(source.path), number, played, _day_of(source))
    if not earlier.over:
        raise earlier.changed()


def _day_of(source: Input) -> str:
    """When a file was last changed, which is taken for the day of play; of standard input today."""
    changed = date.fromtimestamp(source.changed / 1e9) if source.changed else date.today()
    return changed.isoformat()


def _review(settings: Settings, tell: OnProgress | None, task: Task) -> Review | str:
    try:
        return review(task.record, settings, None if tell is None else partial(tell, task.where))
    except BingoError as error:
        return str(error)


def _rows(review: dict[str, Any]) -> list[list[Any]]:
    """The rows of ``--csv``, a decision each, of the data of a review, with its ``file`` and number (``deal``)."""
    deal = {key: review[key] for key in ("file", "deal", "name", "rules")}
    listed = []
    for decision in review["decisions"]:
        double_dummy = decision["open"] or {"best": None, "lost": None}
        row = {**decision, **deal, "open_best": double_dummy["best"], "open_lost": double_dummy["lost"]}
        listed.append([row.get(column) for column in COLUMNS])
    return listed
