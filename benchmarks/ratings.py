"""The scale of ``bingo profile``: what is lost in a deal against what is won: ``python -m benchmarks.ratings --help``.

With --scale anchors play, and what both lost is reviewed, as quickly as after a game: what a game point less lost in a
deal is worth in results is the scale (``CLUB`` and ``SLOPES`` of ``bingo.cli.coach.figures``). Else it is tried: of
pairs that had no part in it, in other deals, some deals are reviewed in the same way, and what the losses say is held
against the results of others. Every deal is played from both seats and kept in --played, so that a run that was stopped
goes on. Exit status 1 if a pair of the ten lies beyond two standard errors.
"""

from __future__ import annotations

import argparse
import math
import shelve
import sys
import tempfile
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from statistics import fmean

from benchmarks import figures
from benchmarks.arena.matches import Mean
from benchmarks.progress import say
from bingo.cli.coach.figures import CLUB, SLOPES, SURE, parts
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

#: What the first of two players is ahead in a deal, and what both lost; by players, deal and whether it was reviewed.
Outcome = tuple[float, float, float]
Known = MutableMapping[str, Outcome]
#: What a policy plays a turn by: the share of turns, and a level or ``random``.
Policy = tuple[tuple[float, str], ...]
POLICIES: dict[str, Policy] = {
    "greedy": ((1, "greedy"),),
    "club": ((1, "club"),),
    "strongest": ((1, "strongest"),),
    "greedy or club": ((0.5, "greedy"), (0.5, "club")),
    "random": ((1, "random"),),
    **{
        f"{name}, 1 in {n} at random": ((1, "random"), (n - 1, name))
        for n in (10, 4, 3, 2)
        for name in ("greedy", "club")
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
#: What makes the scale: for those who lose less than club, and for those who lose more. What levels are ahead has been
#: measured: the column of the table in figures.json.
ANCHORS = (
    (("strongest", "club"),),
    (("club", "greedy"), ("greedy", "greedy, 1 in 3 at random"), ("greedy", "random")),
)
MEASURED = {("club", "greedy"): 1, ("strongest", "club"): 2}
#: The first deal that is not reviewed.
GAMES = 200


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


def both_seats(known: Known, pair: tuple[str, str], seeds: Iterable[int], *, reviewed: bool) -> list[Outcome]:
    """What the first is ahead in a deal, on average over both seats, and what both lost if it is ``reviewed``."""
    rows = []
    for seed in seeds:
        say(f"{' against '.join(pair)}: deal {seed}")
        for names in (pair, pair[::-1]):
            key = f"{names} {seed} {reviewed}"
            if key not in known:
                record = played(seed, (POLICIES[names[0]], POLICIES[names[1]]))
                assert record.result
                lost = review_deal(record, Settings(worlds=QUICK)).lost if reviewed else (0.0, 0.0)
                known[key] = (record.result[YOU] - record.result[OPPONENT], *lost)
        a, b = (known[f"{names} {seed} {reviewed}"] for names in (pair, pair[::-1]))
        rows.append(((a[0] - b[0]) / 2, (a[1] + b[2]) / 2, (a[2] + b[1]) / 2))
    return rows


def main() -> int:
    """Play, review, and print what the scale is, or how well it predicts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratings", description=__doc__)
    parser.add_argument("--scale", action="store_true", help="make the scale anew, instead of trying it")
    parser.add_argument("--deals", type=int, default=1000, help="of each pair, half from each seat")
    parser.add_argument("--dear", type=int, default=1000, help="the same where club plays; 0: none")
    parser.add_argument("--reviewed", type=int, default=100, help="others of each that are reviewed")
    parser.add_argument("--played", metavar="FILE", help="where deals are kept, to go on from")
    figures.option(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, shelve.open(options.played or f"{folder}/played") as known:
        return (_make_scale if options.scale else _try_scale)(known, options)


def _try_scale(known: Known, options: argparse.Namespace) -> int:
    found = {}
    for pair in PAIRS:
        deals = options.dear if any("club" in name for name in pair) else options.deals
        if not deals:
            continue
        said = predicted(both_seats(known, pair, range(options.reviewed // 2), reviewed=True))
        came = results(known, pair, deals)
        apart = abs(said.value - came.value) / math.hypot(said.error, came.error)
        found[pair] = [f"{deals:,}", str(said), str(came), f"{apart:.1f}"]
        print(" | ".join([*pair, *found[pair]]), flush=True)
    most = max(float(row[-1]) for row in found.values())
    good = most <= SURE and len(found) == len(PAIRS)
    if options.figures:
        target = f"10 pairs, 2 s.e.: {'met' if good else '**missed**'}"
        row = [f"{options.dear or options.deals:,}", f"at most {most} s.e. apart", target]
        figures.keep("reviews", {f"`ratings`: {len(found)} pairs": row})
    return int(not good)


def results(known: Known, pair: tuple[str, str], deals: int) -> Mean:
    """What the first was ahead in deals that are not reviewed."""
    return Mean.of([row[0] for row in both_seats(known, pair, range(GAMES, GAMES + deals // 2), reviewed=False)])


def predicted(rows: Sequence[Outcome]) -> Mean:
    """What the losses say that the first is ahead; deal by deal, so that what is hard for both cancels."""
    own, other = (fmean(column) for column in list(zip(*rows, strict=True))[1:])
    slopes = [SLOPES[lost > CLUB[0]][0] for lost in (own, other)]
    scatter = Mean.of([slopes[1] * theirs - slopes[0] * mine for _, mine, theirs in rows])
    gaps = [a - b for a, b in zip(parts(own), parts(other), strict=True)]
    value = sum(slope * gap for (slope, _), gap in zip(SLOPES, gaps, strict=True))
    return Mean(value, math.hypot(scatter.error, *(error * gap for (_, error), gap in zip(SLOPES, gaps, strict=True))))


def _make_scale(known: Known, options: argparse.Namespace) -> int:
    """Each slope is the ratio of two sums over its anchors, with the error that both bring. They are reviewed in the
    same deals, but not in those in which the scale is tried.
    """
    lost, slopes = list[float](), list[Mean]()
    deals = range(options.reviewed // 2, options.reviewed)
    for anchors in ANCHORS:
        rows = {pair: both_seats(known, pair, deals, reviewed=True) for pair in anchors}
        ahead = [
            _measured(MEASURED[pair]) if pair in MEASURED else results(known, pair, options.deals) for pair in anchors
        ]
        for pair, won in zip(anchors, ahead, strict=True):
            gap = Mean.of([other - own for _, own, other in rows[pair]])
            print(" | ".join((*pair, f"{gap} less lost", f"{won} won")), flush=True)
            if "club" in pair:
                lost += [row[1 + pair.index("club")] for row in rows[pair]]
        less = Mean.of([sum(other - own for _, own, other in same) for same in zip(*rows.values(), strict=True)])
        slope = sum(won.value for won in ahead) / less.value
        slopes.append(Mean(slope, math.hypot(slope * less.error, *(won.error for won in ahead)) / less.value))
    print(f"CLUB = {Mean.of(lost)}, SLOPES = {', '.join(map(str, slopes))}")
    return 0


def _measured(column: int) -> Mean:
    cell = next(row for row in figures.tables()["levels"] if row[0] == "`pagat`")[column]
    return Mean(*map(float, cell.partition(",")[0].replace("(", "").replace(")", "").split()))


if __name__ == "__main__":
    sys.exit(main())
