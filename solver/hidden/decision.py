"""Should I close now? Closing and playing on side by side, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bingo.solver.game.information import InformationSet
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import Position
from bingo.solver.hidden.closing import CloseAnalysis, Progress, analyze_closing
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.settings import DEFAULT_SETTINGS, Settings
from bingo.solver.hidden.view import known, remarks
from bingo.solver.showing import Shown

CLOSE, PLAY_ON, UNCLEAR = "close", "play on", "too close to call"


@dataclass(frozen=True, slots=True)
class Decision(Shown):
    """The answer to *should I close now?*

    Attributes:
        known: What you know of the deal.
        closing: Every lead after closing; the advised one is ``closing.best``.
        open: The ways of playing on, an estimate.
        settings: How it was found.
    """

    known: InformationSet
    closing: CloseAnalysis
    open: Estimates | None
    settings: Settings

    @property
    def seconds(self) -> float:
        """The time that all of it took."""
        return self.closing.seconds

    @property
    def exact(self) -> bool:
        """Whether closing was solved against every hand. Playing on is always an estimate."""
        return self.closing.exact

    @property
    def advice(self) -> str:
        """``close`` if what the advised lead is guaranteed to take is above the whole interval of playing on (or equals
        its upper end, and wins for certain); ``play on`` if the most that any close can be sure of is below it, or a
        claim brings as much; else ``too close to call``. From a sample, the end of an interval that is against the
        advice counts. Where the match counts, all that is said of the chances to win it.
        """
        return str(self.closing.answer["advice"])

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo close --json`` writes; positions/README.md has the keys."""
        match = self.known.match
        return {
            **self.closing.answer,
            "name": self.known.name,
            "remarks": remarks(self.known),
            "seconds": round(self.seconds, 4),
            **({} if match is None else {"match": {"you": match.you, "opponent": match.opponent}}),
        }


def should_close(
    position: Position | InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Progress | None = None,
    objective: Objective | None = None,
) -> Decision:
    """Whether to close now, knowing only what ``you`` know; errors too as :func:`bingo.solver.should_close`."""
    seen = known(position)
    closing = analyze_closing(seen, settings, on_progress, objective=objective, playing_on=True)
    told = closing.answer["open"]
    return Decision(seen, closing, told and Estimates.of(seen, told, closing.seconds, settings.seed), settings)
