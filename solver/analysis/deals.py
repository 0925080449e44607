"""Deals, many at a time, drawn by the engine; and played out by networks that observe only what a player can.

Both sides play by the same networks while the boneyard is open, and choose by them whether to close and what to lead
then; what follows that lead, or the last draw, is solved exactly; see ``engine/hidden/player.hpp``. The networks are
made by ``benchmarks/training``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bingo.solver.analysis.worlds import count_hands, known
from bingo.solver.engine import _kernel, engine_for
from bingo.solver.engine.kernel import BITS
from bingo.solver.engine.tables import Weights, scoring, trump_tables, weights_for
from bingo.solver.errors import ImpossiblePosition, Reason
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, at_lead
from bingo.solver.game.position import Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import Objective
from bingo.solver.game.tiles import Mask, mask, members


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals that fit what one player knows.

    ``hands`` are sets of tiles, shape (n,), uint32; ``stocks`` the face-down tiles in drawing order, shape
    (n, face_down), uint8. The turned tile, drawn last, is not among them.
    """

    hands: NDArray[np.uint32]
    stocks: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.hands)

    def positions(self, known: InformationSet) -> Iterator[Position]:
        """Each as a position."""
        for hand, stock in zip(self.hands.tolist(), self.stocks.tolist(), strict=True):
            yield known.world(hand, tuple(stock))


def draw(known: InformationSet, size: int, seed: int = 0) -> Deals:
    """So many deals, each uniform in the hand and then in what lies face down."""
    with engine_for(known.rules) as engine:
        hands, stocks = engine.deals(known, size, seed)
    return Deals(np.asarray(hands), stocks)


def dealt(position: Position | InformationSet, seed: int) -> Position:
    """A position with all tiles; those that are hidden lie where the seed has them, of all ways that fit.

    Raises:
        ImpossiblePosition: nothing fits.
    """
    if isinstance(position, Position):
        return position
    setup, rng = position.setup, Random(seed)
    if position.other is None and setup.stock is None:
        view = known(position)
        if not count_hands(view):
            raise ImpossiblePosition([Reason("opponent.hand", "tiles that fit all that is known", "none")])
        return next(draw(view, 1, seed).positions(view))
    hand = position.other
    if hand is None:
        hand = position.held | mask(
            rng.sample(list(members(position.unknown)), position.hidden - position.held.bit_count())
        )
    rest = list(members(position.unseen & ~hand))
    return position.world(hand, setup.stock or tuple(rng.sample(rest, position.face_down)))


# --- played out --------------------------------------------------------------------------------------


def make_players(rules: Rules, weights: Weights | None = None) -> _kernel.Players:
    """Players under these rules, by the shipped networks unless the weights of others are given."""
    return _kernel.Players(
        trump_tables(rules), scoring(rules), weights_for(rules) if weights is None else weights, BITS
    )


class PlayedOut(NamedTuple):
    """Both of shape (deals, moves): ``values``, int16, and ``unseen``, float64, what more they would be if who closed
    in the deal had not seen the other hand (``engine/hidden/player.cpp``); estimates are means of the sum.
    """

    values: NDArray[np.int16]
    unseen: NDArray[np.float64]


def play_out(
    players: _kernel.Players,
    world: Position,
    moves: Sequence[Move],
    deals: Deals,
    threads: int = 1,
    *,
    objective: Objective | None = None,
) -> PlayedOut:
    """Each move in each deal if both play on by the networks.

    ``world`` is any position that fits what is known, its boneyard open. With an objective values are your utilities:
    what is solved maximizes it, the networks go by game points. The result does not depend on ``threads``.
    """
    options = array("i", [n for m in moves for n in (m.close, m.declare, -1 if m.tile is None else m.tile)])
    return PlayedOut(*players.play_out(at_lead(world), deals.hands, deals.stocks, options, threads, objective))


def evaluate(players: _kernel.Players, world: Position) -> list[tuple[Move, float]]:
    """Your moves, as in Options, and what the networks alone evaluate them to."""
    return [
        (_move(world, close, declared, tile), value)
        for close, declared, tile, value in players.evaluate(at_lead(world))
    ]


def _move(world: Position, close: bool, declared: Mask, tile: int) -> Move:
    if tile < 0:
        return Move(declare=declared)
    return Move(close=close, declare=declared, lead=tile) if world.led is None else Move(play=tile)
