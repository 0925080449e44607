"""Random legal play."""

from collections.abc import Iterator
from random import Random

from bingo.solver.game import Move, Position, apply, legal_moves

#: The chance that claims, closes, and moves without a declaration are left aside where there are others.
_WITHOUT_CLAIM, _WITHOUT_CLOSE, _WITH_DECLARATION = 0.9, 0.8, 0.6


def playout(position: Position, rng: Random) -> Iterator[Position]:
    """A position and those after it in random legal play that declares often, closes and claims seldom."""
    over = False
    while not over:
        yield position
        _, position, over, _ = apply(position, _choose(list(legal_moves(position)), rng))


def _choose(moves: list[Move], rng: Random) -> Move:
    if rng.random() < _WITHOUT_CLAIM:
        moves = [move for move in moves if not move.claim] or moves
    if rng.random() < _WITHOUT_CLOSE:
        moves = [move for move in moves if not move.close] or moves
    if rng.random() < _WITH_DECLARATION:
        moves = [move for move in moves if move.declare] or moves
    return rng.choice(moves)
