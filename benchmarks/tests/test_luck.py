"""Corrections for luck: expected to be nothing, whoever plays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from benchmarks.arena.choices import Policy, greedy
from benchmarks.arena.luck import ORDERS, Luck, orders
from benchmarks.arena.matches import Match, less_luck, play_pair, score, the_deal
from benchmarks.arena.policies import by_name
from benchmarks.arena.referee import Memory, play_deal, play_on
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, Outcome
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.setup import deal
from bingo.solver.game.tiles import TILES
from tests.oracles.players import imagine
from tests.oracles.random_play import playout
from tests.oracles.scaled import varied_rules
from tests.support.depth import thorough

MATCH = Match("rollout-plain@8w", "networks", "pagat", 2)


def chance(_seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    return random.Random(seed).choice(moves)


# --- draws -------------------------------------------------------------------------------------------


def luck_in_draws(start: Position, players: tuple[Policy, Policy]) -> list[float]:
    """In every order in which the face-down tiles may lie."""
    found = []
    for stock in permutations(start.stock):
        luck = Luck(7)
        play_on(replace(start, stock=stock), Memory(), players, 3, on_move=luck.note)
        found.append(luck.found.draws)
    return found


@pytest.mark.parametrize(("rules", "left"), [*((rules, 3) for rules in (*PRESETS, None)), ("pagat", 5)])
def test_luck_in_draws_is_nothing_on_average_over_all_draws(rules: str | None, left: int) -> None:
    """With so few tiles left all orders are looked at, so it is exact: over two draws where 5 are left."""
    rng = random.Random(f"{rules} {left}")
    for _ in range(60):
        start = deal(PRESETS[rules].rules if rules else varied_rules(rng), rng)
        small = [p for p in playout(start, rng) if len(p.stock) == left and not p.over]
        found = luck_in_draws(small[0], (greedy, chance)) if small else []
        assert np.mean(found or [0]) == pytest.approx(0, abs=1e-9)
        if len(set(found)) > 1:
            return
    raise AssertionError("expected a deal in which it matters what is drawn")


@given(integers(2, 13), integers(0, 2**20))
@settings(max_examples=30, deadline=None)
def test_orders_of_tiles_begin_with_each_pair_equally_often(size: int, seed: int) -> None:
    tiles = random.Random(seed).sample(TILES, size)
    found = orders(tiles, seed)
    assert len(found) <= max(ORDERS, 120)
    assert (np.sort(found, axis=1) == sorted(tiles)).all()
    _, counts = np.unique(found[:, :2], axis=0, return_counts=True)
    assert len(counts) == size * (size - 1)
    assert len(set(counts.tolist())) == 1
    assert (orders(tiles[::-1], seed) == found).all()


# --- hidden hands ------------------------------------------------------------------------------------


def decisions(numbers: range) -> list[tuple[InformationSet, int]]:
    """What a player who plays at random sees of the networks before each turn of theirs, and the networks' hand."""
    found: list[tuple[InformationSet, int]] = []
    for number in numbers:
        memory = Memory()

        def note(before: Position, move: Move, _outcome: Outcome, memory: Memory = memory) -> None:
            if before.open and before.to_move == 0 and move.tile is not None:
                found.append((memory.view(before, 0), before.hands[1]))
            memory.note(before, move)

        play_deal(the_deal(MATCH, number), (chance, by_name("networks")), number, on_move=note)
    return found


def test_hands_that_would_have_declared_more_are_not_imagined() -> None:
    for seen, _ in decisions(range(20)):
        led = seen.history[-1] if seen.history else None
        if led is None or led.leader == 0 or led.reply is not None or not led.declared:
            continue
        drawn = imagine(seen, 50, 1)
        assert len(drawn)
        assert ((drawn | 1 << led.led) & led.declared == led.declared).all()
        return
    raise AssertionError("expected a declaration of the networks in one of the deals")


# --- matches -----------------------------------------------------------------------------------------


@thorough
def test_luck_of_hands_and_endings_is_told_only_where_it_is_known_what_players_would_have_done() -> None:
    def parts(match: Match, deals: int = 3) -> list[bool]:
        lucks = [play_pair(match, number).luck for number in range(deals)]
        return [any(one[part] != 0 for one in lucks if one) for part in range(3)]

    assert parts(replace(MATCH, a="greedy")) == parts(replace(MATCH, a="networks", b="greedy")) == [True, True, True]
    assert parts(replace(MATCH, a="random")) == [True, True, False]
    assert parts(replace(MATCH, a="greedy", b="random")) == [True, False, False]
    assert parts(replace(MATCH, a="greedy", rules="domino-play"), 1) == [True, False, False]


def test_networks_have_no_luck_against_themselves() -> None:
    match = replace(MATCH, a="networks", rules="engel")
    found = score([play_pair(match, number) for number in range(3)])
    assert found.raw.value == 0
    assert found.corrected is not None
    assert found.corrected.value == pytest.approx(0, abs=1e-9)


@given(integers(0, 2**32 - 1), integers(30, 60))
@settings(max_examples=30, deadline=None)
def test_how_much_luck_counts_in_a_deal_is_fitted_to_all_others(seed: int, deals: int) -> None:
    rng = np.random.default_rng(seed)
    lucks = rng.normal(size=(deals, 3)) * [1, 2, 0]  # the last is never told
    points = 0.3 + lucks @ [0.7, 1.2, 0] + rng.normal(size=deals)
    corrected = less_luck(points, lucks)
    for number in range(0, deals, 7):
        rest = np.arange(deals) != number
        x = np.column_stack((np.ones(deals), lucks[:, :2]))
        fitted = np.linalg.lstsq(x[rest], points[rest], rcond=None)[0]
        assert corrected[number] == pytest.approx(points[number] - lucks[number, :2] @ fitted[1:])
