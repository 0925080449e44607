"""Random records for every function of the native kernel: ``python -m tests.whole.fuzz --records 1000000 --seed 1``.

Each record is a call with arguments that are right, nearly right or nonsense. The kernel has to answer or to raise
ValueError; anything else is a fault, and so is whatever the sanitizers find when the kernel was built with them
(``-C cmake.define.BINGO_SANITIZE=address``).
"""

from __future__ import annotations

import argparse
import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from bingo.positions import dumps_json
from bingo.positions.lines import decode, pack
from bingo.solver import PRESETS, Closing, Position, Rules, Stage, deal
from bingo.solver.engine import _kernel
from bingo.solver.engine.kernel import row_of
from bingo.solver.engine.tables import scoring, trump_tables, weights_for
from bingo.solver.game import DOUBLES, Objective
from tests.oracles.random_play import playout
from tests.oracles.reference import random_objective

#: Numbers that stand at the edge of something.
EDGES = (
    -(2**31), -1000, -2, -1, 0, 1, 2, 5, 6, 7, 13, 14, 27, 28, 29, 31, 32, 69, 70, 127, 128, 255, 256, 2**15, 2**31 - 1,
)  # fmt: skip
ALL = (1 << 28) - 1
#: Tables so small that they overflow all the time.
BITS = 4
#: Face-down tiles at most: with more, a single answer can take seconds.
MOST_STOCK = 3


@dataclass
class Engines:
    """One of each class for one rule set, kept over many records."""

    rules: Rules

    def __post_init__(self) -> None:
        tables = trump_tables(self.rules), scoring(self.rules)
        self.kernel = _kernel.Kernel(*tables, BITS, BITS)
        self.players = _kernel.Players(*tables, weights_for(self.rules), BITS)
        self.composer = _kernel.Composer(*tables, BITS, BITS, True)
        self.rows = _kernel.RowSolver(*tables, self.rules.trump_from == "either-end", BITS, BITS, BITS)


# --- records -----------------------------------------------------------------------------------------


def changed(position: Position, **changes: Any) -> Position:
    """The same with other fields, which are not looked at: what the kernel is handed is looked at there."""
    copied = copy(position)
    for name, value in changes.items():
        object.__setattr__(copied, name, value)
    return copied


