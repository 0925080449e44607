"""``domino-play``: source 001 of RULES.md."""

from __future__ import annotations

from typing import Any

import pytest

from bingo.solver.game import tricks
from bingo.solver.game.position import Closing, Position, Stage
from bingo.solver.game.presets import DOMINO_PLAY
from bingo.solver.game.tiles import DOUBLES, SUITS, TILES, double, members, parse, shows, text_all
from tests.perft import legal, line, table

OPEN: dict[str, Any] = {"turned": "4-1", "stock": "1-0 2-0 3-0 4-0 5-0"}
#: As printed: trumps, doubles, specials, total. For fours the specials and the total are misprints (20 and 144).
PRINTED = {
    0: (91, 42, 10, 143),
    1: (61, 54, 20, 135),
    2: (66, 52, 20, 138),
    3: (71, 50, 10, 131),
    4: (76, 48, 20, 144),
    5: (81, 46, 20, 147),
    6: (86, 44, 10, 140),
}


@pytest.mark.parametrize("trump", SUITS)
def test_001_totals_but_for_the_misprint_of_fours(trump: int) -> None:
    trumps = [t for t in TILES if shows(t, trump)]
    doubles = [t for t in members(DOUBLES) if not shows(t, trump)]
    rest = [t for t in TILES if t not in trumps and t not in doubles]
    parts = [sum(tricks.points(DOMINO_PLAY, trump, t) for t in part) for part in (trumps, doubles, rest)]
    expected = (76, 48, 10, 134) if trump == 4 else PRINTED[trump]
    assert (*parts, sum(parts)) == expected


@pytest.mark.parametrize("winner", [0, 1])
def test_001_the_last_draw_gives_the_winner_the_face_up_tile(winner: int) -> None:
    start = table("6-5 6-3", "6-6 2-1 3-2", rules=DOMINO_PLAY, turned="4-1", stock="1-0", tricks=(3, 3))
    after = line(start, "lead 6-5", "play 6-6" if winner else "play 2-1").position
    assert after.hands[winner] >> parse("4-1") & 1
    assert after.hands[1 - winner] >> parse("1-0") & 1


def test_001_before_that_the_winner_draws_first_and_face_down() -> None:
    start = table("6-5 6-3", "2-1 3-2", rules=DOMINO_PLAY, turned="4-1", stock="1-0 2-0 3-0", tricks=(3, 2))
    after = line(start, "lead 6-5", "play 2-1").position
    assert after.hands[0] >> parse("1-0") & after.hands[1] >> parse("2-0") & 1


# --- showing doubles ---------------------------------------------------------------------------------


def test_001_who_wins_a_trick_with_a_double_led_may_show() -> None:
    start = table("6-6 5-5 2-2", "2-1 3-1", rules=DOMINO_PLAY, **OPEN)
    assert legal(start) == {"lead 6-6", "lead 5-5", "lead 2-2"}
    won = line(start, "lead 6-6", "play 2-1").position
    assert (won.stage, won.to_move) == (Stage.SHOW, 0)
    assert legal(won) == {"wait", "declare 6-6 5-5", "declare 6-6 2-2", "declare 6-6 5-5 2-2"}


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


def test_001_it_counts_at_once_and_the_tiles_are_taken_back() -> None:
    start = table("6-6 5-5", "2-1 3-1", rules=DOMINO_PLAY, **OPEN)
    after = line(start, "lead 6-6", "play 2-1", "declare 6-6 5-5").position
    assert after.card_points(0) == 12 + 20
    assert after.hands[0] >> double(5) & 1


def test_001_shown_again_with_the_next_double() -> None:
    start = table("6-6 5-5 2-2", "2-1 3-1", rules=DOMINO_PLAY, **OPEN)
    after = line(
        start, "lead 6-6", "play 2-1", "declare 6-6 5-5 2-2", "lead 5-5", "play 3-1", "declare 5-5 2-2"
    ).position
    assert after.declared == (40 + 20, 0)


