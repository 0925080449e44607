"""Deals, many at a time, drawn by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.game.tiles import members
from bingo.solver.hidden.request import about
from bingo.solver.hidden.worlds import hands
from bingo.solver.seam import found


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
    answer = found("deals", **about(known), worlds=size, seed=seed)
    stocks = np.array(answer["stocks"], dtype=np.uint8).reshape(size, known.face_down)
    return Deals(np.array(answer["hands"], dtype=np.uint32), stocks)


def every_hand(known: InformationSet) -> Deals:
    """Each hand once, with the face-down tiles in one order: what follows a close does not depend on them."""
    every = hands(known)
    stocks = [list(members(known.unseen & ~int(hand)))[: known.face_down] for hand in every]
    return Deals(every, np.array(stocks, dtype=np.uint8).reshape(len(every), known.face_down))
