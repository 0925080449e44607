"""Best defence: what the best strategy that never sees the hidden hand takes from an opponent who sees everything.

It lies between what a written-down strategy takes (``strategy``) and the double-dummy mean. The kernel narrows that
from above: it bounds what every strategy must lose for not seeing the hand. Where few hands are left and the two have
not met, alpha-mu search finds the best strategy (``native/hidden/alpha_mu.hpp``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bingo.solver.game.moves import Move
from bingo.solver.game.play import Scored, legal_moves, play_scored
from bingo.solver.game.position import YOU, Position
from bingo.solver.game.scoring import difference
from bingo.solver.hidden.strategy import (
    OpponentNode,
    OwnNode,
    Plan,
    World,
    lower_bound,
    opponent_does,
    opponents_moves,
    showing,
)
from bingo.solver.search.exact import Engine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bingo.solver.search.kernel import Kernel

#: Own decisions made without sight of the hand: first so many for every lead, then all of them (no deal has more) for
#: leads that may still be best, and with few hands for all leads; with more than ``MOST_HANDS`` for none. Wins are
#: bounded for the same leads.
FIRST, EVERY = 2, 14
FEW_HANDS, MOST_HANDS = 4_000, 12_000
#: Values in single hands (and nodes) after which the bounds of a lead, or alpha-mu search, are given up: where a claim
#: ends the deal, and under other rules, where values take some hundred times as long. So answers depend on no machine.
STEPS, STEPS_WITHOUT_CLAIMS = 4_000_000, 30_000
#: Alpha-mu search is asked with so few hands only, and given up sooner.
SEARCHED_HANDS, SEARCH_STEPS = 1_000, 1_000_000
#: Means that differ by less are the same.
NEARLY = 1e-9


@dataclass(frozen=True, slots=True)
class Limits:
    """What best defence leaves a lead lies between ``low`` and ``high``: points on average; and the share of hands won
    by the strategy that wins most often between ``win_low`` and ``win_high``.
    """

    low: float
    high: float
    win_low: float
    win_high: float

    @property
    def exact(self) -> bool:
        """Whether the two limits on points have met."""
        return self.high - self.low <= NEARLY


@dataclass(frozen=True, slots=True)
class Leads:
    """Moves in an endgame against all hands: values if the hand were seen and what strategies take, each of shape
    (hands, moves), and how much each hand counts, of shape (hands,).

    A tile is to be led or played; where it is the opponent's turn, the one move is to wait.
    """

    position: Position
    hands: NDArray[np.uint32]
    moves: Sequence[Move]
    seen: NDArray[np.int16]
    sure: NDArray[np.int16]
    weights: NDArray[np.float64]


def limits(
    leads: Leads, kernel: Kernel | None, threads: int, seconds: float | None, on_progress: Callable[[float], None]
) -> list[Limits]:
    """Limits on every lead. Without a kernel, and where time does not allow more, the double-dummy mean is the upper
    one.
    """
    start = time.perf_counter()

    def left(share: float) -> float | None:
        return None if seconds is None else max(seconds * share - (time.perf_counter() - start), 1e-3)

    def report(before: float) -> Callable[[float], None]:
        return lambda share: on_progress(before + share / 3)

    few = len(leads.hands) <= FEW_HANDS
    low, high = _bound(leads, kernel, threads, left(0.4), report(0))
    may_be_best = None if few else high >= low.max() - NEARLY
    win_low, win_high = _bound(leads, kernel, threads, left(0.7), report(1 / 3), wins=True, among=may_be_best)
    if kernel is not None and len(leads.hands) <= SEARCHED_HANDS:
        _search(leads, kernel, threads, left(1), (low, high, win_low), report(2 / 3))
    return [Limits(*map(float, four)) for four in zip(low, high, win_low, win_high, strict=True)]


def points(
    leads: Leads, kernel: Kernel | None, threads: int, seconds: float | None, on_progress: Callable[[float], None]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lower and upper limits on points alone, or on utilities: as :func:`limits`, of shape (moves,) each."""
    start = time.perf_counter()
    low, high = _bound(leads, kernel, threads, None if seconds is None else seconds / 2, lambda s: on_progress(s / 2))
    if kernel is not None and len(leads.hands) <= SEARCHED_HANDS:
        left = None if seconds is None else max(seconds - (time.perf_counter() - start), 1e-3)
        _search(leads, kernel, threads, left, (low, high, low.copy()), lambda share: on_progress((1 + share) / 2))
    return low, high


