"""Common to players of the arena: what is being decided, and how the engine plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bingo.solver.analysis.playing import engine_reply
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import YOU, Stage

#: Chooses one of the legal moves from what the mover (always ``YOU``) knows and the seed of this decision. Before a
#: lead the moves are to claim or to wait, as long as there is something to claim; leads come with the next decision.
Policy = Callable[[InformationSet, Sequence[Move], int], Move]


def stage(seen: InformationSet, moves: Sequence[Move]) -> Stage:
    """What is being decided, told from the moves."""
    if seen.led is not None:
        return Stage.REPLY
    if any(move.tile is not None for move in moves):
        return Stage.LEAD
    if any(move.declare for move in moves):
        return Stage.SHOW
    return Stage.CLAIM if seen.leader == YOU else Stage.ANSWER


def greedy(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    """The weakest level of the engine, which takes what is worth taking."""
    now = stage(seen, moves)
    if now is Stage.SHOW:
        return max(moves, key=lambda move: move.declare.bit_count())
    return engine_reply("greedy", seen, now, seed & 0x7FFFFFFF)