class Records:
    """Positions out of play, and what chance does to them."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.engines = [Engines(preset.rules) for preset in PRESETS.values()]
        self.objectives = [random_objective(self.rng) for _ in range(8)]
        self._out_of_play: list[Position] = []

    def position(self, rules: Rules, *, opened: bool | None = None) -> Position:
        """A position that can occur, with few tiles to draw."""
        while True:
            if not self._out_of_play:
                first = deal(self.rng.choice(list(PRESETS)), self.rng)
                played = list(playout(first, self.rng))
                self._out_of_play = [p for p in played if not p.open or len(p.stock) <= MOST_STOCK]
                self.rng.shuffle(self._out_of_play)
                continue
            position = replace(self._out_of_play.pop(), rules=rules)
            if opened is None or position.open == opened:
                return position

    def mangled(self, position: Position) -> Any:
        """The same, with up to three fields that chance has chosen; sometimes no position at all."""
        if self.rng.random() < 0.003:
            return self.rng.choice([None, 7, "position", (), object()])
        changes: dict[str, Any] = {}
        for _ in range(self.rng.choice([0, 0, 0, 1, 1, 1, 2, 3])):
            name = self.rng.choice(FIELDS)
            changes[name] = self._field(name, getattr(position, name))
        mangled: Any = changed(position, **changes)
        long = isinstance(mangled.stock, tuple) and len(mangled.stock) > MOST_STOCK and mangled.open
        return changed(mangled, stock=mangled.stock[:MOST_STOCK]) if long else mangled

    def _field(self, name: str, old: Any) -> Any:
        rng = self.rng
        if rng.random() < 0.05:
            return rng.choice([None, "5", 1.5, (), (1,), (None, None), 2**40, -(2**40), [3, 4], b"x"])
        if name == "hands":
            return self.rng.choice([(self.mask(old[0]), old[1]), (old[0], self.mask(old[1])), (old[0], old[0])])
        if name == "stock":
            return (
                tuple(self.number(28) for _ in range(rng.choice([0, 1, 2, 3, 3, 14])))
                if rng.random() < 0.5
                else old[1:]
            )
        if name == "closed":
            return Closing(self.number(2), self.number(100), self.number(8)) if rng.random() < 0.8 else None
        if name == "stage":
            return rng.choice([*Stage, 5, -1, 100])
        if name == "shown":
            return self.mask(old)
        if name in ("points", "tricks", "declared", "carried"):
            return (self.number(100), self.number(15))
        if name in ("led", "turned", "won_with"):
            return None if rng.random() < 0.2 else self.number(28)
        return self.number(8)

    def number(self, below: int) -> int:
        return self.rng.randrange(below) if self.rng.random() < 0.7 else self.rng.choice(EDGES)

    def mask(self, old: int) -> int:
        """Tiles: some moved, added or taken away, or any bits at all."""
        rng, bit = self.rng, 1 << self.rng.randrange(30)
        return rng.choice(
            [old ^ bit, old | bit, old & (old - 1), old & DOUBLES, rng.getrandbits(28), rng.getrandbits(32), -old, 0]
        )

    def objective(self) -> Any:
        """Often none, else one out of a few, or something that is none."""
        if self.rng.random() < 0.5:
            return None
        known = self.rng.choice(self.objectives)
        if self.right():
            return known
        rows: list[Any] = [list(row) for row in known.table]
        row, width = self.rng.randrange(len(rows)), len(rows[0])
        rows[row] = self.rng.choice([(), None, "x", [0] * 99, [self.number(10_000)] * width])
        objective = object.__new__(Objective)
        object.__setattr__(objective, "table", self.rng.choice([tuple(rows), rows, rows * 20, (), None]))
        return self.rng.choice([objective, objective, objective, 7, (), object()])

    def scored(self) -> tuple[int, int]:
        return (self.number(3), self.number(3)) if self.rng.random() < 0.2 else (0, 0)

    def right(self) -> bool:
        """Whether the next argument is to be as it should be."""
        return self.rng.random() < 0.8

    def rows(self, size: int, numbers: Callable[[], int]) -> array[int]:
        row = [numbers() for _ in range(size * self.rng.randrange(4))]
        return array("i", [n for n in row[: None if self.right() else -1] if -(2**31) <= n < 2**31])

    def worlds(self, position: Position, stock: int) -> tuple[Any, Any]:
        """Hands of the opponent and stocks for a position, some of them impossible."""
        n = self.rng.randrange(1, 4)
        seen = position.hands[0] | (0 if position.led is None else 1 << position.led)
        free = [t for t in range(28) if not seen >> t & 1 and t != position.turned]
        size = (position.hands[1] & ALL).bit_count()
        hands, stocks = [], []
        for _ in range(n):
            self.rng.shuffle(free)
            mask = sum(1 << t for t in free[:size])
            hands.append(mask if self.right() or self.right() else self.mask(mask) % 2**32)
            row = free[size : size + stock]
            row += [0] * (stock - len(row))
            if not self.right() and row:
                row[self.rng.randrange(len(row))] = self.rng.randrange(256)
            stocks.append(row)
        return np.array(hands, dtype=np.uint32), np.array(stocks, dtype=np.uint8).reshape(n, stock)


FIELDS = (
    "trump", "hands", "leader", "led", "points", "tricks", "declared", "shown", "pending", "stock", "turned", "closed",
    "carried", "stage", "won_with",
)  # fmt: skip


# --- calls -------------------------------------------------------------------------------------------


def value(r: Records, e: Engines) -> object:
    return e.kernel.value(r.mangled(r.position(e.rules)), r.objective(), *r.scored())


def values(r: Records, e: Engines) -> None:
    positions = [r.mangled(r.position(e.rules)) for _ in range(r.rng.randrange(1, 4))]
    goals = [r.objective() for _ in range(len(positions) + (not r.right()))] if r.rng.random() < 0.5 else None
    e.kernel.values(positions, r.rng.choice([1, 2, 3, 0, -1]), goals)


def moves(r: Records, e: Engines) -> None:
    positions = [r.mangled(r.position(e.rules))]
    e.kernel.moves(positions, r.rng.choice([1, 1, 2, 0]), [r.objective()])


def _closed(r: Records, e: Engines) -> tuple[Any, Any, array[int]]:
    position = r.position(e.rules, opened=False)
    if position.leader == 1:
        position = position.swapped()
    position = replace(position, closed=position.closed or Closing(0, 20, 1))
    position = replace(position, stage=Stage.LEAD) if position.led is None else position
    mangled = r.mangled(position)
    hands, _ = r.worlds(position, 0)
    tiles = [t for t in range(28) if position.hands[0] >> t & 1] or [0]

    def turn() -> Iterator[int]:
        while True:
            both = [t for t in tiles if DOUBLES >> t & 1]
            if r.rng.random() < 0.5 or len(both) < 2:
                yield from (0, r.rng.choice(tiles) if r.right() else r.number(28))
            else:
                yield from (sum(1 << t for t in both) if r.right() else r.mask(0), r.rng.choice(both))

    return mangled, hands, r.rows(2, turn().__next__)


def closings(r: Records, e: Engines) -> object:
    return e.kernel.closings(*_closed(r, e), r.rng.choice([1, 1, 2, 0]), r.objective())


def _weights(r: Records, size: int) -> Any:
    return np.full(size + (not r.right()), 1.0 if r.right() else r.rng.choice([0.0, float("nan"), 1e300]))


def guaranteed(r: Records, e: Engines) -> object:
    position, hands, turns = _closed(r, e)
    weights = _weights(r, len(hands)) if r.right() else None
    width, threads = (r.number(10), r.number(100)), r.rng.choice([1, 1, 2, 0])
    return e.kernel.guaranteed(position, hands, turns, weights, *width, threads, r.objective())


def losses(r: Records, e: Engines) -> object:
    position, hands, turns = _closed(r, e)
    how = r.number(4), r.rng.random() < 0.3, max(r.number(1000), 0), 1
    return e.kernel.losses(position, hands, turns, _weights(r, len(hands)), *how, r.objective())


def best_defences(r: Records, e: Engines) -> object:
    position, hands, turns = _closed(r, e)
    below = [r.rng.choice([4.0, 1e9, float("nan")])] * (len(turns) // 2 + (not r.right()))
    how = max(r.number(200), 0), 1
    return e.kernel.best_defences(position, hands, turns, np.ones(len(hands)), below, *how, r.objective())


def _open(r: Records, e: Engines) -> tuple[Any, Any, Any, array[int]]:
    position = r.position(e.rules, opened=True)
    if position.led is None:
        position = replace(position, stage=Stage.LEAD)
    if r.rng.random() < 0.5:
        position = position.swapped()
    hands, stocks = r.worlds(position, len(position.stock) + (0 if r.right() or r.right() else r.rng.choice([-1, 1])))
    tiles = [t for t in range(28) if position.hands[0] >> t & 1] or [0]

    def option() -> Iterator[int]:
        while True:
            tile = r.rng.choice(tiles)
            both = (0, position.hands[0] & DOUBLES, tile)
            wild = (r.number(2), r.mask(0), r.number(28))
            yield from r.rng.choice([(0, 0, -1), (0, 0, tile), (1, 0, tile), both, wild])

    return r.mangled(position), hands, stocks, r.rows(3, option().__next__)


def evaluate(r: Records, e: Engines) -> object:
    position = _open(r, e)[0]
    return e.players.evaluate(position), e.players.features(position)


def play_out(r: Records, e: Engines) -> None:
    position, hands, stocks, options = _open(r, e)
    e.players.play_out(position, hands, stocks, options, r.rng.choice([1, 2, 0]), r.objective())


def shallow(r: Records, e: Engines) -> None:
    e.composer.shallow([r.mangled(r.position(e.rules))], r.rng.choice([1, 1, 2, 0, -1, 99]))


def candidates(r: Records, e: Engines) -> object:
    wanted = array("i", [r.rng.randrange(8), r.rng.randrange(8), r.rng.randrange(MOST_STOCK)])
    if not r.right():
        wanted[r.rng.randrange(3)] = r.rng.choice([n for n in EDGES if n < MOST_STOCK])
    first = r.rng.randrange(10**6) if r.right() else r.rng.choice(EDGES)
    return e.composer.candidates(r.rng.getrandbits(64), first, r.rng.choice([0, 1, -1]), wanted)


def rows(r: Records, e: Engines) -> object:
    position = r.position(e.rules)
    (document,) = decode([dumps_json(position).encode()])
    packed = None if document is None else pack(document)
    written, solved = array("i", packed or bytes(4 * 38)), array("i", row_of(position))
    for part in (written, solved):
        for _ in range(r.rng.choice([0, 0, 1, 1, 2, 5])):
            part[r.rng.randrange(len(part))] = max(min(r.number(28), 2**31 - 1), -(2**31))
        if not r.right():
            part.pop()
    e.rows.check(written.tobytes())
    return e.rows.solve(solved.tobytes(), r.rng.choice([0, 1, 2, -1, 3]), r.objective())


def tables(r: Records, e: Engines) -> object:
    rules, numbers = array("i", trump_tables(e.rules)), array("i", scoring(e.rules))
    for part in (rules, numbers):
        if r.rng.random() < 0.6:
            part[r.rng.randrange(len(part))] = r.number(8)
        if not r.right():
            part.pop()
    kernel = _kernel.Kernel(rules, numbers, r.rng.choice([2, 4, 1, 25, -1]), r.rng.choice([2, 4, 0, 99]))
    return kernel.value(r.position(e.rules, opened=False))


Call = Callable[[Records, Engines], object]

#: How often each is called, next to the others.
CALLS: dict[Call, int] = {
    value: 25, values: 8, moves: 8, closings: 12, guaranteed: 8, losses: 6,
    best_defences: 4, evaluate: 6,
    play_out: 8, shallow: 4, candidates: 1,
    rows: 10, tables: 4,
}  # fmt: skip


def fuzz(records: int, seed: int, seconds: float = float("inf")) -> Counter[tuple[str, str]]:
    """How often each call answered or refused its record; whatever else it raises is passed on."""
    r, counts, end = Records(seed), Counter[tuple[str, str]](), time.monotonic() + seconds
    for call in r.rng.choices(list(CALLS), list(CALLS.values()), k=records):
        try:
            call(r, r.rng.choice(r.engines))
        except ValueError:
            counts[call.__name__, "refused"] += 1
        else:
            counts[call.__name__, "answered"] += 1
        if time.monotonic() > end:
            break
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.whole.fuzz", description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many")
    options = parser.parse_args()
    counts = fuzz(options.records, options.seed, options.seconds)
    print(f"{sum(counts.values()):,} records\n{'':16}{'answered':>10}{'refused':>10}")
    for call in CALLS:
        name = call.__name__
        print(f"{name:16}{counts[name, 'answered']:10,}{counts[name, 'refused']:10,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
