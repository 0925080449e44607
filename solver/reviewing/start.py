"""What leading the first trick is worth between equal players.

The shipped numbers are means over deals that the networks play against themselves, every deal with either player on
lead; what follows a close or the last draw is solved exactly.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from bingo.solver.game.presets import PRESETS
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ENDS
from bingo.solver.game.tricks import trump_of

#: Made by ``python -m benchmarks.leading``: the mean for whoever leads first, by preset.
SHIPPED = {
    "pagat": -0.1303,  # s.e. 0.0017
    "akagiri": -0.1379,  # s.e. 0.0016
    "hoyle-1868": -0.1331,  # s.e. 0.0015
    "hoyle-modern": -0.1526,  # s.e. 0.0014
    "domino-play": -0.2265,  # s.e. 0.0014
    "engel": -0.1298,  # s.e. 0.0017
    "berndt": -1.2791,  # s.e. 0.0140
}
#: Deals of numbers that are measured when they are needed, and their seed.
AT_ONCE, SEED = 4_000, 16


@cache
def worth_of_leading(rules: Rules) -> float:
    """What leading is worth under these rules: shipped for presets, else measured on ``AT_ONCE`` deals."""
    for name, preset in PRESETS.items():
        if preset.rules == rules and name in SHIPPED:
            return SHIPPED[name]
    return measure(rules, AT_ONCE, SEED)[0]


def measure(rules: Rules, deals: int, seed: int) -> tuple[float, float]:
    """The mean result of whoever leads, and its standard error, over so many deals, each with either player on lead."""
    from bingo.solver.hidden.players import make_players  # here: it needs the kernel

    rng = np.random.default_rng(seed)
    pairs = -(-deals // 2)
    tiles = rng.permuted(np.tile(np.arange(28, dtype=np.uint8), (2 * pairs, 1)), axis=1)
    if rules.trump_from == "either-end":
        ends = rng.integers(2, size=2 * pairs).tolist()
        trumps = [ENDS[turned][end] for turned, end in zip(tiles[:, 27].tolist(), ends, strict=True)]
    else:
        trumps = [trump_of(turned) for turned in tiles[:, 27].tolist()]
    # The kernel lets player 0 lead in two deals, then player 1 in two: here in the same two.
    rows = np.repeat(tiles.reshape(pairs, 1, 2, 28), 2, axis=1).reshape(-1, 28)
    suits = np.repeat(np.array(trumps, dtype=np.int32).reshape(pairs, 1, 2), 2, axis=1).reshape(-1)
    both = make_players(rules).match(rows, suits).reshape(pairs, 2, 2).astype(np.float64)
    means = (both[:, 0] - both[:, 1]) / 2
    return float(means.mean()), float(means.std(ddof=1)) / math.sqrt(means.size)
