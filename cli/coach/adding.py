"""Deals of files on their way into the memory."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from bingo.cli.coach.memory import Memory, key_of
from bingo.solver.errors import counted

if TYPE_CHECKING:
    from bingo.solver.game.record import Record
    from bingo.solver.reviewing.deal import Review


def day_of(path: str) -> date | None:
    """When a file was last changed, which is taken for the day of play; None of standard input."""
    with suppress(OSError, ValueError):
        return date.fromtimestamp(Path(path).stat().st_mtime)
    return None


@dataclass
class Adding:
    """Deals of files that are added to a memory: what came of them. Known ones may be ``skipped``."""

    memory: Memory
    skipped: bool = True
    keys: list[str] = field(default_factory=list)
    known: int = 0
    new: int = 0
    _days: dict[str, date | None] = field(default_factory=dict)

    def knows(self, path: str, record: Record, worlds: int) -> bool:
        """Whether a deal of a file is there; else its day is remembered until it is added."""
        key = key_of(record)
        found = self.skipped and self.memory.knows(key, worlds)
        self.keys.append(key)
        self.known += found
        self._days[key] = day_of(path)
        return found

    def add(self, review: Review) -> None:
        """A deal was reviewed."""
        self.new += self.memory.add(review, self._days.get(key_of(review.record)))

    def __str__(self) -> str:
        told = f", {self.known:,} known before" if self.known else ""
        return f"Remembered: {counted(self.new, 'new deal')}{told} ({self.memory.path})."


def remember(memory: Memory, files: Iterable[str], quick: bool, silent: bool = False) -> list[str]:
    """Review what of some files the memory does not know yet, and keep it; the keys of all their deals. It is told of
    unless ``silent``.

    Raises:
        typer.Exit: not all could be read or reviewed, of which it is told. Status 1.
    """
    from bingo.cli.session import Session  # here: often there is nothing to review
    from bingo.solver.batch.reviews import Job, review_files
    from bingo.solver.hidden.settings import Settings

    adding = Adding(memory)
    with Session() as session:
        job = Job(
            Settings(),
            quick,
            known=adding.knows,
            on_review=lambda _task, review: adding.add(review),
            on_failure=session.complain,
            on_progress=session.show,
        )
        review_files(files, job)
    if not silent:
        print(adding, flush=True)
    session.finish()
    return adding.keys
