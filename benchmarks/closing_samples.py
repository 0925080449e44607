"""How far samples of hands can be trusted in closing: ``python -m benchmarks.closing_samples [VIEWS]``.

VIEWS (8) positions of random play for each of some presets, after four tricks, are solved against all 792 hands and
against samples of 128. Printed is how many exact means lie outside the 95% intervals of the samples, and on which
side; a strategy that looked better in the sample than it is would show as means below.
"""

from __future__ import annotations

import argparse
import random

from benchmarks import figures
from benchmarks.closing import SEED, view
from bingo.solver import Settings
from bingo.solver.game.presets import rules
from bingo.solver.hidden.closing import analyze_closing
from bingo.solver.hidden.leads import Mean
from bingo.solver.hidden.view import known

PRESETS = ("pagat", "hoyle-1868", "hoyle-modern", "engel")
EVERY_HAND, SAMPLE = 10**6, 128


def main() -> None:
    """Print a line for each preset."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.closing_samples", description=__doc__)
    parser.add_argument("views", type=int, nargs="?", default=8)
    figures.option(parser)
    options = parser.parse_args()
    told: dict[str, list[str]] = {}
    print("preset        leads  guaranteed below  above  double-dummy below  above")
    for preset in PRESETS:
        leads, found, rng = 0, [0, 0, 0, 0], random.Random(SEED)
        for seed in range(options.views):
            seen = known(view(rng, 4, rules(preset)))
            exact = {lead.move: lead for lead in analyze_closing(seen, most_hands=EVERY_HAND).leads}
            for lead in analyze_closing(seen, Settings(seed=seed), most_hands=SAMPLE).leads:
                if lead.move in exact:
                    whole = exact[lead.move]
                    leads += 1
                    sides = _outside(whole.guaranteed, lead.guaranteed) + _outside(
                        whole.double_dummy, lead.double_dummy
                    )
                    found = [count + side for count, side in zip(found, sides, strict=True)]
        shares = below, above, seen_below, seen_above = [f"{100 * n / leads:.1f}%" for n in found]
        told[f"`{preset}`"] = [str(leads), *shares]
        print(f"{preset:12} {leads:6} {below:>17} {above:>6} {seen_below:>19} {seen_above:>6}", flush=True)
    if options.figures:
        figures.keep("closing-samples", told)


def _outside(exact: Mean, sampled: Mean) -> tuple[bool, bool]:
    """Whether the exact mean lies below the interval of the sampled one, and whether above."""
    slack = 1e-9
    return exact.value < sampled.points.low - slack, exact.value > sampled.points.high + slack


if __name__ == "__main__":
    main()
