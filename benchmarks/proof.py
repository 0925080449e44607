"""Search and proofs against each other: ``python -m benchmarks.proof [--closings 500] [--lines 200] [--first 0]``.

Closings: seeded positions of random legal play after 1 to 6 tricks, you on lead with a trick won, under every preset
where a close is won by reaching the target. Each gets a certificate, which is held against the exact values of every
lead against every hand: impossible: no hand is won; certain: every hand is; what is proved the search takes against
every hand too; what is excluded it does not. Lines: some leads in any order, after 4 to 6 tricks and under every
preset; trying every hand and reply finds the same least as the model. The exit status is 1 if any two disagree.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from statistics import median

from benchmarks import figures
from benchmarks.progress import say
from benchmarks.timing import verdict
from bingo.solver.game.information import information_set
from bingo.solver.game.presets import PRESETS
from bingo.solver.proof.certificate import CERTAIN, IMPOSSIBLE, OPEN, UNDECIDED, certify
from bingo.solver.proof.lines import worst
from bingo.solver.proof.solving import Clock
from tests.oracles.proofs import CLOSING_ALIKE, closing, disagreements, least_against_all, random_line

RULES = [preset.rules for preset in PRESETS.values()]
#: What certificates say, as the page has it.
VERDICTS = (OPEN, CERTAIN, IMPOSSIBLE, UNDECIDED)
TARGET = 5.0  # seconds of processor time for a certificate, in the median


def main(closings: int, lines: int, first: int, seconds: float, *, keep: bool) -> int:
    """How many disagreements there are; prints each, and what it took."""
    wrong = _closings(range(first, first + closings), seconds, keep=keep) if closings else 0
    wrong += _lines(range(first, first + lines), keep=keep) if lines else 0
    say("")
    print(f"{wrong} disagreements")
    return wrong


def _closings(seeds: range, seconds: float, *, keep: bool) -> int:
    spent: list[float] = []
    verdicts: Counter[str] = Counter()
    wrong = tight = complete = 0
    for seed in seeds:
        say(f"closing {seed - seeds.start + 1} of {len(seeds)}, {wrong} disagreements")
        rng = random.Random(f"closing {seed}")
        position = closing(rng, rng.randint(1, 6), CLOSING_ALIKE[seed % len(CLOSING_ALIKE)])
        start = time.process_time()
        proof = certify(position, seconds=seconds)
        spent.append(time.process_time() - start)
        verdicts[proof.verdict] += 1
        tight += proof.tight
        complete += proof.complete
        for found in disagreements(position, proof):
            wrong += 1
            say("")
            print(f"closing {seed}: {found}", flush=True)
    say("")
    print(f"{len(seeds)} closings: {', '.join(f'{n} {name}' for name, n in verdicts.most_common())}")
    print(f"every line looked at: {complete}; upper bound reached by a deal: {tight}")
    print(f"processor seconds for a certificate: median {median(spent):.2f}, most {max(spent):.2f}")
    print(verdict("median seconds for a certificate", median(spent), TARGET, most=True), flush=True)
    if keep:
        counts = [len(seeds), *(verdicts[name] for name in VERDICTS), wrong]
        figures.fill("certificates", [[f"{count:,}" for count in counts]])
        met = "met" if median(spent) <= TARGET else "**missed**"
        cells = [f"{median(spent):.1f}", f"{max(spent):.1f}", f"median {TARGET:g}: {met}"]
        figures.keep("proofs", {"a certificate, processor seconds": cells})
    return wrong


def _lines(seeds: range, *, keep: bool) -> int:
    spent: list[float] = []
    wrong = lost = 0
    for seed in seeds:
        say(f"line {seed - seeds.start + 1} of {len(seeds)}, {wrong} disagreements")
        rng = random.Random(f"line {seed}")
        position = closing(rng, rng.choice((4, 5, 5, 6)), RULES[seed % len(RULES)])
        leads = random_line(rng, position)
        start = time.process_time()
        found = worst(information_set(position).concealed(), leads, Clock.of(60))
        spent.append(time.process_time() - start)
        assert found is not None
        lost += found.lost
        if found.points != (least := least_against_all(position, leads)):
            wrong += 1
            say("")
            print(f"line {seed}: the model takes {found.points}, trying all {least}", flush=True)
    say("")
    print(f"{len(seeds)} lines, of which {lost} can lose a trick: median {1000 * median(spent):.0f} ms, most", end=" ")
    print(f"{1000 * max(spent):.0f} ms", flush=True)
    if keep:
        figures.keep("proofs", {"a line, milliseconds": [f"{1000 * x:.0f}" for x in (median(spent), max(spent))]})
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--closings", type=int, default=500)
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="seed to begin with")
    parser.add_argument("--seconds", type=float, default=5.0, help="limit of time for a certificate")
    figures.option(parser)
    given = parser.parse_args()
    sys.exit(main(given.closings, given.lines, given.first, given.seconds, keep=given.figures) > 0)
