"""Whole deals, 14 tricks, stock known: ``python -m benchmarks.deals``.

First the values and node counts of some of the deals are held against stored ones; then all are timed, one by one
with one kernel, several times over. Times are per core; each deal counts with its median.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from statistics import mean, median, quantiles

from benchmarks import figures
from benchmarks.progress import say
from benchmarks.stored import answers, check
from benchmarks.timing import seconds, verdict
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PAGAT
from tests.oracles.seeded import deals, fingerprint

SEED, CHECKED = 1, 200


def main() -> int:
    """Check, time, print; the exit status is 1 if an answer or a node count is not as stored."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deals", description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--update", action="store_true", help="store the answers and node counts")
    figures.option(parser)
    options = parser.parse_args()
    positions = deals(max(options.deals, CHECKED), SEED)
    kernel = Kernel(PAGAT)
    checked = positions[:CHECKED]
    say("checking answers")
    values = [kernel.value(p) for p in checked]
    faults = check({"deals": answers(fingerprint(checked), values, kernel.nodes)}, update=options.update)
    say("")
    if faults:
        print("\n".join(faults))
        return 1
    print(f"values and node counts of the first {CHECKED} deals: as stored")
    rounds = [_time(positions[: options.deals], n, options.rounds) for n in range(options.rounds)]
    say("")
    times = [1000 * median(each) for each in zip(*(times for times, _ in rounds), strict=True)]
    nodes = rounds[0][1]
    heads = ("median", "mean", "90%", "99%", "most")
    print(f"\n{f'{options.deals} deals':14}" + "".join(f"{head:>12}" for head in heads))
    print(_row("milliseconds", times, ",.2f"))
    print(_row("nodes", nodes, ",.0f"))
    if options.figures:
        told = {"nodes": [f"{x:,.0f}" for x in _spread(nodes)], "milliseconds": [f"{x:,.2f}" for x in _spread(times)]}
        figures.keep("deals", told)
    print()
    print(verdict("mean, milliseconds", mean(times), 20, most=True))
    print(verdict("99th percentile, milliseconds", _percentile(times, 99), 200, most=True))
    return 0


def _time(positions: list[Position], done: int, rounds: int) -> tuple[list[float], list[int]]:
    """Seconds and nodes of each deal."""
    kernel = Kernel(PAGAT)
    times: list[float] = []
    nodes: list[int] = []
    for n, position in enumerate(positions):
        say(f"round {done + 1} of {rounds}: deal {n + 1} of {len(positions)}")
        before = kernel.nodes
        times.append(seconds(partial(kernel.value, position)))
        nodes.append(kernel.nodes - before)
    return times, nodes


def _row(name: str, found: Sequence[float], form: str) -> str:
    return f"{name:14}" + "".join(f"{one:12{form}}" for one in _spread(found))


def _spread(found: Sequence[float]) -> tuple[float, ...]:
    return median(found), mean(found), _percentile(found, 90), _percentile(found, 99), max(found)


def _percentile(found: Sequence[float], percent: int) -> float:
    return quantiles(found, n=100, method="inclusive")[percent - 1]


if __name__ == "__main__":
    sys.exit(main())
