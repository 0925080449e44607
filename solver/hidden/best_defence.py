"""Best defence: what the best strategy that never sees the hidden hand takes from an opponent who sees everything.

It lies between what a written-down strategy takes (``strategy``) and the double-dummy mean. The kernel narrows that
from above: it bounds what every strategy must lose for not seeing the hand (``native/hidden/alpha_mu.hpp``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bingo.solver.search.kernel import Kernel

#: Own decisions made without sight of the hand: first so many for every lead, then all of them (no deal has more) for
#: leads that may still be best, and with few hands for all leads; with more than ``MOST_HANDS`` none.
FIRST, EVERY = 2, 14
FEW_HANDS, MOST_HANDS = 4_000, 12_000
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
    """Leads in a closed position against all hands: values if the hand were seen and what strategies take, each of
    shape (hands, leads), and how much each hand counts, of shape (hands,).
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

    def bound(wins: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        left = None if seconds is None else seconds * (0.5 if not wins else 1) - (time.perf_counter() - start)
        return _bound(leads, kernel, threads, left, lambda share: on_progress((wins + share) / 2), wins=wins)

    (low, high), (win_low, win_high) = bound(False), bound(True)
    return [
        Limits(*four) for four in zip(low.tolist(), high.tolist(), win_low.tolist(), win_high.tolist(), strict=True)
    ]


def _bound(
    leads: Leads,
    kernel: Kernel | None,
    threads: int,
    seconds: float | None,
    on_progress: Callable[[float], None],
    *,
    wins: bool,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lower and upper limits of all leads, in points or in shares of hands won."""
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
        wide = high - low > NEARLY
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
            threads,
            wins=wins,
            seconds=left,
            on_progress=report(before, len(some)),
        )
        high[some] = np.fmin(high[some], np.maximum(seen[some] - loss / total, low[some]))
    return low, high
