"""Making the table of rubbers: deals played to the end, each a pair of card points.

The networks do not look at what is carried, and hardly ever close under these rules: one sample of deals serves all
totals.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random

import numpy as np

from benchmarks.equity.matches import PLAYER
from bingo.solver.game.dealing import deal
from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves, play_unchecked
from bingo.solver.game.position import YOU, Pair, Position
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import final_points, sign
from bingo.solver.hidden.deals import evaluate, make_players
from bingo.solver.match.equity import Counts
from bingo.solver.match.matches import PRESET, chances
from bingo.solver.native import _kernel
from bingo.solver.search.exact import value_of
from bingo.solver.search.kernel import Kernel

#: Deals unless told otherwise, and tables made of deals drawn again, for the standard error.
DEALS, TABLES = 60_000, 30


def make(deals: int, seed: int, on_progress: Callable[[int], object] = lambda _done: None) -> str:
    """The text of the data file, made of so many deals. The same seed makes the same file."""
    rules = PRESETS[PRESET].rules
    players, kernel, counts = make_players(rules), Kernel(rules), Counter[Pair]()
    for n in range(deals):
        on_progress(n)
        start = deal(rules, Random(f"{seed} {n} rubber"))
        brought = play_deal(start, players, kernel)
        counts[brought if start.leader == YOU else brought[::-1]] += 1
    made = {
        "command": f"python -m benchmarks.equity {PRESET} --deals {deals} --seed {seed}",
        "player": PLAYER,
        "deals": deals,
        "seed": seed,
    }
    return dumps(counts, standard_error(counts, rules), made)


def play_deal(start: Position, players: _kernel.Players, kernel: Kernel) -> Pair:
    """The card points of both in a deal played by the networks, and exactly once nothing is drawn any more."""
    position, over = start, False
    while not over:
        move = _networks_move(position, players) if position.open else _best_move(position, kernel)
        _, position, over = play_unchecked(position, move)
    return final_points(position)


def _networks_move(position: Position, players: _kernel.Players) -> Move:
    seen = position if position.to_move == YOU else position.swapped()
    allowed = set(legal_moves(seen))
    return max(((value, move) for move, value in evaluate(players, seen) if move in allowed), key=lambda one: one[0])[1]


def _best_move(position: Position, kernel: Kernel) -> Move:
    direction = sign(position.to_move)
    return max(legal_moves(position), key=lambda move: direction * value_of(position, move, kernel))


def standard_error(counts: Counts, rules: Rules) -> float:
    """The largest standard deviation of a chance among tables of as many deals drawn from these (the bootstrap)."""
    rng = np.random.default_rng(1)
    times = np.array(list(counts.values()))
    drawn = rng.multinomial(times.sum(), times / times.sum(), size=TABLES).tolist()
    tables = [chances(dict(zip(counts, row, strict=True)), rules.target) for row in drawn]
    return float(np.std(tables, axis=0, ddof=1).max())


def dumps(counts: Counts, error: float, made: dict[str, object]) -> str:
    """The data file, some pairs of card points a line."""
    texts = [f'"{a} {b}": {times}' for (a, b), times in sorted(counts.items())]
    rows = ["  " + ", ".join(texts[n : n + 8]) for n in range(0, len(texts), 8)]
    head = f'{{\n "preset": "{PRESET}",\n "made": {json.dumps(made)},\n "error": {round(error, 5)},\n'
    return head + ' "counts": {\n' + ",\n".join(rows) + "\n }\n}\n"
