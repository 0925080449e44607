"""Matches between two players over duplicate deals: ``python -m benchmarks.arena rollout@0.1s greedy --deals 1000``.

Every deal is played twice with the seats swapped, so that the luck of the tiles cancels; the result is game points a
deal, of the first player less those of the second, with its standard error over deals. Each sees what the library shows
a player. With --out, a match that was stopped goes on where it was; without players, everything in that file is
printed.
"""

from __future__ import annotations

import multiprocessing
import pickle
import random
import re
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TypeVar, cast

import msgspec
import typer

from benchmarks import figures
from benchmarks.command import RULES_OPTION, program, weights_in
from benchmarks.timing import Mean, say
from bingo.cli.options import argument, choice_option, option, require
from bingo.solver import InformationSet, MoveValue, Player, Position, Record, Rules, deal, play_out, reply
from bingo.solver.analysis import METHOD_NAMES, Method, Settings, draw, estimate, make_players
from bingo.solver.engine.tables import Weights
from bingo.solver.game import CLAIM, WAIT, Move
from tests.oracles.players import evaluate

#: Chooses one of the moves from what the mover knows and the seed of this decision. Before a lead of the mover's the
#: moves are to claim and the leads, and to lead is to wait.
Policy = Callable[[InformationSet, Sequence[Move], int], Move]
#: Tables of the page that results stand in.
TABLE_NAMES = ("arena", "presets")
TABLE_HEAD = f"{'A':17} {'B':17} {'A - B':>7} {'s.e.':>6} {'deals':>6}"
#: Processor seconds a decision where a name does not tell.
DEFAULT_SECONDS = 0.1
BUDGET_HELP = "a budget: @0.1s (processor seconds a decision) or @500w (worlds)"
#: Before the name of a file with weights: networks that play by those.
NETWORKS_PREFIX = "networks:"
#: Before the path of a Python that has another version of this program, and a budget: who ``strongest`` is there.
STRONGEST_PREFIX = "strongest:"
#: What that Python does.
_OTHER_PROGRAM = """
import base64, pickle, sys
from bingo.solver import reply
for line in sys.stdin:
    seen, seed, worlds = pickle.loads(base64.b64decode(line))
    print(reply(seen, seed=seed, effort=worlds), flush=True)
"""
_PLAYER_NAME = re.compile(r"([a-z]+)(?:@(\d+(?:\.\d+)?)(s|w)?)?")


class Match(msgspec.Struct, frozen=True):
    a: str
    b: str
    rules: str
    seed: int


class Result(msgspec.Struct, frozen=True):
    """What a deal of a match brought."""

    match: Match
    deal: int


class Pair(Result, frozen=True):
    """A deal played twice. ``points`` are those of ``a`` less those of ``b``, first with ``a`` in seat 0, then in 1."""

    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Budget:
    """What a player may spend on a decision: processor seconds, or a number of worlds."""

    seconds: float | None = DEFAULT_SECONDS
    worlds: int | None = None


def row(pairs: Sequence[Pair]) -> str:
    match, result = pairs[0].match, mean(pairs)
    return f"{match.a:17} {match.b:17} {result.value:+7.3f} {result.error:6.3f} {len(pairs):6}"


def keep(table: str, pairs: Sequence[Pair]) -> None:
    match, result = pairs[0].match, mean(pairs)
    options = [f"--rules {match.rules}"] * (match.rules != "pagat") + [f"--seed {match.seed}"] * (match.seed != 1)
    a = f"`{match.a}` (`{' '.join(options)}`)" if options else f"`{match.a}`"
    b = re.sub(f"^{STRONGEST_PREFIX}.*@", f"{STRONGEST_PREFIX}PYTHON@", match.b)  # where it lies is nobody's business
    figures.keep(table, {(a, f"`{b}`"): [f"{result.value:+.3f}", f"{result.error:.3f}", f"{len(pairs):,}"]})


# --- matches -----------------------------------------------------------------------------------------


