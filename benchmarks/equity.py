"""Makes the match equity tables that ship: ``python -m benchmarks.equity [PRESET...]``.

A table is made of deals played at every score. Both players play to win the match: what is solved exactly (after a
close, or the last draw) is solved for the chance to win, which is what the table says. So the table depends on the
deals, and these on the table: it is made again until it does not move by more than its standard error. A preset takes a
minute or some. Tables go to ``solver/match/data``, or to the folder that ``--out`` names; the same options make the
same tables.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.command import program
from benchmarks.timing import with_progress
from bingo.cli.options import argument, number_option, option, require
from bingo.solver import PRESETS, Rules
from bingo.solver.game import ENDS, TILES, YOU, Pair, tricks
from bingo.solver.match import DATA_FOLDER, EQUITY_PRESETS, Counts, Equity, MatchTable, equity, objective_at, scores
from tests.oracles.equity import DECIMALS, dumps, results, standard_errors

#: Who plays the deals.
PLAYER_WORDS = "the networks of the default method, without looking ahead; exact after a close or the last draw"
PRESET_NAMES = argument("PRESET...", f"Of {', '.join(EQUITY_PRESETS)}; all unless given.", [])
#: Rounds after which a table that still moves is taken as it is.
MOST_ROUNDS = 6


def main(
    presets: list[str] = PRESET_NAMES,
    deals: int = number_option("--deals", "At each score.", 1, default=40_000),
    seed: int = 1,
    out: Path = option("--out FOLDER", "Where to write.", DATA_FOLDER),
) -> None:
    expected = f"presets of {', '.join(EQUITY_PRESETS)}"
    require("PRESET", {*presets} <= {*EQUITY_PRESETS}, f"{expected}; found {', '.join(presets)}")
    for preset in presets or EQUITY_PRESETS:
        table = make_table(preset, deals, seed)
        (out / f"{preset}.json").write_text(dumps(table), "utf-8")
        moved = ", ".join(f"{100 * move:.2f}" for move in table.made["moved"])
        print(f"{preset}: standard error at most {100 * table.error:.2f} points; rounds moved chances by up to {moved}")


def make_table(preset: str, deals: int, seed: int) -> MatchTable:
    """The table of a preset, of so many deals at each score.

    First both play for game points, whatever the score; then, in each round, by the table made before it.
    """
    rules, all_scores = PRESETS[preset].rules, list(scores())
    counts: dict[Pair, Counts] = {}

    def play(round_: int, players_table: Equity | None) -> Equity:
        for score in with_progress(all_scores, len(all_scores), f"{preset}: round {round_}, score"):
            pair_counts = Counter(map(tuple, deal_results(rules, score, deals, (seed, *score), players_table).tolist()))
            counts[score] = {pair: pair_counts[pair] for pair in sorted(pair_counts)}
        return equity(counts.__getitem__)

    table, error, largest_moves = play(0, None), 0.0, list[float]()
    while not largest_moves or (largest_moves[-1] > error and len(largest_moves) < MOST_ROUNDS):
        last_table, table = table, play(len(largest_moves) + 1, table)
        error = max(standard_errors(counts.__getitem__, table).values())
        largest_moves.append(max(abs(table.chances[score] - last_table.chances[score]) for score in all_scores))
    origin = {
        "command": f"python -m benchmarks.equity {preset} --deals {deals} --seed {seed}",
        "player": PLAYER_WORDS,
        "deals": deals,
        "seed": seed,
        "moved": [round(move, 5) for move in largest_moves],
    }
    chances = {score: round(chance, DECIMALS) for score, chance in table.chances.items()}  # as the data file has them
    return MatchTable(preset, counts, Equity(chances), error, origin)


def deal_results(rules: Rules, score: Pair, deals: int, seed: Sequence[int], table: Equity | None) -> NDArray[np.int16]:
    """What so many random deals at a score bring the leader and the other: shape (deals, 2).

    Both play for the match by this table; without one, for game points. Who wins the match scores what they need for
    it, the other then nothing.
    """
    goal = None if table is None else objective_at(table, score, YOU)
    order, trumps = _shuffled(rules, deals, np.random.default_rng(seed))
    return results(rules, order, trumps, [YOU] * deals, score, goal)


def _shuffled(rules: Rules, deals: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """All tiles of each deal in drawing order, the turned one last, and the trump suits."""
    order = np.argsort(rng.random((deals, len(TILES))), axis=1).astype(np.uint8)
    if rules.trump_from == "either-end":
        ends = np.array([ENDS[turned] for turned in TILES], dtype=np.int32)
        return order, ends[order[:, -1], rng.integers(2, size=deals)]
    suits = np.array([tricks.trump_of(turned) for turned in TILES], dtype=np.int32)
    return order, suits[order[:, -1]]


if __name__ == "__main__":
    program(main)()
