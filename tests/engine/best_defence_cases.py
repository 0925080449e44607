"""Scaled-down worlds that look alike, with what brute force finds in them; it takes long, and so is kept as data.

``python -m tests.engine.best_defence_cases`` makes the data anew; the thorough tests compare every fifth case.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game import OPPONENT, WAIT, YOU, Move, Position, Rules, legal_moves
from tests.oracles.best_defence import outcomes
from tests.oracles.kernel import Kernel
from tests.support.hidden import endgame_worlds, scaled_worlds

Kind = Literal["closed", "endgame"]
#: Seeds by kind.
CASE_COUNTS: dict[Kind, int] = {"closed": 500, "endgame": 120}
CASES_FILE = Path(__file__).parents[1] / "data" / "best_defence.json"


@dataclass(frozen=True)
class Case:
    """Worlds that look alike and a move in them; what each strategy that begins with it takes, by brute force."""

    worlds: list[Position]
    move: Move
    weights: NDArray[np.float64]
    taken: NDArray[np.int64]  # a row for each strategy that no other beats, a column for each world

    @property
    def best(self) -> float:
        return float((self.taken @ self.weights).max())

    @property
    def most_wins(self) -> float:
        return float(((self.taken > 0) @ self.weights).max())

    @property
    def is_split(self) -> bool:
        """Is what is best in one world not best in another?"""
        return len(self.taken) > 1

    @property
    def hands(self) -> NDArray[np.uint32]:
        return np.array([world.hands[OPPONENT] for world in self.worlds], dtype=np.uint32)

    @property
    def endgame(self) -> tuple[Position, NDArray[np.uint32], list[Move]]:
        """What the kernel is asked about: a position, hands of the opponent, moves."""
        return self.worlds[0], self.hands, [self.move]

    def kernel(self, bits: int = 8) -> Kernel:
        return _kernel(self.worlds[0].rules, bits)


@cache
def _kernel(rules: Rules, bits: int) -> Kernel:
    return Kernel(rules, bits)


def _begun(kind: Kind, seed: int) -> tuple[list[Position], Move, NDArray[np.float64]]:
    rng = random.Random(seed)
    worlds = (scaled_worlds if kind == "closed" else endgame_worlds)(rng, (3, 3, 4))
    move = WAIT
    if worlds[0].to_move == YOU:
        move = rng.choice([move for move in legal_moves(worlds[0]) if not move.claim])
    weights = [rng.choice((0.1, 0.5, 1, 3)) if seed % 2 else 1 for _ in worlds]
    return worlds, move, np.array(weights, dtype=np.float64)


@cache
def stored() -> dict[Kind, list[list[list[int]]]]:
    outcomes_by_kind: dict[Kind, list[list[list[int]]]] = json.loads(CASES_FILE.read_text())
    return outcomes_by_kind


@cache
def cases(kind: Kind, easy: int) -> Sequence[Case]:
    """Every case in which worlds are torn, and every ``easy``-th of the others."""
    all_cases = [Case(*_begun(kind, seed), np.array(taken)) for seed, taken in enumerate(stored()[kind])]
    return [case for seed, case in enumerate(all_cases) if case.is_split or seed % easy == 0]


def by_brute_force(kind: Kind, seed: int) -> list[list[int]]:
    """What strategies take that no other one beats, in ascending order."""
    worlds, move, _ = _begun(kind, seed)
    return [list(taken) for taken in sorted(outcomes(worlds, move))]


def main() -> None:
    data = {kind: [by_brute_force(kind, seed) for seed in range(count)] for kind, count in CASE_COUNTS.items()}
    text = json.dumps(data, separators=(",", ":"))
    CASES_FILE.write_text(text.replace("]],", "]],\n") + "\n")  # a line for each case


if __name__ == "__main__":
    main()
