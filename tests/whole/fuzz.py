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
from dataclasses import fields, replace
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
NUMBERS = (
    -(2**31), -1000, -2, -1, 0, 1, 2, 5, 6, 7, 13, 14, 27, 28, 29, 31, 32, 69, 70, 127, 128, 255, 256, 2**15, 2**31 - 1,
)  # fmt: skip
#: What a field of an object may hold, too, or stand for the object.
NONSENSE = (None, 7, "5", 1.5, (), (1,), (None, None), 2**40, -(2**40), [3, 4], b"x", object())
#: What the kernel reads nothing of.
UNREAD_FIELDS = {"rules", "name", "match", "expect", "score", "written", "taken"}
#: Tables so small that they overflow all the time.
BITS = 4
#: A call that takes longer is a fault, too: its limits do not limit it.
MAX_CALL_SECONDS = 20.0
#: Face-down tiles at most: with more, a single answer can take seconds.
MAX_STOCK = 3
MOVES = (Move(lead=3), Move(play=27), Move(close=True, lead=27), Move(declare=5, lead=2), Move(claim=True), Move())


#: Where a player is asked something that what they know has an answer to.
CHOICES = (Stage.CLAIM, Stage.ANSWER, Stage.LEAD, Stage.REPLY)


class Effort(int):
    """A number that says how much is done, and so is small whatever chance makes of it."""


# --- records -----------------------------------------------------------------------------------------


def with_changes(thing: Any, **changes: Any) -> Any:
    """The same with other fields, which are not looked at: what the kernel is handed is looked at there."""
    thing_copy = copy(thing)
    for name, value in changes.items():
        object.__setattr__(thing_copy, name, value)
    return thing_copy


class Records:
    """Positions out of play by the rules of a preset, what players know of them, what chance does to them, and one of
    each class of the kernel, kept over many records.
    """

    def __init__(self, rules: Rules, rng: Random) -> None:
        tables = trump_tables(rules), scoring(rules)
        self.rules, self.rng = rules, rng
        self.kernel = _kernel.Kernel(*tables, BITS, BITS)
        self.players = _kernel.Players(*tables, weights_for(rules), BITS)
        self.composer = _kernel.Composer(*tables, BITS, BITS, True)
        self.row_solver = _kernel.RowSolver(*tables, rules.trump_from == "either-end", BITS, BITS, BITS)
        self.engine = _kernel.Engine(*tables, weights_for(rules))
        self.objectives = [None, *(random_objective(rng) for _ in range(8))]
        self._positions: list[Position] = []
        self._views: list[InformationSet] = []

    def position(self, *, opened: bool | None = None) -> Position:
        """A position that can occur, with few tiles to draw."""
        while True:
            if not self._positions:
                played = playout(deal(self.rng.choice(list(PRESETS)), self.rng), self.rng)
                self._positions = [p for p in played if not p.open or len(p.stock) <= MAX_STOCK]
                self.rng.shuffle(self._positions)
            elif opened in (None, (position := replace(self._positions.pop(), rules=self.rules)).open):
                return position

    def view(self) -> InformationSet:
        """What the player to move knows in random play."""
        while not self._views:
            carried_points = (75, 88) if self.rules.at_target == "points" else (0, 0)
            moments = replay(random_deal(self.rules, self.rng.randrange(1000), carried=carried_points)).moments
            self._views = [view_of(m.seen_by(m.to_play)) for m in moments if m.turn and m.position.stage in CHOICES]
        return self._views.pop(self.rng.randrange(len(self._views)))

    def objective(self) -> Objective | None:
        return self.rng.choice(self.objectives)

    def worlds(self, position: Position) -> tuple[Any, Any]:
        """Hands of the opponent and stocks for a position."""
        hidden_tiles = list(members(position.hands[1] | mask(position.stock)))
        size, hands, stocks = position.hands[1].bit_count(), [], []
        for _ in range(self.rng.randrange(1, 4)):
            self.rng.shuffle(hidden_tiles)
            hands.append(mask(hidden_tiles[:size]))
            stocks.append(hidden_tiles[size:])
        return np.array(hands, dtype=np.uint32), np.array(stocks, dtype=np.uint8).reshape(len(hands), -1)

    def number(self, old: int = 0) -> int:
        """Another one: at the edge of something, a small one, or a bit away from the old."""
        rng = self.rng
        return rng.choice((rng.choice(NUMBERS), rng.randrange(28), old ^ 1 << rng.randrange(30), old & (old - 1), -old))

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
                field = rng.choice([field.name for field in fields(thing) if field.name not in UNREAD_FIELDS])
                old = getattr(thing, field)
                return with_changes(thing, **{field: rng.choice(NONSENSE) if rng.random() < 0.1 else self.mangled(old)})
            case list() | tuple() if thing:
                index, copies = rng.randrange(len(thing)), rng.choice((0, 1, 1, 1, 2))
                return type(thing)(
                    (*thing[:index], *[self.mangled(thing[index])][:copies], *thing[index + 1 :], *thing[:1][copies:])
                )
            case array() if thing:
                numbers = self.mangled(list(thing))
                return array(thing.typecode, [n for n in numbers if -(2**31) <= n < 2**31])
            case np.ndarray() if thing.size:
                flat_copy = thing.ravel().copy()
                old = flat_copy[index := rng.randrange(flat_copy.size)].item()
                new = self.mangled(old)
                flat_copy[index] = new if isinstance(old, float) else new % 2 ** (8 * flat_copy.itemsize)
                return flat_copy.reshape(thing.shape)[: rng.choice((None, None, -1))]
            case _:
                return rng.choice(NONSENSE)


