"""Which exact search is in use: the native kernel where it was built, else the reference search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bingo.solver import arguments, native
from bingo.solver.errors import IllegalMove, NotationError
from bingo.solver.game.objective import require_game_points

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bingo.solver.game.objective import Objective
    from bingo.solver.game.position import Position
    from bingo.solver.game.rules import Rules
    from bingo.solver.search.exact import Analysis, Engine

#: What the engine in use is called.
NAME = "native" if native.built() else "reference"


def engine(rules: Rules, objective: Objective | None = None) -> Engine:
    """A fresh engine for positions under these rules, which maximizes game points or what the objective says.

    Raises:
        NotationError: an objective is given, which counts game points, and deals are worth card points.
    """
    if objective is not None:
        require_game_points(rules)
    if native.built():
        from bingo.solver.search.kernel import Kernel

        return Kernel(rules, objective=objective)
    from bingo.solver.search.reference import Reference

    return Reference(objective)


def analyze_known(position: Position, objective: Objective | None) -> Analysis:
    """The exact analysis of a position in which everything is known, its moves by the chance that the objective says,
    where there is one.
    """
    from bingo.solver.search.exact import analyze_exact

    chances = None if objective is None else engine(position.rules, objective)
    return analyze_exact(position, engine(position.rules), chances)


def solve_many(
    positions: Iterable[Position], threads: int = 1, *, objectives: Iterable[Objective | None] | None = None
) -> NDArray[np.int16]:
    """Values of many positions, in order, seen from ``you``: shape (n,), int16.

    They are game points; under ``berndt`` differences of card points, which 8 bits would not hold. Positions may
    differ in rules, trumps and phase. Results do not depend on ``threads``. With ``objectives``, one for each position,
    they are your utilities; None stands for game points.

    Raises:
        TypeError: an item is not a position with everything known, or there are no items.
        IllegalMove: the deal of a position is over.
        NotationError: fewer than one thread is asked for; there is not one objective for each position, or they do not
            apply, as deals are worth card points.
    """
    from bingo.solver.game.position import Position

    arguments.whole("threads", threads, 1, arguments.MOST_THREADS)
    if not isinstance(positions, Iterable):
        raise TypeError(f"solve_many: expected positions, any number of them; found {type(positions).__name__}")
    listed = list(positions)
    for n, position in enumerate(listed):
        if not isinstance(position, Position):
            raise TypeError(
                f"solve_many: expected positions with everything known; found {type(position).__name__} at {n}"
            )
    goals = None if objectives is None else _one_each(listed, objectives)
    if native.built():
        from bingo.solver.search.kernel import values

        try:
            return values(listed, threads, goals)
        except ValueError:  # the kernel says it of one position; to ask every one before takes a tenth of the time
            _refuse_over(listed)
            raise
    _refuse_over(listed)
    import numpy as np

    from bingo.solver.search.reference import Reference

    for position in listed:  # as the kernel does
        position.require_sound()
    found = [Reference(goal).value(p) for p, goal in zip(listed, goals or [None] * len(listed), strict=True)]
    return np.array(found, dtype=np.int16)


def _one_each(positions: Sequence[Position], objectives: Iterable[Objective | None]) -> list[Objective | None]:
    goals = list(objectives)
    if len(goals) != len(positions):
        raise NotationError.of("objectives", f"one for each of {len(positions)} positions", len(goals))
    for position, goal in zip(positions, goals, strict=True):
        if goal is not None:
            require_game_points(position.rules)
    return goals


def _refuse_over(positions: list[Position]) -> None:
    for n, position in enumerate(positions):
        if position.over:
            raise IllegalMove(
                f"solve_many: expected positions in which somebody is to move; found one at {n} that is over"
            )
