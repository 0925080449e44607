"""Candidates: positions from sensible play by chance, each with the exact value of every move.

The native kernel plays, solves and looks one trick ahead without coming back to Python; only what is
selected is made a :class:`~bingo.solver.game.position.Position`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game import tricks
from bingo.solver.game.play import begin
from bingo.solver.game.position import Closing, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ENDS, TILES
from bingo.solver.native import _kernel
from bingo.solver.search.kernel import BITS, OPEN_BITS, Kernel
from bingo.solver.search.tables import scoring, trump_tables

#: Stands for "no move" in what :meth:`Composer.shallow` returns, and what a game point counts there.
NOTHING, POINT = 10_000, 100

#: Columns of a row, as ``CandidateRow`` in ``native/compose/dealer.hpp`` lists them; the face-down tiles follow.
COLUMNS = (
    "deal", "trump", "your_hand", "their_hand", "leader", "led", "your_points", "their_points", "your_tricks",
    "their_tricks", "your_declared", "their_declared", "shown", "pending", "turned", "closed_by", "closed_points",
    "closed_tricks", "stock_size",
)  # fmt: skip
WIDTH = len(COLUMNS) + 13


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which positions of a deal are candidates.

    With the boneyard not open, those with ``least_tiles`` to ``most_tiles`` in the hand of the player to move; with it
    open, those with at most ``most_stock`` face-down tiles (0: none), and one in ``one_in`` of them.
    """

    least_tiles: int = 3
    most_tiles: int = 7
    most_stock: int = 3
    one_in: int = 1


@dataclass(frozen=True, slots=True)
class Candidates:
    """``n`` positions in which ``you`` are to move and the other may not claim first.

    ``rows`` (n, WIDTH) int32; ``exact`` (n, 59) int16 as :meth:`Kernel.moves` gives it; ``ahead`` (n, 59) int16 as
    :meth:`Composer.shallow` does for one trick.
    """

    rows: NDArray[np.int32]
    exact: NDArray[np.int16]
    ahead: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.rows)

    def column(self, name: str) -> NDArray[np.int32]:
        """One column of the rows."""
        return self.rows[:, COLUMNS.index(name)]


@dataclass(eq=False)
class Composer:
    """Exact and shallow search under one rule set, and the play that positions come from."""

    rules: Rules
    kernel: Kernel = field(init=False)
    _native: _kernel.Composer = field(init=False)

    def __post_init__(self) -> None:
        tables = trump_tables(self.rules), scoring(self.rules)
        self.kernel = Kernel(self.rules, BITS)
        self._native = _kernel.Composer(*tables, BITS, OPEN_BITS, _suits(self.rules))

    def play(self, seed: int, first: int, deals: int, wanted: Wanted) -> Candidates:
        """The candidates of deals number ``first`` to ``first + deals - 1``, each by its number and the seed alone."""
        numbers = array("i", (wanted.least_tiles, wanted.most_tiles, wanted.most_stock, wanted.one_in))
        return Candidates(*self._native.candidates(seed, first, deals, numbers))

    def shallow(self, positions: Sequence[Position], tricks: int) -> NDArray[np.int16]:
        """What all moves seem worth to somebody who looks ``tricks`` (1 or more) tricks ahead: shape (n, 59), int16.

        Columns as in :meth:`Kernel.moves`, ``NOTHING`` where that is no move. A game point counts ``POINT``; what is
        still open counts as the difference of card points, none above the target, and a close that has not succeeded
        yet as failed. Of declarations only the largest is looked at.
        """
        return self._native.shallow(positions, tricks)

    def candidates(self, positions: Sequence[Position]) -> Candidates:
        """Given positions, in which ``you`` are to move, as candidates."""
        rows = np.array([_row(p) for p in positions], dtype=np.int32).reshape(-1, WIDTH)
        return Candidates(rows, self.kernel.moves(positions), self.shallow(positions, 1))


@lru_cache(maxsize=64)
def _suits(rules: Rules) -> array[int]:
    """For each turned tile the two suits it can make trumps; the same one twice where the rules decide."""
    if rules.trump_from == "either-end":
        return array("i", [end for t in TILES for end in ENDS[t]])
    return array("i", [tricks.trump_of(t) for t in TILES for _ in range(2)])


def position(rules: Rules, row: NDArray[np.int32]) -> Position:
    """The position that a row stands for."""
    numbers = row.tolist()
    at = dict(zip(COLUMNS, numbers, strict=False))
    closing = Closing(at["closed_by"], at["closed_points"], at["closed_tricks"]) if at["closed_by"] >= 0 else None
    start = len(COLUMNS)
    return begin(
        Position(
            rules=rules,
            trump=at["trump"],
            hands=(at["your_hand"], at["their_hand"]),
            leader=at["leader"],
            led=None if at["led"] < 0 else at["led"],
            points=(at["your_points"], at["their_points"]),
            tricks=(at["your_tricks"], at["their_tricks"]),
            declared=(at["your_declared"], at["their_declared"]),
            shown=at["shown"],
            pending=at["pending"],
            stock=tuple(numbers[start : start + at["stock_size"]]),
            turned=None if at["turned"] < 0 else at["turned"],
            closed=closing,
        )
    )


def _row(p: Position) -> list[int]:
    closed = (p.closed.by, p.closed.points, p.closed.tricks) if p.closed else (-1, 0, 0)
    led, turned = (-1 if t is None else t for t in (p.led, p.turned))
    stock = p.stock if p.open else ()
    pairs = [*p.points, *p.tricks, *p.declared]
    numbers = [0, p.trump, *p.hands, p.leader, led, *pairs, p.shown, p.pending, turned, *closed, len(stock), *stock]
    return numbers + [0] * (WIDTH - len(numbers))
