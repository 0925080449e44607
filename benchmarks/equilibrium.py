"""The equilibrium of the last tricks: ``python -m benchmarks.equilibrium [--cases N] [--programs N]``.

First CFR+ is held against the linear program over sequences (``tests.oracles.equilibrium``) on three-tile
endings of every preset in turn, in every other round with deals weighted by how both sides played: the values of the
game may differ by 1e-3 (0.02 card points) at most. Then endings of deals played at random and closed after so many
tricks are solved, with three and four tiles a hand: histories, processor seconds of one thread from beginning to end,
iterations, exploitability. Beside it: how much more the hand takes than best defence leaves it, an opponent who sees
everything; where best defence is known exactly.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from statistics import mean
from typing import NamedTuple

import numpy as np

from benchmarks import figures
from benchmarks.progress import say
from bingo.solver import (
    Estimates,
    IllegalMove,
    Record,
    Settings,
    Stage,
    analyze,
    deal,
    equilibrium,
    legal_moves,
    play,
    replay,
)
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.presets import PAGAT, PRESETS
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.beliefs import pair_weights
from bingo.solver.hidden.both_hands import pairs
from bingo.solver.hidden.equilibrium import MOST_HISTORIES
from bingo.solver.hidden.worlds import hands
from tests.oracles.equilibrium import deals_value

#: Tiles in each hand, and tricks of phase one.
SIZES = ((3, 6), (3, 5), (3, 4), (3, 3), (4, 6), (4, 5), (4, 4))
NEAR, NEAR_IN_CARD_POINTS, SMALL, SECONDS = 1e-3, 0.02, 0.005, 60.0


class Row(NamedTuple):
    """One ending solved; ``more`` is None where best defence is not known."""

    deals: int
    histories: int
    seconds: float
    iterations: int
    exploitability: float
    more: float | None


def main() -> int:
    """Check, solve, print; the exit status is 1 if the linear program disagrees or a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.equilibrium", description=__doc__)
    parser.add_argument("--cases", type=int, default=8, help="endings of each size")
    parser.add_argument("--programs", type=int, default=100, help="endings held against the linear program")
    figures.option(parser)
    options = parser.parse_args()
    apart = _against_programs(options.programs)
    print(f"{options.programs} three-tile endings: {apart} apart from the linear program")
    print("tiles tricks  cases too large  histories       most    seconds       most iterations    exploit.  more")
    missed, told = apart > 0, list[list[str]]()
    for tiles, tricks in SIZES:
        rows, refused = _solved(tiles, tricks, options.cases)
        say("")
        if not rows:
            print(f"{tiles:5} {tricks:6} {0:6} {refused:9}")
            continue
        more = [row.more for row in rows if row.more is not None]
        gained = f"{mean(more):.4f} ({len(more)}; {max(more):.3f})" if more else ""
        cells = [f"{mean(row.histories for row in rows):,.0f}", f"{max(row.histories for row in rows):,}"]
        cells += [f"{mean(row.seconds for row in rows):.2f}", f"{max(row.seconds for row in rows):.2f}"]
        cells += [str(max(row.iterations for row in rows)), f"{max(row.exploitability for row in rows):.4f}", gained]
        some = f", up to {MOST_HISTORIES:,} histories: {len(rows)} of {len(rows) + refused}" if refused else ""
        told.append([str(tiles), f"{tricks}{some}", *cells])
        print(f"{tiles:5} {tricks:6} {len(rows):6} {refused:9}", *(f"{cell:>10}" for cell in cells), flush=True)
        missed |= max(row.exploitability for row in rows) > SMALL or max(row.seconds for row in rows) > SECONDS
    if options.figures:
        figures.fill("equilibrium", told)
    return int(missed)


def _against_programs(count: int) -> int:
    """How many endings CFR+ and the linear program do not agree on."""
    apart, presets = 0, [preset.rules for preset in PRESETS.values()]
    views = [endings(rules, 3, 6) for rules in presets]
    for n in range(count):
        say(f"linear program {n + 1} of {count}")
        rules, seen = presets[n % len(presets)], next(views[n % len(presets)])
        weighted, base, (yours, theirs) = n // len(presets) % 2 > 0, seen.world(0), pairs(seen)
        found = equilibrium(seen, Settings(inference=weighted))
        weights = pair_weights(seen, yours, theirs) if weighted else np.ones(len(yours))
        hands_of = zip(yours.tolist(), theirs.tolist(), weights.tolist(), strict=True)
        deals = [(replace(base, hands=(mine, other)), weight) for mine, other, weight in hands_of]
        near = NEAR_IN_CARD_POINTS if rules.at_target == "points" else NEAR
        apart += abs(deals_value(deals) - (found.low + found.high) / 2) > near
    say("")
    return apart


def _solved(tiles: int, tricks: int, count: int) -> tuple[list[Row], int]:
    """Endings of one size, and how many were too large."""
    rows, refused = [], 0
    for n, seen in enumerate(islice(endings(PAGAT, tiles, tricks), count)):
        say(f"{tiles} tiles, {tricks} tricks: {n + 1} of {count}")
        start = time.process_time()
        try:
            found = equilibrium(seen, Settings(inference=False))  # as best defence is asked for
        except IllegalMove:
            refused += 1
            continue
        seconds, known = time.process_time() - start, _best_defence(seen)
        more = None if known is None else found.value - known
        rows.append(Row(found.deals, found.histories, seconds, found.iterations, found.exploitability, more))
    return rows, refused


def _best_defence(seen: InformationSet) -> float | None:
    """Of the best lead, where that is known exactly."""
    if seen.world(int(hands(seen)[0])).stage is not Stage.LEAD:
        return None
    best = analyze(seen, Settings(inference=False))
    return best.moves[0].value if isinstance(best, Estimates) and best.moves[0].kind == "exact" else None


def endings(rules: Rules, tiles: int, tricks: int) -> Iterator[InformationSet]:
    """What the player on lead knows, in deals played at random and closed after so many tricks."""
    for seed in range(10**6):
        start = deal(rules, seed)
        for moment in replay(Record.of(start, _moves(rules, seed, tricks))).moments:
            p = moment.position
            late = p.closed is not None and p.stage is Stage.LEAD and p.hands[0].bit_count() == tiles
            if late and p.hands[1].bit_count() == tiles:
                yield moment.seen_by(moment.to_play)


def _moves(rules: Rules, seed: int, tricks: int) -> list[Move]:
    """A deal at random; whoever may, closes after so many tricks."""
    rng, position, moves = random.Random(seed), deal(rules, seed), []
    while not position.over:
        legal = [move for move in legal_moves(position) if not move.claim]
        closing = [move for move in legal if move.close] if sum(position.tricks) == tricks else []
        move = rng.choice(closing or [move for move in legal if not move.close])
        moves.append(move)
        position = play(position, move).position
    return moves


if __name__ == "__main__":
    sys.exit(main())
