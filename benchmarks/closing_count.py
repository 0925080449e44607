"""How much of what exact closing brings a count takes: ``python -m benchmarks.closing_count [DEALS]``.

``textbook`` plays DEALS (400) deals against ``greedy`` and never closes. Wherever it might have, closing is worth what
guaranteed play takes after the best lead, over HANDS that fit (the lead is chosen on half of them and valued on the
others); playing on is what estimates say. Exact closing gains the difference wherever it is above 0, never closing
gains nothing, the level's count what it closes for. Printed is what exact closing brings a deal, summed over all its
decisions, and the share of it that the count takes, with its standard error.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

import numpy as np

from benchmarks import figures
from benchmarks.closing import _leads
from benchmarks.levels import start_of
from bingo.positions import reads_records
from bingo.solver.game import presets
from bingo.solver.game.position import YOU, Stage
from bingo.solver.game.replay import replay
from bingo.solver.hidden.closing import closed
from bingo.solver.hidden.estimates import estimate
from bingo.solver.hidden.levels import reply
from bingo.solver.hidden.request import about
from bingo.solver.hidden.settings import Settings
from bingo.solver.hidden.view import known
from bingo.solver.hidden.worlds import hands
from bingo.solver.seam import ask
from bingo.solver.search.kernel import SEARCH_WIDTH, Kernel

#: The count was chosen on deals from seed 0 on.
FIRST = 1_000_000
PRESETS = ("pagat", "akagiri", "engel", "hoyle-1868", "hoyle-modern", "domino-play")
HANDS, WORLDS = 200, 256


def main() -> None:
    """Print a line a preset."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.closing_count", description=__doc__)
    parser.add_argument("deals", type=int, nargs="?", default=400)
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    parser.add_argument("--rules", action="append", help="these presets only")
    figures.option(parser)
    options = parser.parse_args()
    for name in options.rules or PRESETS:
        gains = [list(decisions(name, seed)) for seed in range(options.first, options.first + options.deals)]
        exact = np.array([sum(max(gain, 0.0) for gain, _ in deal) for deal in gains])
        count = np.array([sum(gain for gain, closes in deal if closes) for deal in gains])
        share = count.mean() / exact.mean()
        error = (count - share * exact).std(ddof=1) / len(gains) ** 0.5 / exact.mean()
        row = [f"{sum(map(len, gains)):,}", f"{exact.mean():.2f}", f"{100 * share:.0f}%", f"{100 * error:.0f}%"]
        print(name, *row, flush=True)
        if options.figures:
            figures.keep("closing-count", {f"`{name}`": row})


def decisions(name: str, seed: int) -> Iterator[tuple[float, bool]]:
    """What closing brings wherever it is possible in a deal, and whether the count says so."""
    rules = presets.rules(name)
    kernel, levels = Kernel(rules), ("textbook", "greedy")
    played = ask(ask="playout", record=start_of(rules, seed), levels=levels, worlds=8, without=1)["record"]
    (record,) = reads_records(json.dumps(played))
    for moment in replay(record).moments:
        position = moment.position
        if position.stage is not Stage.LEAD or position.leader != YOU:
            continue
        if not any(move.close for move in position.legal_moves):
            continue
        seen = known(position)
        some = np.random.default_rng(seed).permutation(hands(seen))[:HANDS]
        before = closed(seen, int(some[0]))
        values = kernel.guaranteed(before, np.ascontiguousarray(some), _leads(before), *SEARCH_WIDTH)
        half = (len(some) + 1) // 2
        close = float(values[-half:, values[:half].mean(0).argmax()].mean())
        on = estimate(seen, Settings(worlds=WORLDS, equal_weights=True, seed=seed), stay_open=True).best.value
        yield close - on, reply("textbook", about(seen), Stage.LEAD, seed).close


if __name__ == "__main__":
    main()
