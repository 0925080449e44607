"""What some presets of RULES.md section 9 have beyond the rows of its table (``test_presets_table.py``)."""

from typing import Any

import pytest

from bingo.solver.errors import ImpossiblePosition
from bingo.solver.game.check import check
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.presets import BERNDT, DOMINO_PLAY, HOYLE_1868
from bingo.solver.game.setup import Setup, Side
from bingo.solver.game.tiles import SUITS, double, parse, parse_all, text_all
from tests.game.perft import legal, line, table

OPEN: dict[str, Any] = {"turned": "4-1", "stock": "1-0 2-0 3-0 4-0 5-0"}
SEVEN = text_all(map(double, SUITS))


# --- hoyle-1868: source 003 --------------------------------------------------------------------------


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


# --- domino-play: source 001 -------------------------------------------------------------------------


def test_001_who_wins_a_trick_with_a_double_replied_may_show() -> None:
    start = table("6-3 2-1", "6-6 5-5", rules=DOMINO_PLAY, tricks=(1, 0), **OPEN)
    won = line(start, "lead 2-1", "play 6-6").position
    assert (won.stage, won.to_move, legal(won)) == (Stage.SHOW, 1, {"wait", "declare 6-6 5-5"})
    assert line(won, "declare 6-6 5-5").position.declared == (0, 20)


def test_001_not_with_a_lost_double_nor_with_a_trick_won_otherwise() -> None:
    start = table("3-3 5-5 6-6 6-5", "5-4 3-2", rules=DOMINO_PLAY, tricks=(1, 0), **OPEN)
    assert line(start, "lead 3-3", "play 5-4").position.stage is Stage.LEAD
    assert line(start, "lead 6-5", "play 3-2").position.stage is Stage.LEAD


def test_001_it_is_shown_before_drawing() -> None:
    """The 1-1 comes too late."""
    start = table("6-6 2-1", "3-2 3-1", rules=DOMINO_PLAY, turned="4-1", stock="1-1 2-0 3-0")
    won = line(start, "lead 6-6", "play 3-2").position
    assert (won.stage, won.hands[0] >> double(1) & 1) == (Stage.LEAD, 1)
    start = table("6-6 5-5", "3-2 3-1", rules=DOMINO_PLAY, turned="4-1", stock="1-1 2-0 3-0")
    won = line(start, "lead 6-6", "play 3-2").position
    assert (legal(won), won.stock) == ({"wait", "declare 6-6 5-5"}, start.stock)
    assert line(won, "declare 6-6 5-5").position.stock == start.stock[2:]


def test_001_shown_again_with_the_next_double() -> None:
    start = table("6-6 5-5 2-2", "2-1 3-1", rules=DOMINO_PLAY, **OPEN)
    after = line(
        start, "lead 6-6", "play 2-1", "declare 6-6 5-5 2-2", "lead 5-5", "play 3-1", "declare 5-5 2-2"
    ).position
    assert after.declared == (40 + 20, 0)


def test_001_emperor_is_a_rubber() -> None:
    start = table("6-6 5-5 4-4 3-3 2-2 1-1", "2-1 3-1", rules=DOMINO_PLAY, **OPEN)
    gain, _, over, _ = line(start, "lead 6-6", "play 2-1", "declare 6-6 5-5 4-4 3-3 2-2 1-1")
    assert (gain, over) == (3, False)


def test_001_a_trick_and_a_show_that_each_pass_seventy_score_once() -> None:
    start = table("6-6 5-5", "2-1 3-1", rules=DOMINO_PLAY, points=(60, 40), tricks=(3, 3), turned="4-1", stock="1-0")
    first, won, _, _ = line(start, "lead 6-6", "play 2-1")
    assert (first, won.stage) == (1, Stage.SHOW)
    assert line(won, "declare 6-6 5-5").gain == 0


# --- berndt: source 000 ------------------------------------------------------------------------------


def test_000_it_counts_not_with_a_later_trick() -> None:
    """The 6-6 is lost to a trump; the 0-0 wins the next trick."""
    start = table("6-6 5-5 0-0", "5-4 3-2", rules=BERNDT, turned="4-1", stock="1-0 2-0 3-0 4-0 5-0")
    won = line(start, "declare 6-6 5-5, lead 6-6", "play 5-4", "lead 3-2", "play 0-0").position
    assert (won.tricks, won.declared, won.card_points(0)) == ((1, 1), (0, 0), 3)


def opening(trump: int | None) -> Setup:
    hands = [parse_all("6-6 6-5 6-4 6-3 6-2 6-1 6-0"), parse_all("5-5 5-4 5-3 5-2 5-1 5-0 4-4")]
    rest = parse_all("4-3 4-2 4-1 4-0 3-3 3-2 3-0 2-2 2-1 2-0 1-1 1-0 0-0")
    return Setup(BERNDT, 0, (Side(hands[0]), Side(hands[1])), trump=trump, turned=parse("3-1"), stock=rest)


@pytest.mark.parametrize("trump", [3, 1])
def test_000_the_first_player_chooses_either_end_of_the_turned_tile(trump: int) -> None:
    position = check(opening(trump))
    assert isinstance(position, Position)
    assert position.trump == trump


@pytest.mark.parametrize("trump", [None, 0, 6])
def test_000_the_choice_is_needed_and_is_one_of_the_ends(trump: int | None) -> None:
    with pytest.raises(ImpossiblePosition) as caught:
        check(opening(trump))
    assert [reason.field for reason in caught.value.reasons] == ["trump"]
