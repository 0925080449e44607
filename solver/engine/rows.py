"""Positions as rows of whole numbers: the kernel checks and solves many in one call, without an object for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from bingo.solver.engine import _kernel
from bingo.solver.engine.kernel import BITS, DEAL_BITS, OPEN_BITS
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.game.position import Closing, Match, Position, Stage
from bingo.solver.game.tiles import Tile, TileSet

if TYPE_CHECKING:
    from bingo.solver.game.rules import Rules
    from bingo.solver.game.scoring import Objective

#: What the columns of a row hold, as ``PackedPosition`` in ``engine/core/unpack.hpp`` has them; the face-down tiles
#: follow. Tiles and sets of tiles by index, -1 for no tile, and for nobody.
COLUMNS = (
    "trump", "leader", "stage", "pending", "led", "won_with", "your_hand", "their_hand", "your_points",
    "their_points", "your_tricks", "their_tricks", "your_declared", "their_declared", "your_carried", "their_carried",
    "shown", "closed_by", "closed_points", "closed_tricks", "turned", "stock_size",
)  # fmt: skip
#: Columns of a row.
WIDTH = len(COLUMNS) + 13
STAGE = COLUMNS.index("stage")

#: Rule sets that are kept ready; tables for each take 50 KB and more once they are used.
MOST_RULES = 64


def row_of(p: Position) -> list[int]:
    """The row of a position."""
    led, won_with, turned = (-1 if t is None else t for t in (p.led, p.won_with, p.turned))
    pairs = [*p.hands, *p.points, *p.tricks, *p.declared, *p.carried]
    closed = (p.closed.by, p.closed.points, p.closed.tricks) if p.closed else (-1, 0, 0)
    stock = p.stock if p.open else ()
    turn = [p.trump, p.leader, p.stage, p.pending, led, won_with]
    numbers = [*turn, *pairs, p.shown, *closed, turned, len(stock), *stock]
    return numbers + [0] * (WIDTH - len(numbers))


def position_of(rules: Rules, row: Sequence[int], name: str = "", match: Match | None = None) -> Position:
    """The position that a row stands for."""
    trump, leader, stage, pending, led, won_with, *pairs = row[:16]
    shown, closed_by, closed_points, closed_tricks, turned, size = row[16:22]
    return Position(
        rules,
        trump,
        (TileSet(pairs[0]), TileSet(pairs[1])),
        leader,
        None if led < 0 else Tile(led),
        (pairs[2], pairs[3]),
        (pairs[4], pairs[5]),
        (pairs[6], pairs[7]),
        TileSet(shown),
        pending,
        tuple(map(Tile, row[22 : 22 + size])),
        None if turned < 0 else Tile(turned),
        None if closed_by < 0 else Closing(closed_by, closed_points, closed_tricks),
        (pairs[8], pairs[9]),
        Stage(stage),
        None if won_with < 0 else Tile(won_with),
        name,
        match,
    )


@dataclass(frozen=True, slots=True)
class Worths:
    """Of each row the value for you, in game points; of its moves, which follow each other, what they are worth.

    Moves are codes: from the lowest bit on five for the tile (31: none), one each for closing, claiming and replying,
    and seven for the declared doubles, the blank first. With an objective there are utilities too, which decide.
    """

    values: memoryview
    utilities: memoryview
    counts: memoryview
    moves: memoryview
    move_values: memoryview
    move_utilities: memoryview


@dataclass(eq=False)
class RowSolver:
    """Checks and solves rows under one rule set. Threads may share it: their calls are done one by one."""

    rules: Rules
    _native: _kernel.RowSolver = field(init=False)

    def __post_init__(self) -> None:
        tables = trump_tables(self.rules), scoring(self.rules)
        either_end = self.rules.trump_from == "either-end"
        self._native = _kernel.RowSolver(*tables, either_end, BITS, DEAL_BITS, OPEN_BITS)

    def check(self, written: bytes) -> memoryview:
        """What is written, in rows of ``Written`` in ``engine/quick_check.hpp``, as rows of positions.

        The stage is -1 where the kernel cannot tell at once that a position can occur.
        """
        return memoryview(self._native.check(written)).cast("i")

    def solve(self, rows: bytes, detail: int, objective: Objective | None = None) -> Worths:
        """The values of rows; with ``detail`` 1 also the best moves, with 2 all, in the order of analysis."""
        return Worths(*(memoryview(part).cast("h") for part in self._native.solve(rows, detail, objective)))


#: One for each rule set in use.
row_solver = lru_cache(maxsize=MOST_RULES)(RowSolver)
