"""What leading is worth under every preset, as ``solver/reviewing/start.py`` ships it: a line each."""

from __future__ import annotations

import argparse

from bingo.solver.game.presets import PRESETS
from bingo.solver.reviewing.start import SEED, measure

DEALS = 400_000


def main() -> None:
    """Measure every preset and print what is to be shipped."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.leading", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    for name, preset in PRESETS.items():
        mean, error = measure(preset.rules, options.deals, options.seed)
        print(f'    "{name}": {mean:.4f},  # s.e. {error:.4f}', flush=True)


if __name__ == "__main__":
    main()
