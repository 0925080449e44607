"""How many hands a close is solved against: all where that is affordable, else a sample of them.

What is affordable is counted in nodes, not in seconds, so that the same position has the same answer on every machine
and with any number of threads; only where somebody sets a time does time decide.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

from bingo.solver import native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How many times as much a hand costs in a sample of twice the size: there is more to tell apart.
GROWTH = 1.2


@dataclass(frozen=True, slots=True)
class Allowance:
    """What solving a close may cost: ``nodes`` unless there is a time. ``pilot`` hands are solved to learn the price;
    where there are no more than ``few``, all are.
    """

    nodes: int
    pilot: int
    few: int


#: Ten to twenty seconds of one thread, with the native kernel and with the reference search.
NATIVE, REFERENCE = Allowance(80_000_000, 32, 128), Allowance(300_000, 2, 8)


def allowance() -> Allowance:
    """What the engine in use can afford."""
    return NATIVE if native.built() else REFERENCE


def sample_size(
    hands: NDArray[np.uint32],
    solve: Callable[[NDArray[np.uint32]], int],
    allowed: Allowance,
    seconds: float | None = None,
    speed: float = 1,
) -> int:
    """How many of these ``hands``, which are in random order, can be afforded: all of them, or fewer.

    ``solve`` does the work for some of them on one thread and says how many nodes that took. ``seconds``, if given,
    are what may be spent instead, by threads ``speed`` times as fast as one.
    """
    if len(hands) <= allowed.few and seconds is None:
        return len(hands)
    start = time.perf_counter()
    first = min(allowed.pilot, len(hands))
    price: float = solve(hands[:first])
    most: float = allowed.nodes
    if seconds is not None:
        spent = time.perf_counter() - start
        price, most = spent / speed, seconds - spent

    def cost(size: int) -> float:
        doublings = log2(max(size / first, 1))
        return price / first * size * float(GROWTH**doublings)

    if cost(len(hands)) <= most:
        return len(hands)
    size = first
    while 2 * size < len(hands) and 2 * cost(2 * size) <= most:  # each half is solved once more by itself
        size *= 2
    return size
