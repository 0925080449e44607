"""Reviewed deals: lines that ``bingo review --out`` wrote, and records, which are reviewed first."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from bingo.cli.options import argument, insist, option
from bingo.cli.session import Session
from bingo.solver.analysis.settings import LEVELS, Settings
from bingo.solver.batch.inputs import find
from bingo.solver.batch.reviews import Job, Task, review_files
from bingo.solver.errors import BingoError, counted
from bingo.solver.game import presets
from bingo.solver.render.screen import plain
from bingo.solver.reviewing.deal import Review
from bingo.solver.reviewing.grades import unit

Files = Annotated[
    list[str],
    argument("FILE...", "Reviews that `bingo review --out` wrote, or records to be reviewed first, or folders."),
]
Player = Annotated[
    str | None, option("--player NAME", "Whose decisions: a name in the records, or you where they do not name you.")
]
#: How a line of a review begins, and no record does.
REVIEW = b'{"file":'


class Reason(msgspec.Struct):
    """Why a move was a mistake."""

    kind: str


class Decision(msgspec.Struct):
    """A decision of a review, as far as it is counted and asked again; its keys are in ``positions/README.md``."""

    n: int
    trick: int
    player: Literal["you", "opponent"]
    move: str
    best: str
    lost: float
    mistake: bool
    repeated: bool
    phase: Literal["open", "closed", "exhausted"]
    why: str | None
    reason: Reason | None

    @property
    def cause(self) -> str | None:
        """The kind of the mistake; None if it was none."""
        return (self.reason.kind if self.reason else "no-cause-found") if self.mistake else None


class Deal(msgspec.Struct, dict=True):
    """A review."""

    file: str
    deal: int
    day: date
    name: str
    rules: str
    players: dict[str, str] | None
    decisions: list[Decision]
    record: dict[str, Any]

    @cached_property
    def unit(self) -> float:
        """What a game point is in its values."""
        return unit(presets.rules(self.rules))

    @property
    def title(self) -> str:
        """What it is called."""
        return plain(self.name or f"{self.file}, deal {self.deal}")

    @cached_property
    def key(self) -> str:
        """What was played: the same whatever the deal and its players are called, and whatever the match score."""
        named = ("name", "players", "match")
        return json.dumps({key: value for key, value in self.record.items() if key not in named}, sort_keys=True)

    @property
    def names(self) -> dict[str, str]:
        """Who sat where: ``you`` if that is all the record says."""
        return {seat: name or seat for seat, name in (self.players or {"you": "", "opponent": ""}).items()}

    def of(self, player: str) -> list[Decision]:
        """The decisions of a player."""
        names = self.names
        return [decision for decision in self.decisions if names[decision.player] == player]

    def lost(self, decision: Decision) -> float:
        """What a decision lost in game points; what lost more in another trick counts there."""
        return 0.0 if decision.repeated else decision.lost / self.unit


def reviewed(files: Sequence[str], quick: bool, session: Session) -> list[Deal]:
    """The deals of files and folders, each once; what cannot be read or reviewed is complained of."""
    paths = [source.path for source in find(files)]
    reviews = [path for path in paths if _is_reviews(path)]
    deals = [deal for path in reviews for deal in _read(path, session)]

    def add(task: Task, review: Review) -> None:
        deals.append(msgspec.convert(task.line(review), Deal))
        session.advance()

    if records := [path for path in paths if path not in reviews]:
        job = Job(Settings(), quick, on_review=add, on_failure=session.complain, on_progress=session.show)
        review_files(records, job)
    return [*{deal.key: deal for deal in deals}.values()]


def _is_reviews(path: str) -> bool:
    """Whether a file begins as a review does. What cannot be read is told where records are read."""
    with suppress(OSError, ValueError), Path(path).open("rb") as stream:
        return stream.read(len(REVIEW)) == REVIEW
    return False


def _read(path: str, session: Session) -> Iterator[Deal]:
    """The deals of a file of reviews."""
    decode = msgspec.json.Decoder(Deal).decode
    with Path(path).open("rb") as stream:
        for number, line in enumerate(stream, 1):
            expected = f"{plain(path)}, line {number}: expected a review by this version of the program"
            try:
                deal = decode(line)
                _ = deal.unit  # unknown rules are refused here
                yield deal
            except (msgspec.ValidationError, BingoError) as error:
                session.complain(f"{expected}; found another ({error}). Review the records again.")
                return
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                session.complain(f"{expected}; found a line that is damaged or cut short")


def whose(player: str | None, deals: Iterable[Deal]) -> str:
    """Whose decisions are meant: the player who is named; where no record names anybody, you.

    Raises:
        typer.BadParameter: the records name somebody and nobody is asked for, or there is no such player. Status 2.
    """
    names = Counter(name for deal in deals for name in deal.names.values() if name != "opponent")
    if player is None and not {*names} - {"you", *LEVELS}:
        return "you"
    known = ", ".join(f"{plain(name)} ({counted(deals, 'deal')})" for name, deals in names.most_common())
    insist("--player", player in names or not names, f"one of {known}; found {repr(player) if player else 'nobody'}")
    return str(player)
