"""How long closing takes to analyze, and how wide its bracket is: ``python -m benchmarks.closing [VIEWS]``.

The benchmark set: seeded deals, played at random by the rules up to a lead of yours with a trick won, after 1 to 6
tricks; VIEWS (8) views for each, of those in which some lead wins at least one hand in twenty. Before any time is
printed, the answers are checked: no strategy takes more than the exact value in any hand, and hands drawn from each
view have the values that the analysis of the single position gives. One thread.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import mean

import numpy as np

from bingo.solver.game import tiles, tricks
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import begin, legal_moves, play_unchecked
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.closing import SEARCH_WIDTH, closed
from bingo.solver.hidden.view import known
from bingo.solver.hidden.worlds import hands
from bingo.solver.search.exact import analyze_exact
from bingo.solver.search.kernel import Kernel

SEED = 20
CHECKED = 10  # hands of each view


def main(views: int) -> None:
    """Print a line for each number of tricks played."""
    print("tricks  hands  values s  sure s  most s    win   sure  bracket")
    brackets: list[float] = []
    for played in range(1, 7):
        rows = [row for _, row in zip(range(views), _rows(played), strict=False)]
        count, values, strategies, win, least = zip(*rows, strict=True)
        widths = [100 * (w - s) for w, s in zip(win, least, strict=True)]
        brackets += widths
        times = (
            f"{mean(values):9.3f} {mean(strategies):7.3f} {max(map(sum, zip(values, strategies, strict=True))):7.3f}"
        )
        print(f"{played:6} {count[0]:6} {times} {mean(win):6.1%} {mean(least):6.1%} {mean(widths):8.2f}", flush=True)
    print(f"mean bracket: {mean(brackets):.2f} percentage points over {len(brackets)} views")


def _rows(played: int) -> Iterator[tuple[int, float, float, float, float]]:
    """Of each view: hands, seconds for all values, seconds for all strategies, win and sure.win of the best leads."""
    rng = random.Random(SEED + played)
    while True:
        seen = known(view(rng, played))
        every, kernel = hands(seen), Kernel(PAGAT)
        position = closed(seen, int(every[0]))
        moves = _leads(position)
        start = time.perf_counter()
        values = kernel.closings(position, every, moves)
        middle = time.perf_counter()
        if (values > 0).mean(0).max() < 0.05:
            continue
        begin = time.perf_counter()
        guaranteed = kernel.guaranteed(position, every, moves, *SEARCH_WIDTH)
        end = time.perf_counter()
        _check(seen, every, moves, values, guaranteed, rng)
        best, top = values.mean(0).argmax(), guaranteed.mean(0).argmax()
        win, least = float((values[:, best] > 0).mean()), float((guaranteed[:, top] > 0).mean())
        yield len(every), middle - start, end - begin, win, least


def view(rng: random.Random, played: int, rules: Rules = PAGAT) -> Position:
    """A position of random legal play, you on lead with a trick won."""
    while True:
        order = rng.sample(tiles.TILES, 28)
        trump = tricks.trump_of(order[27])
        held = (tiles.mask(order[:7]), tiles.mask(order[7:14]))
        deal = Position(rules, trump, held, leader=YOU, stock=tuple(order[14:27]), turned=order[27])
        node, over = begin(deal), False
        while not over and (sum(node.tricks) < played or node.stage is not Stage.LEAD):
            moves = [m for m in legal_moves(node) if not m.close and not m.claim]
            _, node, over = play_unchecked(node, rng.choice(moves))
        if not over and node.leader == YOU and node.tricks[YOU]:
            return node


def _leads(position: Position) -> list[Move]:
    """A lead of each tile with the largest declaration, which is never worse under these rules."""
    moves = [m for m in legal_moves(position) if not m.claim]
    best = {m.lead: m for m in sorted(moves, key=lambda m: m.declare.bit_count())}
    return [m for _, m in sorted(best.items(), key=lambda item: item[0] or 0)]


def _check(
    seen: InformationSet,
    every: np.ndarray[tuple[int], np.dtype[np.uint32]],
    moves: list[Move],
    values: np.ndarray[tuple[int, int], np.dtype[np.int16]],
    guaranteed: np.ndarray[tuple[int, int], np.dtype[np.int16]],
    rng: random.Random,
) -> None:
    if (guaranteed > values).any():
        raise AssertionError("a strategy takes more than the exact value")
    for i in rng.sample(range(len(every)), min(CHECKED, len(every))):
        position = replace(closed(seen, int(every[i])), stage=Stage.LEAD)
        exact = {c.move: c.value for c in analyze_exact(position, Kernel(PAGAT)).moves}
        for move, value in zip(moves, values[i], strict=True):
            if exact[move] != value:
                raise AssertionError(f"{move} in world {every[i]}: {value}, but analysis says {exact[move]}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
