"""Should I close now? Closing and playing on side by side, and the verdict."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from bingo.solver import native
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position
from bingo.solver.game.presets import label
from bingo.solver.game.setup import View
from bingo.solver.game.tiles import text_mask
from bingo.solver.hidden.closing import CloseAnalysis, Lead, Progress, Why, analyze_closing, may_close
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.view import Known, describe, known

#: Deals drawn to estimate playing on.
WORLDS = 4096
CLOSE, PLAY_ON, UNCLEAR = "close", "play on", "too close to call"


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to *should I close now?* ``open`` are the ways of playing on, an estimate; None where there is
    no native kernel to make one.
    """

    known: Known
    closing: CloseAnalysis
    open: Estimates | None
    seed: int
    seconds: float

    exact = True  # of the close: all hands were solved

    @property
    def advice(self) -> str:
        """``close`` if what the strategy takes is above the whole interval of playing on (or equals its upper end,
        and is certain); ``play on`` if even closing with sight of the hand is below it, or a claim brings as much;
        else ``too close to call``.
        """
        low, high = self.closing.surest.sure.value, self.closing.best.value
        if self.open is None:
            return CLOSE if self.closing.certain else UNCLEAR
        going_on = self.open.best
        if not going_on.worlds and going_on.value >= high:
            return PLAY_ON
        if low > going_on.high or (self.closing.certain and low == going_on.high):
            return CLOSE
        return PLAY_ON if high < going_on.low else UNCLEAR

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo close --json`` writes."""
        best, refutation, match = self.closing.best, self.closing.refutation, self.known.match
        found: dict[str, Any] = {
            "name": self.known.name,
            "rules": label(self.known.rules),
            "hands": self.closing.hands,
            "exact": True,
            "advice": self.advice,
            "close": {"move": str(best.move), "value": best.value, "win": best.win},
            "leads": [_lead(lead) for lead in self.closing.leads],
            "open": None if self.open is None else _open(self.open),
            "feasible": self.closing.feasible,
            "certain": self.closing.certain,
            "refutation": None,
            "why": _why(self.closing.why),
            "remarks": describe(self.known),
            "seed": self.seed,
            "seconds": round(self.seconds, 4),
        }
        if refutation is not None:
            found["refutation"] = {
                "opponent": text_mask(refutation.hand),
                "value": refutation.value,
                "line": list(refutation.line),
            }
        if match is not None:
            found["match"] = {"you": match.you, "opponent": match.opponent}
        return found


def should_close(
    position: Position | View, seed: int = 0, *, worlds: int = WORLDS, progress: Progress | None = None
) -> Decision:
    """Whether to close now, knowing only what ``you`` know: what else is written is not looked at.

    Closing is solved against every hand that the opponent may hold; playing on is estimated from ``worlds`` deals
    drawn with ``seed``. ``progress`` hears what is being done and how much of it is done, 0 to 1.

    Raises:
        IllegalMove: closing is not possible now; it says why.
        NotationError: your own hand is not given.
    """
    start = time.perf_counter()
    seen = known(position)
    may_close(seen)
    closing = analyze_closing(seen, progress=progress)
    going_on = None
    if native.built():
        from bingo.solver.hidden.phase_one import Budget, estimate

        tell = progress or (lambda _doing, _share: None)
        heard = lambda share: tell("playing on", share)  # noqa: E731
        going_on = estimate(seen, budget=Budget(worlds=worlds), seed=seed, only=_stays_open, on_progress=heard)
    return Decision(seen, closing, going_on, seed, time.perf_counter() - start)


def _stays_open(move: Move) -> bool:
    return not move.close


def _lead(lead: Lead) -> dict[str, Any]:
    return {
        "move": str(lead.move),
        "value": lead.value,
        "win": lead.win,
        "sure": {"value": lead.sure.value, "win": lead.sure.win},
        "outcomes": {f"{value:+d}" if value else "0": hands for value, hands in lead.outcomes},
    }


def _open(found: Estimates) -> dict[str, Any]:
    best = found.best
    return {
        "move": str(best.move),
        "value": best.value,
        "low": best.low,
        "high": best.high,
        "worlds": best.worlds,
        "alike": [str(move) for move in found.alike],
        "every": found.every,
        "method": found.method if best.worlds else "exact",
    }


def _why(why: Why) -> dict[str, Any]:
    pattern = why.pattern
    return {
        "failing": why.failing,
        "hands": why.hands,
        "always": text_mask(why.always),
        "pattern": pattern
        and {"opponent": text_mask(pattern.tiles), "failing": pattern.failing, "hands": pattern.hands},
    }
