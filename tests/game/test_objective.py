"""What a search maximizes with a match score: utilities by game points (RULES.md section 8)."""

from __future__ import annotations

from bingo.solver.game.scoring import SCALE, objective

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
