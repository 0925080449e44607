"""Deals, many at a time: drawn at random, or every one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position
from bingo.solver.game.tiles import members
from bingo.solver.hidden.worlds import Gone, hands, sample_hands, sample_stock, stocks

Values = NDArray[np.float64]


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

    def __getitem__(self, rows: slice | NDArray[np.intp]) -> Deals:
        return Deals(self.hands[rows], self.stocks[rows])

    def positions(self, known: InformationSet) -> Iterator[Position]:
        """Each as a position."""
        for hand, stock in zip(self.hands.tolist(), self.stocks.tolist(), strict=True):
            yield known.world(hand, tuple(stock))


class Method(Protocol):
    """A way of telling what moves are worth, asked again and again during one decision, for moves still in question."""

    def __call__(self, moves: Sequence[Move], deals: Deals) -> Values:
        """The value of each move in each deal, shape (deals, moves); NaN where one was not tried."""


def draw(known: InformationSet, size: int, rng: np.random.Generator) -> Deals:
    """So many deals, each uniform in the hand and then in what lies face down."""
    if known.unknown_gone:
        return _fitting(known, size, int(rng.integers(2**32)))
    free = np.array(list(members(known.free)), dtype=np.uint8)
    barred = np.array(list(members(known.barred & known.unseen)), dtype=np.uint8)
    missing = known.hidden - known.held.bit_count()
    order = rng.permuted(np.tile(free, (size, 1)), axis=1)
    drawn = np.bitwise_or.reduce(np.uint32(1) << order[:, :missing].astype(np.uint32), axis=1, dtype=np.uint32)
    rest = np.hstack([order[:, missing:], np.tile(barred, (size, 1))])
    if len(barred):
        rest = rng.permuted(rest, axis=1)
    return Deals(drawn | np.uint32(known.held), np.ascontiguousarray(rest[:, : known.face_down]))


def every(known: InformationSet) -> Deals:
    """All deals that there are; see :func:`~bingo.solver.hidden.worlds.count_deals` for how many."""
    found: list[tuple[int, tuple[int, ...]]] = []
    gone = Gone(known)
    for hand in hands(known).tolist():
        for stock in stocks(known, hand, gone) if known.unknown_gone else [known.unseen & ~hand]:
            found += [(hand, order) for order in permutations(members(stock), known.face_down)]
    return _arrays(found, known.face_down)


def _fitting(known: InformationSet, size: int, seed: int) -> Deals:
    """As draw, where tiles gone are not written down: only deals that leave tiles for the tricks."""
    rng = random.Random(seed)
    drawn = sample_hands(known, size, seed).tolist()
    gone = Gone(known)
    return _arrays([(hand, tuple(sample_stock(known, hand, gone, rng))) for hand in drawn], known.face_down)


def _arrays(deals: list[tuple[int, tuple[int, ...]]], face_down: int) -> Deals:
    stocks = np.array([stock for _, stock in deals], dtype=np.uint8).reshape(len(deals), face_down)
    return Deals(np.array([hand for hand, _ in deals], dtype=np.uint32), stocks)
