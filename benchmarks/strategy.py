"""What each rule of solver/STRATEGY.md brings: ``python -m benchmarks.strategy --help``.

``textbook`` meets ``greedy`` with all its rules and without one of them, on the same deals, each played on both seats;
once nothing is drawn ``greedy`` looks at ``--worlds`` hands for a move. Deals are added until the error of a figure is
at most 0.01 game points; under ``berndt``, where deals are worth card points, it is larger. Figures with their errors
go to the page; without ``--figures`` other seeds are played, and a figure that is further from the page's than two
errors counts against it: exit status 1 if more than one in twenty are.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping

from benchmarks import figures
from benchmarks.levels import led
from benchmarks.progress import say
from benchmarks.timing import Mean
from bingo.solver import Record, deal
from bingo.solver.game import presets

#: In the order of their bits in engine/levels/levels.hpp.
RULES = (
    "1 close by the count",
    "2 in phase two declare first",
    "3 then lead sure winners",
    "4 and beaten trumps last",
    "5 keep the two strongest tiles",
    "6 take tricks",
    "7 the last open one, too",
    "8 declare at once with the Bingo",
    "9 else for thirty, or when closing",
    "10 lead what counts nothing",
)
OTHERS = ("akagiri", "engel", "hoyle-1868", "hoyle-modern", "domino-play", "pagat, must_beat=false", "berndt")
#: A figure is of so many deals, and of twice as many until its error is no larger: 0.0095 is told as 0.009 or 0.010.
LEAST, ERROR = 4_000, 0.0095
#: Seeds of the deals on the page start at 0, those that check them here.
FRESH = 1_000_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strategy", description=__doc__)
    parser.add_argument("--most", type=int, default=64_000, help="deals for a figure, half of them on each seat")
    parser.add_argument("--worlds", type=int, default=8)
    figures.option(parser)
    options = parser.parse_args()
    first = 0 if options.figures else FRESH
    values = {name: brought(name, first, options.most, options.worlds) for name in ("pagat", *OTHERS)}
    say("")
    tables = {"strategy": _first(values["pagat"]), "strategy-presets": _others(values)}
    if options.figures:
        figures.fill("strategy", tables["strategy"])
        figures.fill("strategy-presets", tables["strategy-presets"])
        return 0
    pairs = [
        (f"{row[0]}, column {place}", cell, kept[place])
        for name, table in tables.items()
        for row, kept in zip(table, figures.tables()[name][1:], strict=True)
        for place, cell in enumerate(row)
        if place and "(" in cell
    ]
    far = [f"{where}: {cell}, on the page {kept}" for where, cell, kept in pairs if _apart(cell, kept)]
    print(*far, f"{len(pairs)} figures, {len(far)} not as on the page", sep="\n")
    return int(len(far) * 20 > len(pairs))


def brought(name: str, first: int, most: int, worlds: int) -> dict[str, list[float]]:
    """What all rules together win from ``greedy`` on deals from this seed on, and what each brings to the others."""
    rules, starts = presets.rules(name), list[Record]()
    gains = dict[str, list[float]]()

    def values(without: int, count: int) -> list[float]:
        starts.extend(Record.of(deal(rules, first + n), []) for n in range(len(starts), count))
        known = played.setdefault(without, [])
        known += (led(start, "textbook", "greedy", worlds, without) for start in starts[len(known) : count])
        return known[:count]

    played = dict[int, list[float]]()
    for number, rule in enumerate(("all", *RULES)):
        say(f"{name}: {rule}")
        count = LEAST // 2
        while True:
            whole = values(0, count)
            less = values(1 << number - 1, count) if number else [0.0] * count
            gains[rule] = [more - other for more, other in zip(whole, less, strict=True)]
            if Mean.of(gains[rule]).error <= ERROR or 4 * count > most or name == "berndt":
                break
            count *= 2
    return gains


def _first(gains: Mapping[str, list[float]]) -> list[list[str]]:
    shares = {rule: sum(value != 0 for value in values) / len(values) for rule, values in gains.items()}
    return [
        [rule, str(Mean.of(values)), "" if rule == "all" else f"{100 * shares[rule]:.0f}%"]
        for rule, values in gains.items()
    ]


def _others(gains: Mapping[str, Mapping[str, list[float]]]) -> list[list[str]]:
    return [[rule, *(str(Mean.of(gains[name][rule])) for name in OTHERS)] for rule in ("all", *RULES)]


def _apart(cell: str, kept: str) -> bool:
    (figure, error), (other, before) = (map(float, re.findall(r"[-+.\d]+", text)) for text in (cell, kept))
    return bool(abs(figure - other) > 2 * (error**2 + before**2) ** 0.5 + 0.001)  # both were rounded


if __name__ == "__main__":
    sys.exit(main())
