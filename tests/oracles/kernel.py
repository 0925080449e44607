"""The kernel with what the engine asks of it only from within, for those who hold it against something else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bingo.solver.engine import kernel
from bingo.solver.engine.kernel import rows
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position


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
    ) -> NDArray[np.float64]:
        """By how much every strategy that begins with each move, not seeing the hand, falls short of double-dummy.

        A lower bound on the weighted sum over hands, one a move: shape (moves,), float64. The first ``own_moves``
        decisions after it are made without sight of the hand, all others with it. In game points (card points
        where they are the value, utilities where there is an objective), or with ``wins`` in hands that bring more game
        points than none. As :meth:`guaranteed` otherwise; moves that took more than ``steps`` values in single
        worlds hold NaN.
        """
        how = own_moves, wins, steps, threads
        return self._native.losses(position, hands, rows(moves), weights, *how, self.objective)

    def best_defences(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: Sequence[Move],
        weights: NDArray[np.float64],
        below: Sequence[float],
        steps: int,
        threads: int = 1,
    ) -> list[NDArray[np.int16] | bool | None]:
        """The best strategies that begin with these moves, not seeing the hand, by alpha-mu search.

        For each move what the strategy that falls short of double-dummy the least takes of every hand, if that is less
        than ``below``, as :meth:`losses` counts; False where there is none; None where that is not known after
        ``steps`` nodes and values in single worlds.
        """
        return self._native.best_defences(position, hands, rows(moves), weights, below, steps, threads, self.objective)
