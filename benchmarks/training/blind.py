"""Closes inside playouts against what ``bingo close`` says there: ``python -m benchmarks.training.blind``.

Networks play seeded deals against themselves, as they do in playouts, up to the first close. Its value in playouts, the
mean over every hand that the other may hold, is compared with what the best lead is guaranteed there: the mean error is
to be at most 0.02 game points (0.3 card points), the slope of the line through both within 0.95 to 1.05. With --fit
what they lose (``engine/hidden/player.cpp``) is fitted anew, and put into the shipped networks of the presets that have
their own. Of closes after one trick, with 31,824 hands each, one in ``--sparing`` counts, for all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.arena.endings import with_endings
from benchmarks.arena.matches import Match, the_deal
from benchmarks.arena.methods import networks
from benchmarks.arena.referee import play_deal
from benchmarks.progress import say
from bingo.solver.analysis.closing import closed
from bingo.solver.analysis.deals import evaluate, every_hand, make_players, play_out
from bingo.solver.analysis.worlds import count_hands, hand_weights
from bingo.solver.engine.kernel import SEARCH_WIDTH, Kernel
from bingo.solver.engine.weights import TAUGHT, weights_file
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.scoring import failed_close

#: Leads whose guaranteed value is asked for: those highest if the hand is seen, and the one that was made.
LEADS = 2
#: Where there are more hands, not every view is looked at.
MANY = 20_000
#: How many of the weights of networks are fitted here, the last ones.
BLIND = 4
#: The mean error and the slope that are asked for, by what a deal is worth.
ERROR, CARD_ERROR, SLOPE = 0.02, 0.3, (0.95, 1.05)


class Closing(NamedTuple):
    """One close: its mean in playouts, with the hand seen and as reckoned with; what is guaranteed; the tiles left to
    draw, what the network says of it, what a failed one brings, and how often it counts.
    """

    seen: float
    reckoned: float
    guaranteed: float
    to_draw: int
    worth: float
    failed: int
    weight: int


@dataclass
class _Closed(Exception):
    seen: InformationSet
    move: Move


def main() -> int:
    """Play, and print a line a preset; exit status 1 if one misses what is asked."""
    options = _options()
    rows, missed = [], False
    for name in options.rules or PRESETS:
        found = np.array(list(_closings(name, options)), dtype=np.float64)
        if not len(found):
            rows.append([f"`{name}`", "0", "", "", "", f"none in {options.most:,} deals"])
            continue
        asked = CARD_ERROR if PRESETS[name].rules.at_target == "points" else ERROR
        row, met = _row(found, asked)
        missed |= not met
        rows.append([f"`{name}`", *row])
        if options.fit and name in TAUGHT:
            stored = weights_file(name)
            np.save(stored, np.concatenate([np.load(stored)[:-BLIND], _fit(found).astype(np.float16)]))
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))
    return int(missed)


def _row(found: NDArray[np.float64], asked: float) -> tuple[list[str], bool]:
    seen, reckoned, guaranteed, *_, weight = found.T
    weight = weight / weight.sum()
    wrong = reckoned - guaranteed
    mean = float(weight @ wrong)
    error = float(np.sqrt((weight**2) @ (wrong - mean) ** 2))
    away, other = reckoned - weight @ reckoned, guaranteed - weight @ guaranteed
    slope = float(weight @ (away * other) / (weight @ away**2))
    met = abs(mean) <= asked and SLOPE[0] <= slope <= SLOPE[1]
    cells = [f"{len(found):,}", f"{weight @ (seen - guaranteed):+.3f}", f"{mean:+.3f}", f"{error:.3f}", f"{slope:.3f}"]
    return [*cells, "met" if met else "**missed**"], met


def _fit(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """What part of what lies above a failed close is lost, by least squares: ``Networks::blind``, shape (4,)."""
    seen, _, guaranteed, to_draw, worth, failed, weight = found.T
    x = np.clip(worth, -3, 3.5)
    inputs = np.stack([np.ones_like(x), to_draw / 12, x, x * x], 1) * (seen - failed)[:, None]
    each = np.sqrt(weight)
    fitted: NDArray[np.float64] = np.linalg.lstsq(inputs * each[:, None], (seen - guaranteed) * each, rcond=None)[0]
    return fitted


def _closings(name: str, options: argparse.Namespace) -> Iterator[Closing]:
    match = Match("networks", "networks", name, options.seed)
    rules, found = PRESETS[name].rules, 0
    players, kernel = make_players(rules), Kernel(rules)
    policy = with_endings(_stopping)
    for number in range(options.most):
        try:
            play_deal(the_deal(match, number), (policy, policy), number)
        except _Closed as close:
            seen, move = close.seen, close.move
        else:
            continue
        weight = options.sparing if count_hands(seen) > MANY else 1
        if number % weight:
            continue
        deals = every_hand(seen)
        counted = hand_weights(seen)
        counted = counted / counted.sum()
        world = next(deals.positions(seen))
        closes = [(m, worth) for m, worth in evaluate(players, world) if m.close]
        moves = [m for m, _ in closes]
        played = play_out(players, world, moves, deals)
        means, made = counted @ played.values, moves.index(move)
        position = closed(seen, int(deals.hands[0]))
        leads = [replace(moves[k], close=False) for k in {made, *np.argsort(-means, kind="stable")[:LEADS].tolist()}]
        sure = counted @ kernel.guaranteed(position, deals.hands, leads, *SEARCH_WIDTH)
        reckoned = float(means[made] + counted @ played.unseen[:, made])
        about = seen.face_down + 1, closes[made][1], -failed_close(position), weight
        yield Closing(float(means[made]), reckoned, float(sure.max()), *about)
        found += 1
        say(f"{name}: {found} of {options.views} closes")
        if found == options.views:
            break
    say("")


def _stopping(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    move = networks()(seen, moves, seed)
    if move.close:
        raise _Closed(seen, move)
    return move


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training.blind", description=__doc__)
    parser.add_argument("--rules", choices=PRESETS, nargs="+", help="presets (default: all)")
    parser.add_argument("--views", type=int, default=2000, help="closes under each preset")
    parser.add_argument("--most", type=int, default=10_000, help="deals played for them at most")
    parser.add_argument("--sparing", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