def _search(
    leads: Leads,
    kernel: Kernel,
    threads: int,
    seconds: float | None,
    limits: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
    on_progress: Callable[[float], None],
) -> None:
    """Let the limits on points meet where alpha-mu search comes to an end, and raise the lower one on wins."""
    import numpy as np

    low, high, win_low = limits
    total = leads.weights.sum()
    some = np.flatnonzero(high - low > NEARLY).tolist()
    if not some:
        return
    found = kernel.best_defences(
        leads.position,
        leads.hands,
        [leads.moves[n] for n in some],
        leads.weights,
        [float(leads.weights @ (leads.seen[:, n] - leads.sure[:, n])) for n in some],
        min(_steps(leads), SEARCH_STEPS),
        threads,
        seconds=seconds,
        on_progress=lambda done: on_progress(done / len(some)),
    )
    for n, taken in zip(some, found, strict=True):
        if taken is None:
            continue
        if not isinstance(taken, bool):
            low[n] = leads.weights @ taken / total
            if kernel.objective is None:  # else it takes utilities
                win_low[n] = max(win_low[n], leads.weights @ (taken > 0) / total)
        high[n] = low[n]


def _bound(
    leads: Leads,
    kernel: Kernel | None,
    threads: int,
    seconds: float | None,
    on_progress: Callable[[float], None],
    *,
    wins: bool = False,
    among: NDArray[np.bool_] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lower and upper limits of all leads, in points or in shares of hands won; narrowed for those ``among`` only."""
    import numpy as np

    start, total = time.perf_counter(), leads.weights.sum()
    low, high = (leads.weights @ (found > 0 if wins else found) / total for found in (leads.sure, leads.seen))
    seen = high.copy()

    def report(before: int, leads_tried: int) -> Callable[[int], None]:
        return lambda done: on_progress((before + done / leads_tried) / 2)

    for before, own_moves in enumerate((FIRST, EVERY)):
        left = None if seconds is None else seconds - (time.perf_counter() - start)
        if kernel is None or (left is not None and left <= 0):
            break
        if own_moves > FIRST and len(leads.hands) > MOST_HANDS:
            break
        wide = high - low > NEARLY if among is None else among & (high - low > NEARLY)
        if own_moves > FIRST and len(leads.hands) > FEW_HANDS:
            wide &= high > low.max() + NEARLY
        some = np.flatnonzero(wide).tolist()
        if not some:
            break
        loss = kernel.losses(
            leads.position,
            leads.hands,
            [leads.moves[n] for n in some],
            leads.weights,
            own_moves,
            _steps(leads),
            threads,
            wins=wins,
            seconds=left,
            on_progress=report(before, len(some)),
        )
        high[some] = np.fmin(high[some], np.maximum(seen[some] - loss / total, low[some]))
    return low, high


def _steps(leads: Leads) -> int:
    return STEPS if leads.position.rules.at_target == "claim" else STEPS_WITHOUT_CLAIMS


def plan(positions: Sequence[Position], move: Move, values: Sequence[int], engine: Engine) -> Plan:
    """A strategy that begins with ``move`` and takes at least these values in these positions, one a position.

    The positions differ in the opponent's hand only, and it is your turn. With the values fixed, each decision stands
    for itself: what :func:`limits` found for all worlds together is made sure of in each. Nothing in it looks at the
    hand, not even where one alone is left.

    Raises:
        ValueError: there is no such strategy.
    """
    found, then = _made([World(p, v) for p, v in zip(positions, values, strict=True)], move, engine)
    if not found:
        raise ValueError(f"plan: expected values that some strategy takes; found {list(values)}")
    return OwnNode(move, then)


# What follows says whether your play can take its cap, or more, in every world, and by which plan.


def _made(worlds: Sequence[World], move: Move, engine: Engine) -> tuple[bool, Plan]:
    return _after([(world, play_scored(world.position, move)) for world in worlds], engine)


def _after(made: Sequence[tuple[World, Scored]], engine: Engine) -> tuple[bool, Plan]:
    left: list[World] = []
    for world, (scores, after, over) in made:
        gain = difference(scores)
        if over and gain < world.cap:
            return False, None
        if not over and world.cap > lower_bound(world.position):
            left.append(World(after, world.cap - gain))
    return _taken(left, engine) if left else (True, None)


def _taken(worlds: Sequence[World], engine: Engine) -> tuple[bool, Plan]:
    if any(engine.value(world.position) < world.cap for world in worlds):
        return False, None
    shows = showing([world.position for world in worlds])
    if worlds[0].position.to_move == YOU and not shows:
        for move in legal_moves(worlds[0].position):
            found, then = _made(worlds, move, engine)
            if found:
                return True, OwnNode(move, then)
        return False, None
    doing: dict[Move, list[World]] = {}
    for world in worlds:
        for move in opponents_moves(world.position, shows=shows):
            doing.setdefault(move, []).append(world)
    replies: dict[Move, Plan] = {}
    for move, those in doing.items():
        made = [(world, opponent_does(world.position, move, shows=shows)) for world in those]
        found, replies[move] = _after(made, engine)
        if not found:
            return False, None
    return True, OpponentNode(replies, shows)
