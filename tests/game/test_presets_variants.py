"""RULES.md section 9, end: variants that no preset has, each a single field on top of one."""

from typing import Any

import pytest

from bingo.solver import Closing, ImpossiblePosition, Position, Setup, Side, Stage, check
from bingo.solver.game import PAGAT, SUITS, double, parse, parse_all, rules, text_all, tricks
from bingo.solver.game.presets import BERNDT, DOMINO_PLAY, HOYLE_1868
from tests.game.perft import legal, line, replies, table, wins


def test_trumps_before_the_bingo_when_unable_to_follow() -> None:
    chosen = rules("pagat, must_beat=false, void=trump-then-bingo")
    assert replies(PAGAT, "4-3", "6-6 5-1 0-0") == "5-1 0-0"
    assert replies(chosen, "4-3", "6-6 5-1 0-0") == "5-1"
    assert replies(chosen, "4-3", "6-6 0-0") == "0-0"
    assert replies(chosen, "4-3", "6-6 1-1") == "6-6 1-1"
    assert replies(rules("pagat, void=trump-then-bingo"), "4-3", "6-6 5-1 0-0") == "5-1"


def test_low_threshold_of_20() -> None:
    for points, expected in ((19, 2), (20, 1), (25, 1)):
        start = table("6-6", "6-5", rules=rules("pagat, low=20"), points=(70, points), tricks=(7, 6))
        assert line(start, "claim").gain == expected


def test_target_of_66() -> None:
    chosen = rules("pagat, target=66")
    assert table("6-6", "6-5", points=(66, 40), tricks=(7, 6)).stage is Stage.LEAD
    assert table("6-6", "6-5", rules=chosen, points=(66, 40), tricks=(7, 6)).stage is Stage.CLAIM
    assert table("6-6", "6-5", rules=chosen, points=(65, 40), tricks=(7, 6)).stage is Stage.LEAD
    shut = table("6-5", "2-1", rules=chosen, points=(66, 40), tricks=(5, 4), closed=Closing(0, 0, 0))
    assert line(shut, "wait", "lead 6-5", "play 2-1").gain == 3


def test_a_declaration_counts_only_if_its_trick_is_won() -> None:
    chosen = rules("pagat, declaration_counts=with-its-trick")
    start = table("6-6 5-5", "5-4 2-1", rules=chosen, tricks=(1, 0), turned="4-1", stock="1-0 2-0 3-0")
    led = line(start, "declare 6-6 5-5, lead 6-6").position
    assert (led.card_points(0), led.pending) == (0, 20)
    won, lost = line(led, "play 2-1").position, line(led, "play 5-4").position
    assert (won.card_points(0), won.pending) == (32, 0)
    assert (lost.card_points(0), lost.pending, lost.card_points(1)) == (0, 0, 21)
    assert not any("claim" in move for move in legal(start))


def test_declaring_again_allowed() -> None:
    start = table("6-6 5-5 3-3", "6-5 2-1 3-1", tricks=(11, 0))
    texts = ["declare 6-6 5-5 3-3, lead 6-6", "play 6-5"]
    redeclarations = {"declare 5-5 3-3, lead 5-5", "declare 5-5 3-3, lead 3-3"}
    assert not redeclarations & legal(line(start, *texts).position)
    assert redeclarations < legal(
        line(table("6-6 5-5 3-3", "6-5 2-1 3-1", rules("pagat, redeclare=true"), tricks=(11, 0)), *texts).position
    )


def test_blanks_rank_lowest() -> None:
    chosen = rules("pagat, blank_rank=0")
    assert wins(chosen, "3-0", "3-1")
    assert not wins(PAGAT, "3-0", "3-1")
    assert tricks.led_suit(chosen, parse("6-0")) == 6
    assert replies(chosen, "6-0", "6-1 2-0") == "6-1"
    assert wins(chosen, "5-0", "5-1")  # trumps
    assert wins(chosen, "5-5", "0-0")
    assert not wins(chosen, "1-0", "6-0")
    assert wins(chosen, "6-1", "6-6")


def test_blanks_rank_lowest_points_and_the_turned_tile_keep_seven() -> None:
    chosen = rules("pagat, blank_rank=0")
    for trump in range(7):
        assert all(tricks.points(chosen, trump, t) == tricks.points(PAGAT, trump, t) for t in range(28))
    start = table("6-6", "6-5", rules=chosen, trump=0, turned="6-0", stock="1-0")
    assert tricks.trump_of(parse("6-0")) == start.trump == 0


