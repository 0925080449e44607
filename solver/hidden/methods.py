"""Ways of telling what moves are worth while tiles are hidden, all on the same sampled deals.

A method is made for one decision and is then asked about deals, a batch at a time: see :class:`Method`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.play import play_unchecked
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.hidden.deals import Deals
from bingo.solver.hidden.options import at_lead
from bingo.solver.hidden.players import native, native_searcher, play_out, rows
from bingo.solver.hidden.view import Known
from bingo.solver.search.kernel import Kernel

Values = NDArray[np.float64]


class Method(Protocol):
    """Asked again and again during one decision, for moves that are still in question."""

    def __call__(self, moves: Sequence[Move], deals: Deals) -> Values:
        """What each move brings in each deal, shape (deals, moves); NaN where one was not tried."""


def pimc(known: Known, sample: Position, threads: int) -> Method:
    """Perfect-information Monte Carlo: each deal is solved with both hands and the stock seen."""
    kernel = Kernel(known.rules)

    def solve(moves: Sequence[Move], deals: Deals) -> Values:
        if known.closed and known.leader == YOU and known.led is None:
            return kernel.closings(at_lead(sample), deals.hands, moves, threads).astype(np.float64)
        made = [_after(world, move) for world in deals.positions(known) for move in moves]
        going = [position for _, position, over in made if not over]
        values = iter(kernel.values(going, threads).tolist())
        brought = [gain if over else gain + next(values) for gain, _, over in made]
        return np.array(brought, dtype=np.float64).reshape(len(deals), len(moves))

    return solve


#: Of what deals differ in after a close (one standard deviation), so much is lost by not seeing the hand from then on.
BLIND = 0.15


def rollout(known: Known, sample: Position, threads: int) -> Method:
    """Each move, then both play on by the networks, each seeing only its own tiles.

    What follows a close and its lead is solved with both hands seen, so its mean is lowered by ``BLIND``.
    """
    players = native(known.rules)

    def play(moves: Sequence[Move], deals: Deals) -> Values:
        values = play_out(players, sample, moves, deals, threads).astype(np.float64)
        closing = [move.close for move in moves]
        values[:, closing] -= BLIND * values[:, closing].std(axis=0)
        return values

    return play


def ismcts(known: Known, sample: Position, threads: int) -> Method:  # noqa: ARG001  (one tree, one thread)
    """Information-set Monte-Carlo tree search: one tree of what both see, walked in one deal after the other.

    Its branches begin with what the networks think of them, and its walks end by their play. One tree cannot be
    grown by several threads.
    """
    searcher = native_searcher(known.rules)

    players = native(known.rules)
    begun = False

    def walk(moves: Sequence[Move], deals: Deals) -> Values:
        nonlocal begun
        out = np.empty((len(deals), 2), dtype=np.int16)
        searcher.simulate(at_lead(sample), deals.hands, deals.stocks, rows(moves), out)
        values = np.full((len(deals), len(moves)), np.nan)
        values[np.arange(len(deals)), out[:, 0]] = out[:, 1]
        if not begun:  # every move is tried twice: the tree may never try some
            values[:2] = play_out(players, sample, moves, deals[:2])
            begun = True
        return values

    return walk


def _after(world: Position, move: Move) -> tuple[int, Position, bool]:
    node = at_lead(world)
    if move == WAIT and node.stage in (Stage.LEAD, Stage.REPLY):
        return 0, node, False
    return play_unchecked(node, move)


Make = Callable[[Known, Position, int], Method]

#: By name, see ``settings.METHOD_NAMES``.
METHODS: dict[str, Make] = {"rollout": rollout, "ismcts": ismcts, "pimc": pimc}
