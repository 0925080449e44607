"""What each rule of solver/STRATEGY.md brings: ``python -m benchmarks.strategy --help``.

``textbook`` meets ``greedy`` with all its rules and without one of them, on the same deals, each played on both seats;
after a close or the last draw both look at ``--worlds`` hands for a decision. Figures with their standard errors go to
the page; without ``--figures`` other seeds are played, and a figure that is further from the page's than two errors
counts against it: exit status 1 if more than one in twenty are.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks import figures
from benchmarks.arena.matches import Mean
from benchmarks.levels import lead
from benchmarks.progress import say
from bingo.solver.game import presets

#: In the order of their bits in native/games/textbook.hpp.
RULES = (
    "1 close by the count",
    "2 after a close lead declared doubles, then winners",
    "3 keep the two strongest tiles",
    "4 keep doubles",
    "5 take tricks",
    "6 declare at once with the Bingo",
    "7 else declare with the close",
    "8 lead what counts nothing",
    "9 lead what few tiles beat",
)
PRESETS = ("pagat", "akagiri", "engel", "hoyle-1868", "hoyle-modern", "domino-play")
#: Seeds of the deals on the page start at 0, those that check them here.
FRESH = 1_000_000


def main() -> int:
    """Play, and print or keep a line a figure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strategy", description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000, help="for each figure, half of them on each seat")
    parser.add_argument("--worlds", type=int, default=8)
    figures.option(parser)
    options = parser.parse_args()
    rows = list[list[str]]()
    seeds = range(options.deals // 2) if options.figures else range(FRESH, FRESH + options.deals // 2)
    for name in PRESETS:
        rules = presets.rules(name)
        whole = [lead(rules, seed, "textbook", "greedy", options.worlds) for seed in seeds]
        rows.append([f"all, `{name}`", *_cells(whole), ""])
        for number, rule in enumerate(RULES if name == "pagat" else RULES[:1]):
            say(f"{name}: {rule}")
            less = [lead(rules, seed, "textbook", "greedy", options.worlds, 1 << number) for seed in seeds]
            brought = [one - other for one, other in zip(whole, less, strict=True)]
            share = sum(value != 0 for value in brought) / len(brought)
            rows.append([rule if name == "pagat" else f"{rule}, `{name}`", *_cells(brought), f"{100 * share:.0f}%"])
    say("")
    if options.figures:
        figures.fill("strategy", rows)
        return 0
    far = [row[0] for row, kept in zip(rows, figures.tables()["strategy"][1:], strict=True) if _apart(row, kept)]
    for row in rows:
        print(f"| {' | '.join(row)} |{' **not as on the page**' if row[0] in far else ''}")
    return int(len(far) * 20 > len(rows))


def _cells(values: list[float]) -> tuple[str, str]:
    mean = Mean.of(values)
    return f"{mean.value:+.3f}", f"{mean.error:.3f}"


def _apart(row: list[str], kept: list[str]) -> bool:
    (one, error), (other, before) = (map(float, cells[1:3]) for cells in (row, kept))
    return bool(abs(one - other) > 2 * (error**2 + before**2) ** 0.5 + 0.001)  # both were rounded


if __name__ == "__main__":
    sys.exit(main())
