"""``akagiri``: what source 002 of RULES.md says of its own, beside the table of RULES.md section 9."""

from __future__ import annotations

import pytest

from bingo.solver.game import tricks
from bingo.solver.game.position import Closing, Position, Stage
from bingo.solver.game.presets import AKAGIRI, PAGAT, rules
from bingo.solver.game.rules import differences
from bingo.solver.game.tiles import SUITS, TILES, double, text_all
from tests.perft import legal, line, table

LIARS = rules("akagiri, false_claims=true")
SEVEN = text_all(map(double, SUITS))


def test_002_it_is_pagat_but_for_false_claims_and_failed_closes() -> None:
    assert differences(PAGAT, AKAGIRI) == ["failed_close", "false_claim"]


@pytest.mark.parametrize(("trump", "total"), list(enumerate((143, 135, 138, 131, 134, 147, 140))))
def test_002_totals(trump: int, total: int) -> None:
    assert sum(tricks.points(AKAGIRI, trump, t) for t in TILES) == total


def test_002_seven_doubles_on_lead_are_three_game_points() -> None:
    start = table(SEVEN, "6-5 6-4 6-3 6-2 6-1 5-4 5-3", rules=AKAGIRI, turned="4-1")
    assert line(start, f"declare {SEVEN}")[::2] == (3, True)


def test_002_a_first_lead_declaration_is_void_without_a_trick() -> None:
    start = table("6-6 5-5", "5-4 4-1", rules=AKAGIRI, turned="2-1", stock="1-0 2-0 3-0")
    lost = line(start, "declare 6-6 5-5, lead 6-6", "play 5-4").position
    assert lost.card_points(0) == 0


def test_002_claiming_right_after_declaring() -> None:
    start = table("6-6 5-5", "6-5 2-1", rules=AKAGIRI, points=(50, 0), tricks=(12, 0))
    assert line(start, "declare 6-6 5-5, claim")[::2] == (3, True)


def test_002_the_close_counts_not_the_end() -> None:
    """20 points when it was closed, more now: 2 game points."""
    start = table("6-5", "2-1", rules=AKAGIRI, points=(70, 45), tricks=(5, 4), closed=Closing(0, 20, 2))
    assert line(start, "claim").gain == 2


def test_002_against_the_closer_a_claim_scores_two_also_where_they_have_thirty() -> None:
    start = table("6-5", "2-1", rules=AKAGIRI, points=(70, 45), tricks=(5, 4), closed=Closing(1, 20, 2))
    assert line(start, "claim").gain == 2


def test_002_not_closed_when_the_last_draw_emptied_the_boneyard() -> None:
    start = table("6-5 6-3", "2-1 3-2", rules=AKAGIRI, turned="4-1", stock="1-0", tricks=(3, 3))
    after = line(start, "lead 6-5", "play 2-1").position
    assert not any("close" in move for move in legal(after))


@pytest.mark.parametrize(("taken", "cost"), [((4, 4), -2), ((8, 0), -3)])
@pytest.mark.parametrize("points", [40, 69])
def test_002_a_closer_who_does_not_claim_is_taken_to_have_claimed_at_the_end(
    taken: tuple[int, int], cost: int, points: int
) -> None:
    """3 to the other if either player has no trick, else 2; no matter what was at the close."""
    start = table("6-5", "2-1", rules=AKAGIRI, points=(points, 0), tricks=taken, closed=Closing(0, 0, 0))
    assert line(start, "lead 6-5", "play 2-1").gain == cost


def test_002_the_other_s_trick_after_the_close_makes_it_two() -> None:
    start = table("2-1", "6-5", rules=AKAGIRI, leader=1, points=(40, 0), tricks=(8, 0), closed=Closing(0, 0, 0))
    assert line(start, "lead 6-5", "play 2-1").gain == -2


def open_deal(taken: tuple[int, int]) -> Position:
    return table(
        "6-5 6-6", "2-1 3-1", rules=LIARS, points=(10 * bool(taken[0]), 0), tricks=taken, turned="4-1", stock="4-2"
    )


@pytest.mark.parametrize(("taken", "cost"), [((3, 3), 2), ((6, 0), 3), ((0, 6), 3)])
def test_002_a_false_claim_costs_three_where_either_has_no_trick(taken: tuple[int, int], cost: int) -> None:
    start = open_deal(taken)
    assert line(start, "claim").gain == -cost
    assert line(start, "wait", "claim").gain == cost


def test_002_the_capture_counts_beside_the_rest() -> None:
    gain, after, over = line(
        table("0-0 6-1", "4-4 2-1", rules=AKAGIRI, points=(60, 0), tricks=(6, 6)), "lead 0-0", "play 4-4"
    )
    assert (gain, over, after.stage) == (1, False, Stage.CLAIM)
