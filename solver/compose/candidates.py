"""Candidates: positions from sensible play by chance, each with the exact value of every move; and which are puzzles.

The native kernel plays, solves and looks one trick ahead without coming back to Python; only what is selected is made a
:class:`~bingo.solver.game.position.Position`. In a puzzle one move alone reaches the value, and no simple way of
choosing finds it. The obvious moves, any of which makes a position no puzzle when it is the solution:

- *greedy*: what looks best, or as good as the best, to somebody who looks one trick ahead (``Composer.shallow``), so
  also capturing the double of trumps, taking what is on the table, and every sure trick with something in it;
- *highest*: the tile that counts most of those that may be played;
- *declaring*: the largest declaration with the lead of the double in it that counts most;
- *claiming*, and a declaration that is claimed on. Where you can claim, this is the only obvious move.

Three moves or more must be possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bingo.solver.engine import _kernel, rows
from bingo.solver.engine.kernel import BITS, NONE, OPEN_BITS, Kernel
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.game import tricks
from bingo.solver.game.moves import begin
from bingo.solver.game.position import Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import DOUBLES, SUITS

#: The fewest moves that must be possible.
LEAST_MOVES = 3
#: Columns of a row of moves: the value, claiming, a declaration claimed on; leads and replies; leads after closing.
VALUE, CLAIM, DECLARED, TILE, CLOSE = 0, 1, 2, 3, 31
_LOW = -10_000
#: Stands for "no move" in what :meth:`Composer.shallow` returns, and what a game point counts there.
NOTHING, POINT = 10_000, 100

#: Columns of a row: the number of the deal, then a position.
COLUMNS = ("deal", *rows.COLUMNS)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which positions of a deal are candidates.

    With the boneyard not open, those with ``least_tiles`` to ``most_tiles`` in the hand of the player to move; with it
    open, those with at most ``most_stock`` face-down tiles (0: none).
    """

    least_tiles: int = 3
    most_tiles: int = 7
    most_stock: int = 3


@dataclass(frozen=True, slots=True)
class Candidates:
    """``n`` positions in which ``you`` are to move and the other may not claim first.

    ``rows`` (n, 36) int32; ``exact`` (n, 59) int16 as :meth:`Kernel.moves` gives it; ``ahead`` (n, 59) int16 as
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
        self._native = _kernel.Composer(*tables, BITS, OPEN_BITS, self.rules.trump_from == "either-end")

    def play(self, seed: int, first: int, deals: int, wanted: Wanted) -> Candidates:
        """The candidates of deals number ``first`` to ``first + deals - 1``, each by its number and the seed alone."""
        return Candidates(*self._native.candidates(seed, first, deals, astuple(wanted)))

    def shallow(self, positions: Sequence[Position], tricks: int) -> NDArray[np.int16]:
        """What all moves seem worth to somebody who looks ``tricks`` (1 or more) tricks ahead: shape (n, 59), int16.

        Columns as in :meth:`Kernel.moves`, ``NOTHING`` where that is no move. A game point counts ``POINT``; what is
        still open counts as the difference of card points, none above the target, and a close that has not succeeded
        yet as failed. Of declarations only the largest is looked at.
        """
        return self._native.shallow(positions, tricks)

    def candidates(self, positions: Sequence[Position]) -> Candidates:
        """Given positions, in which ``you`` are to move, as candidates."""
        numbers = [[0, *rows.row_of(p)] for p in positions]
        packed = np.array(numbers, dtype=np.int32).reshape(-1, 1 + rows.WIDTH)
        return Candidates(packed, self.kernel.moves(positions), self.shallow(positions, 1))


def position(rules: Rules, row: NDArray[np.int32]) -> Position:
    """The position that a row stands for."""
    return begin(rows.position_of(rules, row[1:].tolist()))


# --- which are puzzles -------------------------------------------------------------------------------


def select(rules: Rules, found: Candidates) -> NDArray[np.intp]:
    """Which of the candidates are puzzles: their indices in ascending order."""
    exact = _or_low(found.exact, NONE)
    value = found.exact[:, VALUE]
    reaching = exact[:, 1:] == value[:, None]
    few = np.flatnonzero((reaching.sum(axis=1) == 1) & ((exact[:, 1:] > _LOW).sum(axis=1) >= LEAST_MOVES))
    solution = reaching[few].argmax(axis=1) + 1
    few, solution = few[solution >= TILE], solution[solution >= TILE]
    ahead = _or_low(found.ahead[few], NOTHING)[:, 1:]
    greedy = ahead[np.arange(len(few)), solution - 1] == ahead.max(axis=1)
    obvious = greedy | _highest(rules, found, few, (solution - TILE) % 28)
    kept: NDArray[np.intp] = few[~obvious | (found.exact[few, CLAIM] != NONE)]
    return kept


def _or_low(moves: NDArray[np.int16], nothing: int) -> NDArray[np.int16]:
    return np.where(moves == nothing, _LOW, moves).astype(np.int16)


def _highest(rules: Rules, found: Candidates, few: NDArray[np.intp], solution: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether the tile of the solution is the one that counts most of those that may be played, or be declared."""
    worth = _worths(rules)[found.column("trump")[few]]
    legal = (found.exact[few, TILE:CLOSE] != NONE) | (found.exact[few, CLOSE:] != NONE)
    declarable = found.column("your_hand")[few] & DOUBLES & ~(0 if rules.redeclare else found.column("shown")[few])
    doubles = legal & (declarable[:, None] >> np.arange(28) & 1 == 1) & (found.column("led")[few] < 0)[:, None]
    doubles &= (doubles.sum(axis=1) >= 2)[:, None]
    own = worth[np.arange(len(few)), solution]
    obvious = np.zeros(len(few), dtype=np.bool_)
    for tiles in (legal, doubles):
        most = np.where(tiles, worth, -1).max(axis=1)
        obvious |= tiles[np.arange(len(few)), solution] & (own == most) & (most > 0)
    return obvious


@lru_cache(maxsize=64)
def _worths(rules: Rules) -> NDArray[np.int16]:
    """Card points by trump suit and tile: shape (7, 28)."""
    return np.array([tricks.points_table(rules, trump) for trump in SUITS], dtype=np.int16)
