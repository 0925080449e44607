"""What leading, the tiles dealt and those drawn were worth.

What was dealt and drawn is measured with both hands seen but not the boneyard: by means over orders of the stock, in
each of which both play on by the networks. So luck in drawing is told from luck in what a hand could not know. By the
same play it is judged whether to declare a double that has just won a trick, before drawing (``after-winning``).
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bingo.solver.analysis import Deals, Engine, make_players, roll_out
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import CLAIM, PRESETS, TILES, WAIT, Moment, Move, Rules, apply, has_claim, mask, members
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.presets import nearest
from bingo.solver.reviewing.decision import Draw

#: The mean for whoever leads first, by preset.
SHIPPED = {
    "pagat": -0.1303,  # s.e. 0.0017
    "akagiri": -0.1379,  # s.e. 0.0016
    "hoyle-1868": -0.1331,  # s.e. 0.0015
    "hoyle-modern": -0.1526,  # s.e. 0.0014
    "domino-play": -0.2265,  # s.e. 0.0014
    "engel": -0.1298,  # s.e. 0.0017
    "berndt": -1.2791,  # s.e. 0.0140
}


def worth_of_leading(rules: Rules) -> float:
    """What leading is worth under these rules: of those that are no preset, what it is under the nearest one that
    counts deals alike, in game points or in card points.
    """
    return SHIPPED[nearest(rules, [name for name in SHIPPED if PRESETS[name].rules.unit == rules.unit])]


class Orders:
    """Values of positions of one deal over random orders of their stocks."""

    def __init__(self, rules: Rules, orders: int, seed: int, engine: Engine) -> None:
        self._rules, self._orders, self._seed, self._engine = rules, orders, seed, engine
        self._players = make_players(rules)

    def dealt_and_drawn(self, moments: Sequence[Moment]) -> tuple[float, tuple[Draw, ...]]:
        """The value of the deal once it is dealt, and what each draw was worth; seen from ``you``."""
        draws = []
        for before, after in pairwise(moments):
            b, a = before.position, after.position
            if b.open and a.closed is None and len(a.stock) < len(b.stock):
                assert before.turn is not None
                expected = self.value(b, before.turn.move) + before.score[YOU] - before.score[OPPONENT]
                value = self.value(a) + after.score[YOU] - after.score[OPPONENT]
                draws.append(Draw(before.trick, value - expected))
        return self.value(moments[0].position), tuple(draws)

    def value(self, position: Position, move: Move = WAIT) -> float:
        """The mean value of a move, else of the position, both hands seen; seen from ``you``."""
        if position.to_move == OPPONENT:
            return -self.value(position.swapped(), move)
        if position.stage is Stage.OVER:
            return 0.0
        if position.stage in (Stage.CLAIM, Stage.ANSWER) and has_claim(position, position.to_move):
            return float(apply(position, CLAIM).gain)
        if not position.open:
            return float(self._engine.value(position))
        rng = np.random.default_rng([self._seed, len(position.stock), position.hands[YOU], position.hands[OPPONENT]])
        stocks = rng.permuted(np.tile(np.array(position.stock, dtype=np.uint8), (self._orders, 1)), axis=1)
        if position.stage is Stage.SHOW:
            worlds = [replace(position, stock=tuple(stock)) for stock in stocks.tolist()]
            return float(show_values(worlds, [move], self._rules).mean())
        hands = np.full(self._orders, position.hands[OPPONENT], dtype=np.uint32)
        return float(roll_out(self._players, position, [move], Deals(hands, stocks)).values.mean())


def draw_worlds(position: Position, worlds: int, seed: int) -> list[Position]:
    """Positions that fit what ``you`` know in this one, with other tiles in the other hand and in the boneyard.

    ``position`` stands before drawing, so that it has no information set as positions between two tricks have.
    """
    rng = np.random.default_rng(seed)
    held = position.hands[OPPONENT] & position.shown
    hidden = list(members(position.hands[OPPONENT] & ~held | mask(position.stock)))
    missing = (position.hands[OPPONENT] & ~held).bit_count()
    positions = []
    for _ in range(worlds):
        order = [TILES[t] for t in rng.permutation(hidden)]
        hand = held | mask(order[:missing])
        positions.append(replace(position, hands=(position.hands[YOU], hand), stock=tuple(order[missing:])))
    return positions


def show_values(worlds: Sequence[Position], moves: Sequence[Move], rules: Rules) -> NDArray[np.float64]:
    """What each declaration, or none, brings ``you`` in each world: shape (worlds, moves).

    While tiles are drawn both play on by the networks; from then on values are exact.
    """
    values = np.empty((len(worlds), len(moves)))
    players, kernel = make_players(rules), Kernel(rules)
    for column, move in enumerate(moves):
        drawn: dict[int | None, list[int]] = {}
        after: list[Position] = []
        for row, world in enumerate(worlds):
            gain, position, over, _ = apply(world, move)
            values[row, column] = gain
            after.append(position)
            if not over:
                drawn.setdefault(position.hands[YOU] if position.open else None, []).append(row)
        for hand, rows in drawn.items():
            group = [after[row] for row in rows]
            if hand is None:
                values[rows, column] += np.asarray(kernel.values(group))
                continue
            deals = Deals(
                np.array([p.hands[OPPONENT] for p in group], dtype=np.uint32),
                np.array([p.stock for p in group], dtype=np.uint8),
            )
            values[rows, column] += roll_out(players, group[0], [WAIT], deals).values[:, 0]
    return values
