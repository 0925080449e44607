"""Levels of ``bingo play`` against each other: ``python -m benchmarks.levels --help``.

Each deal is played twice, with the seats exchanged; what is printed is the mean lead in game points a deal with its
standard error over these pairs. Each level is to beat the one below it by at least 0.15 beyond two standard errors:
exit status 1 if one does not. ``--every`` plays each level against every other under every preset instead, and sees
that all deals end by the rules and can be read back from their records.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from itertools import combinations, pairwise

from benchmarks.progress import say
from bingo.positions import dumps_record, reads_records
from bingo.solver.game import presets
from bingo.solver.game.dealing import deal
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.rules import Rules
from bingo.solver.opponents.levels import LEVELS, Level
from bingo.solver.opponents.playing import play_out

#: Game points a deal by which a level is to beat the one below it.
LEAD = 0.15


def main() -> int:
    """Play, and print a line a pair of levels."""
    options = _options()
    if options.every:
        return _every(options.deals)
    missed = False
    rules = presets.rules(options.rules)
    for lower, higher in pairwise(LEVELS.values()):
        start = time.process_time()
        leads = []
        for seed in range((options.deals + 1) // 2):
            leads.append(lead(rules, seed, higher, lower))
            say(f"{higher.name} {lower.name}: {2 * len(leads)} of {options.deals} deals, {statistics.mean(leads):+.3f}")
        say("")
        mean, error = statistics.mean(leads), statistics.stdev(leads) / len(leads) ** 0.5
        met = mean - 2 * error >= LEAD
        missed |= not met
        seconds = (time.process_time() - start) / (2 * len(leads))
        print(f"| `{higher.name}` | `{lower.name}` | {mean:+.3f} | {error:.3f} | {2 * len(leads)} | {seconds:.2f} |"
              f" {'met' if met else '**missed**'} |", flush=True)  # fmt: skip
    return int(missed)


def lead(rules: Rules, seed: int, one: Level, other: Level) -> float:
    """What ``one`` has more than ``other`` on a deal, on average over both seats."""
    start = deal(rules, seed)
    first, second = play_out(start, (one, other)).result, play_out(start, (other, one)).result
    assert first
    assert second
    return (first[YOU] - first[OPPONENT] + second[OPPONENT] - second[YOU]) / 2


def _every(deals: int) -> int:
    """So many deals of each pair of levels, spread over all presets."""
    for one, other in combinations(LEVELS.values(), 2):
        for seed in range(deals):
            name = [*presets.PRESETS][seed % len(presets.PRESETS)]
            players = (one, other) if seed // len(presets.PRESETS) % 2 else (other, one)
            record = play_out(deal(name, seed), players)
            (again,) = reads_records(dumps_record(record))
            assert again.turns == record.turns
            assert again.result == record.result
            say(f"{one.name} {other.name}: {seed + 1} of {deals} deals")
        say("")
        print(f"{one.name} against {other.name}: {deals} deals ended by the rules", flush=True)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--every", action="store_true", help="each level against every other, under every preset")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
