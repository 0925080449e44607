"""Random records for every function of the native kernel: ``python -m tests.whole.fuzz --records 1000000 --seed 1``.

Each record is a call with arguments that are right, but for up to three places in them that chance has changed. The
kernel has to answer or to refuse in time; anything else is a fault, and so is whatever the sanitizers find when the
kernel was built with them (``-C cmake.define.BINGO_SANITIZE=address``).
"""

from __future__ import annotations

import time
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

import numpy as np
import typer

from bingo.positions import dumps_json
from bingo.positions.lines import decode, pack_if_usual
from bingo.solver import PRESETS, Closing, InformationSet, Position, Rules, Stage, Trick, deal, replay
from bingo.solver.analysis import view_of
from bingo.solver.engine import _kernel
from bingo.solver.engine.kernel import row_of
from bingo.solver.engine.tables import scoring, trump_tables, weights_for
from bingo.solver.game import DOUBLES, WAIT, Move, Objective, mask, members
from tests.oracles.random_play import playout, random_deal
from tests.oracles.reference import random_objective

#: Numbers that stand at the edge of something.
EDGES = (
    -(2**31), -1000, -2, -1, 0, 1, 2, 5, 6, 7, 13, 14, 27, 28, 29, 31, 32, 69, 70, 127, 128, 255, 256, 2**15, 2**31 - 1,
)  # fmt: skip
#: What a field of an object may hold, too, or stand for the object.
NONSENSE = (None, 7, "5", 1.5, (), (1,), (None, None), 2**40, -(2**40), [3, 4], b"x", object())
#: What the kernel reads nothing of.
UNREAD = {"rules", "name", "match", "expect", "score", "written", "taken"}
#: Tables so small that they overflow all the time.
BITS = 4
#: A call that takes longer is a fault, too: its limits do not limit it.
MAX_SECONDS = 20.0
#: Face-down tiles at most: with more, a single answer can take seconds.
MOST_STOCK = 3
MOVES = (Move(lead=3), Move(play=27), Move(close=True, lead=27), Move(declare=5, lead=2), Move(claim=True), Move())


#: Where a player is asked something that what they know has an answer to.
CHOICES = (Stage.CLAIM, Stage.ANSWER, Stage.LEAD, Stage.REPLY)


class Effort(int):
    """A number that says how much is done, and so is small whatever chance makes of it."""


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
        self.engine = _kernel.Engine(*tables, weights_for(self.rules))


# --- records -----------------------------------------------------------------------------------------


def changed(thing: Any, **changes: Any) -> Any:
    """The same with other fields, which are not looked at: what the kernel is handed is looked at there."""
    copied = copy(thing)
    for name, value in changes.items():
        object.__setattr__(copied, name, value)
    return copied


