"""What every function of plain values says of values drawn at random is as it was: see ``whole.test_drawn``.

Numbers lie at the edges of something, texts are what people type and files have, tiles and masks any; whatever is no
sensible argument may be refused as it likes.
"""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import groupby, islice
from pkgutil import walk_packages
from typing import Any

import bingo.cli
import bingo.positions
import bingo.solver
from bingo.positions import dumps, dumps_json
from bingo.solver.errors import BingoError
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.replay import replay
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import TILES
from tests.oracles.scaled import positions, varied_rules
from tests.whole import drawn
from tests.whole.drawn import as_stored
from tests.whole.test_drawn import SCREENS, moments, tried

#: They read and write, wait for somebody, begin something, or solve it for minutes.
LEFT_OUT = (
    *("cli.asking", "cli.main", "cli.progress", "cli.board", "cli.options", "cli.puzzle", "cli.profile"),
    *("cli.bingo", "batch.cluster", "batch.inputs", "analysis.tree", "engine.weights", "_kernel"),
)
NUMBERS = (*range(-2, 16), 27, 28, 29, 30, 31, 35, 50, 69, 70, 71, 99, 100, 101, 1000, 1001)
SHARES = (0.0, 0.004, 0.005, 0.0051, 0.0499, 0.05, 0.1, 0.15, 0.5, 0.949, 0.95, 0.994, 0.995, 0.9951, 0.999, 1.0)
AMOUNTS = (*SHARES, *(-share for share in SHARES), 1.5, 1.99, 2.0, 59.4, 59.5, 60.0, 61.0, 3599.0, 3600.0, 86400.0)
TEXTS = (
    *("", "you", "opponent", "claim", "wait", "pagat", "nonsense"),
    "a\tb",
    drawn.STRANGE,
    "close, declare 5-5 4-4, lead 5-5, lead 4-4, declare 3-3 2-2, lead 6-4",
    *drawn.LONG,
    "- ---",
    "1-3",
    "05",
    "12",
)
#: Where things lie in memory; how numpy of one version calls its numbers.
UNSTABLE = re.compile(r" at 0x.*|\bnp\.\w+(?=\()")
#: What whole numbers of these names are.
NAMED: dict[str, Sequence[int]] = {
    **dict.fromkeys(("player", "leader"), (0, 1)),
    **dict.fromkeys(("trump", "suit", "end"), range(7)),
    "width": (20, 43, 80),
    "to": (1, 2, 7),
    "leads": range(4),
    "held": (0, 1, 5, 1 << 27 | 3),
}


def plain(function: Callable[..., object]) -> bool:
    """Whether it takes values that can be drawn, and nothing else, and no limit of time."""
    taken = inspect.signature(function).parameters.values()
    limited = len(taken) > 1 and any(one.name == "seconds" for one in taken)
    drawable = all(one.kind is not one.VAR_POSITIONAL and one.annotation in DRAWN for one in taken)
    return bool(taken) and drawable and not limited


@cache
def functions() -> dict[str, Callable[..., Any]]:
    """All such functions, by where they are."""
    found: dict[str, Callable[..., Any]] = {}
    for package in (bingo.solver, bingo.cli, bingo.positions):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if any(part in module.name for part in LEFT_OUT):
                continue
            for name, one in vars(import_module(module.name)).items():
                one = inspect.unwrap(one) if callable(one) else one
                if inspect.isfunction(one) and one.__module__ == module.name and plain(one):
                    found[f"{module.name.removeprefix('bingo.')}.{name}"] = one
    return found


