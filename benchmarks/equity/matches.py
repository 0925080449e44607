"""Making match equity tables: deals played at every score, and the table made of what they bring, in turn.

Both play to win the match: what is solved exactly (after a close, or the last draw) is solved for the chance to win,
which is what the table says. So the table depends on the deals, and these on the table: it is made again until it does
not move by more than its standard error.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bingo.solver import PRESETS, Rules
from bingo.solver.game import ENDS, TILES, YOU, Pair, tricks
from bingo.solver.match import Counts, Equity, MatchTable, equity, objective_at, scores
from tests.oracles.equity import DIGITS, results, standard_errors

#: Who plays the deals.
PLAYER = "the networks of the default method, without looking ahead; exact after a close or the last draw"
#: Deals at each score, and the seed, unless told otherwise.
DEALS, SEED = 40_000, 1
#: Rounds after which a table that still moves is taken as it is.
MOST_ROUNDS = 6

#: Told of each score at which deals have been played: the round, and how many scores of how many are done.
OnProgress = Callable[[int, int, int], object]


@dataclass(frozen=True, slots=True)
class Making:
    """How a table is made: deals at each score, and the seed of the tiles."""

    deals: int = DEALS
    seed: int = SEED

    def command(self, preset: str) -> str:
        """What makes the same table again."""
        return f"python -m benchmarks.equity {preset} --deals {self.deals} --seed {self.seed}"


def make(preset: str, how: Making, on_progress: OnProgress = lambda _round, _done, _of: None) -> MatchTable:
    """The table of a preset. The same ``how`` makes the same table.

    First both play for game points, whatever the score; then, in each round, by the table made before it.
    """
    rules, every = PRESETS[preset].rules, list(scores())
    counts: dict[Pair, Counts] = {}

    def play(round_: int, by: Equity | None) -> Equity:
        for n, score in enumerate(every):
            on_progress(round_, n, len(every))
            counts[score] = play_deals(rules, score, how.deals, (how.seed, *score), by)
        return equity(counts.__getitem__)

    table, error, moved = play(0, None), 0.0, list[float]()
    while not moved or (moved[-1] > error and len(moved) < MOST_ROUNDS):
        before, table = table, play(len(moved) + 1, table)
        error = max(standard_errors(counts.__getitem__, table).values())
        moved.append(max(abs(table.chances[score] - before.chances[score]) for score in every))
    origin = {
        "command": how.command(preset),
        "player": PLAYER,
        "deals": how.deals,
        "seed": how.seed,
        "moved": [round(move, 5) for move in moved],
    }
    return MatchTable(preset, counts, Equity(_rounded(table)), error, origin)


def play_deals(rules: Rules, score: Pair, deals: int, seed: Sequence[int], table: Equity | None) -> Counts:
    """How often so many deals bring the leader and the other what, as :func:`deal_results` plays them."""
    counts = Counter((int(a), int(b)) for a, b in deal_results(rules, score, deals, seed, table).tolist())
    return {pair: counts[pair] for pair in sorted(counts)}


def deal_results(rules: Rules, score: Pair, deals: int, seed: Sequence[int], table: Equity | None) -> NDArray[np.int16]:
    """What so many random deals at a score bring the leader and the other: shape (deals, 2).

    Both play for the match by this table; without one, for game points. Who wins the match scores what they need for
    it, the other then nothing.
    """
    wanted = None if table is None else objective_at(table, score, YOU)
    order, trumps = _shuffled(rules, deals, np.random.default_rng(seed))
    return results(rules, order, trumps, [YOU] * deals, score, wanted)


def _shuffled(rules: Rules, deals: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """All tiles of each deal in drawing order, the turned one last, and the trump suits."""
    order = np.argsort(rng.random((deals, len(TILES))), axis=1).astype(np.uint8)
    suits = np.array([tricks.trump_of(turned) for turned in TILES], dtype=np.int32)
    if rules.trump_from == "either-end":
        ends = np.array([ENDS[turned] for turned in TILES], dtype=np.int32)
        return order, ends[order[:, -1], rng.integers(2, size=deals)]
    return order, suits[order[:, -1]]


def _rounded(table: Equity) -> dict[Pair, float]:
    """Chances as the data file has them."""
    return {score: round(chance, DIGITS) for score, chance in table.chances.items()}
