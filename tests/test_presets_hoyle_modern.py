"""``hoyle-modern``: source 004 of RULES.md."""

from __future__ import annotations

import pytest

from bingo.solver.game import tricks
from bingo.solver.game.position import Closing
from bingo.solver.game.presets import HOYLE_1868, HOYLE_MODERN
from bingo.solver.game.rules import differences
from bingo.solver.game.tiles import mask, parse, parse_all, text_mask
from tests.perft import legal, line, table


def replies(trump: int, led: str, hand: str) -> str:
    return text_mask(tricks.may_reply(HOYLE_MODERN, trump, parse(led), mask(parse_all(hand)), phase_two=True))


def test_004_it_is_003_but_for_the_tricks() -> None:
    assert set(differences(HOYLE_1868, HOYLE_MODERN)) == {
        "plain_trick",
        "must_beat",
        "follow",
        "void",
        "bingo_on_trumps",
    }


@pytest.mark.parametrize(
    ("led", "reply", "wins"),
    [("4-2", "6-3", True), ("4-3", "5-2", False), ("6-6", "6-0", True), ("6-5", "4-0", False), ("3-3", "5-2", True)],
)
def test_004_the_higher_spot_count_wins_or_the_leader(led: str, reply: str, wins: bool) -> None:
    """Ones are trumps; blanks weigh seven: 6-0 is 13, 4-0 is 11."""
    for phase_two in (False, True):
        assert tricks.beats(HOYLE_MODERN, 1, parse(led), parse(reply), phase_two=phase_two) is wins


def test_004_final_play_follows_the_higher_suit_the_lower_suit_a_trump() -> None:
    assert replies(5, "4-2", "4-1 6-2 5-1 0-0 3-3") == "4-1"
    assert replies(5, "4-2", "6-2 2-1 5-1 0-0 3-3") == "6-2 2-1"
    assert replies(5, "4-2", "5-2 0-0 3-3") == "5-2"
    assert replies(5, "4-2", "0-0 3-3") == "0-0"
    assert replies(5, "4-2", "3-3 1-1") == "3-3 1-1"


def test_004_a_trump_is_followed_with_a_trump_and_need_not_be_beaten() -> None:
    assert replies(5, "5-2", "5-5 5-1 0-0") == "5-5 5-1"
    assert replies(5, "5-2", "0-0 3-2 2-2") == "3-2 2-2 0-0"


def test_004_the_led_bingo_asks_for_blanks() -> None:
    assert replies(5, "0-0", "4-0 5-0 5-1 1-1") == "4-0"
    assert replies(5, "0-0", "5-0 5-1 1-1") == "5-1 5-0"


def test_004_the_loser_takes_the_trump_domino() -> None:
    start = table("6-5 6-3", "2-1 3-2", rules=HOYLE_MODERN, turned="4-1", stock="1-0", tricks=(3, 3))
    assert line(start, "lead 6-5", "play 2-1").position.hands[1] >> parse("4-1") & 1


@pytest.mark.parametrize(("other", "taken", "score"), [(0, 0, 3), (29, 2, 2), (30, 2, 1)])
def test_004_who_first_counts_seventy(other: int, taken: int, score: int) -> None:
    start = table("6-6 3-2", "6-5 2-1", rules=HOYLE_MODERN, points=(58, other), tricks=(12 - taken, taken))
    assert line(start, "lead 6-6", "play 6-5")[::2] == (score, True)


def test_004_a_failed_close_costs_two() -> None:
    start = table("6-5", "2-1", rules=HOYLE_MODERN, points=(69, 45), tricks=(4, 3), closed=Closing(0, 0, 0))
    assert line(start, "lead 6-5", "play 2-1")[::2] == (-2, True)


def test_004_bingo_among_the_doubles_adds_ten() -> None:
    start = table("0-0 5-5", "6-5 2-1", rules=HOYLE_MODERN, points=(20, 40), tricks=(6, 6))
    assert "declare 5-5 0-0, lead 0-0" in legal(start)
    assert line(start, "declare 5-5 0-0, lead 0-0").position.declared == (30, 0)
