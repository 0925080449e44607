"""What rules can see of a score: positions with the same hands, or with others, that must be worth the same.

Where a deal is worth game points, rules ask of card points only whether they reach the target or the low threshold, and
whether there are any. So two positions are worth the same if the same moves follow from both, up to the names of the
tiles, and if at each moment of each line of play both players stand alike to these thresholds. All of it comes from
``legal_moves`` and ``play_unchecked``, which are asked for every line of play from the position without a score.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from bingo.solver.game.play import begin, legal_moves, play_unchecked
from bingo.solver.game.position import Closing, Pair, Position
from bingo.solver.game.rules import Rules

#: A target that nobody reaches.
NEVER = 1_000
#: Of a moment: game points just gained, whether the deal is over, leader, stage, tricks, points that hang on a trick.
Rest = tuple[int, bool, int, int, Pair, int]
#: Of a moment: card points of you and of the opponent, with those declared and without, then the rest.
_Moment = tuple[int, int, int, int, Rest]
_Tree = tuple[_Moment, tuple["_Tree", ...]]


@dataclass(frozen=True, slots=True)
class Lines:
    """Every line of play from a position without a score.

    ``sums`` are the card points that you and the opponent may have at some moment, with those declared and without,
    ``totals`` with them, in rising order; ``shape`` is the tree of moves, which names sums by their places.
    """

    shape: Hashable
    sums: tuple[tuple[int, ...], tuple[int, ...]]
    totals: tuple[tuple[int, ...], tuple[int, ...]]

    def seen(self, rules: Rules, points: Pair, tricks: Pair, closed: Closing | None) -> Hashable:
        """What rules worth game points see of a score with these lines of play, nothing declared yet."""
        yours, opponents = (
            tuple(_standing(rules, had + more) for more in sums) for had, sums in zip(points, self.sums, strict=True)
        )
        return yours, opponents, tricks, closed and (closed.by, _standing(rules, closed.points), closed.tricks)


def lines(position: Position) -> Lines:
    """Every line of play from here, whatever the score of the position."""
    rules, closed = replace(position.rules, target=NEVER), position.closed
    start = replace(position, rules=rules, points=(0, 0), tricks=(1, 1), closed=closed and Closing(closed.by, 0, 0))
    tree = _tree(begin(start), 0, over=False)
    moments = [moment[:4] for moment in _moments(tree)]
    yours, opponents, less, opponents_less = (sorted(set(column)) for column in zip(*moments, strict=True))
    sums = (tuple(sorted({*yours, *less})), tuple(sorted({*opponents, *opponents_less})))
    places = [{total: n for n, total in enumerate(found)} for found in sums]
    return Lines(_shape(tree, places), sums, (tuple(yours), tuple(opponents)))


def _tree(position: Position, gain: int, *, over: bool) -> _Tree:
    (yours, opponents), declared = position.points, position.declared
    rest: Rest = (gain, over, position.leader, position.stage, position.tricks, position.pending)
    moves = () if over else legal_moves(position)
    outcomes = (play_unchecked(position, move) for move in moves)
    moment = (yours + declared[0], opponents + declared[1], yours, opponents, rest)
    return moment, tuple(_tree(after, more, over=ends) for more, after, ends in outcomes)


def _moments(tree: _Tree) -> Iterator[_Moment]:
    yield tree[0]
    for branch in tree[1]:
        yield from _moments(branch)


def _shape(tree: _Tree, places: list[dict[int, int]]) -> Hashable:
    """The tree with places for sums, its branches in an order that does not depend on the names of tiles."""
    (a, b, c, d, rest), branches = tree
    named = (places[0][a], places[1][b], places[0][c], places[1][d], rest)
    return named, tuple(sorted((_shape(branch, places) for branch in branches), key=repr))


def _standing(rules: Rules, points: int) -> int:
    """How many of the thresholds that rules know are reached."""
    return bisect_right((1, rules.low, rules.target), points)
