"""The native kernel held against the reference search: the value of a position and of each of its moves.

Positions are drawn from a seed and compared in groups.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from bingo.solver.analysis.exact import choices
from bingo.solver.engine.kernel import NO_MOVE
from bingo.solver.game import Move, Objective, Position, Rules, Stage
from tests.oracles.kernel import Kernel
from tests.oracles.reference import Reference, random_objective
from tests.oracles.scaled import positions, varied_rules

#: Positions that share rules and one kernel, hence its tables.
GROUP_SIZE = 25


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What kernel and reference say of a position: its value, and the row of :meth:`Kernel.moves`."""

    position: Position
    objective: Objective | None
    kernel: tuple[int, list[int]]
    reference: tuple[int, list[int]]

    def __str__(self) -> str:
        pairs = enumerate(zip(self.kernel[1], self.reference[1], strict=True))
        columns = [f"{c}: {ours} / {theirs}" for c, (ours, theirs) in pairs if ours != theirs]
        values = f"value: {self.kernel[0]} / {self.reference[0]}; columns: {', '.join(columns)} (kernel / reference)"
        return f"{values}\n  {self.position!r}" + (f" {self.objective}" if self.objective else "")


def compare(seed: int, n: int, rules: Rules | None = None, *, match: bool = False) -> list[Disagreement]:
    """Where they differ in ``n`` positions of a seed, under ``rules`` if given, else under many.

    With ``match`` each position has an objective; a few share one.
    """
    differences: list[Disagreement] = []
    for start in range(0, n, GROUP_SIZE):
        rng = random.Random(f"{seed} {start // GROUP_SIZE}")
        group_rules = rules or varied_rules(rng, match=match)
        group = list(islice(positions(group_rules, rng), min(GROUP_SIZE, n - start)))
        bits = rng.choice((2, 3, 4, 8, 12)), rng.choice((2, 3, 4, 8, 12))
        goals = [random_objective(rng) for _ in range(rng.choice((1, 2, 5)))] if match else [None]
        differences += _differing(group, [rng.choice(goals) for _ in group], *bits)
    return differences


def _differing(
    positions: Sequence[Position], goals: Sequence[Objective | None], bits: int, open_bits: int
) -> Iterator[Disagreement]:
    kernel = Kernel(positions[0].rules, bits, open_bits)
    for position, goal, (value, row) in zip(positions, goals, kernel.utilities(positions, goals), strict=True):
        reference = Reference(goal)
        expected = reference.value(position)
        moves = row if position.stage is Stage.SHOW else expected_row(position, reference)
        if (value, row) != (expected, moves):
            yield Disagreement(position, goal, (value, row), (expected, moves))


def expected_row(position: Position, engine: Reference) -> list[int]:
    all_choices = choices(position, engine)
    row = [all_choices[0].value] + [NO_MOVE] * 58
    for choice in reversed(all_choices):  # of two in one column the better one stays
        row[column(choice.move)] = choice.value
    return row


def column(move: Move) -> int:
    if move.tile is None:
        return 2 if move.declare else 1
    return 3 + move.tile + 28 * move.close
