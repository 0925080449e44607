"""What leading is worth under every preset, as ``solver/reviewing/start.py`` ships it: a line each."""

from __future__ import annotations

import argparse
import math

import numpy as np

from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ENDS
from bingo.solver.game.tricks import trump_of
from tests.oracles.players import results

DEALS, SEED = 400_000, 16


def main() -> None:
    """Measure every preset and print what is to be shipped."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.leading", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    for name, preset in PRESETS.items():
        mean, error = measure(preset.rules, options.deals, options.seed)
        print(f'    "{name}": {mean:.4f},  # s.e. {error:.4f}', flush=True)


def measure(rules: Rules, deals: int, seed: int) -> tuple[float, float]:
    """The mean result of whoever leads, and its standard error, over so many deals, each with either player on lead."""
    rng = np.random.default_rng(seed)
    pairs = -(-deals // 2)
    tiles = rng.permuted(np.tile(np.arange(28, dtype=np.uint8), (2 * pairs, 1)), axis=1)
    if rules.trump_from == "either-end":
        ends = rng.integers(2, size=2 * pairs).tolist()
        trumps = [ENDS[turned][end] for turned, end in zip(tiles[:, 27].tolist(), ends, strict=True)]
    else:
        trumps = [trump_of(turned) for turned in tiles[:, 27].tolist()]
    suits = np.array(trumps, dtype=np.int32)
    first, second = (results(rules, tiles, suits, [leader] * len(tiles)) for leader in (YOU, OPPONENT))
    means = (first - second) / 2
    return float(means.mean()), float(means.std(ddof=1)) / math.sqrt(means.size)


if __name__ == "__main__":
    main()
