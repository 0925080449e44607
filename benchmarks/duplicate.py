"""How far duplicate tells two levels apart: ``python -m benchmarks.duplicate greedy strongest --help``.

Both levels play the same deals from the same seat against the same opponent, and each deal is compared as
``bingo duplicate --quick`` does. What is printed is a row of a table for each way to measure the lead of the second: on
deals of their own, on the same deals, without luck, by decisions alone; its mean in game points a deal, its standard
error, and how many deals would bring that down to a tenth of a point. The last row is what is taken out as luck, which
must be nothing on average, whoever plays: exit status 1 if it is more than two standard errors from 0. ``--worlds 128
--players 64`` makes that quick.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence

from benchmarks import figures
from benchmarks.progress import say
from bingo.solver.game import presets
from bingo.solver.game.dealing import deal
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.record import Record
from bingo.solver.hidden.levels import LEVELS
from bingo.solver.hidden.settings import Settings
from bingo.solver.reviewing.budget import worlds_compared
from bingo.solver.reviewing.comparing import Comparison, compare
from tests.oracles.game import play_on

#: The standard error that is asked for.
ERROR = 0.1


def main() -> int:
    """Play, compare, and print."""
    options = _options()
    rules = presets.rules(options.rules)
    worlds = options.worlds or worlds_compared(rules, quick=True)
    found = list[Comparison]()
    for n in range(options.deals):
        record = Record.of(deal(rules, options.seed * 1_000_000 + n), [])
        other, one = (play_on(record, (level, options.opponent), options.players) for level in options.levels)
        found.append(compare(one, other, Settings(worlds=worlds, seed=n)))
        if abs(found[-1].luck.deal) > 1e-9:
            raise RuntimeError(f"deal {n + 1}: expected the same luck in the deal for both")
        say(f"{n + 1} of {options.deals} deals")
    say("")
    alike = sum(each.parting is None for each in found)
    print(f"{len(found)} deals under {options.rules} against {options.opponent}; {alike} played alike by both")
    results = [[brought(review.record) for review in each.reviews] for each in found]
    apart = sum(statistics.variance(side) for side in zip(*results, strict=True)) ** 0.5
    luck = [each.luck.you for each in found]
    told = {
        "the same deals": row([each.difference for each in found]),
        "without luck": row([each.without_luck for each in found]),
        "by decisions alone": row([each.decisions for each in found]),
        "luck taken out": row(luck)[:2],
    }
    for name, cells in {"deals of their own": row([each.difference for each in found], apart), **told}.items():
        print(f"| {name} | {' | '.join(cells)} |")
    if options.figures:
        figures.keep("duplicate", told)
    return int(abs(statistics.fmean(luck)) > 2 * statistics.stdev(luck) / len(luck) ** 0.5)


def brought(record: Record) -> int:
    """What a deal brought the seat more than its opponent."""
    assert record.result
    return record.result[YOU] - record.result[OPPONENT]


def row(values: Sequence[float], spread: float | None = None) -> list[str]:
    """Mean, its error, deals that bring that to 0.1; ``spread``: the standard deviation if not that of the values."""
    mean, deviation = statistics.fmean(values), spread or statistics.stdev(values)
    error = deviation / len(values) ** 0.5
    return [f"{mean:+.3f}", f"{error:.3f}", f"{(deviation / ERROR) ** 2:,.0f}"]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.duplicate", description=__doc__)
    parser.add_argument("levels", nargs=2, choices=[*LEVELS], metavar="LEVEL")
    parser.add_argument("--opponent", default="club", choices=[*LEVELS])
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worlds", type=int, help="deals that a review looks at for a decision")
    parser.add_argument("--players", type=int, help="deals that the levels look at for a decision")
    figures.option(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
