"""Leads after closing where the match is minded: solved for the chance to win it too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bingo.solver.game.moves import Move
from bingo.solver.game.objective import SCALE
from bingo.solver.hidden.best_defence import NEARLY
from bingo.solver.hidden.lead_solver import LeadSolver, ignore
from bingo.solver.hidden.means import Interval, Sample, mean_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class MatchChances:
    """The chances to win the match with a lead after closing, as ``Lead`` has its game points.

    If you saw the hand; what a strategy made for that is guaranteed; and the two ``between`` which the best such
    strategy is, None where hands were left out.
    """

    double_dummy: Interval
    guaranteed: Interval
    between: tuple[float, float] | None = None

    @property
    def exact(self) -> bool:
        """Whether best defence is known."""
        return self.between is not None and self.between[1] - self.between[0] <= NEARLY

    @property
    def most(self) -> float:
        """What no play can exceed that never sees the hand; of a sample, what it would be if the hand were seen."""
        return self.double_dummy.value if self.between is None else self.between[1]


@dataclass(frozen=True, slots=True)
class Minded:
    """Leads with the declarations that are best for the match, and utilities in the hands tried: (hands, leads)."""

    solver: LeadSolver
    moves: Sequence[Move]
    values: NDArray[np.int16]
    guaranteed: NDArray[np.int16]
    halves: NDArray[np.int16]

    def capped(self, most: int) -> Minded:
        """Where closing can bring no more, as the opponent can claim first."""
        values, guaranteed, halves = (each.clip(max=most) for each in (self.values, self.guaranteed, self.halves))
        return replace(self, values=values, guaranteed=guaranteed, halves=halves)

    def chances(self, n: int, sample: Sample, between: tuple[float, float] | None) -> MatchChances:
        """Of one lead."""
        spanned = replace(sample, span=(float(self.guaranteed.min()), float(self.values.max())))
        seen = mean_of(self.values[:, n], spanned)
        sure = mean_of(self.guaranteed[:, n], spanned, self.halves[:, n])
        return MatchChances(_in_chances(seen.points), _in_chances(sure.points), between)


def _in_chances(utility: Interval) -> Interval:
    return Interval(utility.value / SCALE, utility.low / SCALE, utility.high / SCALE)


def for_match(solver: LeadSolver, listed: Sequence[Move], mixed: NDArray[np.uint32]) -> Minded:
    """The same leads, solved for the chance to win the match."""
    import numpy as np

    tried = np.sort(mixed)
    moves, values = solver.best_declarations(tried, listed, solver.values(tried, listed))
    return Minded(solver, moves, values, *solver.strategies(mixed, moves, ignore))
