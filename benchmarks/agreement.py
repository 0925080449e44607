"""Kernel against reference on as many random positions as one likes: ``python -m benchmarks.agreement --help``.

Every position is compared in its value and in the value of every move, hence in the set of best moves. What
is compared depends on ``--seed`` and ``--positions`` alone, not on ``--jobs``. Exit status: 0 if all agree, else 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from functools import partial

from benchmarks import figures
from benchmarks.progress import say
from bingo.solver.game import presets
from tests.oracles.agreement import GROUP, Report, compare

#: Groups that one task compares; a worker ends after some tasks, as the tables of many rule sets add up.
TASK, TASKS = 20, 20


def main() -> int:
    """Compare, and print what differs as soon as it is found, then what was compared."""
    options = _options()
    every = [name for name in presets.PRESETS if not (options.match and name == "berndt")]
    reports = {name: _run(options, name) for name in (every if options.rules == "every" else [options.rules])}
    for name, report in reports.items():
        print(f"{name or 'varied rules'}: {report.positions} positions, {len(report.disagreements)} disagreements")
        for sort, count in sorted(report.sorts.items()):
            print(f"  {count:9d}  {sort}")
    if options.figures:
        seed = options.seed if options.seed != 1 else None
        counts = (
            sum(each) for each in zip(*((r.positions, len(r.disagreements)) for r in reports.values()), strict=True)
        )
        name = figures.called(match=options.match, rules=options.rules, seed=seed)
        figures.keep("agreement", {f"`{name}`" if name else "no options": [f"{count:,}" for count in counts]})
    return int(any(report.disagreements for report in reports.values()))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agreement", description=__doc__)
    parser.add_argument("--positions", type=int, default=200_000, help="how many (under each rule set of --rules)")
    parser.add_argument(
        "--rules", choices=[*presets.PRESETS, "every"], help="one preset, or every one; else varied rules"
    )
    parser.add_argument(
        "--match", action="store_true", help="maximize random objectives, one of a few for each position"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    figures.option(parser)
    return parser.parse_args()


def _run(options: argparse.Namespace, name: str | None) -> Report:
    whole, start = Report(), time.perf_counter()
    tasks = range(0, -(-options.positions // GROUP), TASK)
    task = partial(_task, options.seed, options.positions, name, options.match)
    with multiprocessing.get_context("spawn").Pool(options.jobs, maxtasksperchild=TASKS) as pool:
        for report in pool.imap(task, tasks):
            whole.add(report)
            for found in report.disagreements:
                print(found, flush=True)
            seconds = time.perf_counter() - start
            say(f"{whole.positions} of {options.positions}, {len(whole.disagreements)} disagreements, {seconds:.0f} s")
    say("")
    return whole


def _task(seed: int, positions: int, name: str | None, match: bool, first: int) -> Report:
    n = min(TASK * GROUP, positions - first * GROUP)
    return compare(seed, n, presets.rules(name) if name else None, first, match=match)


if __name__ == "__main__":
    sys.exit(main())
