"""The shipped puzzles with hidden tiles, every one judged anew: ``python -m benchmarks.unseen``.

Each is judged in twice the deals that it was composed with, drawn with another seed, over all hands where closing
is asked about. The answer must be the one in the file, ahead of every other by the margin; what is certain or out of
reach after closing must not contradict the proofs, which share nothing with the search. Exit status: 0 if all of that
holds, else 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from statistics import median

from benchmarks import figures
from bingo.positions.shipped import unseen
from bingo.solver.compose.themes import MARGIN
from bingo.solver.compose.unseen import WORLDS, judge
from bingo.solver.game.information import InformationSet
from bingo.solver.game.presets import label
from bingo.solver.hidden.deals import draw
from tests.oracles.proofs import disagreements

#: More deals than at composing, drawn with this seed.
MORE, SEED = 2, 11


def main() -> int:
    """Judge all puzzles, or every so many."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.unseen", description=__doc__)
    parser.add_argument("--theme", help="only puzzles of this theme")
    parser.add_argument("--rules", help="only puzzles under these rules")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only one puzzle in N")
    parser.add_argument("--proof-seconds", type=float, default=1.0, metavar="S", help="for each proof; 0: none")
    figures.option(parser)
    options = parser.parse_args()
    start = time.process_time()
    asked = [known for known in unseen() if _asked_for(known, options.theme, options.rules)]
    listed = asked[:: options.every]
    margins: dict[str, list[float]] = {}
    failures: Counter[str] = Counter()
    for known in listed:
        assert known.expect
        theme = known.expect.themes[0]
        verdict = judge(known, MORE * WORLDS[theme], (SEED,))
        margins.setdefault(theme, []).append(verdict.margin)
        wrong = [] if verdict.right in known.expect.best else [f"found {verdict.right}"]
        if verdict.margin < MARGIN[theme]:
            wrong.append(f"ahead of {verdict.second} by {verdict.margin:.2f} only")
        if verdict.closing is not None and options.proof_seconds:
            wrong += _against_proof(known, options.proof_seconds)
        failures[theme] += bool(wrong)
        print(*(f"{known.name}: {words}" for words in wrong), sep="\n", end="\n" if wrong else "", flush=True)
    told = dict[str, list[str]]()
    for theme, found in margins.items():
        spread = ", ".join(f"{margin:.2f}" for margin in (min(found), median(found), max(found)))
        print(f"{theme}: {len(found)} puzzles, margins {spread}")
        told[f"`{theme}`"] = [f"{len(found)}", f"{MARGIN[theme]:g}", spread, f"{failures[theme]}"]
    if options.figures:
        figures.keep("unseen", told)
    failed = failures.total()
    print(f"{failed} of {len(listed)} failed; {time.process_time() - start:.0f} s")
    return int(bool(failed))


def _asked_for(known: InformationSet, theme: str | None, rules: str | None) -> bool:
    assert known.expect
    return theme in (None, *known.expect.themes) and rules in (None, label(known.rules))


def _against_proof(known: InformationSet, seconds: float) -> Iterator[str]:
    from bingo.solver.proof.certificate import certify  # here: OR-Tools take half a second

    world = next(draw(known, 1).positions(known))
    yield from disagreements(world, certify(known, seconds=seconds))


if __name__ == "__main__":
    sys.exit(main())
