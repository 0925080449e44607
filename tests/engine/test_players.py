"""The players by whom deals are played out: held against the game module, and over whole deals."""

import random
from array import array
from dataclasses import replace
from importlib.resources import files
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from bingo.solver.analysis.worlds import draw, evaluate, make_players, play_out
from bingo.solver.engine.kernel import Kernel
from bingo.solver.engine.tables import TAUGHT, networks_for, shipped_weights, weights_file, weights_for
from bingo.solver.game import presets, tricks
from bingo.solver.game.legal import apply, at_lead, legal_moves, may_claim
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import play
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.rules import Rules, differences
from bingo.solver.game.scoring import Objective
from bingo.solver.reviewing.luck import SHIPPED
from tests.oracles import players
from tests.oracles.equity import results
from tests.oracles.objectives import random_objective
from tests.support.depth import few
from tests.support.hidden import late_view
from tests.support.strategies import PRESETS, rule_sets

# --- the players against the game module -------------------------------------------------------------


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: f"{rules.at_target} {rules.declare} {rules.plain_trick}")
def test_deals_are_played_out_by_the_rules(rules: Rules) -> None:
    """The kernel plays what the game module plays if both ask the networks of whoever moves; for the match, too."""
    players = make_players(rules)
    goals = [None, random_objective(random.Random(3))][: 1 + (rules.at_target != "points")]
    for seed, goal in product(range(3), goals):
        _, seen = late_view(seed, 4, rules)
        deals = draw(seen, 2, seed)
        world = next(deals.positions(seen))
        moves = [move for move, _ in evaluate(players, world)]
        values = play_out(players, world, moves, deals, objective=goal).values
        for row, world in zip(values, deals.positions(seen), strict=True):
            assert row.tolist() == [_played_out(at_lead(world), move, rules, goal) for move in moves]


@pytest.mark.parametrize("rules", PRESETS[:6], ids=lambda rules: f"{rules.at_target} {rules.declare}")
def test_results_tell_what_both_scored(rules: Rules) -> None:
    played = rules, *_shuffled(60)
    value = players.results(*played)
    pairs = results(*played, (12, 12))
    assert (pairs[:, 0] - pairs[:, 1] == value).all()
    assert pairs.min() == 0
    assert pairs.max() >= 3
    assert rules.at_target != "each-scores" or (pairs.min(axis=1) > 0).any()
    short = set(map(tuple, results(*played, (2, 1)).tolist()))
    assert {(2, 0), (0, 1)} <= short <= {(0, 0), (1, 0), (2, 0), (0, 1)}


def _played_out(position: Position, move: Move | None, rules: Rules, goal: Objective | None = None) -> int:
    """Game points of ``you`` to the end, or utility, by the rules; closing and phase two exactly."""
    value, over, scored = 0, False, (0, 0)
    while not over:
        if not position.open:
            rest = Kernel(rules, objective=goal).value(position, scored)
            return rest if goal else value + rest
        moves = list(legal_moves(position))
        choice = _choice(position, moves, rules) if move is None else move
        if goal:
            scored = goal.add(scored, apply(position, choice).scores)
        gain, position, over, _ = play(position, choice)
        value, move = value + gain, None
        over = over or (goal is not None and goal.over(*scored))
    return goal.utility(*scored) if goal else value


def _choice(position: Position, moves: list[Move], rules: Rules) -> Move:
    if position.stage is Stage.SHOW:
        return max(moves, key=lambda move: move.declare.bit_count())
    if len(moves) == 2 and CLAIM in moves:
        reached = position.card_points(position.to_move) >= rules.target
        return CLAIM if reached else WAIT
    claims = [move for move in moves if move.claim and _reaches(position, move)]
    mover = position.to_move
    seen = position if mover == YOU else position.swapped()
    best = max(evaluate(make_players(rules), seen), key=lambda pair: pair[1])[0]
    same = [move for move in claims if move.declare == best.declare and not move.close and not best.close]
    ends = [move for move in moves if move == replace(best, lead=None)]  # the declaration alone ends the deal
    return [*same, *ends, best][0] if best.declare else best


def _reaches(position: Position, move: Move) -> bool:
    more = tricks.declaration_points(position.rules, move.declare) if move.declare else 0
    return may_claim(position, position.leader) or position.card_points(position.leader) + more >= position.rules.target


# --- which networks play -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TAUGHT)
def test_a_preset_with_networks_is_played_by_them(name: str) -> None:
    assert networks_for(presets.PRESETS[name].rules) == name
    assert weights_for(presets.PRESETS[name].rules) is shipped_weights(name)
    assert shipped_weights(name) == array("f", np.load(weights_file(name)))


def test_every_file_of_networks_is_named() -> None:
    folder = files("bingo.solver.engine") / "networks"
    assert sorted(TAUGHT) == sorted(file.name.removesuffix(".npy") for file in folder.iterdir())


@given(rule_sets())
def test_mixtures_are_played_by_the_nearest_networks_that_count_deals_alike(rules: Rules) -> None:
    chosen = presets.PRESETS[networks_for(rules)].rules
    assert (chosen.at_target == "points") == (rules.at_target == "points")
    for other in (presets.PRESETS[name].rules for name in TAUGHT):
        if (other.at_target == "points") == (rules.at_target == "points"):
            assert len(differences(chosen, rules)) <= len(differences(other, rules))


# --- whole deals -------------------------------------------------------------------------------------


def _shuffled(size: int) -> tuple[NDArray[np.uint8], NDArray[np.int32], list[int]]:
    """Deals in pairs of pairs, the second with the seats swapped; their trump suits, and who leads."""
    rng = np.random.default_rng(1)
    first = rng.permuted(np.tile(np.arange(28, dtype=np.uint8), (2 * size, 1)), axis=1).reshape(size, 2, 28)
    swapped = first[..., [*range(7, 14), *range(7), *range(14, 28)]]
    order = np.concatenate([first, swapped], axis=1).reshape(-1, 28)
    suits = np.array([tricks.trump_of(t) for t in range(28)], dtype=np.int32)
    return np.ascontiguousarray(order), suits[order[:, 27]], [YOU, YOU, OPPONENT, OPPONENT] * size


@pytest.mark.parametrize("name", few(["pagat", "berndt"], "pagat"))
def test_what_leading_is_worth_in_reviews_is_what_deals_bring(name: str) -> None:
    deals, trumps, _ = _shuffled(1000)
    shown = deals[:2000], trumps[:2000]
    first, second = (players.results(presets.rules(name), *shown, [p] * 2000) for p in (YOU, OPPONENT))
    means = (first - second) / 2
    assert abs(means.mean() - SHIPPED[name]) < 4 * means.std(ddof=1) / 2000**0.5
