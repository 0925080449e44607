"""The readable exact search: the specification for every faster one.

Plain alpha-beta over :func:`legal_moves` and :func:`play_unchecked`, with a table of bounds. It knows
nothing of the rules beyond these two functions, so what it says follows from ``solver.game`` alone.
"""

from __future__ import annotations

from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves, play_unchecked
from bingo.solver.game.position import YOU, Position
from bingo.solver.game.tiles import DOUBLES

#: Beyond any value a deal can have, in game points or in card points.
INFINITY = 1000


class Reference:
    """A search with its table of bounds; use one per set of related positions.

    The table maps a position to a (lower, upper) pair of bounds on the value still to come, seen from
    ``YOU``; it depends on the position alone, so entries stay true for the life of the object.
    """

    def __init__(self) -> None:
        self.nodes = 0
        self._bounds: dict[Position, tuple[int, int]] = {}

    def value(self, position: Position) -> int:
        """The exact value: game points still to come, yours less the opponent's, with best play."""
        return self._search(position, -INFINITY, INFINITY)

    def move_value(self, position: Position, move: Move) -> int:
        """The exact value of making this move."""
        return self._after(position, move, -INFINITY, INFINITY)

    def reaches(self, position: Position, move: Move, value: int) -> bool:
        """Whether making this move is worth ``value`` or more to ``YOU``; quicker than its exact value."""
        return self._after(position, move, value - 1, value) >= value

    def _after(self, position: Position, move: Move, alpha: int, beta: int) -> int:
        gain, after, over = play_unchecked(position, move)
        if over:
            return gain
        return gain + self._search(after, alpha - gain, beta - gain)

    def _search(self, position: Position, alpha: int, beta: int) -> int:
        """A bound on the value that is exact inside (alpha, beta): fail-soft alpha-beta.

        A result <= alpha is an upper bound, one >= beta a lower bound. Stores what it proved.
        """
        low, high = self._bounds.get(position, (-INFINITY, INFINITY))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        self.nodes += 1
        maximizing = position.to_move == YOU
        a, b = alpha, beta
        best = -INFINITY if maximizing else INFINITY
        for move in sorted(legal_moves(position), key=_promise, reverse=True):
            value = self._after(position, move, a, b)
            if maximizing:
                best = max(best, value)
                a = max(a, best)
            else:
                best = min(best, value)
                b = min(b, best)
            if a >= b:
                break
        if best > alpha:
            low = max(low, best)
        if best < beta:
            high = min(high, best)
        self._bounds[position] = (low, high)
        return best


def _promise(move: Move) -> tuple[bool, int, bool, bool]:
    """Order of trying: claims, then large declarations, then doubles."""
    tile = move.tile
    return move.claim, move.declare.bit_count(), move.close, tile is not None and bool(DOUBLES >> tile & 1)