class Values:
    """What arguments are drawn from."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.rules = [varied_rules(rng) for _ in range(3)]
        self.positions = [
            position
            for rules in self.rules
            for position in (*islice(positions(rules, rng), 4), *moments(rules, rng, 5))
        ]
        self.moves = [move for position in self.positions for move in position.legal_moves]
        self.records = [drawn.record(rules, rng) for rules in self.rules]
        self.moments = [m for record in self.records for m in (*replay(record).moments, replay(record).end)]
        self.seen: list[InformationSet] = []
        for position in self.positions:
            with suppress(BingoError):
                self.seen.append(information_set(position))

    def mask(self) -> int:
        """Any tiles, few more often."""
        return sum(1 << t for t in self.rng.sample(TILES, self.rng.choice((0, 1, 2, 2, 3, 4, 6))))

    def text(self) -> str:
        """What may be typed, or stand in a file."""
        rng, position = self.rng, self.rng.choice(self.positions)
        kinds: tuple[Callable[[], object], ...] = (
            lambda: rng.choice(TEXTS),
            lambda: " ".join(drawn.tile(rng) for _ in range(rng.randrange(1, 5))),
            lambda: drawn.move(rng),
            lambda: position.notation,
            lambda: f"{rng.choice(('you', 'opponent'))} {drawn.move(rng)}",
            lambda: tried(rng.choice((dumps, dumps_json)), position),
        )
        return str(rng.choice(kinds)())


#: What is drawn for a parameter, by what is said of its type.
DRAWN: dict[str, Callable[[Values], object]] = {
    "int": lambda v: v.rng.choice(NUMBERS),
    "float": lambda v: v.rng.choice(AMOUNTS),
    "str": Values.text,
    "bool": lambda v: v.rng.random() < 0.5,
    "bytes": lambda v: v.text().encode(),
    "object": lambda v: v.rng.choice((v.text(), [v.text(), 7], {v.text(): 0.5}, None, True, -1)),
    "Tile": lambda v: v.rng.choice(TILES),
    "Mask": Values.mask,
    "Pair": lambda v: (v.rng.randrange(8), v.rng.randrange(8)),
    "Rules": lambda v: v.rng.choice(v.rules),
    "Screen": lambda v: v.rng.choice(SCREENS),
    "Position": lambda v: v.rng.choice(v.positions),
    "Position | InformationSet": lambda v: v.rng.choice((*v.positions, *v.seen)),
    "InformationSet": lambda v: v.rng.choice(v.seen),
    "Setup": lambda v: Setup.of(v.rng.choice(v.positions)) if v.rng.random() < 0.5 else v.rng.choice(v.seen).setup,
    "Move": lambda v: drawn.move(v.rng) if v.rng.random() < 0.3 else v.rng.choice(v.moves),
    "Record": lambda v: v.rng.choice(v.records),
    "Moment": lambda v: v.rng.choice(v.moments),
}
DRAWN |= {
    f"{kind}[{of}]": lambda v, of=of: [DRAWN[of](v) for _ in range(v.rng.randrange(5))]  # type: ignore[misc]
    for kind in ("Sequence", "Iterable", "list")
    for of in ("int", "str", "Tile", "float")
}
DRAWN |= {
    f"{of} | None": lambda v, of=of: None if v.rng.random() < 0.2 else DRAWN[of](v)  # type: ignore[misc]
    for of in ("int", "str", "float", "Tile")
}


def arguments(name: str, values: Values) -> Iterator[dict[str, object]]:
    """Nine times what a function takes; where that is one number alone, every number."""
    parameters = inspect.signature(functions()[name]).parameters
    of_all = {"int": NUMBERS, "float": AMOUNTS}
    pools = {one.name: NAMED.get(one.name, of_all.get(one.annotation, ())) for one in parameters.values()}
    if len(pools) == 1:
        yield from ({key: one} for key, numbers in pools.items() for one in numbers)
    for _ in range(9):
        yield {
            one.name: DRAWN[one.annotation](values) if one.name not in NAMED else values.rng.choice(pools[one.name])
            for one in parameters.values()
            if one.default is inspect.Parameter.empty or values.rng.random() < 0.5
        }


def called(name: str, given: dict[str, object]) -> str:
    """What a function says of these arguments."""
    try:
        found = functions()[name](**given)
        found = list(islice(found, 40)) if inspect.isgenerator(found) else found
        said = repr(sorted(found, key=repr) if isinstance(found, (set, frozenset)) else found)
    except BingoError as error:
        said = str(error)
    except Exception as error:
        said = type(error).__name__
    return f"{name} {given} {UNSTABLE.sub('', said)}"


@cache
def pool(number: int) -> Values:
    """One of a few pools of positions."""
    return Values(random.Random(f"pool {number}"))


def test_functions() -> None:
    for module, names in groupby(functions(), lambda name: name.rpartition(".")[0]):
        of_it = list(names)

        def told(rng: random.Random, of_it: Sequence[str] = of_it) -> Iterator[str]:
            values = pool(rng.randrange(4))
            values.rng = rng
            yield from (called(name, given) for name in of_it for given in arguments(name, values))

        as_stored(f"functions of {module}", told, 1, 3)
