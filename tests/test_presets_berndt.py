"""``berndt``: source 000 of RULES.md, last part, Frederick Berndt's simplified game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bingo.solver.errors import ImpossiblePosition
from bingo.solver.game import tricks
from bingo.solver.game.check import check
from bingo.solver.game.position import Closing, Position
from bingo.solver.game.presets import BERNDT
from bingo.solver.game.setup import Setup, Side
from bingo.solver.game.tiles import SUITS, TILES, mask, parse, parse_all, text_mask
from tests.perft import legal, line, table


def wins(trump: int, led: str, reply: str) -> bool:
    found = {tricks.beats(BERNDT, trump, parse(led), parse(reply), phase_two=two) for two in (False, True)}
    (won,) = found  # as in phase one
    return won


def replies(trump: int, led: str, hand: str) -> str:
    return text_mask(tricks.may_reply(BERNDT, trump, parse(led), mask(parse_all(hand)), phase_two=True))


def worth(trump: int, name: str) -> int:
    return tricks.points(BERNDT, trump, parse(name))


@pytest.mark.parametrize("trump", SUITS)
def test_000_totals_range_from_39_to_45(trump: int) -> None:
    assert sum(tricks.points(BERNDT, trump, t) for t in TILES) == 39 + trump


def test_000_points() -> None:
    assert [worth(4, name) for name in ("4-4", "6-4", "4-1", "4-0", "6-6", "0-0", "6-5", "3-0")] == [
        8,
        6,
        1,
        0,
        3,
        3,
        0,
        0,
    ]
    assert [worth(0, name) for name in ("0-0", "6-0", "1-0", "6-6", "6-4")] == [0, 6, 1, 3, 0]


def test_000_the_5_4_beats_the_4_4_even_if_fours_are_trumps() -> None:
    assert wins(4, "4-4", "5-4")
    assert wins(1, "4-4", "5-4")
    assert not wins(4, "5-4", "4-4")


@pytest.mark.parametrize(
    ("led", "reply", "reply_wins"),
    [
        ("4-2", "6-2", True),
        ("4-2", "4-3", True),
        ("4-2", "4-0", False),
        ("4-2", "2-1", False),
        ("4-2", "6-6", False),  # neither end matches
        ("4-2", "5-1", True),  # a trump
        ("5-1", "6-6", False),
        ("6-6", "0-0", True),
        ("0-0", "5-4", False),
        ("5-1", "5-0", False),
    ],
)
def test_000_who_wins_with_fives_as_trumps(led: str, reply: str, reply_wins: bool) -> None:
    assert wins(5, led, reply) is reply_wins


@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("4-2", "6-2 4-1 5-4 5-1 0-0 6-6", "5-4 6-2 4-1"),  # one end of the led tile, trumps among them
        ("4-2", "5-1 0-0 6-6", "5-1 0-0"),
        ("4-2", "6-6 3-1", "6-6 3-1"),
        ("5-2", "6-2 5-1 0-0", "6-2 5-1"),
        ("5-2", "0-0 6-6", "0-0"),
        ("5-2", "6-6 3-1", "6-6 3-1"),
        ("3-0", "0-0 5-1", "0-0"),
        ("0-0", "5-0 4-0 5-1", "5-0 4-0"),
    ],
)
def test_000_phase_two_matches_one_end_if_possible_with_fives_as_trumps(led: str, hand: str, expected: str) -> None:
    assert set(replies(5, led, hand).split()) == set(expected.split())


# --- declarations ------------------------------------------------------------------------------------


def declaring(hand: str, **more: Any) -> Position:
    return table(hand, "5-4 2-1 3-1", rules=BERNDT, turned="4-1", stock="1-0 2-0 3-0 4-0 5-0", **more)


def test_000_a_double_led_and_one_shown_are_three_points_if_it_wins() -> None:
    led = line(declaring("6-6 5-5"), "declare 6-6 5-5, lead 6-6").position
    assert line(led, "play 2-1").position.card_points(0) == 3 + 3
    lost = line(led, "play 5-4").position
    assert (lost.card_points(0), lost.card_points(1)) == (0, 3 + 5)


def test_000_exactly_one_other_is_shown() -> None:
    moves = {move for move in legal(declaring("6-6 5-5 3-3")) if "declare" in move}
    assert moves == {f"declare {a}-{a} {b}-{b}, lead {c}-{c}" for a, b in ((6, 5), (6, 3), (5, 3)) for c in (a, b)}


def test_000_it_counts_not_with_a_later_trick() -> None:
    """The 6-6 is lost to a trump; the 0-0 wins the next trick."""
    start = table("6-6 5-5 0-0", "5-4 3-2", rules=BERNDT, turned="4-1", stock="1-0 2-0 3-0 4-0 5-0")
    won = line(start, "declare 6-6 5-5, lead 6-6", "play 5-4", "lead 3-2", "play 0-0").position
    assert (won.tricks, won.declared, won.card_points(0)) == ((1, 1), (0, 0), 3)


def test_000_the_shown_double_is_reused() -> None:
    start = declaring("6-6 5-5 3-3")
    texts = ["declare 6-6 5-5, lead 6-6", "play 2-1", "declare 5-5 3-3, lead 5-5", "play 3-1"]
    assert line(start, *texts).position.declared == (6, 0)


def test_000_the_bingo_adds_nothing() -> None:
    led = line(declaring("6-6 0-0"), "declare 6-6 0-0, lead 0-0").position
    assert line(led, "play 2-1").position.card_points(0) == 3 + 3


# --- trumps, closing and the count -------------------------------------------------------------------


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


@pytest.mark.parametrize(("carried", "extra"), [(0, 46), (39, 7), (40, 7), (45, 7), (46, 0), (60, 0)])
def test_000_a_failed_close_gives_seven_or_the_difference_to_66(carried: int, extra: int) -> None:
    """The closer ends with 20 points in this deal, the other with 10."""
    start = table("6-5", "2-1", rules=BERNDT, points=(17, 10), declared=(3, 0), tricks=(4, 4), closed=Closing(0, 3, 1))
    end = line(replace(start, carried=(carried, 5)), "lead 6-5", "play 2-1")
    assert end[::2] == (20 - 10 - extra, True)
    mirrored = line(replace(start, carried=(carried, 5)).swapped(), "lead 6-5", "play 2-1")
    assert mirrored.gain == -end.gain


def test_section_9_nothing_is_scored_at_66() -> None:
    start = table("6-6 3-2", "6-5 2-1", rules=BERNDT, points=(64, 10), tricks=(6, 6))
    gain, after, over = line(start, "lead 6-6", "play 6-5")
    assert (gain, over, legal(after)) == (0, False, {"lead 3-2"})
