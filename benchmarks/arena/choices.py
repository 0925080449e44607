"""Common to players of the arena: what is being decided, which moves are worth a look, how the engine plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.hidden.levels import reply
from bingo.solver.hidden.request import about

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


def sensible(moves: Sequence[Move]) -> list[Move]:
    """The moves without those that seldom make sense: declaring some doubles but not all, closing to claim at once."""
    largest = max(move.declare.bit_count() for move in moves)
    kept = [m for m in moves if not (m.close and m.claim)]
    return [m for m in kept if m.declare.bit_count() in (0, largest)] or kept


def at(world: Position, now: Stage) -> Position:
    """A world at the decision to be made, where claims have been waited with before it."""
    return world if world.stage is now else replace(world, stage=now)


def greedy(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    """The weakest level of the engine, which takes what is worth taking."""
    now = stage(seen, moves)
    if now is Stage.SHOW:
        return max(moves, key=lambda move: move.declare.bit_count())
    return reply("greedy", about(seen), now, seed & 0x7FFFFFFF)
