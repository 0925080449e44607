"""Matches between two players over duplicate deals: ``python -m benchmarks.arena rollout@0.1 greedy --deals 1000``.

Every deal is played twice with the seats swapped; the result is game points a deal, of the first player less those of
the second, with its standard error over deals.
With --out, a match that was stopped goes on where it was; without
players, everything in that file is printed.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import figures
from benchmarks.arena.matches import Match, Pair, Score, read, run, score
from benchmarks.arena.policies import ELSEWHERE, PLAYERS, known
from benchmarks.progress import say
from bingo.solver.game.presets import PRESETS

#: Tables of the page that results stand in.
TABLES = ("arena", "presets")
HEAD = f"{'A':17} {'B':17} {'A - B':>7} {'s.e.':>6} {'deals':>6}  seconds a decision"


def main() -> int:
    """Play or print; the exit status is 2 for a wrong command, 130 if interrupted."""
    options = _options()
    try:
        pairs = read(options.out) if options.out else []
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if options.a is None:
        matches = dict.fromkeys(pair.match for pair in pairs)
        print("\n".join([HEAD, *(row(score([p for p in pairs if p.match == match])) for match in matches)]))
        return 0
    match = Match(options.a, options.b, options.rules, options.seed)
    start, status = time.perf_counter(), 0
    finished: list[Pair] = []

    def on_progress(pairs: Sequence[Pair]) -> None:
        finished[:] = pairs
        now = score(pairs)
        spent = time.perf_counter() - start
        mean = now.mean
        say(f"{now.deals} of {options.deals} deals, {mean.value:+.3f} (s.e. {mean.error:.3f}), {spent:.0f} s")

    try:
        finished = run(match, options.deals, options.jobs, options.out, on_progress)
    except KeyboardInterrupt:
        status = 130
    say("")
    if finished:
        print(HEAD)
        print(row(score(finished)))
        if options.figures:
            keep(options.figures, score(finished))
    return status


def row(score: Score) -> str:
    """A line of the table."""
    a, b = (f"{seconds:.4f}" for seconds in score.seconds)
    match = score.match
    mean = score.mean
    return f"{match.a:17} {match.b:17} {mean.value:+7.3f} {mean.error:6.3f} {score.deals:6}  {a} {b}"


def keep(table: str, score: Score) -> None:
    """Put a result into a table of the page."""
    match, mean = score.match, score.mean
    options = figures.called(
        rules=match.rules if match.rules != "pagat" else None, seed=match.seed if match.seed != 1 else None
    )
    a = f"`{match.a}` (`{options}`)" if options else f"`{match.a}`"
    b = re.sub(f"^{ELSEWHERE}.*@", f"{ELSEWHERE}PYTHON@", match.b)  # where it lies is nobody's business
    figures.keep(table, {(a, f"`{b}`"): [f"{mean.value:+.3f}", f"{mean.error:.3f}", f"{score.deals:,}"]})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arena", description=__doc__)
    names = f"{', '.join(PLAYERS)}; with a budget: @0.1s (processor seconds a decision), @500w or @500n (worlds)"
    parser.add_argument("a", nargs="?", type=known, metavar="A", help=f"a player: {names}")
    parser.add_argument("b", nargs="?", type=known, metavar="B", help="the other player")
    parser.add_argument("--deals", type=int, default=100, help="each is played twice (default: 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=PRESETS, default="pagat", help="a preset")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--out", type=Path, help="file of results, one line a deal")
    parser.add_argument("--figures", choices=TABLES, help="put the result into this table of the page")
    options = parser.parse_args()
    if (options.a is None) != (options.b is None) or (options.a is None and options.out is None):
        parser.error("expected two players, or --out with a file of results to print")
    if options.deals < 1 or options.jobs < 1:
        parser.error("expected at least one deal and one process")
    return options


if __name__ == "__main__":
    sys.exit(main())
