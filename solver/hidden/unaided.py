"""What moves are worth while tiles are hidden, found without the native kernel: fewer deals, and simpler play in them.

The methods are those of :mod:`bingo.solver.hidden.methods` in form; ``pimc`` is the same, value for value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Protocol

import numpy as np

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import SCALE, Objective
from bingo.solver.game.play import legal_moves, play_scored, play_unchecked
from bingo.solver.game.position import Pair, Position
from bingo.solver.game.scoring import Scores, difference, sign
from bingo.solver.hidden.deals import Deals, Method, Values
from bingo.solver.hidden.options import at_lead, option_scored
from bingo.solver.hidden.settings import RANDOM, SOLVED
from bingo.solver.search.exact import START
from bingo.solver.search.reference import Reference

#: Deals that are drawn unless it is said otherwise, with the boneyard open and once nothing is drawn: each takes a
#: second at most. Where there are no more than ``ENUMERATED``, all are gone through.
WORLDS_OPEN, WORLDS_CLOSED, ENUMERATED = 32, 64, 64


def pimc(known: InformationSet, objective: Objective | None = None) -> Method:
    """Perfect-information Monte Carlo: each deal is solved with both hands and the stock seen."""
    return _by_deal(known, objective, lambda position, scored, engine: engine.value(position, scored))


def random_rollout(known: InformationSet, objective: Objective | None = None) -> Method:
    """Each move, then both play at random, declaring and claiming where they can, until nothing is drawn any more; the
    rest is solved with both hands seen. In one deal, chance is the same after every move.
    """

    def value(position: Position, scored: Pair, engine: Reference) -> int:
        return _play_on(position, scored, engine, Random(f"{position.stock}"))

    return _by_deal(known, objective, value)


def _by_deal(
    known: InformationSet, objective: Objective | None, value: Callable[[Position, Pair, Reference], int]
) -> Method:
    def values(moves: Sequence[Move], deals: Deals) -> Values:
        found = np.empty((len(deals), len(moves)))
        for row, deal in zip(found, deals.positions(known), strict=True):
            engine = Reference(objective)  # a deal has its own: its positions are no other's
            node = at_lead(deal)
            for n, move in enumerate(moves):
                scores, after, over = option_scored(node, move)
                row[n] = _total(engine, scores, after, over, value)
        return found if objective is None else found / SCALE

    return values


def _total(
    engine: Reference, scores: Scores, after: Position, over: bool, value: Callable[[Position, Pair, Reference], int]
) -> int:
    """What was scored and what comes, or the utility of both together."""
    goal = engine.objective
    if goal is None:
        return difference(scores) + (0 if over else value(after, START, engine))
    scored = goal.add(START, scores)
    return goal.utility(*scored) if over or goal.over(*scored) else value(after, scored, engine)


def _play_on(position: Position, scored: Pair, engine: Reference, rng: Random) -> int:
    """What both take by random play as long as tiles are drawn, and by best play from then on; or its utility."""
    total, goal = 0, engine.objective
    while position.open:
        scores, position, over = play_scored(position, _any_move(position, rng))
        total += difference(scores)
        if goal is not None:
            scored = goal.add(scored, scores)
            over = over or goal.over(*scored)
        if over:
            return total if goal is None else goal.utility(*scored)
    return engine.value(position, scored) if goal is not None else total + engine.value(position)


def _any_move(position: Position, rng: Random) -> Move:
    moves = [move for move in legal_moves(position) if not move.close]
    player = sign(position.to_move)
    claims = [move for move in moves if move.claim and player * play_unchecked(position, move).gain > 0]
    if claims:
        return claims[0]
    moves = [move for move in moves if not move.claim]
    return rng.choice([move for move in moves if move.declare] or moves)


class UnaidedMaker(Protocol):
    """Makes a method for one decision; with an objective its values are chances."""

    def __call__(self, known: InformationSet, objective: Objective | None = None) -> Method:
        """For what is known."""


#: By name, see ``settings``.
UNAIDED: Mapping[str, UnaidedMaker] = {RANDOM: random_rollout, SOLVED: pimc}
