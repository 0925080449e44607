"""The kernel with what the engine asks of it only from within, for those who hold it against something else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position
from bingo.solver.search import kernel
from bingo.solver.search.kernel import OnProgress, rows


class Kernel(kernel.Kernel):
    """All that it can do."""

    def losses(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: Sequence[Move],
        weights: NDArray[np.float64],
        own_moves: int,
        steps: int,
        threads: int = 1,
        *,
        wins: bool = False,
        seconds: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> NDArray[np.float64]:
        """By how much every strategy that begins with each move, not seeing the hand, falls short of double-dummy.

        A lower bound on the weighted sum over hands, one a move: shape (moves,), float64. The first ``own_moves``
        decisions after it are made without sight of the hand, all others with it. In game points (card points
        where they are the value, utilities where there is an objective), or with ``wins`` in hands that bring more game
        points than none. As :meth:`guaranteed` otherwise; moves that took more than ``steps`` values in single
        worlds, or were not done in time, hold NaN.
        """
        out = np.empty(len(moves), dtype=np.float64)
        goal = None if wins else self.objective
        self._native.losses(
            position, hands, rows(moves), weights, out, own_moves, wins, steps, threads, seconds, on_progress, goal
        )
        return out

    def best_defences(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: Sequence[Move],
        weights: NDArray[np.float64],
        below: Sequence[float],
        steps: int,
        threads: int = 1,
        *,
        without: int = 0,
        seconds: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> list[NDArray[np.int16] | bool | None]:
        """The best strategies that begin with these moves, not seeing the hand, by alpha-mu search.

        For each move what the strategy that falls short of double-dummy the least takes of every hand, if that is less
        than ``below``, as :meth:`losses` counts; False where there is none; None where that is not known after
        ``steps`` nodes and values in single worlds, or ``seconds``. Bits of ``without`` leave out cuts, which costs
        time only: early, bound, decided, alike, table.
        """
        out = np.empty((len(moves), len(hands)), dtype=np.int16)
        found = self._native.best_defences(
            position,
            hands,
            rows(moves),
            weights,
            np.array(below, dtype=np.float64),
            out,
            steps,
            without,
            threads,
            seconds,
            on_progress,
            self.objective,
        )
        told: dict[int, bool] = {0: False}
        return [row if code == 1 else told.get(code) for code, row in zip(found, out, strict=True)]


def values_by_hands(
    within: kernel.Kernel, position: Position, hands: NDArray[np.uint32], threads: int = 1
) -> NDArray[np.int16]:
    """Values of one endgame between two tricks with many pairs of hands, (n, 2) sets of tiles: shape (n,), int16.

    Doubles that ``position`` says were declared are so in every hand.
    """
    out = np.empty(len(hands), dtype=np.int16)
    within._native.values_by_hands(position, hands, out, threads, within.objective)
    return out
