"""The kernel with what the engine asks of it only from within, for those who hold it against something else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bingo.solver.analysis import DEFAULT_SETTINGS, Answer, Settings, closing_of, request_of
from bingo.solver.engine import engine_for, kernel
from bingo.solver.game import InformationSet, Move, Objective, Position


class Kernel(kernel.Kernel):
    def utilities(
        self, positions: Sequence[Position], goals: Sequence[Objective | None], threads: int = 1
    ) -> list[tuple[int, list[int]]]:
        """Values of positions and of all their moves, each under an objective of its own; None: in game points."""
        return [
            (self._native.values([p], threads, goal)[0], self._native.moves([p], threads, goal)[0].tolist())
            for p, goal in zip(positions, goals, strict=True)
        ]

    def closings(
        self, position: Position, hands: NDArray[np.uint32], moves: Sequence[Move], threads: int = 1
    ) -> NDArray[np.int16]:
        """Values of leads (with their declarations) or replies for every hand: shape (hands, moves), int16.

        In ``position`` nothing is drawn any more; if it is the opponent's turn, the one move is to wait.
        """
        question = self._native.question(position, hands, moves, None, self.objective)
        return np.transpose(np.array(self._native.closings(question, threads), dtype=np.int16))

    def guaranteed(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: Sequence[Move],
        all_up_to: int,
        two_up_to: int,
        threads: int = 1,
        *,
        weights: NDArray[np.float64] | None = None,
    ) -> NDArray[np.int16]:
        """What strategies that begin with these moves take, not seeing the hand, from an opponent who sees all.

        ``all_up_to``, ``two_up_to``: in how many worlds all own moves are tried out, and two.
        """
        question = self._native.question(position, hands, moves, weights, self.objective)
        values = self._native.guaranteed(question, all_up_to, two_up_to, threads)
        return np.transpose(np.array(values, dtype=np.int16))

    def losses(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: Sequence[Move],
        weights: NDArray[np.float64],
        unseeing_moves: int,
        steps: int,
        threads: int = 1,
        *,
        wins: bool = False,
    ) -> NDArray[np.float64]:
        """By how much every strategy falls short of double-dummy: a lower bound on the weighted sum over hands, a move.

        The first ``unseeing_moves`` decisions are made without sight of the hand. With ``wins`` in hands that are won;
        NaN after more than ``steps`` values in single worlds.
        """
        question = self._native.question(position, hands, moves, weights, self.objective)
        return np.array(self._native.losses(question, unseeing_moves, wins, steps, threads))

    def best_defences(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: Sequence[Move],
        weights: NDArray[np.float64],
        max_losses: Sequence[float],
        steps: int,
        threads: int = 1,
    ) -> list[list[int] | None]:
        """What the best strategy takes of every hand, a move, by alpha-mu search.

        Nothing where all fall short of double-dummy by ``max_losses`` or more; None where ``steps`` do not tell.
        """
        question = self._native.question(position, hands, moves, weights, self.objective)
        return self._native.best_defences(question, max_losses, steps, threads)


def analyze_closing(
    view: InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    most_hands: int | None = None,
    objective: Objective | None = None,
) -> Answer:
    """Every lead after closing now, without playing on: against every hand, or a sample of no more than so many."""
    limits = request_of(view.rules, settings, most_hands)
    with engine_for(view.rules) as engine:
        return closing_of(view, engine.analyze(view, objective, False, limits, None), settings, 0.0)
