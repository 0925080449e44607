"""Candidates a second when composing: ``python -m benchmarks.compose``.

A candidate is a position out of play that was solved (the exact value of every move) and looked at (is one move alone
best, and not an obvious one; if so its themes, its shortest form and its difficulty). First the puzzles are held
against stored ones. Then everything from a seed to the puzzles is timed, three times over: what ``bingo compose``
does if nothing is asked for, with endgames only, and with the two themes of closing only.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable
from dataclasses import fields
from statistics import median

from benchmarks import figures
from benchmarks.progress import say
from benchmarks.stored import Answers, check
from benchmarks.timing import seconds, verdict
from bingo.solver.compose.candidates import Composer, position
from bingo.solver.compose.composing import CHUNK, ComposeOptions, Found, find
from bingo.solver.compose.measure import Facts
from bingo.solver.compose.selection import select
from bingo.solver.compose.themes import THEMES

SEED = 1
SORTS = {
    "everything": ComposeOptions(),
    "endgames": ComposeOptions(themes=tuple(name for name, theme in THEMES.items() if not theme.closing)),
    "closing": ComposeOptions(themes=tuple(name for name, theme in THEMES.items() if theme.closing)),
}


def main() -> int:
    """Check, time, print; the exit status is 1 if a puzzle is not as stored."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compose", description=__doc__)
    parser.add_argument("--chunks", type=int, default=5, help=f"rounds, of {CHUNK} deals each")
    parser.add_argument("--update", action="store_true", help="store the puzzles")
    figures.option(parser)
    options = parser.parse_args()
    say("checking puzzles")
    faults = check({f"compose {sort}": _answers(wanted) for sort, wanted in SORTS.items()}, update=options.update)
    if faults:
        say("")
        print("\n".join(faults))
        return 1
    rates: dict[str, float] = {}
    told: list[list[str]] = []
    for sort, wanted in SORTS.items():
        found = [_timed(f"{sort}, round {n + 1}", wanted, n) for n in range(options.chunks)]
        rates[sort] = median(rate for rate, _ in found)
        total, made = sum(f.candidates for _, f in found), sum(len(f.puzzles) for _, f in found)
        say("")
        told.append([figures.rate(rates[sort]), f"{1000 * made / total:.1f}"])
        print(
            f"{sort:12}{rates[sort]:>10,.0f} candidates a second and core, {1000 * made / total:.2f} puzzles in 1,000"
        )
    for stage, share in _shares(SORTS["everything"]).items():
        print(f"  of everything, {stage}: {share:.0%}")
    print(verdict("candidates a second and core", rates["everything"], 10_000))
    if options.figures:
        names = ("`bingo compose` without options", "endgames only", "themes of closing only")
        figures.keep("compose", dict(zip(names, told, strict=True)))
    return 0


def _answers(wanted: ComposeOptions) -> Answers:
    found = find(wanted, SEED, 0, CHUNK)
    told = [f"{p.position.notation} {p.solution} {' '.join(map(str, _values(p.facts)))}" for p in found.puzzles]
    digest = hashlib.sha256(" ".join(told).encode()).hexdigest()[:16]
    return Answers(digest, ",".join(str(p.value) for p in found.puzzles), len(found.puzzles), found.candidates)


def _values(facts: Facts) -> list[object]:
    return [getattr(facts, field.name) for field in fields(facts)]


def _timed(doing: str, wanted: ComposeOptions, chunk: int) -> tuple[float, Found]:
    say(doing)
    made: list[Found] = []
    taken = seconds(lambda: made.append(find(wanted, SEED, chunk * CHUNK, CHUNK)))
    return made[0].candidates / taken, made[0]


def _shares(wanted: ComposeOptions) -> dict[str, float]:
    """Where the time goes, of one chunk."""
    composer = Composer(wanted.rules)

    def taken(call: Callable[[], object]) -> float:
        return seconds(call)

    whole = taken(lambda: find(wanted, SEED, CHUNK, CHUNK))
    played = taken(lambda: composer.play(SEED, CHUNK, CHUNK, wanted.asked()))
    seen = composer.play(SEED, CHUNK, CHUNK, wanted.asked())
    selected = taken(lambda: select(wanted.rules, seen))
    first = [position(wanted.rules, row) for row in seen.rows[:200]]
    assert len(composer.candidates(first)) == len(first)
    rest = max(whole - played - selected, 0)
    return {"playing and solving": played / whole, "selecting": selected / whole, "themes and difficulty": rest / whole}


if __name__ == "__main__":
    sys.exit(main())
