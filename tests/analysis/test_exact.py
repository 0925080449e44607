"""Promises of the reference search and of the exact analysis that is built on any engine."""

import random

from hypothesis import assume, given, strategies as st
from hypothesis.strategies import SearchStrategy

from bingo.solver import PRESETS, Rules
from bingo.solver.analysis.exact import analyze_exact, choices, mover, value_of
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import CLAIM, WAIT, YOU, Objective, Position, Stage, legal_moves, members
from bingo.solver.game.play import play
from tests.oracles.reference import Reference, minimax
from tests.oracles.scaled import scaled_down
from tests.support.strategies import OBJECTIVES, deal_positions, positions, rule_sets


def small(most_tiles: int = 4) -> SearchStrategy[Position]:
    """Late in a deal; or scaled down, where the boneyard is open and phase one goes on for a trick or two."""
    scaled = st.builds(scaled_position, rule_sets(), st.randoms(use_true_random=False), st.just(most_tiles))
    return st.one_of(positions(most_tiles=most_tiles), scaled)


def scaled_position(rules: Rules, rng: random.Random, most_tiles: int) -> Position:
    while not (position := scaled_down(rules, rng)).open or position.hands[0].bit_count() >= most_tiles:
        pass
    return position


# --- values ------------------------------------------------------------------------------------------


@given(small(most_tiles=3), st.none() | OBJECTIVES)
def test_the_value_is_the_minimax_value_or_utility(position: Position, goal: Objective | None) -> None:
    assume(goal is None or position.rules.at_target != "points")
    assert Reference(goal).value(position) == minimax(position, goal)


# --- analysis ----------------------------------------------------------------------------------------


@given(small())
def test_the_line_of_an_analysis_is_legal_and_yields_the_value(position: Position) -> None:
    start, analysis = position, analyze_exact(position, Reference())
    gained, over = 0, False
    for step in analysis.line:
        assert not over
        assert step.player == position.to_move
        trick = position.stage is Stage.REPLY
        gain, position, over, _ = play(position, step.move)
        gained += gain
        assert (step.gain, step.card_points) == (gain, (position.card_points(0), position.card_points(1)))
        assert step.trick == (position.leader if trick else None)
    assert over
    assert gained == analysis.value == Reference().value(start)


@given(small())
def test_choices_name_each_tile_once_and_the_best_is_the_value(position: Position) -> None:
    assume(position.stage is not Stage.SHOW)
    search = Reference()
    listed = choices(position, search)
    keys = [(c.move.close, c.move.tile) for c in listed if c.move.tile is not None]
    hand = position.hands[mover(position)]
    assert len(set(keys)) == len(keys)
    if position.stage is Stage.REPLY:
        assert {t for _, t in keys} == {move.play for move in legal_moves(position)}
    else:
        assert {t for close, t in keys if not close} == set(members(hand))
        assert {t for close, t in keys if close} in (set(), set(members(hand)))
    sign = 1 if mover(position) == YOU else -1
    assert listed[0].value == search.value(position) == sign * max(sign * c.value for c in listed)
    best = tuple(c.move for c in listed if c.value == listed[0].value)
    assert analyze_exact(position, search).best_moves == best or may_claim_first(position)


def may_claim_first(position: Position) -> bool:
    """Whether you may claim before the opponent leads: then that is what is to be decided."""
    return position.stage is Stage.ANSWER and position.to_move == YOU


def test_who_may_claim_before_the_other_leads_is_told_whether_to() -> None:
    rng, compared = random.Random(1), 0
    for _ in range(60):
        for position in deal_positions(PRESETS["pagat"].rules, rng):
            if not may_claim_first(position) or position.hands[0].bit_count() > 4:
                continue
            answer, compared = analyze_exact(position, Kernel(position.rules)), compared + 1
            values = {move.move: move.value for move in answer.moves}
            assert values == {move: value_of(position, move, Reference()) for move in (CLAIM, WAIT)}
            assert answer.value == max(values.values()) == Reference().value(position)
            position.play(answer.best)
            assert answer.as_dict()["to_move"] == "you"
    assert compared > 5


@given(small())
def test_a_choice_is_worth_what_its_move_is(position: Position) -> None:
    """Where nobody may claim first."""
    assume(position.stage in (Stage.LEAD, Stage.REPLY))
    search = Reference()
    for choice in choices(position, search):
        assert choice.value == value_of(position, choice.move, search)
