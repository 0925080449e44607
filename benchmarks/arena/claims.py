"""What the default method has to reach, one match after the other: ``python -m benchmarks.arena.claims --out FILE``.

Means are those less luck. A lead is reached if the mean less two standard errors is at least that; not to be worse is
refuted where the mean and two standard errors are below 0. With --out, matches go on where they stopped.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import figures
from benchmarks.arena.__main__ import HEAD, row
from benchmarks.arena.matches import Match, Pair, Score, run, score
from benchmarks.arena.policies import UnknownPlayer, by_name
from benchmarks.progress import say
from bingo.solver.hidden.settings import DEFAULT, METHOD_NAMES

#: Simulations of OpenSpiel's searcher, and worlds that make at most as many: some ten moves are tried in each.
SIMULATIONS, WORLDS = 200, 20
#: Seconds for which pimc spends as much as the method does for 0.1: one deal with every move solved may take longer
#: than it has.
PIMC = 0.075


@dataclass(frozen=True, slots=True)
class Claim:
    """A match, over how many deals, and the lead that ``a`` has to reach; None: only not to be worse."""

    a: str
    b: str
    deals: int
    lead: float | None

    def verdict(self, found: Score) -> str:
        """PASS or MISS, and what was asked."""
        mean = found.best
        if self.lead is None:
            return f"{'PASS' if mean.value + 2 * mean.error >= 0 else 'MISS'}  not worse"
        return f"{'PASS' if mean.value - 2 * mean.error >= self.lead else 'MISS'}  at least {self.lead:+.1f}"


def claims(method: str) -> list[Claim]:
    """What is asked of a method."""
    return [
        Claim(f"{method}@0.1s", "greedy", 400, 0.5),
        Claim(f"{method}@0.1s", f"pimc@{PIMC}s", 5000, 0.2),
        Claim(f"{method}@0.1s", "openspiel@0.1s", 200, 0.0),
        Claim(f"{method}@{WORLDS}w", f"openspiel@{SIMULATIONS}n", 200, 0.0),
        Claim(f"{method}@0.1s", f"{method}@0.02s", 400, None),
        Claim(f"{method}@0.5s", f"{method}@0.1s", 200, None),
    ]


def main() -> int:
    """Play the matches and print the table; exit status 1 if a claim is missed, 130 if interrupted."""
    options = _options()
    missed, told = False, list[list[str]]()
    print(f"{HEAD}  claim", flush=True)
    for claim in claims(options.method):
        match = Match(claim.a, claim.b, "pagat", options.seed)
        deals = max(2, math.ceil(claim.deals * options.share))

        def on_progress(pairs: Sequence[Pair], claim: Claim = claim, deals: int = deals) -> None:
            now = score(pairs)
            mean = now.best
            say(f"{claim.a} {claim.b}: {now.deals} of {deals} deals, {mean.value:+.3f} (s.e. {mean.error:.3f})")

        try:
            found = score(run(match, deals, options.jobs, options.out, on_progress))
        except KeyboardInterrupt:
            say("")
            return 130
        except ValueError as error:
            print(error, file=sys.stderr)
            return 2
        say("")
        verdict = claim.verdict(found)
        missed |= verdict.startswith("MISS")
        print(f"{row(found)}  {verdict}", flush=True)
        numbers = f"{found.best.value:+.3f}", f"{found.best.error:.3f}", f"{found.deals:,}"
        spent = (f"{seconds:.3f}" for seconds in found.seconds)
        asked = f"{verdict[6:]}: {'met' if verdict.startswith('PASS') else '**missed**'}"
        told.append([f"`{claim.a}`", f"`{claim.b}`", *numbers, *spent, asked])
    if options.figures:
        figures.fill("claims", told)
    return int(missed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arena.claims", description=__doc__)
    parser.add_argument("--method", choices=METHOD_NAMES, default=DEFAULT)
    parser.add_argument("--share", type=float, default=1.0, help="of the usual deals, more or fewer (default: 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--out", type=Path, help="file of results, one line a deal")
    figures.option(parser)
    options = parser.parse_args()
    if options.share <= 0 or options.jobs < 1:
        parser.error("expected a share above 0 and at least one process")
    try:
        for name in {name for claim in claims(options.method) for name in (claim.a, claim.b)}:
            by_name(name)
    except UnknownPlayer as error:
        parser.error(str(error))
    return options


if __name__ == "__main__":
    sys.exit(main())