@pytest.mark.parametrize(
    ("doubles", "points"),
    [("6-6 5-5", 20), ("6-6 5-5 3-3", 40), ("6-6 5-5 3-3 2-2", 50), ("6-6 5-5 3-3 2-2 1-1", 60), ("6-6 0-0", 30)],
)
def test_001_what_doubles_count(doubles: str, points: int) -> None:
    start = table(doubles, "2-1 3-1", rules=DOMINO_PLAY, **OPEN)
    after = line(start, "lead 6-6", "play 2-1", f"declare {doubles}").position
    assert after.declared == (points, 0)


def test_001_emperor_is_a_rubber() -> None:
    start = table("6-6 5-5 4-4 3-3 2-2 1-1", "2-1 3-1", rules=DOMINO_PLAY, **OPEN)
    gain, _, over = line(start, "lead 6-6", "play 2-1", "declare 6-6 5-5 4-4 3-3 2-2 1-1")
    assert (gain, over) == (3, False)


def test_001_invincible_is_three_rubbers_and_ends_the_deal() -> None:
    seven = text_all(map(double, SUITS))
    start = table(seven, "2-1 3-1", rules=DOMINO_PLAY, **OPEN)
    won = line(start, "lead 6-6", "play 2-1").position
    assert line(won, f"declare {' '.join(reversed(seven.split()))}")[::2] == (3, True)


# --- the final play ----------------------------------------------------------------------------------


def test_001_when_closed_a_trump_bearing_the_led_suit_follows_it() -> None:
    start = table("6-5 2-1", "6-4 6-1 0-0 4-4", rules=DOMINO_PLAY, tricks=(1, 0), **OPEN)
    led = line(start, "close, lead 6-5").position
    assert legal(led) == {"play 6-4", "play 6-1"}
    assert line(led, "play 6-4").position.leader == 1


def test_001_when_closed_who_has_neither_end_plays_anything() -> None:
    start = table("6-5 2-1", "4-4 0-0 3-1", rules=DOMINO_PLAY, tricks=(1, 0), **OPEN)
    assert legal(line(start, "close, lead 6-5").position) == {"play 4-4", "play 0-0", "play 3-1"}
    assert legal(line(start, "close, lead 2-1").position) == {"play 3-1"}


# --- rubbers -----------------------------------------------------------------------------------------


def scoring(points: tuple[int, int], taken: tuple[int, int]) -> Position:
    return table("6-6 2-1", "5-5 6-5", rules=DOMINO_PLAY, points=points, tricks=taken)


@pytest.mark.parametrize(("other", "score"), [(0, 3), (5, 2), (29, 2), (30, 1)])
def test_001_one_two_or_three_rubbers(other: int, score: int) -> None:
    """Three before the opponent has scored any points, be it with tricks."""
    assert line(scoring((58, other), (6, 6)), "lead 6-6", "play 6-5")[::2] == (score, False)


def test_001_both_may_score_each_once() -> None:
    gain, after, over = line(scoring((58, 60), (6, 6)), "lead 6-6", "play 6-5", "lead 2-1", "play 5-5")
    assert (gain, after.points, over) == (1 - 1, (70, 70), True)


def test_001_a_trick_and_a_show_that_each_pass_seventy_score_once() -> None:
    start = table("6-6 5-5", "2-1 3-1", rules=DOMINO_PLAY, points=(60, 40), tricks=(3, 3), turned="4-1", stock="1-0")
    first, won, _ = line(start, "lead 6-6", "play 2-1")
    assert (first, won.stage) == (1, Stage.SHOW)
    assert line(won, "declare 6-6 5-5").gain == 0


def test_001_the_capture_is_a_rubber() -> None:
    start = table("4-4 2-1", "0-0 3-1", rules=DOMINO_PLAY, **OPEN)
    assert line(start, "lead 4-4", "play 0-0").gain == -1


def test_001_a_failed_close_both_score_and_the_other_two_more() -> None:
    start = table(
        "2-1 3-2", "6-6 6-5", rules=DOMINO_PLAY, leader=1, points=(45, 60), tricks=(3, 4), closed=Closing(0, 10, 2)
    )
    assert line(start, "lead 6-6", "play 2-1", "lead 6-5", "play 3-2").gain == -1 - 2
