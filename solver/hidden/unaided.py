"""What moves are worth while tiles are hidden, found without the native kernel: fewer deals, and simpler play in them.

The methods are those of :mod:`bingo.solver.hidden.methods` in form; ``pimc`` is the same, value for value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import numpy as np

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves, play_unchecked
from bingo.solver.game.position import Position
from bingo.solver.game.scoring import sign
from bingo.solver.hidden.deals import Deals, Method, Values
from bingo.solver.hidden.options import at_lead, play_option
from bingo.solver.hidden.settings import RANDOM, SOLVED
from bingo.solver.search.reference import Reference

#: Deals that are drawn unless it is said otherwise, with the boneyard open and once nothing is drawn: each takes a
#: second at most. Where there are no more than ``ENUMERATED``, all are gone through.
WORLDS_OPEN, WORLDS_CLOSED, ENUMERATED = 32, 64, 64


def pimc(known: InformationSet) -> Method:
    """Perfect-information Monte Carlo: each deal is solved with both hands and the stock seen."""
    return _by_deal(known, lambda position, engine: engine.value(position))


def random_rollout(known: InformationSet) -> Method:
    """Each move, then both play at random, declaring and claiming where they can, until nothing is drawn any more; the
    rest is solved with both hands seen. In one deal, chance is the same after every move.
    """
    return _by_deal(known, lambda position, engine: _play_on(position, engine, Random(f"{position.stock}")))


def _by_deal(known: InformationSet, value: Callable[[Position, Reference], int]) -> Method:
    def values(moves: Sequence[Move], deals: Deals) -> Values:
        found = np.empty((len(deals), len(moves)))
        for row, deal in zip(found, deals.positions(known), strict=True):
            engine = Reference()  # a deal has its own: its positions are no other's
            node = at_lead(deal)
            for n, move in enumerate(moves):
                gain, after, over = play_option(node, move)
                row[n] = gain if over else gain + value(after, engine)
        return found

    return values


def _play_on(position: Position, engine: Reference, rng: Random) -> int:
    """What both take by random play as long as tiles are drawn, and by best play from then on."""
    total = 0
    while position.open:
        gain, position, over = play_unchecked(position, _any_move(position, rng))
        total += gain
        if over:
            return total
    return total + engine.value(position)


def _any_move(position: Position, rng: Random) -> Move:
    moves = [move for move in legal_moves(position) if not move.close]
    player = sign(position.to_move)
    claims = [move for move in moves if move.claim and player * play_unchecked(position, move).gain > 0]
    if claims:
        return claims[0]
    moves = [move for move in moves if not move.claim]
    return rng.choice([move for move in moves if move.declare] or moves)


#: By name, see ``settings``.
UNAIDED: Mapping[str, Callable[[InformationSet], Method]] = {RANDOM: random_rollout, SOLVED: pimc}
