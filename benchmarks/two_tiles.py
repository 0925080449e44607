"""Every endgame of two tiles a side, kernel against reference: ``python -m benchmarks.two_tiles --help``.

All pairs of hands, trumps and leaders, at every score that matters, exhausted and closed, under every preset: see
``bingo.solver.testing.two_tiles``. ``--share 3/2000`` goes through the third of 2,000 parts, which together are all;
each part has all sorts of deals, and depends on nothing else. Exit status: 0 if all agree, else 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from functools import partial

from benchmarks.progress import say
from bingo.solver.game import presets
from bingo.solver.testing.two_tiles import DEALS, Report, compare

#: Deals that one task compares.
TASK = 100


def main() -> int:
    """Compare, and print what differs as soon as it is found, then what was compared."""
    options = _options()
    reports = {name: _run(options, name) for name in options.rules or presets.PRESETS}
    for name, report in reports.items():
        counts = f"{report.deals:,} of {DEALS:,} deals, {report.positions:,} positions"
        print(f"{name}: {counts}, {len(report.disagreements)} disagreements")
    return int(any(report.disagreements for report in reports.values()))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.two_tiles", description=__doc__)
    parser.add_argument("--rules", choices=[*presets.PRESETS], nargs="+", help="presets; else every one")
    parser.add_argument("--share", type=_share, default="1/2000", help="which of how many parts; 1/1 is all")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    return parser.parse_args()


def _share(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts) <= DEALS):
        raise argparse.ArgumentTypeError(f"expected a part and the number of parts, such as 1/2000; found {text!r}")
    return int(part), int(parts)


def _run(options: argparse.Namespace, name: str) -> Report:
    part, parts = options.share
    whole, start, deals = Report(), time.perf_counter(), len(range(part - 1, DEALS, parts))
    task = partial(_task, name, part, parts)
    with multiprocessing.get_context("spawn").Pool(options.jobs, maxtasksperchild=50) as pool:
        for report in pool.imap(task, range(0, deals, TASK)):
            whole.add(report)
            for position, kernel, reference in report.disagreements:
                print(f"{name}: kernel {kernel}, reference {reference}\n  {position!r}", flush=True)
            seconds = time.perf_counter() - start
            say(f"{name}: {whole.deals} of {deals} deals, {whole.positions} positions, {seconds:.0f} s")
    say("")
    return whole


def _task(name: str, part: int, parts: int, first: int) -> Report:
    return compare(presets.rules(name), part, parts, first, TASK)


if __name__ == "__main__":
    sys.exit(main())
