"""Common to players that look at worlds: what is being decided, which moves are worth a look, what a move is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import play_unchecked
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.game.rules import Rules
from bingo.solver.search import engines
from bingo.solver.search.exact import Engine, value_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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


def totals(worlds: Iterable[Position], moves: Sequence[Move]) -> list[int]:
    """The exact values of each move summed over worlds that stand at the decision."""
    made = [play_unchecked(world, move) for world in worlds for move in moves]
    going = [after for _, after, over in made if not over]
    values = iter(_values(going))
    brought = [gain if over else gain + next(values) for gain, _, over in made]
    return [sum(brought[n :: len(moves)]) for n in range(len(moves))]


def totals_by_hand(world: Position, hands: NDArray[np.uint32], moves: Sequence[Move]) -> list[int]:
    """The same over worlds that differ in what the opponent holds: ``world`` has one of these hands, and nothing is
    drawn any more.
    """
    kernel = engines.as_kernel(_engine(world.rules))
    told_by_hand = world.rules.declare == "after-winning"  # whether the winner of a trick has something to declare
    if kernel is None or world.closed is None or told_by_hand:
        return totals([replace(world, hands=(world.hands[0], hand)) for hand in hands.tolist()], moves)
    import numpy as np

    leads = [move for move in moves if move.lead is not None]
    led = dict(zip(leads, kernel.closings(world, hands, leads).sum(axis=0).tolist(), strict=True)) if leads else {}

    def total(move: Move) -> int:
        gain, after, over = play_unchecked(world, move)
        going = 0
        if not over:
            pairs = np.column_stack((np.full_like(hands, after.hands[0]), hands))
            going = int(kernel.values_by_hands(after, pairs).sum())
        return gain * len(hands) + going

    return [led[move] if move in led else total(move) for move in moves]


def _values(positions: list[Position]) -> list[int]:
    """Exact values, in one call where there is a kernel."""
    kernel = engines.as_kernel(_engine(positions[0].rules)) if positions else None
    if kernel is None:
        return [_engine(position.rules).value(position) for position in positions]
    return [int(value) for value in kernel.values(positions)]


def value(world: Position, move: Move) -> int:
    """The exact value of a move, in game points of ``YOU``."""
    return value_of(world, move, _engine(world.rules))


def best(moves: Sequence[Move], worths: Sequence[float]) -> Move:
    """The move worth most; among equals claims, then not closing, then the larger declaration."""
    order = [(w, _rank(m)) for m, w in zip(moves, worths, strict=True)]
    return moves[order.index(max(order))]


def exact_best(world: Position, moves: Sequence[Move]) -> Move:
    """As :func:`best`, by exact values, of all legal moves of a world: the first one that is worth as much as the
    position, so that not all of them have to be solved.
    """
    worth = _engine(world.rules).value(world)
    return next(move for move in sorted(moves, key=_rank, reverse=True) if value(world, move) == worth)


def _rank(move: Move) -> tuple[bool, bool, int]:
    return move.claim, not move.close, move.declare.bit_count()


@cache
def _engine(rules: Rules) -> Engine:
    return engines.engine(rules)  # values do not depend on what its tables hold