def test_the_double_ranks_by_its_pips_in_trumps_too() -> None:
    """000: the heavier 6-5 beats the 5-5, neither fives nor sixes being trumps."""
    chosen = rules("pagat, double_rank=pips")
    assert wins(chosen, "5-5", "6-5", trump=1)
    assert not wins(PAGAT, "5-5", "6-5", trump=1)
    assert not wins(chosen, "5-5", "5-4", trump=1)
    assert wins(chosen, "4-4", "5-4", trump=4)
    assert wins(chosen, "4-3", "4-4", trump=4)
    assert not wins(chosen, "4-3", "4-2", trump=4)
    assert wins(chosen, "4-0", "0-0", trump=0)


def test_a_reply_may_win_by_matching_either_end() -> None:
    chosen = rules("pagat, plain_trick=either-end")
    for phase_two in (False, True):
        assert tricks.beats(chosen, 5, parse("4-2"), parse("6-2"), phase_two=phase_two)
        assert not tricks.beats(PAGAT, 5, parse("4-2"), parse("6-2"), phase_two=phase_two)
    assert not wins(chosen, "4-2", "2-1")
    assert not wins(chosen, "4-2", "6-3")


def test_all_seven_doubles_need_no_points_where_they_end_the_deal() -> None:
    for seven, most in ((3, 7), (0, 6)):
        chosen = rules(f"pagat, declaration_points=20 40 50 60 70, seven_doubles={seven}")
        assert [count for count in range(9) if tricks.may_declare(chosen, count)] == [*range(2, most + 1)]


# --- what some presets of RULES.md section 9 have beyond the rows of its table (``test_presets_table.py``)

OPEN_BONEYARD: dict[str, Any] = {"turned": "4-1", "stock": "1-0 2-0 3-0 4-0 5-0"}
ALL_DOUBLES = text_all(map(double, SUITS))


# --- hoyle-1868: source 003 --------------------------------------------------------------------------


def test_003_a_declaration_that_reaches_seventy_ends_the_deal_before_the_lead() -> None:
    """Between lead and reply the other could gain nothing; the tile is not played."""
    start = table("6-6 5-5", "6-5 2-1", rules=HOYLE_1868, points=(50, 40), tricks=(6, 6))
    assert "declare 6-6 5-5" in legal(start)
    assert line(start, "declare 6-6 5-5")[::2] == (1, True)


def test_003_twenty_points_are_added_as_soon_as_a_trick_is_won() -> None:
    """Six doubles on the first lead: 80, counted with the first trick."""
    start = table(ALL_DOUBLES, "6-5 6-4 6-3 6-2 6-1 5-4 5-3", rules=HOYLE_1868, turned="4-1", stock="1-0 2-0 3-0")
    six = "6-6 5-5 3-3 2-2 1-1 0-0"
    led = line(start, f"declare {six}, lead 0-0").position
    assert (led.declared, led.card_points(0), led.stage) == ((80, 0), 0, Stage.REPLY)
    assert line(led, "play 6-5")[::2] == (3, True)


# --- domino-play: source 001 -------------------------------------------------------------------------


def test_001_who_wins_a_trick_with_a_double_replied_may_show() -> None:
    start = table("6-3 2-1", "6-6 5-5", rules=DOMINO_PLAY, tricks=(1, 0), **OPEN_BONEYARD)
    won = line(start, "lead 2-1", "play 6-6").position
    assert (won.stage, won.to_move, legal(won)) == (Stage.SHOW, 1, {"wait", "declare 6-6 5-5"})
    assert line(won, "declare 6-6 5-5").position.declared == (0, 20)


def test_001_not_with_a_lost_double_nor_with_a_trick_won_otherwise() -> None:
    start = table("3-3 5-5 6-6 6-5", "5-4 3-2", rules=DOMINO_PLAY, tricks=(1, 0), **OPEN_BONEYARD)
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
    start = table("6-6 5-5 2-2", "2-1 3-1", rules=DOMINO_PLAY, **OPEN_BONEYARD)
    after = line(
        start, "lead 6-6", "play 2-1", "declare 6-6 5-5 2-2", "lead 5-5", "play 3-1", "declare 5-5 2-2"
    ).position
    assert after.declared == (40 + 20, 0)


def test_001_emperor_is_a_rubber() -> None:
    start = table("6-6 5-5 4-4 3-3 2-2 1-1", "2-1 3-1", rules=DOMINO_PLAY, **OPEN_BONEYARD)
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
    stock = parse_all("4-3 4-2 4-1 4-0 3-3 3-2 3-0 2-2 2-1 2-0 1-1 1-0 0-0")
    return Setup(BERNDT, 0, (Side(hands[0]), Side(hands[1])), trump=trump, turned=parse("3-1"), stock=stock)


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
