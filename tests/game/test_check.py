"""Setups: what can occur is accepted. What cannot, with every reason, stands in ``data/outputs/setups.txt``."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from bingo.solver.game.check import check
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.setup import Setup, Side
from bingo.solver.game.tiles import DOUBLES, members
from tests.support.depth import by_depth, few
from tests.support.strategies import positions, reached

# --- what can occur ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", few(PRESETS, "pagat", "berndt"))
@settings(max_examples=by_depth(10, 100))
@given(seed=st.integers(0, 2**32 - 1))
def test_every_position_of_legal_play_is_accepted(name: str, seed: int) -> None:
    for position in reached(PRESETS[name].rules, random.Random(seed)):
        assert check(setup_of(position)) == position


@given(positions())
def test_every_position_is_accepted_under_changed_rules_too(position: Position) -> None:
    assert check(setup_of(position)) == position


@given(positions())
def test_every_position_is_accepted_with_the_opponent_s_hand_hidden(position: Position) -> None:
    """Also where it is not known who declared what is gone, and which tiles lie face down."""
    setup = setup_of(position)
    you, opponent = setup.sides
    hidden = replace(setup, sides=(you, replace(opponent, hand=None)), stock=None)
    if you.hand:
        assert isinstance(check(hidden), InformationSet)


def setup_of(position: Position) -> Setup:
    """What somebody would write down. The double on the table belongs to the leader, the others to who holds them."""
    sides = []
    for player in (0, 1):
        own = position.hands[player]
        if position.led is not None and position.leader == player:
            own |= 1 << position.led
        sides.append(
            Side(
                hand=tuple(members(position.hands[player])),
                points=position.points[player],
                tricks=position.tricks[player],
                declared=position.declared[player],
                pending=position.pending if position.leader == player else 0,
                shown=tuple(members(position.shown & own & DOUBLES)),
            )
        )
    return Setup(
        rules=position.rules,
        lead=position.leader,
        sides=(sides[0], sides[1]),
        trump=position.trump,
        turned=position.turned,
        closed=position.closed,
        led=position.led,
        stock=position.stock if position.open else None,
        carried=position.carried,
    )
