"""Exact search, which the native kernel does: values of positions and of their moves, one by one or many in a call.

Many positions are rows of whole numbers, which the kernel checks and solves without an object for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from bingo.solver.engine import _kernel
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.errors import MAX_THREADS, IllegalMove, check_int
from bingo.solver.game import Objective, Pair, Rules, Tile, TileSet
from bingo.solver.game.position import Closing, Match, Position, Stage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


#: log2 of the entries of the transposition tables: two small enough to stay in cache (24 bytes an entry, and
#: 16 for what a closer takes), and one for positions with an open boneyard (24), made when the first comes.
#: Values never depend on them.
TABLE_BITS, OPEN_TABLE_BITS = 12, 18
#: The same where whole deals are solved, each of which visits many endgames.
DEAL_TABLE_BITS = 16


@dataclass(eq=False)
class Kernel:
    """Exact values under one rule set: game points, or utilities where there is an objective.

    With an ``objective`` all values are utilities, for you; 32 of them a row and 32 rows are the most.
    Ctrl-C ends any call with KeyboardInterrupt. Several threads may use one: their calls are done one by one. A
    ``monitor`` is called at least every 50 ms while a value is searched, and may raise to end that.

    Raises:
        ValueError: a value is asked for under an objective, which counts game points, and deals are worth card points.
    """

    rules: Rules
    bits: int = DEAL_TABLE_BITS
    open_bits: int = OPEN_TABLE_BITS
    objective: Objective | None = None
    monitor: Callable[[float], object] | None = None
    _native: _kernel.Kernel = field(init=False)

    def __post_init__(self) -> None:
        self._native = _kernel.Kernel(trump_tables(self.rules), scoring(self.rules), self.bits, self.open_bits)

    @property
    def nodes(self) -> int:
        return self._native.nodes

    def value(self, position: Position, scored: Pair = (0, 0)) -> int:
        """The exact value with best play: game points still to come, yours less the opponent's.

        Under the objective your utility, if both have ``scored`` so much of what it counts so far.
        """
        return self._native.value(position, self.objective, *scored, self.monitor)

    def values(self, positions: Sequence[Position], threads: int = 1) -> memoryview[int]:
        """Values of many positions under these rules, in order: shape (n,), int16."""
        return self._native.values(positions, threads, self.objective)

    def moves(self, positions: Sequence[Position], threads: int = 1) -> NDArray[np.int16]:
        """Values of all moves of many positions: shape (n, 59), int16, seen from ``you``.

        Columns: the value; claiming; a declaration that ends the deal or is claimed on; leading or playing
        the tile with index 0..27, with the best declaration; the same after closing. ``NO_MOVE`` where that is
        no move.
        """
        return self._native.moves(positions, threads, self.objective)


#: Stands for "no move" in what :meth:`Kernel.moves` returns.
NO_MOVE = 0x7FFF


def solve_many(positions: Iterable[Position], threads: int = 1) -> NDArray[np.int16]:
    """Values of many positions, in order, seen from ``you``: shape (n,), int16.

    They are game points; under ``berndt`` differences of card points, which 8 bits would not hold. Positions may
    differ in rules, trumps and phase. Results do not depend on ``threads``.

    Raises:
        TypeError: an item is not a position with everything known, or there are no items.
        IllegalMove: the deal of a position is over.
        NotationError: fewer than one thread is asked for.
    """
    check_int("threads", threads, 1, MAX_THREADS)
    if not isinstance(positions, Iterable):
        raise TypeError(f"solve_many: expected positions, any number of them; found {type(positions).__name__}")
    listed = list(positions)
    for n, position in enumerate(listed):
        if not isinstance(position, Position):
            raise TypeError(
                f"solve_many: expected positions with everything known; found {type(position).__name__} at {n}"
            )
    import numpy as np  # here: 0.1 s that a single analysis need not wait for

    values = np.empty(len(listed), dtype=np.int16)
    try:
        for rules, indices in _group_by_rules(listed).items():
            group = [listed[i] for i in indices]
            has_deals = any(p.turned is not None for p in group)
            values[indices] = Kernel(rules, DEAL_TABLE_BITS if has_deals else TABLE_BITS).values(group, threads)
    except ValueError:  # the kernel says it of one position; to ask every one before takes a tenth of the time
        for n, position in enumerate(listed):
            if position.over:
                raise IllegalMove(
                    f"solve_many: expected positions in which somebody is to move; found one at {n} that is over"
                ) from None
        raise
    return values


def _group_by_rules(positions: Sequence[Position]) -> dict[Rules, list[int]]:
    """The rule sets that occur, each with the indices of its positions."""
    by_identity: dict[int, list[int]] = {}
    for i, position in enumerate(positions):
        by_identity.setdefault(id(position.rules), []).append(i)  # rules take longer to compare
    groups: dict[Rules, list[int]] = {}
    for indices in by_identity.values():
        groups.setdefault(positions[indices[0]].rules, []).extend(indices)
    return groups


# --- rows --------------------------------------------------------------------------------------------

#: What the columns of a row hold, as ``PackedPosition`` in ``engine/core/unpack.hpp`` has them; the face-down tiles
#: follow. Tiles and sets of tiles by index, -1 for no tile, and for nobody.
ROW_COLUMNS = (
    "trump", "leader", "stage", "pending", "led", "won_with", "your_hand", "their_hand", "your_points",
    "their_points", "your_tricks", "their_tricks", "your_declared", "their_declared", "your_carried", "their_carried",
    "shown", "closed_by", "closed_points", "closed_tricks", "turned", "stock_size",
)  # fmt: skip
#: Columns of a row.
ROW_WIDTH = len(ROW_COLUMNS) + 13
STAGE_COLUMN = ROW_COLUMNS.index("stage")

#: Rule sets that are kept ready; tables for each take 50 KB and more once they are used.
MAX_ROW_SOLVERS = 64


def row_of(p: Position) -> list[int]:
    led, won_with, turned = (-1 if t is None else t for t in (p.led, p.won_with, p.turned))
    pairs = [*p.hands, *p.points, *p.tricks, *p.declared, *p.carried]
    closed = (p.closed.by, p.closed.points, p.closed.tricks) if p.closed else (-1, 0, 0)
    stock = p.stock if p.open else ()
    turn = [p.trump, p.leader, p.stage, p.pending, led, won_with]
    numbers = [*turn, *pairs, p.shown, *closed, turned, len(stock), *stock]
    return numbers + [0] * (ROW_WIDTH - len(numbers))


def position_of(rules: Rules, row: Sequence[int], name: str = "", match: Match | None = None) -> Position:
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
class RowValues:
    """Of each row the value for you, in game points; of its moves, which follow each other, what they are worth.

    Moves are codes: from the lowest bit on five for the tile (31: none), one each for closing, claiming and replying,
    and seven for the declared doubles, the blank first. With an objective there are utilities too, which decide.
    """

    values: memoryview
    utilities: memoryview
    move_counts: memoryview
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
        self._native = _kernel.RowSolver(*tables, either_end, TABLE_BITS, DEAL_TABLE_BITS, OPEN_TABLE_BITS)

    def check(self, setups: bytes) -> memoryview:
        """What is written, in rows of ``PackedSetup`` in ``engine/quick_check.hpp``, as rows of positions.

        The stage is -1 where the kernel cannot tell at once that a position can occur.
        """
        return memoryview(self._native.check(setups)).cast("i")

    def solve(self, rows: bytes, detail: int, objective: Objective | None = None) -> RowValues:
        """The values of rows; with ``detail`` 1 also the best moves, with 2 all, in the order of analysis."""
        return RowValues(*self._native.solve(rows, detail, objective))


#: One for each rule set in use.
row_solver = lru_cache(maxsize=MAX_ROW_SOLVERS)(RowSolver)
