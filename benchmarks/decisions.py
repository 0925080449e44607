"""How long a decision at trick one takes, and how far its numbers are certain: ``python -m benchmarks.decisions``.

The first leads of seeded deals and the replies to them, by the default method and the usual number of worlds. Looked
at are the leading moves, those that cannot be told from the best at 95 %: how wide the 95 % interval of each is.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace

from benchmarks.timing import verdict
from bingo.solver.game.play import legal_moves, play
from bingo.solver.game.position import YOU, Position
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.phase_one import Budget, estimate, usual_worlds
from bingo.solver.hidden.view import known
from tests.oracles.seeded import deals

SEED = 2026
#: Game points and seconds that a decision may be uncertain by and take; in card points nothing is asked.
WIDTH, SECONDS = 0.2, 0.3


def main() -> int:
    """Decide and print; exit status 1 if a target is missed."""
    options = _options()
    rules = PRESETS[options.rules].rules
    budget = Budget(worlds=usual_worlds(rules))
    decisions = _decisions(rules, options.deals)
    found = [_timed(position, budget, n) for n, position in enumerate(decisions)]
    seconds = [one.seconds for one in found]
    widths = [width for one in found for width in _widths(one)]
    print(
        f"{len(found)} decisions, {budget.worlds} worlds each; {sum(not one.alike for one in found)} with one best move"
    )
    print(f"seconds: mean {sum(seconds) / len(seconds):.2f}, most {max(seconds):.2f}")
    print(f"intervals of leading moves: mean {sum(widths) / len(widths):.3f}, widest {max(widths):.3f}")
    lines = [verdict("milliseconds for the slowest decision", 1000 * max(seconds), 1000 * SECONDS, most=True)]
    if rules.at_target != "points":
        lines.append(verdict("hundredths of a game point, widest interval", 100 * max(widths), 100 * WIDTH, most=True))
    print(*lines, sep="\n")
    return int(any(line.startswith("MISS") for line in lines))


def _timed(position: Position, budget: Budget, seed: int) -> Estimates:
    """With the time of this thread alone."""
    start = time.thread_time()
    found = estimate(known(position), budget=budget, seed=seed)
    return replace(found, seconds=time.thread_time() - start)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.decisions", description=__doc__)
    parser.add_argument("--rules", choices=PRESETS, default="pagat", help="a preset")
    parser.add_argument("--deals", type=int, default=50, help="of each, the first lead and a reply")
    return parser.parse_args()


def _decisions(rules: Rules, size: int) -> list[Position]:
    """First leads, and replies to a lead that is any tile of the leader's; the mover is always you."""
    found = []
    for n, deal in enumerate(deals(size, SEED, rules)):
        first = deal if deal.leader == YOU else deal.swapped()
        moves = [move for move in legal_moves(first) if not move.declare]
        found += [first, play(first, moves[n % len(moves)]).position.swapped()]
    return found


def _widths(found: Estimates) -> list[float]:
    leading = {found.best.move, *found.alike}
    return [one.high - one.low for one in found.moves if one.move in leading]


if __name__ == "__main__":
    sys.exit(main())
