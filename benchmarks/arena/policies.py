"""Players by name: ``random``, ``greedy``, ``pimc@0.1``, ``rollout@500w``, ``networks:FILE``, and
``strongest:PYTHON@1000w``.
"""

from __future__ import annotations

import argparse
import pickle
import random
import re
import subprocess
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.arena import methods
from benchmarks.arena.choices import Policy, greedy, stage
from benchmarks.arena.endings import with_endings
from bingo.solver.analysis.playing import engine_reply
from bingo.solver.analysis.settings import METHOD_NAMES
from bingo.solver.engine.weights import Weights
from bingo.solver.game import moves as notation
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move

_NAME = re.compile(r"([a-z_-]+)(?:@(\d+(?:\.\d+)?)(s|w|n)?)?")
#: Processor seconds a decision where a name does not tell.
SECONDS = 0.1


class UnknownPlayer(ValueError):
    """No player has this name; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a player may spend on a decision: processor seconds, or a number of worlds."""

    seconds: float | None = SECONDS
    worlds: int | None = None


def by_name(name: str) -> Policy:
    """The player of this name.

    Raises:
        UnknownPlayer: no such player, or a budget it cannot have.
    """
    if name.startswith(FROM_FILE):
        return with_endings(methods.networks(_weights(name.removeprefix(FROM_FILE))))
    if name.startswith(ELSEWHERE):
        return _elsewhere(*name.removeprefix(ELSEWHERE).rpartition("@")[::2])
    method, budget = parse(name)
    return PLAYERS[method](budget)


def known(name: str) -> str:
    """The name itself, if there is such a player: what :mod:`argparse` asks of a ``type``."""
    try:
        by_name(name)
    except UnknownPlayer as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix("player: ")) from None
    return name


def parse(name: str) -> tuple[str, Budget]:
    """A player's method and budget.

    Raises:
        UnknownPlayer: no such player, or a budget it cannot have.
    """
    for start in (FROM_FILE, ELSEWHERE):
        if name.startswith(start):
            return start, Budget()
    match = _NAME.fullmatch(name)
    if match is None or match[1] not in PLAYERS:
        names = ", ".join(PLAYERS)
        raise UnknownPlayer(f"player: expected one of {names}, with a budget such as @0.1s or @500w; found: {name!r}")
    method, amount, unit = match.groups()
    if amount is None:
        return method, Budget()
    if method in UNBUDGETED:
        raise UnknownPlayer(f"player: expected {method} without a budget; found: {name!r}")
    if unit in (None, "s"):
        return method, Budget(seconds=float(amount))
    if not amount.isdigit() or int(amount) == 0:
        raise UnknownPlayer(f"player: expected a whole number of worlds, at least 1; found: {name!r}")
    return method, Budget(seconds=None, worlds=int(amount))


def _weights(path: str) -> Weights:
    try:
        weights: Weights = np.load(path).astype(np.float32)
    except (OSError, ValueError) as error:
        raise UnknownPlayer(f"player: expected weights of networks in {path}; found: {error}") from None
    return weights


def _strongest(budget: Budget) -> Policy:
    worlds = budget.worlds
    if worlds is None:
        raise UnknownPlayer("player: expected strongest with a number of worlds, such as strongest@1000w")

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        return moves[0] if len(moves) == 1 else engine_reply("strongest", seen, stage(seen, moves), seed, worlds)

    return with_endings(play)


def _elsewhere(python: str, amount: str) -> Policy:
    """``strongest`` of another version of this program, the one that this Python has installed; it plays phase two by
    itself, too.
    """
    worlds = parse(f"strongest@{amount}")[1].worlds
    if worlds is None or not Path(python).is_file():
        raise UnknownPlayer(f"player: expected {ELSEWHERE}PYTHON@1000w, PYTHON a path; found: {python}@{amount}")
    pipe = subprocess.PIPE
    other = subprocess.Popen([python, "-c", _ASKED], stdin=pipe, stdout=pipe, text=True, bufsize=1)
    assert other.stdin
    assert other.stdout
    to, answers = other.stdin, other.stdout

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        if len(moves) == 1:
            return moves[0]
        decision = pickle.dumps(("strongest", seen, stage(seen, moves), seed, worlds))
        print(b64encode(decision).decode(), file=to)
        return notation.parse(answers.readline().strip())

    return with_endings(play, play)


def _random(_seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    return random.Random(seed).choice(moves)


def _library(method: str) -> Callable[[Budget], Policy]:
    return lambda budget: with_endings(methods.player(method, budget.seconds, budget.worlds))


#: Each makes a player from a budget.
PLAYERS: dict[str, Callable[[Budget], Policy]] = {
    "random": lambda _budget: _random,
    "greedy": lambda _budget: with_endings(greedy),
    "strongest": _strongest,
    "networks": lambda _budget: with_endings(methods.networks()),
    **{method: _library(method) for method in METHOD_NAMES},
}
UNBUDGETED = {"random", "greedy", "networks"}
#: Before the name of a file with weights: networks that play by those.
FROM_FILE = "networks:"
#: Before the path of a Python that has another version of this program, and a budget: who ``strongest`` is there.
ELSEWHERE = "strongest:"
#: What that Python does.
_ASKED = """
import base64, pickle, sys
from bingo.solver.analysis.playing import engine_reply
for line in sys.stdin:
    print(engine_reply(*pickle.loads(base64.b64decode(line))), flush=True)
"""
