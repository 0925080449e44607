"""Ways of telling what moves are worth while tiles are hidden, all on the same sampled deals.

A method is made for one decision and is then asked about deals, a batch at a time: see
:class:`~bingo.solver.hidden.deals.Method`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import SCALE, Objective
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.hidden.deals import Deals, Method, Values
from bingo.solver.hidden.options import at_lead, play_option, solved
from bingo.solver.hidden.players import make_players, make_searcher, move_rows, play_out
from bingo.solver.search.kernel import FIRST_TILE, Kernel


def pimc(known: InformationSet, world: Position, threads: int, objective: Objective | None = None) -> Method:
    """Perfect-information Monte Carlo: each deal is solved with both hands and the stock seen."""
    kernel = Kernel(known.rules, objective=objective)
    scale = _scale(objective)

    def solve(moves: Sequence[Move], deals: Deals) -> Values:
        if known.closed and known.leader == YOU and known.led is None:
            return kernel.closings(at_lead(world), deals.hands, moves, threads) / scale
        if not known.open and world.stage is Stage.REPLY and world.to_move == YOU:
            every = kernel.moves(list(deals.positions(known)), threads)
            return every[:, [FIRST_TILE + move.play for move in moves if move.play is not None]] / scale
        if objective is not None:
            utilities = [solved(at_lead(deal), move, kernel) for deal in deals.positions(known) for move in moves]
            return np.array(utilities, dtype=np.float64).reshape(len(deals), len(moves)) / scale
        made = [play_option(at_lead(deal), move) for deal in deals.positions(known) for move in moves]
        going = [position for _, position, over in made if not over]
        values = iter(kernel.values(going, threads).tolist())
        totals = [gain if over else gain + next(values) for gain, _, over in made]
        return np.array(totals, dtype=np.float64).reshape(len(deals), len(moves))

    return solve


#: What not seeing the hand after a close costs, in standard deviations of the values over deals.
BLIND_LOSS = 0.15


def rollout(known: InformationSet, world: Position, threads: int, objective: Objective | None = None) -> Method:
    """Each move, then both play on by the networks, each seeing only its own tiles.

    What follows a close and its lead is solved with both hands seen, so its mean is lowered by ``BLIND_LOSS``. In the
    last trick before nothing is drawn any more the reply to a lead is the best one by what its player sees.
    """
    players = make_players(known.rules)

    def play(moves: Sequence[Move], deals: Deals) -> Values:
        values = play_out(players, world, moves, deals, threads, objective=objective) / _scale(objective)
        closing = [move.close for move in moves]
        values[:, closing] -= BLIND_LOSS * values[:, closing].std(axis=0)
        return values

    return play


def ismcts(
    known: InformationSet,
    world: Position,
    threads: int,  # noqa: ARG001  (one tree, one thread)
    objective: Objective | None = None,
) -> Method:
    """Information-set Monte-Carlo tree search: one tree of what both observe, a simulation in one deal after the other.

    The networks' evaluations are the priors of its edges, and their play ends its simulations. One tree cannot be grown
    by several threads.
    """
    searcher = make_searcher(known.rules)
    players = make_players(known.rules)
    started = False

    def simulate(moves: Sequence[Move], deals: Deals) -> Values:
        nonlocal started
        out = np.empty((len(deals), 2), dtype=np.int16)
        searcher.simulate(at_lead(world), deals.hands, deals.stocks, move_rows(moves), out, objective)
        values = np.full((len(deals), len(moves)), np.nan)
        values[np.arange(len(deals)), out[:, 0]] = out[:, 1] / _scale(objective)
        if not started:  # every move is tried twice: the tree may never try some
            values[:2] = play_out(players, world, moves, deals[:2], objective=objective) / _scale(objective)
            started = True
        return values

    return simulate


def _scale(objective: Objective | None) -> int:
    """What a value of the kernel is divided by: utilities are chances in small units."""
    return 1 if objective is None else SCALE


class MethodMaker(Protocol):
    """Makes a method for one decision; with an objective its values are chances."""

    def __call__(
        self, known: InformationSet, world: Position, threads: int, objective: Objective | None = None
    ) -> Method:
        """``world`` is any position that fits what is known."""


#: By name, see ``settings.METHOD_NAMES``.
METHODS: dict[str, MethodMaker] = {"rollout": rollout, "ismcts": ismcts, "pimc": pimc}
