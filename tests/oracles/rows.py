"""Positions as rows of numbers, as ``native/core/given.hpp`` has them: for many of them at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.position import Position

#: Face-down tiles that a row has room for.
STOCK = 13


def rows(positions: Sequence[Position]) -> NDArray[np.int32]:
    """A row each: shape (n, 35), int32, the least significant byte first."""
    return np.array([_row(position) for position in positions], dtype="<i4")


def _row(p: Position) -> list[int]:
    stock = p.stock if p.open else ()
    closed = (-1, 0, 0) if p.closed is None else (p.closed.by, p.closed.points, p.closed.tricks)
    turned = p.turned if p.open else None
    tiles = [-1 if tile is None else tile for tile in (p.led, p.won_with, turned)]
    both = (*p.hands, *p.points, *p.tricks, *p.declared, *p.carried)
    told = [p.trump, p.leader, p.stage, p.pending, *tiles[:2], *both, p.shown, *closed, tiles[2]]
    return [*told, len(stock), *stock, *[0] * (STOCK - len(stock))]
