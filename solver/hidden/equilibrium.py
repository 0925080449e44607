"""The equilibrium of the last tricks: what a hand takes where neither side ever sees the other's.

The engine finds it, and how much either side could still gain (``native/answers/answer_equilibrium.cpp``).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bingo.solver import native
from bingo.solver.errors import IllegalMove
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, parse
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import Position
from bingo.solver.hidden.request import about, asked, enough
from bingo.solver.hidden.settings import DEFAULT_SETTINGS, Settings
from bingo.solver.hidden.view import known
from bingo.solver.seam import found
from bingo.solver.showing import stated


@dataclass(frozen=True, slots=True)
class EquilibriumMove:
    """A move, how often the equilibrium makes it, and the most it takes against the opponent's equilibrium strategy."""

    move: Move
    frequency: float
    value: float


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """An equilibrium, seen from ``you``: in game points, or card points where they are the value.

    Attributes:
        value: The most that your hand takes on average against the opponent's equilibrium strategy. Other equilibria
            may share the same total differently among your hands.
        low: What your equilibrium strategy takes at least, over all hands that you might hold.
        high: What the opponent's lets you take at most, over all hands. The value of the game lies between.
        moves: Yours, the most frequent first; none where the opponent is to move.
        iterations: Of CFR+.
        histories: Ways in which all deals can be played to the end.
        deals: Pairs of hands that fit what both have seen.
        weighted: Whether they count by how likely the play of both was with them; else all count alike.
        by_chance: Whether all values are chances to win the match instead.
        seconds: The time that it took.
    """

    value: float
    low: float
    high: float
    moves: tuple[EquilibriumMove, ...]
    iterations: int
    histories: int
    deals: int
    weighted: bool
    by_chance: bool
    seconds: float

    @property
    def exploitability(self) -> float:
        """What both sides would gain on average by the best response to the other's strategy: half the sum of both."""
        return max(0.0, self.high - self.low) / 2  # rounding may leave less than nothing

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo analyze --equilibrium --json`` adds."""
        what = "chance" if self.by_chance else "value"
        return {
            what: self.value,
            **stated(self, "low", "high", "exploitability", "iterations", "histories", "deals", "weighted"),
            "moves": [{"move": str(one.move), "frequency": one.frequency, what: one.value} for one in self.moves],
            "seconds": round(self.seconds, 4),
        }


def equilibrium(
    view: InformationSet | Position,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Callable[[float], None] | None = None,
    objective: Objective | None = None,
) -> Equilibrium:
    """The equilibrium from here on; of the ``settings``, ``seconds``, ``inference``, ``seed`` and ``threads`` count.

    Where time is up before the exploitability is small, it is what was found by then. With an objective the chance that
    it says is what both play for. Errors are those of :func:`bingo.solver.equilibrium`.
    """
    start = time.perf_counter()
    seen = known(view)
    native.require("equilibrium")
    report = enough(on_progress or (lambda _share: None))
    answer = found("equilibrium", report, **about(seen, objective), **asked(settings))
    if "refused" in answer:
        raise IllegalMove(f"equilibrium: expected {_refused(answer, seen, settings)}")
    moves = tuple(
        EquilibriumMove(parse(one["move"]), float(one["frequency"]), float(one["value"])) for one in answer.pop("moves")
    )
    answer |= {key: float(answer[key]) for key in ("value", "low", "high")}
    by_chance = objective is not None
    return Equilibrium(**answer, moves=moves, by_chance=by_chance, seconds=time.perf_counter() - start)


def _refused(answer: dict[str, Any], seen: InformationSet, settings: Settings) -> str:
    if answer["refused"] == "seconds":
        return f"more time; found that all deals cannot be gone through in {settings.seconds:g} s"
    return (
        f"at most {answer['most']:,.0f} histories (ways to play all deals that fit); found about"
        f" {_round(answer['histories'])} with {seen.hand.bit_count()} in a hand. With {answer['tiles']} they would be"
        f" about {_round(answer['then'])}"
    )


def _round(number: float) -> str:
    """In two digits: ``1,500,000``."""
    return f"{float(f'{number:.2g}'):,.0f}"
