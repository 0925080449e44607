"""Claim now, or wait? What a claim does to the match, beside what going on would do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bingo.solver.errors import BingoError
from bingo.solver.game.moves import CLAIM, Move
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.match.objectives import match_objective
from bingo.solver.proof.claims import Claim
from bingo.solver.search.exact import Analysis


@dataclass(frozen=True, slots=True)
class Waiting:
    """The best way to go on without a claim, and your chance to win the match with it; ``exact`` or an estimate."""

    move: Move
    chance: float
    exact: bool


@dataclass(frozen=True, slots=True)
class ClaimChances:
    """Your chance to win the match after a claim now.

    Attributes:
        true: After a true one, for the least and the most game points that it may score.
        false: After a false one.
        waiting: Instead of it; None unless a claim is certainly true and yours to make now.
    """

    true: tuple[float, float]
    false: float
    waiting: Waiting | None

    @property
    def wait(self) -> bool:
        """Whether going on is better than claiming, of which the least is counted."""
        return self.waiting is not None and self.waiting.chance > self.true[0]

    def as_dict(self) -> dict[str, Any]:
        """The object ``chance`` that ``bingo claim --json`` writes."""
        waiting = self.waiting and {
            "move": str(self.waiting.move),
            "chance": self.waiting.chance,
            "exact": self.waiting.exact,
        }
        claim = {"least": self.true[0], "most": self.true[1]}
        return {"claim": claim, "false": self.false, "wait": waiting}


def claim_chances(claim: Claim, analyze: Callable[[], Analysis | Estimates]) -> ClaimChances | None:
    """What a claim does to the match; None where there is no match score, or nothing can be claimed.

    ``analyze`` says what going on is worth; it is asked only where a claim is certain and the next move.
    """
    goal = match_objective(claim.known)
    if goal is None or claim.gain is None or claim.cost is None:
        return None
    waiting = _waiting(analyze) if claim and claim.known.led is None else None
    least, most = claim.gain
    return ClaimChances((goal.chance(least), goal.chance(most)), goal.chance(-claim.cost), waiting)


def _waiting(analyze: Callable[[], Analysis | Estimates]) -> Waiting | None:
    """The best move that is no claim."""
    try:
        found = analyze()
    except BingoError:  # something that the answer depends on is not remembered
        return None
    if all(one.move != CLAIM for one in found.moves):  # not yours to make now
        return None
    if isinstance(found, Analysis):
        others = [Waiting(one.move, one.chance, True) for one in found.moves if one.chance is not None]
    else:
        others = [Waiting(one.move, one.chance.value, not one.worlds) for one in found.moves if one.chance]
    return max((one for one in others if not one.move.claim), key=lambda one: one.chance, default=None)
