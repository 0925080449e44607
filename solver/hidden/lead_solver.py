"""Moves in an endgame, solved for many hands of the opponent: double-dummy, and by strategies that see none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bingo.solver.game.moves import Move
from bingo.solver.game.position import YOU, Position
from bingo.solver.hidden.options import solved
from bingo.solver.hidden.strategy import SearchWidth, Strategist
from bingo.solver.search import engines
from bingo.solver.search.exact import Engine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Called with the share of the work that is done, 0 to 1.
Progress = Callable[[float], None]


def ignore(_share: float) -> None:
    """Nobody wants to hear of the progress."""


@dataclass(frozen=True, slots=True)
class LeadSolver:
    """Solves moves in an endgame against some of ``every`` hand, in ascending order, which have ``weights``.

    A tile is to be led or played; where it is the opponent's turn, the one move is to wait.
    """

    position: Position
    engine: Engine
    width: SearchWidth
    threads: int
    every: NDArray[np.uint32]
    weights: NDArray[np.float64]

    def weights_of(self, some: NDArray[np.uint32]) -> NDArray[np.float64]:
        """How often each of these hands counts."""
        return self.weights[self.every.searchsorted(some)]

    def values(
        self, some: NDArray[np.uint32], moves: Sequence[Move], on_progress: Progress = ignore
    ) -> NDArray[np.int16]:
        """Double-dummy values: shape (hands, moves)."""
        import numpy as np

        kernel = engines.as_kernel(self.engine)
        if kernel is not None:
            return kernel.closings(
                self.position, some, moves, self.threads, on_progress=lambda done: on_progress(done / len(some))
            )
        found = np.empty((len(some), len(moves)), dtype=np.int16)
        for n, world in enumerate(self._worlds(some)):
            on_progress(n / len(some))
            found[n] = [solved(world, move, self.engine) for move in moves]
        return found

    def guaranteed(
        self, some: NDArray[np.uint32], moves: Sequence[Move], on_progress: Progress = ignore
    ) -> NDArray[np.int16]:
        """What the strategies take that begin with these moves and are made for these hands: shape (hands, moves)."""
        import numpy as np

        leads, weights = [replace(move, close=False) for move in moves], self.weights_of(some)
        kernel = engines.as_kernel(self.engine)
        if kernel is not None:
            return kernel.guaranteed(
                self.position,
                some,
                leads,
                *self.width,
                threads=self.threads,
                weights=weights,
                on_progress=lambda done: on_progress(done / len(leads)),
            )
        found = np.empty((len(some), len(leads)), dtype=np.int16)
        for n, lead in enumerate(leads):
            on_progress(n / len(leads))
            found[:, n] = Strategist(self.engine, self.width).guaranteed(self._worlds(some), lead, weights.tolist())[0]
        return found

    def best_declarations(
        self, some: NDArray[np.uint32], listed: Sequence[Move], values: NDArray[np.int16]
    ) -> tuple[list[Move], NDArray[np.int16]]:
        """Each lead with the declaration that has the best mean value, and its values: shape (hands, leads)."""
        chosen: dict[int | None, int] = {}
        totals = self.weights_of(some) @ values
        means = [(float(total), move.declare.bit_count()) for total, move in zip(totals, listed, strict=True)]
        for n, move in enumerate(listed):
            if move.lead not in chosen or means[n] > means[chosen[move.lead]]:
                chosen[move.lead] = n
        columns = list(chosen.values())
        return [replace(listed[n], close=True) for n in columns], values[:, columns]

    def strategies(
        self, mixed: NDArray[np.uint32], moves: Sequence[Move], on_progress: Progress
    ) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """What the strategies made for these hands take, and what those made for either half of them take.

        Of the hands in ascending order, shape (hands, moves) each. Where no hand was left out, the halves are not of
        interest.
        """
        import numpy as np

        ordered, middle = np.sort(mixed), len(mixed) // 2
        halves = [] if len(mixed) == len(self.every) else [np.sort(mixed[:middle]), np.sort(mixed[middle:])]
        found = np.empty((2, len(mixed), len(moves)), dtype=np.int16)
        parts = [ordered, *halves]
        before = 0

        def report(share: float) -> None:
            on_progress((before + share) / len(parts))

        for before, part in enumerate(parts):
            found[min(before, 1), np.searchsorted(ordered, part)] = self.guaranteed(part, moves, report)
        return found[0], found[1 if halves else 0]

    def _worlds(self, some: NDArray[np.uint32]) -> list[Position]:
        return [replace(self.position, hands=(self.position.hands[YOU], int(hand))) for hand in some]
