"""Match equity against matches played out: ``python -m benchmarks.match``.

At ten scores 10,000 matches are simulated, deal by deal, by the player that the table was made with, on tiles of its
own; they should end as the table says within two standard errors, of simulation and table together.
``--player rollout@512w`` compares what deals bring between that player and another one (those of ``benchmarks.arena``),
and what both make of the table.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks import figures
from benchmarks.arena.policies import by_name
from benchmarks.arena.referee import play_deal
from benchmarks.equity.matches import BEYOND, deal_results, play_deals
from benchmarks.progress import say
from bingo.solver.game.dealing import deal
from bingo.solver.game.position import YOU, Pair
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.rules import Rules
from bingo.solver.match.equity import Counts, Equity, equity, next_leader, scores
from bingo.solver.match.tables import NAMES, table
from tests.oracles.equity import standard_errors

#: What both still need, and who leads: level, lopsided, at the end.
SCORES = ((7, 7, 0), (7, 7, 1), (5, 6, 0), (4, 4, 1), (3, 5, 0), (2, 7, 1), (2, 3, 0), (1, 4, 1), (1, 2, 0), (1, 1, 1))
#: How far a simulation may be off, in standard errors.
LIMIT = 2.0


def main() -> int:
    """Simulate, or compare players; the exit status is 1 where a score is further off than it may be."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.match", description=__doc__)
    parser.add_argument("--rules", choices=NAMES, default="pagat")
    parser.add_argument("--matches", type=int, default=10_000, help="at each score")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", help="compare deals with those of this player of the arena")
    parser.add_argument("--deals", type=int, default=500, help="of that player")
    figures.option(parser)
    options = parser.parse_args()
    if options.player is not None:
        _compare(options.rules, options.player, options.deals, options.seed)
        return 0
    told, worst = _simulations(options.rules, options.matches, options.seed)
    if options.figures:
        figures.fill("matches", told)
    return int(worst > LIMIT)


def _simulations(preset: str, matches: int, seed: int) -> tuple[list[list[str]], float]:
    """Print a row for each score; the rows, and how many standard errors the furthest is off."""
    rules, shipped = PRESETS[preset].rules, table(preset)
    found, errors = shipped.equity, standard_errors(shipped.counts_at, shipped.equity)
    print(f"{preset}: {matches:,} matches at each score\nyou need  opponent  leads     table  simulated  errors off")
    worst, told = 0.0, list[list[str]]()
    for n, (mine, theirs, leader) in enumerate(SCORES):
        say(f"score {n + 1} of {len(SCORES)}")
        chance = found.chance(mine, theirs, leader)
        won = simulate(rules, found, (mine, theirs, leader), matches, (seed, 7, n))
        own = errors[mine, theirs] if leader == YOU else errors[theirs, mine]
        off = (won - chance) / math.hypot(math.sqrt(chance * (1 - chance) / matches), own)
        worst = max(worst, abs(off))
        say("")
        who = "opponent" if leader else "you"
        print(f"{mine:8}  {theirs:8}  {who:8} {100 * chance:5.1f}%     {100 * won:5.1f}%  {off:+10.2f}")
        told.append([str(mine), str(theirs), who, f"{100 * chance:.1f}%", f"{100 * won:.1f}%", f"{off:+.2f}"])
    print(f"{'PASS' if worst <= LIMIT else 'MISS'}  furthest off: {worst:.2f} standard errors, at most {LIMIT:.0f}")
    return told, worst


def simulate(rules: Rules, found: Equity, start: tuple[int, int, int], matches: int, seed: tuple[int, ...]) -> float:
    """The share of matches that you win from a score (what you and the opponent need, and who leads)."""
    going: dict[tuple[int, int, int], int] = {start: matches}
    won = step = 0
    while going:
        after: Counter[tuple[int, int, int]] = Counter()
        for (mine, theirs, leader), times in sorted(going.items()):
            step += 1
            score: Pair = (mine, theirs) if leader == YOU else (theirs, mine)
            brought = deal_results(rules, score, times, (*seed, step), found)
            for (a, b), same in _counted(brought if leader == YOU else brought[:, ::-1]):
                left = mine - a, theirs - b
                if min(left) <= 0:
                    won += same * (left[YOU] <= 0)
                else:
                    leads = next_leader(leader, (a, b))
                    after[(*left, leads)] += same
        going = after
    return won / matches


def _counted(brought: NDArray[np.int16]) -> list[tuple[Pair, int]]:
    counts = Counter((int(a), int(b)) for a, b in brought.tolist())
    return sorted(counts.items())


def _compare(preset: str, player: str, deals: int, seed: int) -> None:
    """Differences of points of the leader, and the chances that a match would have if all deals were like these."""
    rules = PRESETS[preset].rules
    policy, values = by_name(player), Counter[int]()
    for number in range(deals):
        say(f"deal {number + 1} of {deals}")
        start = deal(rules, Random(f"{seed} {number} match"))
        value = play_deal(start, (policy, policy), Random(f"{seed} {number}").getrandbits(31)).value
        values[value if start.leader == YOU else -value] += 1
    say("")
    native = play_deals(rules, BEYOND, 200_000, (seed, 8), None)
    ours = Counter[int]()
    for (a, b), times in native.items():
        ours[a - b] += times
    print(f"{preset}: what a deal brings its leader, in percent\npoints  {player} ({deals} deals)  table's player")
    for value in sorted({*values, *ours}, reverse=True):
        print(f"{value:+6}  {100 * values[value] / deals:{len(player) + 14}.1f}  {100 * ours[value] / 200_000:14.1f}")
    one, other = (equity(lambda _score, c=c: _as_counts(c)) for c in (values, ours))  # type: ignore[misc]
    gap = max(abs(one.chances[score] - other.chances[score]) for score in scores())
    print(f"a match of such deals, at most {100 * gap:.1f} points apart at any score")


def _as_counts(values: Counter[int]) -> Counts:
    return {(max(value, 0), max(-value, 0)): times for value, times in values.items()}


if __name__ == "__main__":
    sys.exit(main())
