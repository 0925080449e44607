"""Phase two, played alike for all players that leave it to this: what is measured is phase one.

Exhausted: the tiles not seen are the other hand, so the exact value decides. Closed: the mean of the exact values over
the hands that the other may hold, all of them where they are few, else some. So the engine's levels play it too, but it
knows no scaled-down deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from benchmarks.arena.choices import Policy, at, sensible, stage
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import play_unchecked
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.worlds import count_hands, hands, sample_hands
from bingo.solver.search.kernel import Kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Hands drawn after a close; all are taken where they are at most ``LISTED``.
DRAWN, LISTED = 100, 120


def with_endings(policy: Policy, *, alone: bool = False) -> Policy:
    """A player who plays phase one by ``policy`` and phase two like all, or by ``policy`` too if ``alone``.

    Where the winner of a trick declares, all show as many doubles as they can.
    """

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        now = stage(seen, moves)
        if now is Stage.SHOW:
            return max(moves, key=lambda move: move.declare.bit_count())
        return policy(seen, moves, seed) if seen.open or alone else ending(seen, moves, seed)

    return play


def ending(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    """The best move of phase two on the mean over the hands that fit."""
    few = sensible(moves)
    found = hands(seen) if count_hands(seen) <= LISTED else sample_hands(seen, DRAWN, seed)
    return best(few, totals_by_hand(at(seen.world(int(found[0])), stage(seen, moves)), found, few))


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
    kernel = _kernel(world.rules)
    told_by_hand = world.rules.declare == "after-winning"  # whether the winner of a trick has something to declare
    if world.closed is None or told_by_hand:
        return totals([replace(world, hands=(world.hands[0], hand)) for hand in hands.tolist()], moves)
    leads = [move for move in moves if move.lead is not None]
    led = dict(zip(leads, kernel.closings(world, hands, leads).sum(axis=0).tolist(), strict=True)) if leads else {}

    def total(move: Move) -> int:
        gain, after, over = play_unchecked(world, move)
        going = 0
        if not over:
            worlds = [replace(after, hands=(after.hands[0], hand)) for hand in hands.tolist()]
            going = int(kernel.values(worlds).sum())
        return gain * len(hands) + going

    return [led[move] if move in led else total(move) for move in moves]


def _values(positions: list[Position]) -> list[int]:
    """Exact values, in one call."""
    return _kernel(positions[0].rules).values(positions).tolist() if positions else []


def best(moves: Sequence[Move], worths: Sequence[float]) -> Move:
    """The move worth most; among equals claims, then not closing, then the larger declaration."""
    order = [(w, _rank(m)) for m, w in zip(moves, worths, strict=True)]
    return moves[order.index(max(order))]


def _rank(move: Move) -> tuple[bool, bool, int]:
    return move.claim, not move.close, move.declare.bit_count()


@cache
def _kernel(rules: Rules) -> Kernel:
    return Kernel(rules)  # values do not depend on what its tables hold
