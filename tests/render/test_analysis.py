"""How far a move was behind when it was given up."""

from dataclasses import replace

from bingo.solver import Move, MoveValue
from bingo.solver.render.analysis import shortfall

GIVEN_UP = MoveValue(Move.parse("lead 6-4"), 0.5, 0.4, 0.6, "estimate", worlds=32, worse=0.2)


def test_a_move_that_was_given_up_is_behind_in_what_counts() -> None:
    assert shortfall(GIVEN_UP) == "at least 0.20 worse"
    assert shortfall(replace(GIVEN_UP, worse=0.001)) == "slightly worse"
    assert shortfall(replace(GIVEN_UP, worse=None)) == ""


def test_at_a_match_score_the_chance_counts_and_not_the_game_points() -> None:
    chances = replace(GIVEN_UP, chance=0.4, chance_low=0.3, chance_high=0.5)
    assert shortfall(chances) == ""
    assert shortfall(replace(chances, chance_worse=0.1)) == "at least 10.0% worse"
