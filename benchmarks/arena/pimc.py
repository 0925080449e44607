"""Perfect-information Monte Carlo from what the library has: deals that fit are drawn, every move is solved in each.

Its known fault is the yardstick: it takes both sides to see all tiles from the next move on.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from benchmarks.arena.choices import at, best, sensible, stage, totals
from benchmarks.arena.referee import Policy
from bingo.solver.game.moves import Move
from bingo.solver.hidden.view import Known
from bingo.solver.hidden.worlds import sample_deals


def pimc(seconds: float | None, worlds: int | None) -> Policy:
    """A player who solves so many deals a decision, or as many as start within the processor time (at least one)."""

    def play(seen: Known, moves: Sequence[Move], seed: int) -> Move:
        few, now = sensible(moves), stage(seen, moves)
        sums, done, end = [0] * len(few), 0, time.thread_time() + (seconds or 0)
        while not done or (time.thread_time() < end if worlds is None else done < worlds):
            deals = sample_deals(seen, 1, (seed + 7919 * done) % 2**31)
            sums = [a + b for a, b in zip(sums, totals([at(deal, now) for deal in deals], few), strict=True)]
            done += 1
        return best(few, sums)

    return play
