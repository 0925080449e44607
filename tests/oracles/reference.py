"""The readable exact search: the specification for every faster one.

Plain alpha-beta over :func:`legal_moves` and :func:`apply`, with a table of bounds. It knows
nothing of the rules beyond these two functions, so what it says follows from ``solver.game`` alone.

A move gains the game points that it scores; under an objective, what they add to the utility that you would have if no
more were scored. Gains add up to what the end is worth, so one search serves both.
"""

import random
from collections.abc import Sequence

from bingo.solver.game import DOUBLES, SCALE, YOU, Move, Objective, Pair, Position, apply, difference, legal_moves
from bingo.solver.game.scoring import objective

#: Beyond any value a deal can have: in game points, in card points, in utility.
INFINITY = 2 * SCALE


class Reference:
    """A search with its table of bounds; use one per set of related positions.

    The table maps a position, and what was scored on the way to it if there is an objective, to a (lower, upper) pair
    of bounds on the value still to come, seen from ``YOU``. It depends on these and the objective alone, so entries
    stay true for the life of the object.
    """

    def __init__(self, objective: Objective | None = None) -> None:
        self.objective = objective
        self.nodes = 0
        self._bounds: dict[tuple[Position, Pair], tuple[int, int]] = {}

    def value(self, position: Position, scored: Pair = (0, 0)) -> int:
        """The exact value with best play: game points still to come, yours less the opponent's.

        Under the objective your utility, if both have ``scored`` so much of what it counts so far.
        """
        return self._worth(scored) + self._search(position, scored, -INFINITY, INFINITY)

    def values(self, positions: Sequence[Position]) -> list[int]:
        return list(map(self.value, positions))

    def _worth(self, scored: Pair) -> int:
        """What counts of this if nothing more is scored."""
        return self.objective.utility(*scored) if self.objective else 0

    def _after(self, position: Position, scored: Pair, move: Move, alpha: int, beta: int) -> int:
        _, after, is_over, scores = apply(position, move)
        if self.objective is None:
            gain = difference(scores)
        elif scores:
            before, scored = scored, self.objective.add(scored, scores)
            gain = self._worth(scored) - self._worth(before)
            is_over = is_over or self.objective.over(*scored)
        else:
            gain = 0
        if is_over:
            return gain
        return gain + self._search(after, scored, alpha - gain, beta - gain)

    def _search(self, position: Position, scored: Pair, alpha: int, beta: int) -> int:
        """A bound on the value that is exact inside (alpha, beta): fail-soft alpha-beta.

        A result <= alpha is an upper bound, one >= beta a lower bound. Stores what it proved.
        """
        key = position, scored
        low, high = self._bounds.get(key, (-INFINITY, INFINITY))
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
            value = self._after(position, scored, move, a, b)
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
        self._bounds[key] = (low, high)
        return best


def _promise(move: Move) -> tuple[bool, int, bool, bool]:
    """Order of trying: claims, then large declarations, then doubles."""
    tile = move.tile
    return move.claim, move.declare.bit_count(), move.close, tile is not None and bool(DOUBLES >> tile & 1)


def minimax(position: Position, goal: Objective | None = None, scored: Pair = (0, 0)) -> int:
    """The value by definition, or the utility: no window, no table, no order of moves, no gains."""
    worths = []
    for move in legal_moves(position):
        gain, after, is_over, scores = apply(position, move)
        if goal is None:
            worths.append(gain if is_over else gain + minimax(after))
            continue
        total = goal.add(scored, scores)
        worths.append(goal.utility(*total) if is_over or goal.over(*total) else minimax(after, goal, total))
    return max(worths) if position.to_move == YOU else min(worths)


# --- objectives: any table that one may have, many with ties, some that hardly differ from game points ----


def random_objective(rng: random.Random) -> Objective:
    needs = rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 7, 9, 31)), rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 7, 9, 31))
    inner = rng.choice((_anything, _anything, _sums, _differences))(needs, rng)
    steps = rng.choice((SCALE, SCALE, 5, 2, 1))  # how many different utilities there may be
    rows = [[value * steps // SCALE * SCALE // steps for value in row] + [0] for row in inner]
    return objective([*rows, [SCALE] * (needs[1] + 1)])


def _anything(needs: Pair, rng: random.Random) -> list[list[int]]:
    """No pattern: each is the most of something random, what fewer own points bring and more of the other's."""
    rows: list[list[int]] = []
    for a in range(needs[0]):
        row = [0] * needs[1]
        for b in reversed(range(needs[1])):
            utility = int(SCALE * rng.random() * (a + needs[1] - b) / sum(needs))
            row[b] = max(utility, rows[a - 1][b] if a else 0, row[b + 1] if b + 1 < needs[1] else 0)
        rows.append(row)
    return rows


def _sums(needs: Pair, rng: random.Random) -> list[list[int]]:
    """What each point brings is the same whatever the other has."""
    mine = sorted(rng.randint(0, SCALE // 2) for _ in range(needs[0]))
    theirs = sorted((rng.randint(0, SCALE // 2) for _ in range(needs[1])), reverse=True)
    return [[a + b for b in theirs] for a in mine]


def _differences(needs: Pair, _: random.Random) -> list[list[int]]:
    """As game points, but for the end of the match."""
    unit = SCALE // 2 // max(needs)
    return [[SCALE // 2 + unit * (a - b) for b in range(needs[1])] for a in range(needs[0])]
