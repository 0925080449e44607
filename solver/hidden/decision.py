"""Should I close now? Closing and playing on side by side, and the verdict."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from bingo.solver.game.position import Position
from bingo.solver.game.presets import label
from bingo.solver.game.setup import View
from bingo.solver.game.tiles import text_mask
from bingo.solver.hidden.closing import CloseAnalysis, Lead, Progress, Why, analyze_closing, may_close
from bingo.solver.hidden.playing import METHOD, Estimate, play_on
from bingo.solver.hidden.view import Known, describe, known
from bingo.solver.search import engines

#: Deals drawn to estimate playing on.
WORLDS = 100
CLOSE, PLAY_ON, UNCLEAR = "close", "play on", "too close to call"


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to *should I close now?* ``open`` is the best way of playing on, an estimate; None where the
    reference search would take too long to make one.
    """

    known: Known
    closing: CloseAnalysis
    open: Estimate | None
    seed: int
    seconds: float

    exact = True  # of the close: all hands were solved

    @property
    def advice(self) -> str:
        """``close`` if what the strategy takes is above the whole interval of playing on (or equals its upper end,
        and is certain); ``play on`` if even closing with sight of the hand is below it, or a claim brings as much;
        else ``too close to call``.
        """
        low, high, going_on = self.closing.surest.sure.value, self.closing.best.value, self.open
        if going_on is None:
            return CLOSE if self.closing.certain else UNCLEAR
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
    if engines.NAME == "native" or seen.face_down <= 1:
        tell = progress or (lambda _doing, _share: None)
        going_on = play_on(seen, worlds, seed, lambda share: tell("playing on", share))
    return Decision(seen, closing, going_on, seed, time.perf_counter() - start)


def _lead(lead: Lead) -> dict[str, Any]:
    return {
        "move": str(lead.move),
        "value": lead.value,
        "win": lead.win,
        "sure": {"value": lead.sure.value, "win": lead.sure.win},
        "outcomes": {f"{value:+d}" if value else "0": hands for value, hands in lead.outcomes},
    }


def _open(estimate: Estimate) -> dict[str, Any]:
    return {
        "move": str(estimate.move),
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "worlds": estimate.worlds,
        "method": METHOD if estimate.worlds else "exact",
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
