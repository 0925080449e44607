"""``engel``: source 000 of RULES.md, 20th-century variants, Michael Engel's version."""

from __future__ import annotations

from typing import Any

import pytest

from bingo.solver.game import tricks
from bingo.solver.game.position import Position
from bingo.solver.game.presets import ENGEL, PAGAT
from bingo.solver.game.rules import differences
from bingo.solver.game.tiles import TILES, mask, parse, parse_all, shows, text_mask
from tests.perft import legal, line, table


def replies(led: str, hand: str) -> str:
    """Fives are trumps, phase two."""
    return text_mask(tricks.may_reply(ENGEL, 5, parse(led), mask(parse_all(hand)), phase_two=True))


def trick(**boneyard: Any) -> Position:
    """The 4-2 is led, the 6-2 replied, fives are trumps."""
    return line(
        table("4-2 3-1", "6-2 6-3", rules=ENGEL, trump=5, tricks=(6, 6), **boneyard), "lead 4-2", "play 6-2"
    ).position


def test_000_the_4_2_wins_in_phase_one_and_the_6_2_in_phase_two() -> None:
    assert trick(turned="5-1", stock="1-0 2-0 3-0").leader == 0
    assert trick().leader == 1


def test_000_who_has_no_fours_must_play_a_two() -> None:
    start = table("4-2 3-1", "6-2 5-1 0-0", rules=ENGEL, trump=5, tricks=(6, 5))
    assert legal(line(start, "lead 4-2").position) == {"play 6-2"}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("6-4 4-1 6-2 5-1", "6-4"),
        ("4-1 6-2 5-1", "4-1"),
        ("6-2 2-2 2-1 5-1", "6-2 2-2"),  # those that win before those that do not
        ("2-1 5-1 0-0", "2-1"),
        ("5-2 5-1 0-0 6-6", "5-2 5-1 0-0"),
        ("6-6 1-1", "6-6 1-1"),
    ],
)
def test_section_9_the_lower_end_is_followed_before_trumps(hand: str, expected: str) -> None:
    assert replies("4-2", hand) == expected


def test_section_9_a_followed_higher_end_is_judged_in_its_suit() -> None:
    for phase_two in (False, True):
        assert not tricks.beats(ENGEL, 5, parse("4-2"), parse("4-1"), phase_two=phase_two)
        assert tricks.beats(ENGEL, 5, parse("4-2"), parse("6-4"), phase_two=phase_two)


@pytest.mark.parametrize("trump", range(7))
def test_section_9_in_phase_one_it_is_pagat(trump: int) -> None:
    for led in TILES:
        for reply in TILES:
            if led != reply:
                expected = tricks.beats(PAGAT, trump, led, reply, phase_two=False)
                assert tricks.beats(ENGEL, trump, led, reply, phase_two=False) is expected


@pytest.mark.parametrize("trump", range(7))
def test_section_9_trump_leads_are_as_in_pagat(trump: int) -> None:
    for led in TILES:
        if shows(led, trump):
            assert tricks.reply_classes(ENGEL, trump, led) == tricks.reply_classes(PAGAT, trump, led)


def test_section_9_everything_not_named_is_as_in_pagat() -> None:
    assert differences(PAGAT, ENGEL) == ["plain_trick", "follow", "last_trick"]