def start_position(match: Match, number: int) -> Position:
    return deal(match.rules, random.Random(f"{match.seed} {number}"))


def play_pair(match: Match, number: int) -> Pair:
    start = start_position(match, number)
    margins = []
    for a, b in ((match.a, match.b), (match.b, match.a)):
        chance = random.Random(f"{match.seed} {number} play")
        margins.append(lead(play_out(seat(by_name(a), chance), seat(by_name(b), chance), start=start)))
    return Pair(match, number, (margins[0], -margins[1]))


def lead(record: Record) -> int:
    """What ``you`` scored in a deal more than the opponent."""
    you, opponent = record.result or (0, 0)
    return you - opponent


def seat(policy: Policy, chance: random.Random) -> Player:
    """A player for the library, whose decisions take their seeds from ``chance``."""
    return lambda view, moves: policy(view, moves, chance.getrandbits(31))


T = TypeVar("T")
R = TypeVar("R", bound="Result")


def run(
    match: Match, deals: int, jobs: int, out: Path | None, kind: type[R], play: Callable[[Match, int], R]
) -> Iterator[R]:
    """What the deals of a match up to ``deals`` bring: those in the file, then the others as they are written there."""
    rows = stored(out, kind) if out else []
    stored_rows = {row.deal: row for row in rows if row.match == match and row.deal < deals}
    yield from stored_rows.values()
    missing = [number for number in range(deals) if number not in stored_rows]
    for row in in_processes(partial(play, match), missing, jobs):
        if out is not None:
            append(out, row)
        yield row


def in_processes(call: Callable[[int], T], numbers: Sequence[int], jobs: int) -> Iterator[T]:
    """What the call returns for each of the numbers, in order, from so many processes (in this one for 1)."""
    if jobs == 1:
        yield from map(call, numbers)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(call, numbers)


def mean(pairs: Sequence[Pair]) -> Mean:
    """Game points a deal of ``a`` less those of ``b``, with the error over deals."""
    return Mean.of([sum(pair.points) / 2 for pair in pairs])


# --- files of results --------------------------------------------------------------------------------


def stored(path: Path, kind: type[T]) -> list[T]:
    """The results in a file, one a line; none if there is no file. A line broken off at the end is cut away.

    Raises:
        msgspec.DecodeError: a line is something else.
    """
    if not path.exists():
        return []
    *lines, broken_line = path.read_bytes().split(b"\n")
    if broken_line:
        path.write_bytes(b"".join(line + b"\n" for line in lines))
    return [msgspec.json.decode(line, type=kind) for line in lines]


def append(path: Path, result: object) -> None:
    with path.open("ab") as file:
        file.write(msgspec.json.encode(result) + b"\n")


# --- players -----------------------------------------------------------------------------------------


@cache
def by_name(name: str) -> Policy:
    """The player of this name; wrong usage where there is none."""
    if name.startswith(NETWORKS_PREFIX):
        return _with_endings(_networks(weights_in(name.removeprefix(NETWORKS_PREFIX), "A B")))
    if name.startswith(STRONGEST_PREFIX):
        python, _, amount = name.removeprefix(STRONGEST_PREFIX).rpartition("@")
        return _other_version(python, parse(f"strongest@{amount}")[1])
    method, budget = parse(name)
    return PLAYERS[method](budget)


def known_player(name: str) -> str:
    """The name itself, if there is such a player."""
    by_name(name)
    return name


def parse(name: str) -> tuple[str, Budget]:
    match = _PLAYER_NAME.fullmatch(name)
    if match is None or match[1] not in PLAYERS or (match[3] == "w" and not match[2].isdigit()):
        raise typer.BadParameter(f"expected one of {', '.join(PLAYERS)}, with a budget such as @0.1s; found: {name!r}")
    method, amount, unit = match.groups()
    if unit == "w":
        return method, Budget(None, int(amount))
    return method, Budget(float(amount or DEFAULT_SECONDS))