# --- calls: each is a function of the kernel and its arguments --------------------------------------------

Record = tuple[Callable[..., object], list[Any]]


def value(source: Records) -> Record:
    return source.kernel.value, [source.position(), source.objective(), 0, 0]


def values(source: Records) -> Record:
    positions = [source.position(), source.position()]
    return source.kernel.values, [positions, Effort(1), source.objective()]


def moves(source: Records) -> Record:
    return source.kernel.moves, [[source.position()], Effort(1), source.objective()]


def _closed_arguments(source: Records) -> list[Any]:
    """A position after a close, hands of the opponent, and leads."""
    position = source.position(opened=False)
    position = position if position.leader == 0 else position.swapped()
    position = replace(position, closed=position.closed or Closing(0, 20, 1))
    position = replace(position, stage=Stage.LEAD) if position.led is None else position
    tiles, doubles = ([*members(position.hands[0] & part)] for part in (-1, DOUBLES))
    turns = [Move(lead=source.rng.choice(tiles or [0]))]
    if len(doubles) > 1:
        turns.append(Move(declare=mask(doubles), lead=source.rng.choice(doubles)))
    return [position, source.worlds(position)[0], turns]


def _endgame_call(source: Records, call: Callable[..., object], *more: Any, weighted: bool = True) -> Record:
    """A call of the kernel about an endgame, with what makes that up in place of it."""
    position, hands, leads = _closed_arguments(source)
    weights = np.ones(len(hands)) if weighted else None
    numbers = (number(leads) if callable(number) else number for number in more)
    arguments = [position, hands, leads, weights, source.objective(), *numbers, Effort(1)]
    return lambda *values: call(source.kernel.question(*values[:5]), *values[5:]), arguments


def closings(source: Records) -> Record:
    return _endgame_call(source, source.kernel.closings, weighted=False)


def guaranteed(source: Records) -> Record:
    return _endgame_call(source, source.kernel.guaranteed, 4, 10, weighted=source.rng.random() < 0.5)


def losses(source: Records) -> Record:
    return _endgame_call(source, source.kernel.losses, 2, False, Effort(1000))


def best_defences(source: Records) -> Record:
    effort = Effort(source.rng.choice((1, 200)))
    return _endgame_call(source, source.kernel.best_defences, lambda leads: [4.0] * len(leads), effort)


def evaluate(source: Records) -> Record:
    return lambda position: (source.players.evaluate(position), source.players.features(position)), [_open(source)[0]]


def play_out(source: Records) -> Record:
    return source.players.play_out, [*_open(source), Effort(1), source.objective()]


def _open(source: Records) -> list[Any]:
    """A position in which tiles are drawn, hands of the opponent and stocks, and what you may do."""
    position = source.position(opened=True)
    position = replace(position, stage=Stage.LEAD) if position.led is None else position
    position = position if source.rng.random() < 0.5 else position.swapped()
    tile = source.rng.choice([*members(position.hands[0])] or [0])
    return [position, *source.worlds(position), [WAIT, Move(lead=tile), Move(close=True, lead=tile)]]


def shallow(source: Records) -> Record:
    return source.composer.shallow, [[source.position()], Effort(1)]


