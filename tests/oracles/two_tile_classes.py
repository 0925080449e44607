"""Classes of endgames of two tiles a side that play alike, so that the reference need search one of each.

Say player 0 leads. Each of their tiles meets each of the opponent's at most once: a first trick, if that reply is
legal, and then the trick of the two tiles left, of which both players have no choice. So rules see of a deal, whatever
the trump suit and the score, for each legal first trick:

- who wins it, and who wins the trick after it;
- what card points the two tricks bring;
- whether the Bingo takes the double of trumps in either;

and, for declarations, whether both tiles of a hand are doubles, and the Bingo one of them; where the winner of a trick
declares, which tiles are doubles and which is the Bingo. Deals with all this alike, up to the order of the tiles in
each hand, are a class. All of it comes from the predicates of ``solver.game.tricks``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game import tricks
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import BINGO, DOUBLES, SUITS, TILES, Tile, double, members

Integers = NDArray[np.int64]

#: Bits that hold what a trick is worth, at most 28 + 14, and the number of what follows a lead and a reply.
_WORTH_BITS, _CODE_BITS = 6, 13
_BOTH = (0, 1)


@dataclass(frozen=True)
class Classes:
    """Deals in which player 0 leads, by class: ``trump * len(pairs) + pair`` of each, those of a class together.

    Class ``n`` has ``deals[starts[n]:starts[n + 1]]``.
    """

    deals: Integers
    starts: Integers

    def __len__(self) -> int:
        return len(self.starts) - 1

    def members(self, n: int) -> Integers:
        """The deals of a class."""
        return self.deals[self.starts[n] : self.starts[n + 1]]


def classes(rules: Rules, hands: NDArray[np.uint32]) -> Classes:
    """Sort the deals of these pairs of hands, two tiles each, shape (n, 2), under every trump suit."""
    keys = _keys(rules, np.array([[list(members(hand)) for hand in pair] for pair in hands.tolist()]))
    order = np.argsort(keys, kind="stable")
    changes = np.flatnonzero(np.diff(keys[order])) + 1
    return Classes(order, np.concatenate([[0], changes, [len(keys)]]))


def _keys(rules: Rules, pairs: Integers) -> Integers:
    """A number for each trump suit and deal, the same for deals of a class; tiles of both hands, shape (n, 2, 2)."""
    played = np.array([[[_tricks(rules, trump, pairs, i, j) for j in _BOTH] for i in _BOTH] for trump in SUITS])
    different, codes = np.unique(played, return_inverse=True)
    assert len(different) <= 1 << _CODE_BITS
    codes, doubles = codes.reshape(played.shape), _doubles(rules, pairs)
    orders = [_in_order(codes, doubles, first, second) for first, second in product(_BOTH, repeat=2)]
    least: Integers = np.minimum.reduce(orders)
    return least.ravel()


def _in_order(codes: Integers, doubles: Integers, first: int, second: int) -> Integers:
    """The keys with the tiles of the first hand taken in this order and those of the second in that one."""
    keys = np.zeros((len(SUITS), len(doubles)), np.int64)
    for i, j in product(_BOTH, repeat=2):
        keys = keys << _CODE_BITS | codes[:, i ^ first, j ^ second]
    for player, turned in ((0, first), (1, second)):
        for i in _BOTH:
            keys = keys << 2 | doubles[:, player, i ^ turned]
    return keys


def _tricks(rules: Rules, trump: int, pairs: Integers, i: int, j: int) -> Integers:
    """What follows player 0's lead of tile ``i`` and the reply ``j``, as a number; 0 if the reply is not legal."""
    led, reply, next_0, next_1 = pairs[:, 0, i], pairs[:, 1, j], pairs[:, 0, 1 - i], pairs[:, 1, 1 - j]
    beats, duty, capture = (_table(rules, trump, cell) for cell in (_beats, _duty, _captures))
    worth = np.array(tricks.points_table(rules, trump))
    taken = beats[led, reply]
    taken_next = np.where(taken, 1 - beats[next_1, next_0], beats[next_0, next_1])
    facts = [
        (np.ones_like(led), 1),
        (taken, 1),
        (taken_next, 1),
        (capture[led, reply], 1),
        (capture[next_0, next_1], 1),
        (worth[led] + worth[reply], _WORTH_BITS),
        (worth[next_0] + worth[next_1], _WORTH_BITS),
    ]
    code = np.zeros_like(led)
    for fact, bits in facts:
        code = code << bits | fact
    return np.where(duty[led, reply] <= duty[led, next_1], code, 0)


def _doubles(rules: Rules, pairs: Integers) -> Integers:
    """What declarations see of each tile: 2 bits, shape (n, 2, 2)."""
    double = np.array([DOUBLES >> t & 1 for t in TILES])[pairs]
    bingo = (pairs == BINGO).astype(np.int64)
    if rules.declare == "after-winning":
        seen: Integers = double + 2 * bingo
        return seen
    seen = double.prod(axis=2) * (1 + bingo.sum(axis=2))
    return np.repeat(seen[:, :, None], 2, axis=2)


def _table(rules: Rules, trump: int, cell: Callable[[Rules, int, int, int], int]) -> Integers:
    """A number for each tile led and each reply."""
    return np.array([[cell(rules, trump, led, reply) for reply in TILES] for led in TILES])


def _beats(rules: Rules, trump: int, led: Tile, reply: Tile) -> int:
    return tricks.winners(rules, trump, led, phase_two=True) >> reply & 1


def _duty(rules: Rules, trump: int, led: Tile, reply: Tile) -> int:
    """The first class of replies that the tile is of; one of an earlier class must be played first."""
    return next(n for n, group in enumerate(tricks.reply_classes(rules, trump, led)) if group >> reply & 1)


def _captures(rules: Rules, trump: int, led: Tile, reply: Tile) -> int:
    return int(rules.capture > 0 and {led, reply} == {BINGO, double(trump)})
