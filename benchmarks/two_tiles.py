"""Every endgame of two tiles a side, kernel against reference: ``python -m benchmarks.two_tiles --help``.

All pairs of hands, trumps and leaders, at every score that matters, exhausted and closed, under every preset: see
``tests.oracles.two_tiles``. ``--share 3/100`` goes through the third of 100 parts, which together are all; each
part has all sorts of deals, and depends on nothing else. Exit status: 0 if all agree, else 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from functools import cache, partial

from benchmarks import figures
from benchmarks.progress import say
from bingo.solver.game import presets
from tests.oracles.two_tiles import DEALS, Comparison, Report, part

#: Classes of deals that one task compares.
TASK = 1_000


def main() -> int:
    """Compare, and print what differs as soon as it is found, then what was compared."""
    options = _options()
    reports = [_run(options, name) for name in options.rules or presets.PRESETS]
    if options.figures:
        counts = [(r.deals, r.positions, r.searched, len(r.disagreements)) for r in reports]
        share = "/".join(map(str, options.share))
        name = figures.called(rules=" ".join(options.rules or ()), share=share if share != "1/1" else None)
        cells = [f"{sum(each):,}" for each in zip(*counts, strict=True)]
        figures.keep("two-tiles", {f"`{name}`" if name else "no options": cells})
    return int(any(report.disagreements for report in reports))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.two_tiles", description=__doc__)
    parser.add_argument("--rules", choices=[*presets.PRESETS], nargs="+", help="presets; else every one")
    parser.add_argument("--share", type=_share, default="1/1", help="which of how many parts; else all")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    figures.option(parser)
    return parser.parse_args()


def _share(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts) <= DEALS):
        raise argparse.ArgumentTypeError(f"expected a part and the number of parts, such as 1/100; found {text!r}")
    return int(part), int(parts)


def _run(options: argparse.Namespace, name: str) -> Report:
    share, shares = options.share
    classes = [*part(presets.rules(name), share, shares)]
    tasks = [classes[n : n + TASK] for n in range(0, len(classes), TASK)]
    whole, start = Report(), time.perf_counter()
    for done, report in enumerate(_reports(name, tasks, options.jobs), 1):
        whole.add(report)
        for position, kernel, reference in report.disagreements:
            print(f"{name}: kernel {kernel}, reference {reference}\n  {position!r}", flush=True)
        seconds = time.perf_counter() - start
        say(f"{name}: {done} of {len(tasks)} parts, {whole.positions:,} positions, {seconds:.0f} s")
    say("")
    counts = f"{whole.deals:,} of {DEALS:,} deals, {whole.positions:,} positions, {whole.searched:,} searched"
    print(f"{name}: {counts}, {len(whole.disagreements)} disagreements", flush=True)
    return whole


def _reports(name: str, tasks: list[list[int]], jobs: int) -> Iterator[Report]:
    if jobs == 1:
        yield from map(partial(_task, name), tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(partial(_task, name), tasks)


def _task(name: str, classes: list[int]) -> Report:
    return _comparison(name).compare(classes)


@cache
def _comparison(name: str) -> Comparison:
    """A process's own, which knows what the reference has searched in it."""
    return Comparison(presets.rules(name))


if __name__ == "__main__":
    sys.exit(main())
