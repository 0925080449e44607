"""How long the levels of ``bingo play`` take to reply: ``python -m benchmarks.replies --help``.

Each level plays so many deals against itself under every preset. Every decision with a choice is timed, in milliseconds
of processor time on one core, the first deal left out, which loads what all others use. Exit status 1 if a level takes
more than half a second in the mean in phase one, or more than a twentieth in phase two, which is to be at once.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from benchmarks import figures
from benchmarks.progress import say
from bingo.solver.game import presets
from bingo.solver.game.dealing import deal
from bingo.solver.game.play import legal_moves
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.replay import replay
from bingo.solver.hidden.levels import decide
from bingo.solver.hidden.settings import LEVELS

#: Milliseconds that a reply may take in the mean: while tiles are drawn, and after.
MOST = {True: 500.0, False: 50.0}
PHASES = {True: "one", False: "two"}


def main() -> int:
    """Play, and print a line a phase, preset and level."""
    options = _options()
    missed = False
    for name in options.rules or presets.PRESETS:
        cells, later = list[str](), list[list[float]]()
        for level in options.level or LEVELS:
            found: dict[bool, list[float]] = {True: [], False: []}
            timed(name, level, 0)
            for seed in range(1, options.deals + 1):
                for phase_one, milliseconds in timed(name, level, seed):
                    found[phase_one].append(milliseconds)
                say(f"{name} {level}: {seed} of {options.deals} deals")
            say("")
            for phase_one, each in found.items():
                if not each:
                    continue
                met = statistics.mean(each) <= MOST[phase_one]
                missed |= not met
                print(f"| {PHASES[phase_one]} | `{name}` | `{level}` | {len(each)} | {spread(each)} |"
                      f" {'met' if met else '**missed**'} |", flush=True)  # fmt: skip
            cells.append(spread(found[True] or [0.0]).replace(" | ", " / "))
            later.append(found[False] or [0.0])
        if options.figures and not options.level:
            mean, worst = max(map(statistics.mean, later)), max(map(max, later))
            figures.keep("replies", {f"`{name}`": [*cells, f"{mean:.1f} / {worst:.0f}"]})
    return int(missed)


def timed(name: str, level: str, seed: int) -> list[tuple[bool, float]]:
    """Each decision of a deal that had a choice: whether tiles were still drawn, and the milliseconds it took."""
    found = []
    record = Record.of(deal(name, seed), [])
    while not (played := replay(record)).end.position.over:
        now, position, moves = played.end, played.end.position, list(legal_moves(played.end.position))
        start = time.process_time()
        move = decide(level, position, partial(now.seen_by, position.to_move), moves, len(record.turns))
        taken = 1000 * (time.process_time() - start)
        if len(moves) > 1:
            found.append((position.open, taken))
        record = replace(record, turns=(*record.turns, Turn(position.to_move, move)))
    return found


def spread(milliseconds: Sequence[float]) -> str:
    """Mean, the one that 95% stay below, and the worst."""
    ordered = sorted(milliseconds)
    most = ordered[min(int(0.95 * len(ordered)), len(ordered) - 1)]
    return f"{statistics.mean(ordered):.1f} | {most:.1f} | {ordered[-1]:.1f}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replies", description=__doc__)
    parser.add_argument("--rules", action="append", choices=[*presets.PRESETS], help="one preset; again for another")
    parser.add_argument("--level", action="append", choices=[*LEVELS], help="one level; again for another")
    parser.add_argument("--deals", type=int, default=20)
    figures.option(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
