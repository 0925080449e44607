"""What a search maximizes with a match score: utilities by game points (RULES.md section 8)."""

from __future__ import annotations

import pytest

from bingo.solver.game.objective import SCALE, Objective, objective

# You need 2 more, the opponent 1.
TWO_AWAY = objective([[4000, 0], [6000, 0], [SCALE, SCALE]])


def test_points_beyond_those_needed_count_as_those() -> None:
    assert TWO_AWAY.needs == (2, 1)
    assert [TWO_AWAY.utility(n, 0) for n in range(4)] == [4000, 6000, SCALE, SCALE]
    assert TWO_AWAY.utility(1, 3) == 0


def test_a_match_is_over_once_one_has_what_they_need() -> None:
    assert not TWO_AWAY.over(1, 0)
    assert TWO_AWAY.over(2, 0)
    assert TWO_AWAY.over(0, 1)


def test_exchanging_the_players_turns_every_chance_round() -> None:
    turned = TWO_AWAY.swapped()
    assert turned.needs == (1, 2)
    assert all(turned.utility(b, a) == SCALE - TWO_AWAY.utility(a, b) for a in range(2) for b in range(1))
    assert turned.swapped() == TWO_AWAY


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([[5000]], "two rows and columns"),
        ([[5000, 0], [SCALE]], "all rows of one length"),
        ([[-1, 0], [SCALE, SCALE]], "from 0 to 10000"),
        ([[5000, 0], [9000, SCALE]], "10000 in the last row"),
        ([[5000, 1], [SCALE, SCALE]], "0 in the last column"),
        ([[5000, 0], [4000, 0], [SCALE, SCALE]], "never hurt"),
        ([[5000, 6000, 0], [SCALE, SCALE, SCALE]], "never hurt"),
    ],
)
def test_a_table_that_is_no_objective_is_refused(table: list[list[int]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Objective(tuple(map(tuple, table)))
