"""Which candidates are puzzles: one move alone reaches the value, and no simple way of choosing finds it.

The obvious moves, any of which makes a position no puzzle when it is the solution:

- *greedy*: what looks best, or as good as the best, to somebody who looks one trick ahead (``Composer.shallow``), so
  also capturing the double of trumps, taking what is on the table, and every sure trick with something in it;
- *highest*: the tile that counts most of those that may be played;
- *declaring*: the largest declaration with the lead of the double in it that counts most;
- *claiming*, and a declaration that is claimed on. Where you can claim, this is the only obvious move.

Three moves or more must be possible.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bingo.solver.compose.candidates import NOTHING, Candidates
from bingo.solver.game import tricks
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import DOUBLES, SUITS
from bingo.solver.search.kernel import NONE

LEAST_MOVES = 3
#: Columns of a row of moves: the value, claiming, a declaration claimed on; leads and replies; leads after closing.
VALUE, CLAIM, DECLARED, TILE, CLOSE = 0, 1, 2, 3, 31
_LOW = -10_000


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
