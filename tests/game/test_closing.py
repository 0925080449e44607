"""RULES.md sections 6 and 7: closing the boneyard, and the Bingo that captures the double of trumps; for ``pagat``."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from bingo.solver.game.legal import can_close
from bingo.solver.game.position import Closing, Position, Stage
from bingo.solver.game.presets import PAGAT, rules
from bingo.solver.game.tiles import SUITS, TILES, double, parse, text
from tests.game.perft import legal, line, table
from tests.support.strategies import positions

OPEN: dict[str, Any] = {"turned": "2-1", "stock": "3-1 3-2 4-1"}


def closes(position: Position) -> bool:
    return any(move.startswith("close") for move in legal(position))


def closed(
    points: tuple[int, int], tricks: tuple[int, int], then: tuple[int, int], *, by: int = 0, chosen: str = "pagat"
) -> Position:
    """You are to win the last trick of a closed deal with worthless tiles; ``then`` are the points and tricks of the
    closer's opponent at the close.
    """
    return table("6-5", "2-1", points=points, tricks=tricks, closed=Closing(by, *then), rules=rules(chosen))


# --- when --------------------------------------------------------------------------------------------


@given(positions(PAGAT))
def test_section_6_only_the_leader_and_only_in_phase_one(position: Position) -> None:
    may = position.stage is Stage.LEAD and position.open and position.tricks[position.leader] > 0
    assert closes(position) is may
    if position.stage is Stage.LEAD:
        assert can_close(position) is may


def test_section_6_once_closed_nobody_draws_and_replies_follow() -> None:
    start = table("6-6 6-3", "6-5 5-4 6-1", tricks=(1, 0), **OPEN)
    assert legal(line(start, "lead 6-6").position) == {"play 6-5", "play 5-4", "play 6-1"}
    led = line(start, "close, lead 6-6").position
    assert legal(led) == {"play 6-5", "play 6-1"}
    after = line(led, "play 6-5").position
    assert [hand.bit_count() for hand in after.hands] == [1, 2]


def test_section_6_what_the_other_had_is_remembered() -> None:
    """Declared points of the other count only with a trick."""
    start = table("6-6 6-3", "6-5 5-4", tricks=(1, 2), points=(3, 11), declared=(0, 20), **OPEN)
    assert line(start, "close, lead 6-6").position.closed == Closing(by=0, points=31, tricks=2)
    start = replace(start, tricks=(3, 0), points=(3, 0))
    assert line(start, "close, lead 6-6").position.closed == Closing(by=0, points=0, tricks=0)
    assert line(start.swapped(), "close, lead 6-6").position.closed == Closing(by=1, points=0, tricks=0)


# --- what it scores ----------------------------------------------------------------------------------


def test_section_6_a_failure_whatever_the_other_has() -> None:
    start = closed((69, 90), (4, 4), (0, 0))
    assert line(start, "wait", "lead 6-5", "play 2-1").gain == -3
    start = closed((90, 69), (4, 4), (0, 0), by=1)
    assert line(start, "wait", "lead 6-5", "play 2-1").gain == 3


def test_section_6_after_the_last_trick_its_winner_claims_if_they_can() -> None:
    """You win the last trick: as the closer you score by the close, as the other you score 2."""
    both = ["wait", "wait", "lead 6-5", "play 2-1"]
    assert line(closed((70, 70), (4, 4), (0, 0)), *both).gain == 3
    assert line(closed((70, 70), (4, 4), (0, 0), by=1), *both).gain == 2


def test_section_6_after_the_last_trick_else_the_closer_claims() -> None:
    start = closed((69, 70), (4, 4), (30, 2), by=1)
    assert line(start, "wait", "lead 6-5", "play 2-1").gain == -1


# --- section 7 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", range(1, 7))
@pytest.mark.parametrize("bingo_leads", [True, False])
@pytest.mark.parametrize("you_have_it", [True, False])
def test_section_7_the_bingo_captures_the_double_of_trumps(trump: int, bingo_leads: bool, you_have_it: bool) -> None:
    captured = f"{trump}-{trump}"
    led, reply = ("0-0", captured) if bingo_leads else (captured, "0-0")
    start = table(led + " 1-0", reply + " 2-0", trump=trump, turned="4-3", stock="5-4 6-4 6-5")
    if you_have_it is not bingo_leads:
        start = start.swapped()
    gain, after, over, _ = line(start, f"lead {led}", f"play {reply}")
    assert (gain, over, after.leader) == (1 if you_have_it else -1, False, 0 if you_have_it else 1)
    assert after.points[after.leader] == 28 + 14


@pytest.mark.parametrize("trump", SUITS)
def test_section_7_nothing_else_is_a_capture(trump: int) -> None:
    """When blanks are trumps there is no capture at all."""
    for other in TILES:
        if other in (parse("0-0"), double(trump) if trump else None):
            continue
        start = table("0-0 1-0", f"{text(other)} 2-0", trump=trump, turned="4-3", stock="5-4 6-4 6-5")
        assert line(start, "lead 0-0", f"play {text(other)}").gain == 0


def test_section_7_beside_whatever_the_deal_brings() -> None:
    start = table("0-0", "4-4", points=(20, 40), tricks=(6, 7))
    assert line(start, "lead 0-0", "play 4-4").gain == 1 + 1
    start = table("4-4", "0-0", points=(65, 10), tricks=(6, 7), closed=Closing(by=0, points=0, tricks=0))
    assert line(start, "lead 4-4", "play 0-0").gain == -1 - 3
    start = table("4-4", "0-0", points=(72, 10), tricks=(6, 7))
    assert line(start, "wait", "lead 4-4", "play 0-0").gain == -1 + 1
