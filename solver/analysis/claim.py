"""Claim now, or wait? What a claim brings, in game points or for the match, beside what going on would bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bingo.solver.analysis.exact import Analysis, Choice
from bingo.solver.analysis.hidden import Estimates
from bingo.solver.analysis.leads import Interval
from bingo.solver.errors import BingoError
from bingo.solver.game.moves import CLAIM, Move
from bingo.solver.match.objectives import match_objective
from bingo.solver.proof.claims import Claim


@dataclass(frozen=True, slots=True)
class Waiting:
    """The best way to go on without a claim; ``value`` counts as :class:`Stakes` do, exactly or as an estimate."""

    move: Move
    value: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake with a claim now: your chance to win the match (``match``), or else game points.

    Attributes:
        true: After a true claim, for the least and the most game points that it may score.
        false: After a false one.
        waiting: Instead of it; None unless a claim is certainly true and yours to make now.
    """

    match: bool
    true: tuple[float, float]
    false: float
    waiting: Waiting | None

    @property
    def wait(self) -> bool:
        """Whether going on is better than claiming, of which the least is counted."""
        return self.waiting is not None and self.waiting.value > self.true[0]

    def as_dict(self) -> dict[str, Any]:
        """What ``bingo claim --json`` adds: the object ``chance``, or ``wait`` alone, as the rest stands there."""
        waiting = self.waiting and {
            "move": str(self.waiting.move),
            "chance" if self.match else "value": self.waiting.value,
            "exact": self.waiting.exact,
        }
        if not self.match:
            return {"wait": waiting}
        claim = {"least": self.true[0], "most": self.true[1]}
        return {"chance": {"claim": claim, "false": self.false, "wait": waiting}}


def stakes(claim: Claim, analyze: Callable[[], Analysis | Estimates]) -> Stakes | None:
    """What is at stake; None where nothing can be claimed.

    ``analyze`` says what going on is worth; it is asked only where a claim is certain and the next move.
    """
    if claim.gain is None or claim.cost is None:
        return None
    goal = match_objective(claim.known)
    waiting = _waiting(analyze, goal is not None) if claim and claim.known.led is None else None
    (least, most), lost = claim.gain, -claim.cost
    if goal is None:
        return Stakes(False, (least, most), lost, waiting)
    return Stakes(True, (goal.chance(least), goal.chance(most)), goal.chance(lost), waiting)


def _waiting(analyze: Callable[[], Analysis | Estimates], match: bool) -> Waiting | None:
    """The best move that is no claim."""
    try:
        found = analyze()
    except BingoError:  # something that the answer depends on is not remembered
        return None
    if all(one.move != CLAIM for one in found.moves):  # not yours to make now
        return None
    others = []
    for one in found.moves:
        exact, chance = isinstance(one, Choice) or one.kind in ("exact", "certain"), one.chance
        value = one.value if not match else chance.value if isinstance(chance, Interval) else chance
        if value is not None and not one.move.claim:
            others.append(Waiting(one.move, value, exact))
    return max(others, key=lambda one: one.value, default=None)