def candidates(source: Records) -> Record:
    tile_limits = [Effort(source.rng.randrange(most)) for most in (8, 8, MAX_STOCK)]
    seed, call = source.rng.getrandbits(64), source.composer.candidates
    return lambda first, many, *limits: call(seed, first, many, array("i", limits)), [5, Effort(1), *tile_limits]


def rows(source: Records) -> Record:
    position = source.position()
    (document,) = decode([dumps_json(position).encode()])
    written = array("i", (document and pack_if_usual(document)) or bytes(4 * 38))

    def solve(written: array[int], solved: array[int], threads: int, objective: Any) -> object:
        return source.row_solver.check(written.tobytes()), source.row_solver.solve(solved.tobytes(), threads, objective)

    return solve, [written, array("i", row_of(position)), Effort(1), source.objective()]


def tables(source: Records) -> Record:
    position = source.position(opened=False)
    numbers = array("i", trump_tables(source.rules)), array("i", scoring(source.rules))
    return lambda *sizes: _kernel.Kernel(*sizes).value(position), [*numbers, Effort(2), Effort(2)]


def questions(source: Records) -> Record:
    """What is asked about what a player knows."""
    engine, rng, budget = source.engine, source.rng, _kernel.Request(worlds=2, hands=3)
    deadline = time.thread_time() + 0.05

    def limit(_share: float) -> bool:
        return time.thread_time() > deadline

    calls: Sequence[Callable[[Any], object]] = (
        lambda view: engine.hands(view, limit),
        engine.weights,
        lambda view: engine.deals(view, 2, 1),
        lambda view: engine.analyze(view, None, True, budget, limit),
        lambda view: engine.estimate(view, None, budget, monitor=limit),
        lambda view: engine.solve_moves(view, None, [rng.choice(MOVES)], budget, limit),
        lambda view: engine.reply(rng.randrange(-1, 6), view, rng.randrange(-1, 6), worlds=2, monitor=limit),
    )
    return rng.choice(calls), [source.view()]


Call = Callable[[Records], Record]

#: How often each is called, next to the others.
CALL_WEIGHTS: dict[Call, int] = {
    value: 25, values: 8, moves: 8, closings: 12, guaranteed: 8, losses: 6, best_defences: 4, evaluate: 6,
    play_out: 8, shallow: 4, candidates: 1, rows: 10, tables: 4, questions: 12,
}  # fmt: skip


def is_refusal(error: Exception, call: Call) -> bool:
    """Whether this is how the kernel refuses; what a player knows it takes apart as Python does."""
    if call is questions:
        return isinstance(error, (ValueError, TypeError, AttributeError, _kernel.Stopped))
    return isinstance(error, ValueError) or "incompatible function arguments" in str(error)


def fuzz(records: int, seed: int, seconds: float = float("inf")) -> Counter[tuple[str, str]]:
    """How often each call answered or refused its record; whatever else it raises is passed on."""
    rng, counts, end = Random(seed), Counter[tuple[str, str]](), time.monotonic() + seconds
    sources = [Records(preset.rules, rng) for preset in PRESETS.values()]
    for record in range(records):
        (call,) = rng.choices(list(CALL_WEIGHTS), list(CALL_WEIGHTS.values()))
        start, arguments = time.thread_time(), list[Any]()
        try:
            source = rng.choice(sources)
            function, arguments = call(source)
            for _ in range(rng.choice((0, 0, 0, 1, 1, 1, 2, 3))):
                index = rng.randrange(len(arguments))
                arguments[index] = source.mangled(arguments[index])
            function(*arguments)
        except Exception as error:
            if not is_refusal(error, call):
                raise
            counts[call.__name__, "refused"] += 1
        else:
            counts[call.__name__, "answered"] += 1
        if (seconds_taken := time.thread_time() - start) > MAX_CALL_SECONDS:
            raise TimeoutError(f"record {record}, {call.__name__}: {seconds_taken:.1f} s; {arguments}")
        if time.monotonic() > end:
            break
    return counts


def main(records: int = 100_000, seed: int = 1, seconds: float = float("inf")) -> None:
    """Throw so many records at the kernel; stop after so many seconds."""
    counts = fuzz(records, seed, seconds)
    print(f"{sum(counts.values()):,} records\n{'':16}{'answered':>10}{'refused':>10}")
    for call in CALL_WEIGHTS:
        name = call.__name__
        print(f"{name:16}{counts[name, 'answered']:10,}{counts[name, 'refused']:10,}")


if __name__ == "__main__":
    typer.run(main)
