"""Closing with the other hand hidden: the bracket of every lead, the strategy below it, what is said about it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position, legal_moves, play_unchecked
from bingo.solver.hidden.strategy import Effort, Strategist, least
from bingo.solver.search import engines
from bingo.solver.search.reference import Reference
from tests.hidden import Referee, small_worlds

EFFORTS = (Effort(1, 1), Effort(4, 10), Effort(1000, 1000))


def _leads(position: Position) -> list[Move]:
    return [move for move in legal_moves(position) if not move.claim]


@given(small_worlds(most_tiles=3))
@settings(max_examples=60, deadline=None)
def test_a_referee_gets_exactly_what_the_strategy_promises(worlds: list[Position]) -> None:
    for effort in EFFORTS:
        for lead in _leads(worlds[0]):
            promised, plan = Strategist(Reference(), effort).sure(worlds, lead)
            assert [Referee().takes(world, plan) for world in worlds] == promised


@given(small_worlds(most_tiles=4))
@settings(max_examples=100, deadline=None)
def test_the_strategy_never_takes_more_than_the_exact_value(worlds: list[Position]) -> None:
    engine = Reference()
    for lead in _leads(worlds[0]):
        promised, _ = Strategist(engine, EFFORTS[1]).sure(worlds, lead)
        for world, taken in zip(worlds, promised, strict=True):
            gain, after, over = play_unchecked(world, lead)
            assert least(world) <= taken <= (gain if over else gain + engine.value(after))


@pytest.mark.skipif(engines.NAME != "native", reason="compares the native kernel with the readable strategy")
@given(small_worlds(most_tiles=5))
@settings(max_examples=100, deadline=None)
def test_the_kernel_plays_the_same_strategy(worlds: list[Position]) -> None:
    from bingo.solver.search.kernel import Kernel

    kernel = Kernel(worlds[0].rules, 8)
    hands = np.array([world.hands[1] for world in worlds], dtype=np.uint32)
    leads = _leads(worlds[0])
    values = kernel.closings(worlds[0], hands, leads)
    engine = Reference()
    for n, lead in enumerate(leads):
        for i, world in enumerate(worlds):
            gain, after, over = play_unchecked(world, lead)
            assert values[i, n] == (gain if over else gain + engine.value(after))
        for effort in EFFORTS[:2]:
            promised, _ = Strategist(engine, effort).sure(worlds, lead)
            assert kernel.sure(worlds[0], hands, [lead], *effort)[:, 0].tolist() == promised
