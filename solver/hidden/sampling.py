"""How many hands a close is solved against: all where that is affordable, else a sample of them.

What is affordable is counted in nodes, not in seconds, so that the same position has the same answer on every machine
and with any number of threads; only where somebody sets a time does time decide.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import log2
from typing import TYPE_CHECKING

from bingo.solver import native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Allowance:
    """What solving a close may cost, and how its price is learnt.

    Attributes:
        nodes: All hands are solved where that takes no more nodes than these.
        sample_nodes: Where it does, a sample may take so many.
        pilot: Hands that are solved to learn the price; also the smallest sample.
        growth: How many times as much a hand costs among twice as many: there is more to tell apart.
        few: So many hands are solved whatever they cost.
    """

    nodes: int
    sample_nodes: int
    pilot: int
    growth: float
    few: int


#: With the native kernel, by the rules, ten to thirty seconds of one thread at most; with the reference search, twenty.
NATIVE = Allowance(nodes=90_000_000, sample_nodes=30_000_000, pilot=128, growth=1.1, few=800)
REFERENCE = Allowance(nodes=2_500_000, sample_nodes=2_500_000, pilot=2, growth=1.1, few=8)
#: How the price is learnt where there is a time, which may be short.
TIMED_PILOT, TIMED_GROWTH = {True: 16, False: 2}, 1.2


def allowance(seconds: float | None) -> Allowance:
    """What the engine in use can afford."""
    usual = NATIVE if native.built() else REFERENCE
    return usual if seconds is None else replace(usual, pilot=TIMED_PILOT[native.built()], growth=TIMED_GROWTH, few=0)


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
    if len(hands) <= max(allowed.few, allowed.pilot):
        return len(hands)
    start = time.perf_counter()
    first = min(allowed.pilot, len(hands))
    price: float = solve(hands[:first])
    most: float = allowed.nodes
    most_sampled: float = allowed.sample_nodes
    if seconds is not None:
        spent = time.perf_counter() - start
        price = spent / speed
        most = most_sampled = seconds - spent

    def cost(size: int) -> float:
        doublings = log2(max(size / first, 1))
        return price / first * size * float(allowed.growth**doublings)

    if cost(len(hands)) <= most:
        return len(hands)
    size = first
    while 2 * size < len(hands) and 2 * cost(2 * size) <= most_sampled:  # each half is solved once more by itself
        size *= 2
    return size
