"""The scale of ``bingo profile``: what is lost in a deal against what is won: ``python -m benchmarks.ratings --help``.

With --scale the levels play ``club``, each deal from both seats, and what they lost is reviewed, as quickly as after a
game: what a game point less lost in a deal is worth in results, which ``benchmarks.levels`` has measured, is the scale
(``CLUB`` and ``SLOPE`` of ``bingo.cli.coach.figures``). Else it is tried: of pairs that had no part in it some are
reviewed in the same way, and what the losses say is held against the results of others. Exit status 1 if a pair of the
ten lies beyond two standard errors.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import fmean, stdev

from benchmarks import figures
from benchmarks.progress import say
from bingo.cli.coach.figures import SLOPE, SURE
from bingo.solver.game.dealing import deal
from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import Move
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
    **{
        f"{name}, 1 in {n} at random": ((1, "random"), (n - 1, name)) for n in (10, 4, 2) for name in ("greedy", "club")
    },
}
#: Pairs that did not make the scale, the cheap ones first.
PAIRS = (
    ("greedy", "greedy, 1 in 10 at random"),
    ("greedy", "greedy, 1 in 4 at random"),
    ("greedy", "greedy, 1 in 2 at random"),
    ("greedy, 1 in 10 at random", "greedy, 1 in 4 at random"),
    ("greedy, 1 in 10 at random", "greedy, 1 in 2 at random"),
    ("greedy, 1 in 4 at random", "greedy, 1 in 2 at random"),
    ("greedy or club", "greedy"),
    ("club", "greedy, 1 in 10 at random"),
    ("club", "club, 1 in 10 at random"),
    ("club, 1 in 4 at random", "greedy or club"),
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


def played(
    start: int, policies: tuple[Policy, Policy], advised: Callable[[Moment, Move], Move] | None = None
) -> Record:
    """A deal to its end; ``advised``: what ``you`` play instead of a move."""
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
        if advised and mover == YOU:
            move = advised(moment, move)
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
    """Play, review, and print what the scale is, or how well it predicts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratings", description=__doc__)
    parser.add_argument("--scale", action="store_true", help="make the scale anew, instead of trying it")
    parser.add_argument("--deals", type=int, default=1000, help="deals of each pair, from both seats")
    parser.add_argument("--dear", type=int, default=1000, help="the same where club plays")
    parser.add_argument("--reviewed", type=int, default=200, help="deals of each that are reviewed")
    parser.add_argument("--jobs", type=int, default=2)
    figures.option(parser)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:

        def meet(one: str, other: str, deals: int, reviewed: int) -> list[tuple[float, float, float]]:
            say(f"{one} against {other}: {deals} deals")
            work = partial(both_seats, one=one, other=other, reviewed=reviewed)
            return list(pool.map(work, range(deals), chunksize=2))

        if options.scale:
            _make_scale(meet, options.reviewed)
            return 0
        found = {}
        for pair in PAIRS:
            dear = any("club" in name for name in pair)
            rows = meet(*pair, options.reviewed + (options.dear if dear else options.deals), options.reviewed)
            # Deal by deal, so that what is hard for both cancels.
            gap = Mean.of([other - own for _, own, other in rows[: options.reviewed]])
            came = Mean.of([row[0] for row in rows[options.reviewed :]])
            slope, error = SLOPE
            said = Mean(slope * gap.value, math.hypot(slope * gap.error, error * gap.value))
            apart = abs(said.value - came.value) / math.hypot(said.error, came.error)
            found[pair] = [f"{len(rows) - options.reviewed:,}", str(said), str(came), f"{apart:.1f}"]
            print(" | ".join([*pair, *found[pair]]), flush=True)
    most = max(float(row[-1]) for row in found.values())
    if options.figures:
        target = f"10 pairs, 2 s.e.: {'met' if most <= SURE else '**missed**'}"
        row = [f"{options.dear:,}", f"at most {most} s.e. apart", target]
        figures.keep("reviews", {f"`ratings`: {len(found)} pairs": row})
    return int(most > SURE)


def _make_scale(meet: Callable[[str, str, int, int], list[tuple[float, float, float]]], reviewed: int) -> None:
    less, lost, ahead = {}, list[float](), {name: _measured(*MEASURED[name]) for name in MEASURED}
    for name in MEASURED:
        rows = meet(name, "club", reviewed, reviewed)
        less[name] = Mean.of([club - own for _, own, club in rows])
        lost += [club for *_, club in rows]
        print(f"{name}: {less[name]} less lost than by club in a deal", flush=True)
    print(f"CLUB = {Mean.of(lost)}, SLOPE = {_slope(ahead, less)}")


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


if __name__ == "__main__":
    sys.exit(main())
