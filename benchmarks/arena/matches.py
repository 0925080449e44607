"""Matches over duplicate deals: every deal is played twice with the seats swapped, so luck of the tiles cancels.

The file of results has one JSON object a line and a deal; a match goes on where it stopped, and deals that are in the
file are not played again.
"""

from __future__ import annotations

import math
import multiprocessing
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.arena import lines
from benchmarks.arena.choices import Policy
from benchmarks.arena.policies import by_name
from benchmarks.arena.referee import play_deal
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.setup import deal as random_deal

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom under which preset, and the seed of the deals and of all chance."""

    a: str
    b: str
    rules: str
    seed: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A deal played twice. ``points`` are those of ``a`` less those of ``b``, first with ``a`` in seat 0, then in 1.

    ``decisions`` and processor ``seconds`` are those of ``a`` and ``b`` with a choice while the boneyard was open.
    """

    match: Match
    deal: int
    points: tuple[int, int]
    decisions: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def mean(self) -> float:
        """Game points of ``a`` less those of ``b``, a deal."""
        return fmean(self.points)

    def as_dict(self) -> dict[str, Any]:
        """The pair as it stands in the file."""
        row = asdict(self.match) | {"deal": self.deal, "points": self.points, "decisions": self.decisions}
        return row | {"seconds": [round(s, 4) for s in self.seconds]}


@dataclass(frozen=True, slots=True)
class Mean:
    """Game points a deal of one player less those of another, or the like, and the standard error over deals."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Values | Sequence[float]) -> Mean:
        """Of independent values; of a single one the error is ``nan``."""
        error = float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.nan
        return cls(float(np.mean(values)), error)

    def __str__(self) -> str:
        return f"{self.value:+.3f} ({self.error:.3f})"


@dataclass(frozen=True, slots=True)
class Score:
    """What a match says.

    ``seconds`` are processor seconds a decision of both, on the mean, ``nan`` where one had none.
    """

    match: Match
    deals: int
    mean: Mean
    seconds: tuple[float, float]


def the_deal(match: Match, number: int) -> Position:
    """A deal of a match: player 0 leads in every second one."""
    return random_deal(PRESETS[match.rules].rules, random.Random(f"{match.seed} {number}"))


def play_pair(match: Match, number: int) -> Pair:
    """Play a deal twice."""
    start = the_deal(match, number)
    a, b = _player(match.a), _player(match.b)
    seed = _seed(match, number, "play")
    first, second = play_deal(start, (a, b), seed), play_deal(start, (b, a), seed)
    return Pair(
        match,
        number,
        (first.value, -second.value),
        (first.decisions[0] + second.decisions[1], first.decisions[1] + second.decisions[0]),
        (first.seconds[0] + second.seconds[1], first.seconds[1] + second.seconds[0]),
    )


def play(match: Match, deals: int, jobs: int, done: Iterable[int] = ()) -> Iterator[Pair]:
    """The deals 0 to ``deals`` less those done, in order, played in so many processes (in this one for 1)."""
    played = set(done)
    left = [(match, number) for number in range(deals) if number not in played]
    if jobs == 1:
        yield from (_task(task) for task in left)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(_task, left)


def run(
    match: Match,
    deals: int,
    jobs: int,
    out: Path | None,
    on_progress: Callable[[Sequence[Pair]], None],
) -> list[Pair]:
    """Play what is not in the file yet, and write it there deal by deal; all pairs of the match up to ``deals``.

    ``on_progress`` gets all pairs so far whenever one is finished.
    """
    known = [pair for pair in (read(out) if out else []) if pair.match == match and pair.deal < deals]
    pairs = list({pair.deal: pair for pair in known}.values())
    for pair in play(match, deals, jobs, (pair.deal for pair in pairs)):
        pairs.append(pair)
        if out is not None:
            lines.append(out, pair.as_dict())
        on_progress(pairs)
    return pairs


def read(path: Path) -> list[Pair]:
    """The pairs in a file of results; none if there is no file.

    Raises:
        ValueError: a line is no result; the message says which.
    """
    return [_pair(path, n, row) for n, row in enumerate(lines.read(path), 1)]


def score(pairs: Sequence[Pair]) -> Score:
    """Means and standard errors over the deals of one match; of a deal that was played again the last time counts."""
    pairs = list({pair.deal: pair for pair in pairs}.values())
    time_a, time_b = (_ratio([p.seconds[i] for p in pairs], [p.decisions[i] for p in pairs]) for i in (0, 1))
    means = np.array([pair.mean for pair in pairs])
    return Score(pairs[0].match, len(pairs), Mean.of(means), (time_a, time_b))


def _pair(path: Path, number: int, row: dict[str, Any]) -> Pair:
    try:
        match = Match(row["a"], row["b"], row["rules"], row["seed"])
        two = {name: (row[name][0], row[name][1]) for name in ("points", "decisions", "seconds")}
        return Pair(match, row["deal"], **two)
    except (KeyError, TypeError, IndexError):
        raise ValueError(f"{path}: expected the result of a deal; found in line {number}: {row}") from None


def _ratio(seconds: Sequence[float], decisions: Sequence[int]) -> float:
    return sum(seconds) / sum(decisions) if any(decisions) else math.nan


def _seed(match: Match, number: int, purpose: str) -> int:
    return random.Random(f"{match.seed} {number} {purpose}").getrandbits(31)


def _task(task: tuple[Match, int]) -> Pair:
    return play_pair(*task)


@cache
def _player(name: str) -> Policy:
    return by_name(name)
