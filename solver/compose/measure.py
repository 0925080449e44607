"""How hard a puzzle is, from what can be measured: who goes wrong, how temptingly, and how long it takes to show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bingo.solver.compose.candidates import NOTHING, Composer
from bingo.solver.compose.selection import CLOSE, TILE
from bingo.solver.compose.solved import Solved, length
from bingo.solver.compose.themes import FARTHEST
from bingo.solver.game.moves import Move


@dataclass(frozen=True, slots=True)
class Facts:
    """What was measured.

    ``horizon``: how many tricks one has to look ahead to choose the solution, and to go on choosing it when looking
    further (``FARTHEST + 1``: more than was tried). ``plausible``: wrong moves that look at least as good as the
    solution one trick ahead. ``depth``: tricks until the deal is over in the longest of their refutations, with best
    play of both. ``moves``: sensible moves. ``greedy``: what somebody plays who looks one trick ahead, and its value.
    """

    horizon: int
    plausible: int
    depth: int
    moves: int
    tiles: int
    greedy: Move
    greedy_value: int

    @property
    def difficulty(self) -> int:
        """0 to 100: ``10 * (horizon - 1) + 4 * depth + 4 * plausible + moves``, plausible moves and moves up to 7."""
        return min(10 * (self.horizon - 1) + 4 * self.depth + 4 * min(self.plausible, 7) + min(self.moves, 7), 100)


def measure(puzzle: Solved, composer: Composer) -> Facts:
    """The facts about one puzzle."""
    ahead = [composer.shallow([puzzle.position], tricks)[0] for tricks in range(1, FARTHEST + 1)]
    solution = _slot(puzzle.solution)
    looks = ahead[0]
    wrong = [c for c in puzzle.choices[1:] if c.move.tile is not None and not c.move.claim]
    plausible = [c for c in wrong if _look(looks, c.move) >= looks[solution]]
    longest = max((length(puzzle.refutation(c.move)) for c in plausible or wrong), default=puzzle.tricks)
    tempting = max(wrong, key=lambda c: (_look(looks, c.move), not c.move.close, -c.value))
    claim = next((c for c in puzzle.choices if c.move.claim), None)
    greedy = claim or tempting
    return Facts(
        horizon=_horizon(ahead, solution),
        plausible=len(plausible) + (claim is not None),
        depth=longest,
        moves=len(puzzle.choices),
        tiles=puzzle.tiles,
        greedy=greedy.move,
        greedy_value=greedy.value,
    )


def _slot(move: Move) -> int:
    """The column of a move in a row of moves."""
    assert move.tile is not None
    return (CLOSE if move.close else TILE) + move.tile


def _look(looks: NDArray[np.int16], move: Move) -> int:
    seen = int(looks[_slot(move)])
    return -NOTHING if seen == NOTHING else seen


def _horizon(ahead: list[NDArray[np.int16]], solution: int) -> int:
    for tricks in range(FARTHEST, 0, -1):
        seen = np.where(ahead[tricks - 1] == NOTHING, -NOTHING, ahead[tricks - 1])[1:]
        if (seen >= seen[solution - 1]).sum() > 1:
            return tricks + 1
    return 1
