"""Levels of ``bingo play`` against each other: ``python -m benchmarks.levels --help``.

Each deal is played twice, with the seats exchanged; what is printed is the mean lead in game points a deal with its
standard error over these pairs. Each level is to beat the one below it by at least 0.15 beyond two standard errors:
exit status 1 if one does not.
"""

import argparse
import statistics
import sys
import time
from itertools import pairwise

from benchmarks import figures
from benchmarks.progress import say
from bingo.solver import Record, Rules, deal
from bingo.solver.analysis.settings import LEVELS
from bingo.solver.game import OPPONENT, YOU, presets
from tests.oracles.game import play_on

#: Game points a deal by which a level is to beat the one below it.
LEAD = 0.15


def main() -> int:
    options = _options()
    missed = False
    rules, cells = presets.rules(options.rules), list[str]()
    for lower, higher in pairwise(name for name in LEVELS if name != "textbook"):  # which stands beside the ladder
        start = time.process_time()
        leads = []
        for seed in range((options.deals + 1) // 2):
            leads.append(lead(rules, seed, higher, lower, options.worlds))
            say(f"{higher} {lower}: {2 * len(leads)} of {options.deals} deals, {statistics.mean(leads):+.3f}")
        say("")
        mean, error = statistics.mean(leads), statistics.stdev(leads) / len(leads) ** 0.5
        met = mean - 2 * error >= LEAD
        missed |= not met
        seconds = (time.process_time() - start) / (2 * len(leads))
        print(f"| `{higher}` | `{lower}` | {mean:+.3f} | {error:.3f} | {2 * len(leads)} | {seconds:.2f} |"
              f" {'met' if met else '**missed**'} |", flush=True)  # fmt: skip
        cells.append(f"{mean:+.3f} ({error:.3f}), {2 * len(leads):,}")
    if options.figures:
        figures.keep("levels", {f"`{options.rules}`": cells})
    return int(missed)


def lead(rules: Rules, seed: int, level: str, other: str, worlds: int = 0) -> float:
    """What ``one`` has more than ``other`` on a deal, on average over both seats."""
    return led(Record.of(deal(rules, seed), []), level, other, worlds)


def led(start: Record, level: str, other: str, worlds: int = 0, without: int = 0) -> float:
    """The same of a record; ``without``: rules that ``textbook`` leaves out (engine/levels/levels.hpp)."""
    first, second = (
        play_on(start, levels, worlds, without).result or (0, 0) for levels in ((level, other), (other, level))
    )
    return (first[YOU] - first[OPPONENT] + second[OPPONENT] - second[YOU]) / 2


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument(
        "--worlds", type=int, default=0, help="deals to look at for a decision, instead of what is usual"
    )
    figures.option(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
