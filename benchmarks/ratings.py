"""The scale of ``bingo profile``: what is lost in a deal against what is won: ``python -m benchmarks.ratings --help``.

Levels and policies made of them play ``club``, each deal from both seats, and some of the deals are reviewed, as
quickly as after a game. From the levels alone comes the scale (``CLUB`` and ``SLOPE`` of ``bingo.cli.coach.figures``):
what a game point less lost in a deal is worth in results, which ``benchmarks.levels`` has measured. Held against it are
the policies: what their losses say of their results, and what came. Exit status 1 if more than one of ten lies beyond
two standard errors.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import fmean, stdev

from benchmarks import figures
from benchmarks.progress import say
from bingo.solver.game.dealing import deal
from bingo.solver.game.play import moves
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.replay import replay
from bingo.solver.hidden.levels import decide
from bingo.solver.hidden.settings import Settings
from bingo.solver.reviewing.budget import QUICK
from bingo.solver.reviewing.deal import review_deal

#: What a policy plays a turn by: the share of turns, and a level or ``random``.
Policy = tuple[tuple[float, str], ...]
POLICIES: dict[str, Policy] = {
    "greedy": ((1, "greedy"),),
    "club": ((1, "club"),),
    "strongest": ((1, "strongest"),),
    "greedy or club": ((0.5, "greedy"), (0.5, "club")),
    "club or strongest": ((0.5, "club"), (0.5, "strongest")),
    "greedy or strongest": ((0.5, "greedy"), (0.5, "strongest")),
    "club, 1 in 10 at random": ((0.1, "random"), (0.9, "club")),
    "strongest, 1 in 5 at random": ((0.2, "random"), (0.8, "strongest")),
}
#: Pairs that did not make the scale; those against club come from the reviewed deals.
PAIRS = (
    ("strongest", "greedy"),
    ("club or strongest", "greedy or club"),
    ("greedy or strongest", "greedy"),
    ("strongest", "club, 1 in 10 at random"),
    ("greedy", "strongest, 1 in 5 at random"),
)
#: What levels are ahead of club: the sign, and the column of the table in figures.json.
MEASURED = {"greedy": (-1, 1), "strongest": (1, 2)}


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Of independent values."""
        return cls(fmean(values), stdev(values) / math.sqrt(len(values)))

    def __str__(self) -> str:
        return f"{self.value:+.3f} ({self.error:.3f})"


_NONE = Mean(0.0, 0.0)


def played(start: int, policies: tuple[Policy, Policy]) -> Record:
    """A deal to its end."""
    record, rng = Record.of(deal("pagat", start), []), Random(start)
    while not (now := replay(record)).end.position.over:
        moment, mover = now.end, now.end.position.to_move
        listed = list(moves(moment.position))
        shares, names = zip(*policies[mover], strict=True)
        [name] = rng.choices(names, shares)
        if name == "random":
            quiet = [one for one in listed if not one.claim and not one.close] or listed
            move = rng.choice(quiet)
        else:
            move = decide(name, moment.position, partial(moment.seen_by, mover), listed, rng.randrange(2**31))
        record = replace(record, turns=(*record.turns, Turn(mover, move)))
    return replace(record, turns=now.turns, result=now.end.score)


def both_seats(seed: int, one: str, other: str, reviewed: int = 0) -> tuple[float, float, float]:
    """What ``one`` is ahead of ``other`` in a deal, on average over both seats; of the first deals, what both lost."""
    ahead, lost = 0.0, [0.0, 0.0]
    for seat in (YOU, OPPONENT):
        names = (one, other) if seat == YOU else (other, one)
        record = played(seed, (POLICIES[names[0]], POLICIES[names[1]]))
        assert record.result
        ahead += (record.result[seat] - record.result[1 - seat]) / 2
        if seed < reviewed:
            losses = review_deal(record, Settings(worlds=QUICK)).lost
            lost = [lost[0] + losses[seat] / 2, lost[1] + losses[1 - seat] / 2]
    return ahead, lost[0], lost[1]


def main() -> int:
    """Play, review, and print what the scale is and how well it predicts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratings", description=__doc__)
    parser.add_argument("--deals", type=int, default=500, help="deals of each pair, from both seats")
    parser.add_argument("--reviewed", type=int, default=200, help="deals of each policy that are reviewed")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:

        def meet(one: str, other: str, deals: int, reviewed: int) -> list[tuple[float, float, float]]:
            say(f"{one} against {other}: {deals} deals")
            work = partial(both_seats, one=one, other=other, reviewed=reviewed)
            return list(pool.map(work, range(deals), chunksize=2))

        ahead, less = {name: _measured(*MEASURED[name]) for name in MEASURED}, {"club": _NONE}
        lost: list[float] = []
        for name in (*MEASURED, *(one for one in POLICIES if one not in MEASURED and one != "club")):
            rows = meet(name, "club", options.reviewed if name in MEASURED else options.deals, options.reviewed)
            # Deal by deal, so that what is hard for both cancels.
            less[name] = Mean.of([club - own for _, own, club in rows[: options.reviewed]])
            lost += [club for _, _, club in rows[: options.reviewed]]
            if name not in MEASURED:
                ahead[name] = Mean.of([one[0] for one in rows])
            print(f"{name}: {less[name]} less lost than by club in a deal", flush=True)
        slope = _slope(ahead, less)
        print(f"CLUB = {Mean.of(lost)}, SLOPE = {slope}")
        missed = 0
        for name in [*ahead][len(MEASURED) :]:
            missed += _differ(name, "club", ahead[name], less, slope)
        for pair in PAIRS:
            missed += _differ(*pair, Mean.of([one[0] for one in meet(*pair, options.deals, 0)]), less, slope)
    return int(missed > 1)


def _measured(sign: int, column: int) -> Mean:
    cell = next(row for row in figures.tables()["levels"] if row[0] == "`pagat`")[column]
    value, error = map(float, cell.partition(",")[0].replace("(", "").replace(")", "").split())
    return Mean(sign * value, error)


def _slope(ahead: dict[str, Mean], less: dict[str, Mean]) -> Mean:
    """A line through club, fitted by least squares, with the error that both sides bring."""
    squares = sum(less[name].value ** 2 for name in MEASURED)
    slope = sum(ahead[name].value * less[name].value for name in MEASURED) / squares
    errors = (math.hypot(ahead[name].error, slope * less[name].error) * less[name].value for name in MEASURED)
    return Mean(slope, math.hypot(*errors) / squares)


def _differ(one: str, other: str, came: Mean, less: dict[str, Mean], slope: Mean) -> bool:
    """Whether what the losses say of a pair and what came lie apart; a line of the table."""
    gap = less[one].value - less[other].value
    own = slope.value * math.hypot(less[one].error, less[other].error)
    apart = abs(slope.value * gap - came.value) / math.hypot(came.error, own, gap * slope.error)
    print(f"| {one} | {other} | {slope.value * gap:+.3f} | {came} | {apart:.1f} |", flush=True)
    return apart > 2


if __name__ == "__main__":
    sys.exit(main())
