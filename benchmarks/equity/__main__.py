"""Makes the match equity tables that ship: ``python -m benchmarks.equity [PRESET...]``.

Deals are played at each score, in some rounds. A preset takes a minute or some. Each table goes to
``solver/match/data``, or to the folder that ``--out`` names. The same options make the same tables.
"""

import argparse
import sys
from pathlib import Path

from benchmarks.equity.matches import DEALS, SEED, Making, make
from bingo.solver.match import DATA, NAMES
from tests.oracles.equity import dumps


def main() -> int:
    """Make tables; the exit status is 2 for a wrong command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.equity", description=__doc__)
    parser.add_argument("presets", nargs="*", metavar="PRESET", help=f"of {', '.join(NAMES)}; all unless given")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"at each score; {DEALS:,} unless given")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=DATA, help="the folder to write to")
    options = parser.parse_args()
    unknown = [name for name in options.presets if name not in NAMES]
    if unknown or options.deals < 1:
        parser.error(f"expected presets of {', '.join(NAMES)} and so many deals; found {unknown or options.deals}")
    for preset in options.presets or NAMES:
        table = make(preset, Making(options.deals, options.seed), lambda *at, name=preset: _say(name, *at))
        target = options.out / f"{preset}.json"
        target.write_text(dumps(table), encoding="utf-8")
        moved = ", ".join(f"{100 * move:.2f}" for move in table.made["moved"])
        _clear()
        print(f"{preset}: standard error at most {100 * table.error:.2f} points; rounds moved chances by up to {moved}")
    return 0


def _say(preset: str, round_: int, done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{preset}: round {round_}, {done + 1} of {of} ", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
