"""Best defence of every move once nothing is drawn any more: what it takes for certain, and what it cannot exceed.

The hand is never seen, and the opponent sees everything; see ``best_defence``. Values if the hand were seen are what an
estimate has as well, and the upper limits begin with these.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from bingo.solver import native
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import SCALE, Objective
from bingo.solver.hidden import best_defence
from bingo.solver.hidden.beliefs import hand_weights, told
from bingo.solver.hidden.best_defence import Leads, Limits
from bingo.solver.hidden.closing import SEARCH_WIDTH
from bingo.solver.hidden.lead_solver import LeadSolver
from bingo.solver.hidden.options import at_lead
from bingo.solver.hidden.sampling import NATIVE, REFERENCE, allowance, sample_size
from bingo.solver.hidden.settings import Settings
from bingo.solver.hidden.strategy import ABOVE_ANY_VALUE
from bingo.solver.hidden.worlds import hands
from bingo.solver.search import engines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bingo.solver.search.kernel import Kernel

#: What may be spent where no time is set: about five seconds of one thread.
WITH_KERNEL, WITHOUT = replace(NATIVE, nodes=20_000_000), replace(REFERENCE, nodes=400_000)


@dataclass(frozen=True, slots=True)
class Defended:
    """What a move takes from an opponent who sees everything, over all hands.

    Attributes:
        value: Guaranteed: what one written-down strategy takes that begins with the move, on average.
        win: The share of hands in which it takes more than nothing.
        limits: Between what the best such strategy is.
        chance: The same as chances to win the match, where that is minded: guaranteed, and the two limits.
    """

    value: float
    win: float
    limits: Limits
    chance: tuple[float, float, float] | None = None

    @classmethod
    def certain(cls, value: float, chance: float | None) -> Defended:
        """Of a move that brings the same against every hand."""
        win = float(value > 0)
        alike = None if chance is None else (chance, chance, chance)
        return cls(value, win, Limits(value, value, win, win), alike)

    def as_dict(self) -> dict[str, Any]:
        """The keys that ``bingo analyze --json`` adds to a move."""
        sure, between = {"value": self.value, "win": self.win}, asdict(self.limits)
        if self.chance is not None:
            sure["chance"] = self.chance[0]
            between |= {"chance_low": self.chance[1], "chance_high": self.chance[2]}
        return {"sure": sure, "exact": self.limits.exact, "best_defence": between}


def defended(
    known: InformationSet,
    moves: Sequence[Move],
    cap: float | None,
    settings: Settings,
    seconds: float | None,
    on_progress: Callable[[float], None],
    objective: Objective | None = None,
) -> dict[Move, Defended] | None:
    """These moves (or to wait, where it is the opponent's turn) against all hands; nobody claims before them.

    None where all hands are more than can be solved: in ``seconds``, else in about five of one thread. ``cap`` is what
    they can bring at most where the opponent may claim first. Of the ``settings``, ``inference`` and ``threads`` count.
    With an objective also for the match.
    """
    start = time.perf_counter()
    every = hands(known)
    weights = hand_weights(known) if settings.inference and told(known) else np.ones(len(every))
    position = at_lead(known.world(int(every[0])))

    def solver(goal: Objective | None, threads: int) -> LeadSolver:
        return LeadSolver(position, engines.engine(known.rules, goal), SEARCH_WIDTH, threads, every, weights)

    def pilot(some: NDArray[np.uint32]) -> int:
        one = solver(None, 1)
        one.values(some, moves)
        one.guaranteed(some, moves)
        return one.engine.nodes

    usual = WITH_KERNEL if native.built() else WITHOUT
    allowed = usual if seconds is None else allowance(seconds)
    mixed = np.random.default_rng(settings.seed).permutation(every)
    speed = max(1.0, 0.8 * min(settings.threads, len(moves))) / (1 if objective is None else 2)
    if sample_size(mixed, pilot, allowed, seconds, speed) < len(every):
        return None

    def left() -> float | None:
        return None if seconds is None else max(seconds - (time.perf_counter() - start), 1e-3)

    def report(part: int, parts: int) -> Callable[[float], None]:
        return lambda share: on_progress((part + share) / parts)

    parts = 2 if objective is None else 4
    leads, kernel = _solved(solver(None, settings.threads), moves, cap, report(0, parts))
    between = best_defence.limits(leads, kernel, settings.threads, left(), report(1, parts))
    sure, wins = _means(leads.sure, weights), _means(leads.sure > 0, weights)
    found = {move: Defended(sure[n], wins[n], between[n]) for n, move in enumerate(moves)}
    if objective is None:
        return found
    highest = None if cap is None else SCALE * objective.chance(int(cap))
    leads, kernel = _solved(solver(objective, settings.threads), moves, highest, report(2, parts))
    low, high = best_defence.points(leads, kernel, settings.threads, left(), report(3, parts))
    limits = zip(moves, _means(leads.sure, weights), low.tolist(), high.tolist(), strict=True)
    return {
        move: replace(found[move], chance=(value / SCALE, least / SCALE, most / SCALE))
        for move, value, least, most in limits
    }


def _solved(
    solver: LeadSolver, moves: Sequence[Move], cap: float | None, on_progress: Callable[[float], None]
) -> tuple[Leads, Kernel | None]:
    """The moves against all hands, and the kernel that can say more of them; none where there is a cap."""
    highest = np.int16(ABOVE_ANY_VALUE if cap is None else round(cap))
    seen = solver.values(solver.every, moves, lambda share: on_progress(share / 5)).clip(max=highest)
    sure = solver.guaranteed(solver.every, moves, lambda share: on_progress((1 + 4 * share) / 5)).clip(max=highest)
    kernel = engines.as_kernel(solver.engine) if cap is None else None
    return Leads(solver.position, solver.every, moves, seen, sure, solver.weights), kernel


def _means(taken: NDArray[np.int16] | NDArray[np.bool_], weights: NDArray[np.float64]) -> list[float]:
    """The weighted mean of each column."""
    return [float(mean) for mean in weights @ taken / weights.sum()]
