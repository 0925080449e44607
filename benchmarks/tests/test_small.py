"""Small games solved exactly: two solvers that share nothing but the game, and plans that cannot win more."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from benchmarks.small.games import Game, Small, double_three, plan_of, sequence_form
from benchmarks.small.solving import best_response, equilibrium, exploited, local_best_response, regret_matching
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.presets import PAGAT, PRESETS

#: Preset, tiles a hand, face down, seed.
GAMES = [("pagat", 2, 1, 1), ("pagat", 2, 1, 8), ("domino-play", 2, 1, 3), ("hoyle-modern", 2, 1, 4)]


@cache
def small(rules: str, tiles: int, stock: int, seed: int) -> tuple[Small, Game]:
    found = double_three(PRESETS[rules].rules, tiles, stock, seed)
    return found, sequence_form(found)


def chance(_seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    return random.Random(seed).choice(moves)


def last(_seen: InformationSet, moves: Sequence[Move], _seed: int) -> Move:
    return moves[-1]


def test_every_deal_comes_once() -> None:
    found, _ = small("pagat", 2, 1, 1)
    deals = [(p.hands, p.stock) for p in found.deals()]
    assert len(set(deals)) == len(deals) == 5 * 4 // 2 * 3
    assert {p.hands[0] | p.hands[1] | sum(1 << t for t in p.stock) for p in found.deals()} == {
        sum(1 << t for t in found.tiles)
    }


@pytest.mark.parametrize("which", GAMES)
def test_the_linear_program_and_regret_matching_find_the_same_value(which: tuple[str, int, int, int]) -> None:
    _, game = small(*which)
    value, plans = equilibrium(game), regret_matching(game, 120)
    lost, won = exploited(game, plans)
    assert -lost - 1e-9 <= value <= won + 1e-9  # whatever the plans are
    assert won + lost < 5e-3
    assert game.against(0, plans[1]) @ plans[0] == pytest.approx(value, abs=5e-3)


@pytest.mark.parametrize("which", GAMES[:2])
def test_no_plan_wins_more_than_a_best_response_nor_a_local_one(which: tuple[str, int, int, int]) -> None:
    _, game = small(*which)
    theirs = plan_of(game.players[1], last, 1)
    gains = game.against(0, theirs)
    most, plan = best_response(game.players[0], gains)
    assert plan @ gains == pytest.approx(most)
    mine = plan_of(game.players[0], chance, 0)
    local = local_best_response(game, 0, mine, theirs) @ gains
    assert mine @ gains - 1e-9 <= local <= most + 1e-9
    others = [plan_of(game.players[0], chance, seed) @ gains for seed in range(20)]
    assert max(others) <= most + 1e-9
    assert len(set(np.round(others, 9))) > 1


def test_no_other_move_at_any_decision_wins_more_than_a_best_response() -> None:
    _, game = small(*GAMES[0])
    theirs = plan_of(game.players[1], chance, 3)
    gains = game.against(0, theirs)
    most, plan = best_response(game.players[0], gains)
    sequences = game.players[0]
    for number, first in enumerate(sequences.first):
        for n in range(first, first + len(sequences.moves[number])):
            other = _deviated(game, plan, number, n)
            assert other @ gains <= most + 1e-9


def _deviated(game: Game, plan: np.ndarray, number: int, sequence: int) -> np.ndarray:
    """The plan with another move at one decision, and the first move wherever it did not get before."""
    sequences = game.players[0]
    made = np.zeros_like(plan)
    made[0] = 1
    for each, first in enumerate(sequences.first):
        here = slice(first, first + len(sequences.moves[each]))
        chosen = sequence if each == number else first + int(np.argmax(plan[here]))
        made[chosen] = made[sequences.parent[each]]
    return made


def test_what_a_player_does_not_know_is_one_decision() -> None:
    """Before the first lead a player knows the own hand only: as many decisions as hands."""
    found, game = small("pagat", 2, 1, 1)
    first = [n for n, parent in enumerate(game.players[0].parent) if parent == 0]
    assert len(first) == len({p.hands[0] for p in found.deals()}) == 10


def test_scaled_down_deals_are_within_the_double_three_set() -> None:
    for seed in range(20):
        found = double_three(PAGAT, 3, 1, seed)
        assert len({*found.tiles, found.turned}) == 8
        assert sum(found.tricks) == 6
        position = next(found.deals())
        assert position.open
        assert len(position.stock) == 1