def _with_endings(policy: Policy) -> Policy:
    """A player who plays phase one by ``policy``, and phase two as ``strongest``, like all: phase one is measured."""

    def play(view: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        return policy(view, moves, seed) if view.open else reply(view, seed=seed)

    return play


def _random(_view: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    return random.Random(seed).choice(moves)


def _greedy(view: InformationSet, _moves: Sequence[Move], seed: int) -> Move:
    return reply(view, "greedy", seed=seed)


def _strongest(budget: Budget) -> Policy:
    return _with_endings(lambda view, _moves, seed: reply(view, seed=seed, effort=budget.worlds))


def _other_version(python: str, budget: Budget) -> Policy:
    """``strongest`` of another version of this program, the one that this Python has installed."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([python, "-c", _OTHER_PROGRAM], stdin=pipe, stdout=pipe, text=True, bufsize=1)
    assert process.stdin
    assert process.stdout
    requests, answers = process.stdin, process.stdout

    def play(view: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        print(b64encode(pickle.dumps((view, seed, budget.worlds))).decode(), file=requests)
        return Move.parse(answers.readline().strip(), replying=moves[0].play is not None)

    return play


def _networks(weights: Weights | None = None) -> Policy:
    """A player who makes the move that the networks put first, without looking at a single deal; they are the shipped
    ones unless the weights of others are given.
    """

    def play(view: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        if CLAIM in moves:
            return CLAIM
        [world] = draw(view, 1, seed).positions(view)
        values = [(value, move) for move, value in evaluate(make_players(view.rules, weights), world) if move in moves]
        return max(values, key=lambda pair: pair[0])[1]

    return play


def library(
    method: str, budget: Budget, on_estimate: Callable[[InformationSet, MoveValue], object] = lambda _view, _value: None
) -> Policy:
    """A player who makes the move that a method of the library puts first; ``on_estimate`` gets its estimate."""

    def play(view: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        settings = Settings(cast(Method, method), budget.worlds, budget.seconds, seed=seed)
        first = estimate(view, settings, moves=moves if WAIT in moves else None).first
        on_estimate(view, first)
        return first.move

    return _with_endings(play)


#: Each makes a player from a budget.
PLAYERS: dict[str, Callable[[Budget], Policy]] = {
    "random": lambda _budget: _random,
    "greedy": lambda _budget: _with_endings(_greedy),
    "strongest": _strongest,
    "networks": lambda _budget: _with_endings(_networks()),
    **{method: partial(library, method) for method in METHOD_NAMES},
}


# --- the command -----------------------------------------------------------------------------------------


def main(
    a: str | None = argument("A", f"A player: {', '.join(PLAYERS)}; with {BUDGET_HELP}.", parser=known_player),
    b: str | None = argument("B", "The other player.", parser=known_player),
    deals: int = option("--deals N", "Each is played twice.", 100),
    seed: int = 1,
    rules: Rules = RULES_OPTION,
    jobs: int = option("--jobs N", "Processes.", 2),
    out: Path | None = option("--out FILE", "File of results, one line a deal."),
    table: str | None = choice_option("--figures TABLE", "Put the result into this table of the page.", TABLE_NAMES),
) -> int:
    """Play or print; the exit status is 2 for a wrong command, 130 if interrupted, after what has been played."""
    if a is None or b is None:
        require("A B", a is b is None and out is not None, "two players, or --out with a file of results to print")
        pairs = stored(cast(Path, out), Pair)
        matches = dict.fromkeys(pair.match for pair in pairs)
        print(TABLE_HEAD, *(row([pair for pair in pairs if pair.match == match]) for match in matches), sep="\n")
        return 0
    match, played = Match(a, b, str(rules), seed), list[Pair]()
    try:
        for pair in run(match, deals, jobs, out, Pair, play_pair):
            played.append(pair)
            say(f"{len(played)} of {deals} deals, {mean(played)}")
    finally:
        say("")
        if played:
            print(TABLE_HEAD, row(played), sep="\n")
            if table:
                keep(table, played)
    return 0


app = program(main)

if __name__ == "__main__":
    app()
