"""Whether to declare a double that has just won a trick, before drawing (``declare: after-winning``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.play import play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import mask, members
from bingo.solver.hidden.deals import Deals
from bingo.solver.hidden.players import make_players, play_out
from bingo.solver.search.kernel import Kernel


def draw_worlds(position: Position, worlds: int, seed: int) -> list[Position]:
    """Positions that fit what ``you`` know in this one, with other tiles in the other hand and in the boneyard.

    ``position`` stands before drawing, so that it has no information set as positions between two tricks have.
    """
    rng = np.random.default_rng(seed)
    held = position.hands[OPPONENT] & position.shown
    free = list(members(position.hands[OPPONENT] & ~held | mask(position.stock)))
    missing = (position.hands[OPPONENT] & ~held).bit_count()
    found = []
    for _ in range(worlds):
        order = [int(t) for t in rng.permutation(free)]
        hand = held | sum(1 << t for t in order[:missing])
        found.append(replace(position, hands=(position.hands[YOU], hand), stock=tuple(order[missing:])))
    return found


def show_values(worlds: Sequence[Position], moves: Sequence[Move], rules: Rules) -> NDArray[np.float64]:
    """What each declaration, or none, brings ``you`` in each world: shape (worlds, moves).

    While tiles are drawn both play on by the networks; from then on values are exact.
    """
    found = np.empty((len(worlds), len(moves)))
    players, kernel = make_players(rules), Kernel(rules)
    for column, move in enumerate(moves):
        drawn: dict[int, list[int]] = {}
        after: list[Position] = []
        for row, world in enumerate(worlds):
            gain, position, over = play_unchecked(world, move)
            found[row, column] = gain
            after.append(position)
            if not over:
                drawn.setdefault(position.hands[YOU] if position.open else -1, []).append(row)
        for hand, rows in drawn.items():
            group = [after[row] for row in rows]
            if hand == -1:
                found[rows, column] += kernel.values(group)
                continue
            deals = Deals(
                np.array([p.hands[OPPONENT] for p in group], dtype=np.uint32),
                np.array([p.stock for p in group], dtype=np.uint8),
            )
            found[rows, column] += play_out(players, group[0], [WAIT], deals)[:, 0]
    return found