class Records:
    """Positions out of play, what players know of them, and what chance does to them."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.engines = [Engines(preset.rules) for preset in PRESETS.values()]
        self.objectives = [None, *(random_objective(self.rng) for _ in range(8))]
        self._positions: list[Position] = []
        self._views: dict[Rules, list[InformationSet]] = {}

    def position(self, rules: Rules, *, opened: bool | None = None) -> Position:
        """A position that can occur, with few tiles to draw."""
        while True:
            if not self._positions:
                played = playout(deal(self.rng.choice(list(PRESETS)), self.rng), self.rng)
                self._positions = [p for p in played if not p.open or len(p.stock) <= MOST_STOCK]
                self.rng.shuffle(self._positions)
            elif opened in (None, (position := replace(self._positions.pop(), rules=rules)).open):
                return position

    def view(self, rules: Rules) -> InformationSet:
        """What the player to move knows in random play."""
        views = self._views.setdefault(rules, [])
        while not views:
            carried = (75, 88) if rules.at_target == "points" else (0, 0)
            moments = replay(random_deal(rules, self.rng.randrange(1000), carried=carried)).moments
            views += [view_of(m.seen_by(m.to_play)) for m in moments if m.turn and m.position.stage in CHOICES]
        return views.pop(self.rng.randrange(len(views)))

    def objective(self) -> Objective | None:
        return self.rng.choice(self.objectives)

    def worlds(self, position: Position) -> tuple[Any, Any]:
        """Hands of the opponent and stocks for a position."""
        free = list(members(position.hands[1] | mask(position.stock)))
        size, hands, stocks = position.hands[1].bit_count(), [], []
        for _ in range(self.rng.randrange(1, 4)):
            self.rng.shuffle(free)
            hands.append(mask(free[:size]))
            stocks.append(free[size:])
        return np.array(hands, dtype=np.uint32), np.array(stocks, dtype=np.uint8).reshape(len(hands), -1)

    def number(self, old: int = 0) -> int:
        """Another one: at the edge of something, a small one, or a bit away from the old."""
        rng = self.rng
        return rng.choice((rng.choice(EDGES), rng.randrange(28), old ^ 1 << rng.randrange(30), old & (old - 1), -old))

    def mangled(self, thing: Any) -> Any:
        """The same with one part of it changed."""
        rng = self.rng
        match thing:
            case Effort():
                return Effort(rng.choice((0, -1, 1, 2, 3)))  # whose next change is small, too
            case bool():
                return not thing
            case int():
                return self.number(int(thing))
            case float():
                return rng.choice((0.0, -1.0, 1e300, float("nan")))
            case Position() | InformationSet() | Move() | Trick() | Closing() | Objective() if rng.random() < 0.98:
                field = rng.choice([field.name for field in fields(thing) if field.name not in UNREAD])
                old = getattr(thing, field)
                return changed(thing, **{field: rng.choice(NONSENSE) if rng.random() < 0.1 else self.mangled(old)})
            case list() | tuple() if thing:
                index, copies = rng.randrange(len(thing)), rng.choice((0, 1, 1, 1, 2))
                return type(thing)(
                    (*thing[:index], *[self.mangled(thing[index])][:copies], *thing[index + 1 :], *thing[:1][copies:])
                )
            case array() if thing:
                numbers = self.mangled(list(thing))
                return array(thing.typecode, [n for n in numbers if -(2**31) <= n < 2**31])
            case np.ndarray() if thing.size:
                flat = thing.ravel().copy()
                old = flat[index := rng.randrange(flat.size)].item()
                new = self.mangled(old)
                flat[index] = new if isinstance(old, float) else new % 2 ** (8 * flat.itemsize)
                return flat.reshape(thing.shape)[: rng.choice((None, None, -1))]
            case _:
                return rng.choice(NONSENSE)


# --- calls: each is a function of the kernel and its arguments --------------------------------------------

Record = tuple[Callable[..., object], list[Any]]


def value(r: Records, e: Engines) -> Record:
    return e.kernel.value, [r.position(e.rules), r.objective(), 0, 0]


def values(r: Records, e: Engines) -> Record:
    positions = [r.position(e.rules), r.position(e.rules)]
    return e.kernel.values, [positions, Effort(1), r.objective()]


def moves(r: Records, e: Engines) -> Record:
    return e.kernel.moves, [[r.position(e.rules)], Effort(1), r.objective()]


def _closed(r: Records, e: Engines) -> list[Any]:
    """A position after a close, hands of the opponent, and leads."""
    position = r.position(e.rules, opened=False)
    position = position if position.leader == 0 else position.swapped()
    position = replace(position, closed=position.closed or Closing(0, 20, 1))
    position = replace(position, stage=Stage.LEAD) if position.led is None else position
    tiles, doubles = ([*members(position.hands[0] & part)] for part in (-1, DOUBLES))
    turns = [Move(lead=r.rng.choice(tiles or [0]))]
    if len(doubles) > 1:
        turns.append(Move(declare=mask(doubles), lead=r.rng.choice(doubles)))
    return [position, r.worlds(position)[0], turns]


def _endgame(r: Records, e: Engines, call: Callable[..., object], *more: Any, weighted: bool = True) -> Record:
    """A call of the kernel about an endgame, with what makes that up in place of it."""
    position, hands, leads = _closed(r, e)
    weights = np.ones(len(hands)) if weighted else None
    question = [position, hands, leads, weights, r.objective()]
    return lambda *of: call(e.kernel.question(*of[:5]), *of[5:]), [
        *question,
        *(extra(leads) if callable(extra) else extra for extra in more),
        Effort(1),
    ]


def closings(r: Records, e: Engines) -> Record:
    return _endgame(r, e, e.kernel.closings, weighted=False)


def guaranteed(r: Records, e: Engines) -> Record:
    return _endgame(r, e, e.kernel.guaranteed, 4, 10, weighted=r.rng.random() < 0.5)


def losses(r: Records, e: Engines) -> Record:
    return _endgame(r, e, e.kernel.losses, 2, False, Effort(1000))


def best_defences(r: Records, e: Engines) -> Record:
    return _endgame(r, e, e.kernel.best_defences, lambda leads: [4.0] * len(leads), Effort(r.rng.choice((1, 200))))


def evaluate(r: Records, e: Engines) -> Record:
    return lambda p: (e.players.evaluate(p), e.players.features(p)), [_open(r, e)[0]]


def play_out(r: Records, e: Engines) -> Record:
    return e.players.play_out, [*_open(r, e), Effort(1), r.objective()]


def _open(r: Records, e: Engines) -> list[Any]:
    """A position in which tiles are drawn, hands of the opponent and stocks, and what you may do."""
    position = r.position(e.rules, opened=True)
    position = replace(position, stage=Stage.LEAD) if position.led is None else position
    position = position if r.rng.random() < 0.5 else position.swapped()
    tile = r.rng.choice([*members(position.hands[0])] or [0])
    return [position, *r.worlds(position), [WAIT, Move(lead=tile), Move(close=True, lead=tile)]]


def shallow(r: Records, e: Engines) -> Record:
    return e.composer.shallow, [[r.position(e.rules)], Effort(1)]


def candidates(r: Records, e: Engines) -> Record:
    tile_limits = [Effort(r.rng.randrange(8)), Effort(r.rng.randrange(8)), Effort(r.rng.randrange(MOST_STOCK))]
    seed = r.rng.getrandbits(64)
    return lambda first, many, *w: e.composer.candidates(seed, first, many, array("i", w)), [5, Effort(1), *tile_limits]


def rows(r: Records, e: Engines) -> Record:
    position = r.position(e.rules)
    (document,) = decode([dumps_json(position).encode()])
    written = array("i", (document and pack_if_usual(document)) or bytes(4 * 38))

    def solve(written: array[int], solved: array[int], threads: int, objective: Any) -> object:
        return e.rows.check(written.tobytes()), e.rows.solve(solved.tobytes(), threads, objective)

    return solve, [written, array("i", row_of(position)), Effort(1), r.objective()]


def tables(r: Records, e: Engines) -> Record:
    position = r.position(e.rules, opened=False)
    numbers = array("i", trump_tables(e.rules)), array("i", scoring(e.rules))
    return lambda *of: _kernel.Kernel(*of).value(position), [*numbers, Effort(2), Effort(2)]


def questions(r: Records, e: Engines) -> Record:
    """What is asked about what a player knows."""
    engine, budget, until = e.engine, _kernel.Request(worlds=2, hands=3), time.thread_time() + 0.05

    def limit(_share: float) -> bool:
        return time.thread_time() > until

    calls: Sequence[Callable[[Any], object]] = (
        lambda seen: engine.hands(seen, limit),
        engine.weights,
        lambda seen: engine.deals(seen, 2, 1),
        lambda seen: engine.analyze(seen, None, True, budget, limit),
        lambda seen: engine.estimate(seen, None, budget, monitor=limit),
        lambda seen: engine.solve_moves(seen, None, [r.rng.choice(MOVES)], budget, limit),
        lambda seen: engine.reply(r.rng.randrange(-1, 6), seen, r.rng.randrange(-1, 6), worlds=2, monitor=limit),
    )
    return r.rng.choice(calls), [r.view(e.rules)]


Call = Callable[[Records, Engines], Record]

#: How often each is called, next to the others.
CALLS: dict[Call, int] = {
    value: 25, values: 8, moves: 8, closings: 12, guaranteed: 8, losses: 6, best_defences: 4, evaluate: 6,
    play_out: 8, shallow: 4, candidates: 1, rows: 10, tables: 4, questions: 12,
}  # fmt: skip


def refused(error: Exception, call: Call) -> bool:
    """Whether this is how the kernel refuses; what a player knows it takes apart as Python does."""
    if call is questions:
        return isinstance(error, (ValueError, TypeError, AttributeError, _kernel.Stopped))
    return isinstance(error, ValueError) or "incompatible function arguments" in str(error)


def fuzz(records: int, seed: int, seconds: float = float("inf")) -> Counter[tuple[str, str]]:
    """How often each call answered or refused its record; whatever else it raises is passed on."""
    r, counts, end = Records(seed), Counter[tuple[str, str]](), time.monotonic() + seconds
    for record in range(records):
        (call,) = r.rng.choices(list(CALLS), list(CALLS.values()))
        start, arguments = time.thread_time(), list[Any]()
        try:
            function, arguments = call(r, r.rng.choice(r.engines))
            for _ in range(r.rng.choice((0, 0, 0, 1, 1, 1, 2, 3))):
                at = r.rng.randrange(len(arguments))
                arguments[at] = r.mangled(arguments[at])
            function(*arguments)
        except Exception as error:
            if not refused(error, call):
                raise
            counts[call.__name__, "refused"] += 1
        else:
            counts[call.__name__, "answered"] += 1
        if (seconds_taken := time.thread_time() - start) > MAX_SECONDS:
            raise TimeoutError(f"record {record}, {call.__name__}: {seconds_taken:.1f} s; {arguments}")
        if time.monotonic() > end:
            break
    return counts


def main(records: int = 100_000, seed: int = 1, seconds: float = float("inf")) -> None:
    """Throw so many records at the kernel; stop after so many seconds."""
    counts = fuzz(records, seed, seconds)
    print(f"{sum(counts.values()):,} records\n{'':16}{'answered':>10}{'refused':>10}")
    for call in CALLS:
        name = call.__name__
        print(f"{name:16}{counts[name, 'answered']:10,}{counts[name, 'refused']:10,}")


if __name__ == "__main__":
    typer.run(main)
