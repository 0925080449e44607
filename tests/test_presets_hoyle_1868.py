"""``hoyle-1868``: source 003 of RULES.md, "as similarly to Sixty-six as the difference ... will permit"."""

from __future__ import annotations

import pytest

from bingo.solver.game import tricks
from bingo.solver.game.position import Closing, Stage
from bingo.solver.game.presets import HOYLE_1868
from bingo.solver.game.tiles import SUITS, double, parse, text_all
from tests.perft import legal, line, table

SEVEN = text_all(map(double, SUITS))


@pytest.mark.parametrize(("other", "taken", "score"), [(0, 0, 3), (0, 2, 2), (29, 2, 2), (30, 2, 1), (69, 5, 1)])
def test_003_who_first_counts_seventy_scores_by_itself(other: int, taken: int, score: int) -> None:
    start = table("6-6 3-2", "6-5 2-1", rules=HOYLE_1868, points=(58, other), tricks=(12 - taken, taken))
    assert line(start, "lead 6-6", "play 6-5")[::2] == (score, True)
    assert line(start.swapped(), "lead 6-6", "play 6-5")[::2] == (-score, True)


def test_003_there_are_no_claims() -> None:
    start = table("6-6 5-5 3-2", "6-5 2-1 3-1", rules=HOYLE_1868, points=(40, 0), tricks=(11, 0))
    assert not any("claim" in move or "wait" in move for move in legal(start))


def test_003_the_replier_may_be_first() -> None:
    start = table("6-5 2-1", "6-6 3-2", rules=HOYLE_1868, points=(60, 58), tricks=(6, 6))
    assert line(start, "lead 6-5", "play 6-6")[::2] == (-1, True)


def test_003_a_declaration_that_reaches_seventy_ends_the_deal_before_the_lead() -> None:
    """Between lead and reply the other could gain nothing; the tile is not played."""
    start = table("6-6 5-5", "6-5 2-1", rules=HOYLE_1868, points=(50, 40), tricks=(6, 6))
    assert "declare 6-6 5-5" in legal(start)
    assert line(start, "declare 6-6 5-5")[::2] == (1, True)


def test_003_twenty_points_are_added_as_soon_as_a_trick_is_won() -> None:
    """Six doubles on the first lead: 80, counted with the first trick."""
    start = table(SEVEN, "6-5 6-4 6-3 6-2 6-1 5-4 5-3", rules=HOYLE_1868, turned="4-1", stock="1-0 2-0 3-0")
    six = "6-6 5-5 3-3 2-2 1-1 0-0"
    led = line(start, f"declare {six}, lead 0-0").position
    assert (led.declared, led.card_points(0), led.stage) == ((80, 0), 0, Stage.REPLY)
    assert line(led, "play 6-5")[::2] == (3, True)


def test_003_six_doubles_count_seventy_and_end_the_deal() -> None:
    start = table(
        "6-6 5-5 4-4 3-3 2-2 1-1 2-1", "6-5 6-4 6-3 6-2 6-1 5-4 5-3", rules=HOYLE_1868, tricks=(1, 0), turned="5-1"
    )
    assert line(start, "declare 6-6 5-5 4-4 3-3 2-2 1-1")[::2] == (3, True)


def test_003_five_doubles_with_the_bingo_count_seventy() -> None:
    start = table(
        "6-6 5-5 4-4 3-3 0-0 2-1 3-1", "6-5 6-4 6-3 6-2 6-1 5-4 5-3", rules=HOYLE_1868, tricks=(1, 0), turned="5-1"
    )
    assert "declare 6-6 5-5 4-4 3-3 0-0" in legal(start)


def test_003_the_last_trick_counts_nothing_and_a_deal_may_be_void() -> None:
    start = table("6-5", "2-1", rules=HOYLE_1868, points=(69, 62), tricks=(6, 7))
    gain, after, over = line(start, "lead 6-5", "play 2-1")
    assert (gain, after.points, over) == (0, (69, 62), True)


@pytest.mark.parametrize("then", [(0, 0), (40, 2)])
def test_003_a_closer_who_fails_to_count_seventy_loses_two(then: tuple[int, int]) -> None:
    start = table("6-5", "2-1", rules=HOYLE_1868, points=(69, 45), tricks=(4, 3), closed=Closing(0, *then))
    assert line(start, "lead 6-5", "play 2-1")[::2] == (-2, True)


def test_003_closing_after_taking_a_trick_and_before_the_stock_is_exhausted() -> None:
    assert not any(
        "close" in m for m in legal(table("6-6 5-5", "6-5 5-4", rules=HOYLE_1868, turned="2-1", stock="3-1"))
    )
    start = table("6-6 5-5", "6-5 5-4", rules=HOYLE_1868, tricks=(1, 0), turned="2-1", stock="3-1")
    assert "close, lead 6-6" in legal(start)


def test_003_a_double_is_high_and_the_higher_end_is_the_suit() -> None:
    assert tricks.beats(HOYLE_1868, 1, parse("5-0"), parse("6-0"), phase_two=False)
    assert not tricks.beats(HOYLE_1868, 1, parse("5-5"), parse("6-5"), phase_two=False)


def test_003_the_capture_that_reaches_seventy_scores_both() -> None:
    start = table("0-0 2-1", "4-4 3-2", rules=HOYLE_1868, points=(30, 30), tricks=(6, 6))
    assert line(start, "lead 0-0", "play 4-4")[::2] == (1 + 1, True)


def test_003_the_closer_s_opponent_who_reaches_seventy_first_scores_two() -> None:
    start = table("6-6 2-1", "6-5 3-2", rules=HOYLE_1868, points=(58, 50), tricks=(4, 4), closed=Closing(1, 0, 0))
    assert line(start, "lead 6-6", "play 6-5")[::2] == (2, True)
