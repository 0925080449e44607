"""Levels of ``bingo play`` against each other: ``python -m benchmarks.levels PART``.

Each deal is played twice, with the seats exchanged; errors are over these pairs.
"""

import re
import time
from itertools import pairwise

from benchmarks import figures
from benchmarks.command import RULES_OPTION, TO_PAGE, program
from benchmarks.timing import Mean, say, with_progress
from bingo.cli.options import option
from bingo.solver import Rules
from bingo.solver.analysis.settings import LEVELS
from bingo.solver.game import OPPONENT, YOU, Record, deal, presets
from tests.oracles.game import play_on

#: Game points a deal by which a level is to beat the one below it.
LEAST_LEAD = 0.15
#: Rules of the guide in the order of their bits in engine/levels/levels.hpp.
GUIDE_RULES = (
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
PRESETS = ("pagat", "akagiri", "engel", "hoyle-1868", "hoyle-modern", "domino-play", "pagat, must_beat=false", "berndt")
#: A figure is of so many deals, and of twice as many until its error is no larger: 0.0095 is told as 0.009 or 0.010.
LEAST, ERROR = 4_000, 0.0095
#: Seeds of the deals on the page start at 0, those that check them here.
FRESH_SEED = 1_000_000
WORLDS = option("--worlds N", "Deals to look at for a decision, instead of what is usual.")


def lead(start: Record, level: str, other: str, worlds: int = 0, without: int = 0) -> float:
    """What a level has more than another one on a deal, on average over both seats.

    ``without``: rules that ``textbook`` leaves out (engine/levels/levels.hpp).
    """
    first, second = (
        play_on(start, levels, worlds, without).result or (0, 0) for levels in ((level, other), (other, level))
    )
    return (first[YOU] - first[OPPONENT] + second[OPPONENT] - second[YOU]) / 2


def ladder(rules: Rules = RULES_OPTION, deals: int = 600, worlds: int = WORLDS, to_page: bool = TO_PAGE) -> int:
    """Each level is to beat the one below it by at least 0.15 game points a deal beyond two standard errors: exit
    status 1 if one does not.
    """
    missed, cells = False, list[str]()
    for lower, higher in pairwise(name for name in LEVELS if name != "textbook"):  # which stands beside the ladder
        start = time.process_time()
        pairs = (deals + 1) // 2
        seeds = with_progress(range(pairs), pairs, f"{higher} {lower}: pair of deals")
        leads = [lead(Record.of(deal(rules, seed), []), higher, lower, worlds or 0) for seed in seeds]
        mean = Mean.of(leads)
        is_met = mean.value - 2 * mean.error >= LEAST_LEAD
        missed |= not is_met
        seconds = (time.process_time() - start) / (2 * len(leads))
        cells.append(f"{mean}, {2 * len(leads):,}")
        verdict = "met" if is_met else "**missed**"
        print(f"| `{higher}` over `{lower}` | {cells[-1]} deals | {seconds:.2f} s each | {verdict} |", flush=True)
    if to_page:
        figures.keep("levels", {f"`{rules}`": cells})
    return int(missed)


def guide(
    most: int = option("--deals N", "At most, for a figure.", 64_000), worlds: int = WORLDS, to_page: bool = TO_PAGE
) -> int:
    """What each rule of solver/STRATEGY.md brings: ``textbook`` meets ``greedy`` with all its rules and without one.

    On the same deals; once nothing is drawn ``greedy`` looks at ``--worlds`` (8) hands for a move. Deals are added, up
    to ``--deals``, until the error of a figure is at most 0.01 game points; under ``berndt``, where deals are worth
    card points, it is larger. Without ``--figures`` other seeds are played, and a figure that is further from the
    page's than two errors counts against it: exit status 1 if more than one in twenty are.
    """
    values = {name: _rule_gains(name, 0 if to_page else FRESH_SEED, most, worlds or 8) for name in PRESETS}
    say("")
    strategy_rows = []
    for rule, gains in values["pagat"].items():
        changed = sum(value != 0 for value in gains) / len(gains)
        strategy_rows.append([rule, str(Mean.of(gains)), "" if rule == "all" else f"{100 * changed:.0f}%"])
    by_rule = [[rule, *(str(Mean.of(values[name][rule])) for name in PRESETS[1:])] for rule in ("all", *GUIDE_RULES)]
    tables = {"strategy": strategy_rows, "strategy-presets": by_rule}
    if to_page:
        figures.fill("strategy", strategy_rows)
        figures.fill("strategy-presets", by_rule)
        return 0
    pairs = [
        (f"{row[0]}, column {column}", cell, page_row[column])
        for name, table in tables.items()
        for row, page_row in zip(table, figures.table(name)[1:], strict=True)
        for column, cell in enumerate(row)
        if column and "(" in cell
    ]
    far_off = [f"{where}: {cell}, on the page {stored}" for where, cell, stored in pairs if _differ(cell, stored)]
    print(*far_off, f"{len(pairs)} figures, {len(far_off)} not as on the page", sep="\n")
    return int(len(far_off) * 20 > len(pairs))


def _rule_gains(name: str, first: int, most: int, worlds: int) -> dict[str, list[float]]:
    """What all rules together win from ``greedy`` on deals from this seed on, and what each brings to the others."""
    rules, starts, gains = presets.rules(name), list[Record](), dict[str, list[float]]()
    played = dict[int, list[float]]()

    def values(without: int, count: int) -> list[float]:
        starts.extend(Record.of(deal(rules, first + n), []) for n in range(len(starts), count))
        margins = played.setdefault(without, [])
        margins += (lead(start, "textbook", "greedy", worlds, without) for start in starts[len(margins) : count])
        return margins[:count]

    for number, rule in enumerate(("all", *GUIDE_RULES)):
        say(f"{name}: {rule}")
        count = LEAST // 2
        while True:
            all_rules = values(0, count)
            without_rule = values(1 << number - 1, count) if number else [0.0] * count
            gains[rule] = [margin - other for margin, other in zip(all_rules, without_rule, strict=True)]
            if Mean.of(gains[rule]).error <= ERROR or 4 * count > most or name == "berndt":
                break
            count *= 2
    return gains


def _differ(cell: str, page_cell: str) -> bool:
    (figure, error), (other, before) = (map(float, re.findall(r"[-+.\d]+", text)) for text in (cell, page_cell))
    return bool(abs(figure - other) > 2 * (error**2 + before**2) ** 0.5 + 0.001)  # both were rounded


app = program(ladder, guide)

if __name__ == "__main__":
    app()
