"""Matches over duplicate deals: every deal is played twice with the seats swapped, so luck of the tiles cancels.

The file of results has one JSON object a line and a deal; a match goes on where it stopped, and deals that are in the
file are not played again.
"""

from __future__ import annotations

import math
import multiprocessing
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.arena import lines
from benchmarks.arena.choices import Policy
from benchmarks.arena.luck import Luck
from benchmarks.arena.policies import OWN_ENDINGS, by_name, parse
from benchmarks.arena.referee import play_deal
from bingo.solver.game.moves import Move, Outcome
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.setup import deal as random_deal

Values = NDArray[np.float64]

#: Deals from which on how much luck counts is fitted.
ENOUGH_TO_FIT = 30


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
    ``luck`` is what of their mean was luck, in parts of which each is expected to be 0, see
    :class:`~benchmarks.arena.luck.Luck`; None: not asked.
    """

    match: Match
    deal: int
    points: tuple[int, int]
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    luck: tuple[float, ...] | None = None

    @property
    def mean(self) -> float:
        """Game points of ``a`` less those of ``b``, a deal."""
        return fmean(self.points)

    def as_dict(self) -> dict[str, Any]:
        """The pair as it stands in the file."""
        row = asdict(self.match) | {"deal": self.deal, "points": self.points, "decisions": self.decisions}
        row |= {"seconds": [round(s, 4) for s in self.seconds]}
        return row if self.luck is None else row | {"luck": [round(luck, 4) for luck in self.luck]}


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
    """What a match says, as it was played and corrected for luck; the latter is None where it was not asked.

    ``seconds`` are processor seconds a decision of both, on the mean, ``nan`` where one had none.
    """

    match: Match
    deals: int
    raw: Mean
    corrected: Mean | None
    seconds: tuple[float, float]

    @property
    def best(self) -> Mean:
        """The one of the two that is known better: both have the same expectation."""
        return self.corrected or self.raw


def the_deal(match: Match, number: int) -> Position:
    """A deal of a match: player 0 leads in every second one."""
    return random_deal(PRESETS[match.rules].rules, random.Random(f"{match.seed} {number}"))


def play_pair(match: Match, number: int, *, raw: bool = False) -> Pair:
    """Play a deal twice; ``raw``: without telling how much of it was luck."""
    start = the_deal(match, number)
    a, b = _player(match.a), _player(match.b)
    lucks = [luck_of(match, number, seat) for seat in (0, 1)]
    seed = _seed(match, number, "play")
    first = play_deal(start, (a, b), seed, on_move=_ignore if raw else lucks[0].note)
    second = play_deal(start, (b, a), seed, on_move=_ignore if raw else lucks[1].note)
    parts = zip(*(astuple(luck.found) for luck in lucks), strict=True)
    return Pair(
        match,
        number,
        (first.value, -second.value),
        (first.decisions[0] + second.decisions[1], first.decisions[1] + second.decisions[0]),
        (first.seconds[0] + second.seconds[1], first.seconds[1] + second.seconds[0]),
        None if raw else tuple((one - other) / 2 for one, other in parts),
    )


def luck_of(match: Match, number: int, seat: int) -> Luck:
    """What follows the luck of a deal in which ``a`` has this seat."""
    seats = {match.a: seat, match.b: 1 - seat} if match.a != match.b else {}
    endings = all(parse(name)[0] not in OWN_ENDINGS for name in (match.a, match.b))
    return Luck(_seed(match, number, "luck"), seats.get("networks"), endings=endings)


def _ignore(_position: Position, _move: Move, _outcome: Outcome) -> None:
    pass


def play(match: Match, deals: int, jobs: int, done: Iterable[int] = (), *, raw: bool = False) -> Iterator[Pair]:
    """The deals 0 to ``deals`` less those done, in order, played in so many processes (in this one for 1)."""
    played = set(done)
    left = [(match, number, raw) for number in range(deals) if number not in played]
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
    *,
    raw: bool = False,
) -> list[Pair]:
    """Play what is not in the file yet, and write it there deal by deal; all pairs of the match up to ``deals``.

    Unless ``raw``, deals in the file of which it does not say how much was luck are played again. ``on_progress`` gets
    all pairs so far whenever one is finished.
    """
    known = [pair for pair in (read(out) if out else []) if pair.match == match and pair.deal < deals]
    pairs = list({pair.deal: pair for pair in known if raw or pair.luck is not None}.values())
    for pair in play(match, deals, jobs, (pair.deal for pair in pairs), raw=raw):
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
    lucks = [pair.luck for pair in pairs if pair.luck is not None]
    corrected = Mean.of(less_luck(means, np.array(lucks))) if len(lucks) == len(pairs) else None
    return Score(pairs[0].match, len(pairs), Mean.of(means), corrected, (time_a, time_b))


def less_luck(means: Values, lucks: Values) -> Values:
    """Points of deals, shape (n,), less their luck, shape (n, parts).

    Luck counts as much as fits points best. How much in a deal is fitted to all others: it does not depend on the luck
    of that deal, so the correction has expectation 0 as the luck has. Few deals are too few to fit to: it counts whole.
    """
    if len(means) < ENOUGH_TO_FIT:
        whole: Values = means - lucks.sum(axis=1)
        return whole
    parts = lucks[:, np.ptp(lucks, axis=0) > 0]
    x = np.column_stack((np.ones(len(means)), parts))
    inverse = np.linalg.pinv(x.T @ x)
    fitted = inverse @ x.T @ means
    leverage = np.einsum("ij,jk,ik->i", x, inverse, x)
    without = fitted - (x @ inverse) * ((means - x @ fitted) / (1 - leverage))[:, None]  # fitted without each deal
    corrected: Values = means - (parts * without[:, 1:]).sum(axis=1)
    return corrected


def _pair(path: Path, number: int, row: dict[str, Any]) -> Pair:
    try:
        match = Match(row["a"], row["b"], row["rules"], row["seed"])
        two = {name: (row[name][0], row[name][1]) for name in ("points", "decisions", "seconds")}
        luck = row.get("luck")
        return Pair(match, row["deal"], **two, luck=None if luck is None else tuple(luck))
    except (KeyError, TypeError, IndexError):
        raise ValueError(f"{path}: expected the result of a deal; found in line {number}: {row}") from None


def _ratio(seconds: Sequence[float], decisions: Sequence[int]) -> float:
    return sum(seconds) / sum(decisions) if any(decisions) else math.nan


def _seed(match: Match, number: int, purpose: str) -> int:
    return random.Random(f"{match.seed} {number} {purpose}").getrandbits(31)


def _task(task: tuple[Match, int, bool]) -> Pair:
    match, number, raw = task
    return play_pair(match, number, raw=raw)


@cache
def _player(name: str) -> Policy:
    return by_name(name)
