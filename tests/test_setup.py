"""Setups: what cannot occur is refused with every reason (STYLE 8), what can occur is accepted."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bingo.solver.errors import ImpossiblePosition, Reason
from bingo.solver.game.check import check
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Closing, Match, Position, Stage
from bingo.solver.game.presets import PAGAT, PRESETS
from bingo.solver.game.setup import Setup, Side
from bingo.solver.game.tiles import DOUBLES, members, parse, parse_all
from tests.depth import few
from tests.strategies import positions, reached

SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
FIVES = "5-5 5-4 5-3 5-2 5-1 5-0 4-4"
STOCK = "4-2 4-1 4-0 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0"


def side(hand: str | None = None, won: str | None = None, shown: str = "", **more: Any) -> Side:
    pairs = None
    if won is not None:
        flat = parse_all(won)
        pairs = tuple(zip(flat[::2], flat[1::2], strict=True))
    return Side(None if hand is None else parse_all(hand), pairs, shown=parse_all(shown), **more)


def start(**changes: Any) -> Setup:
    """The first lead of a deal, fours are trumps."""
    setup = Setup(PAGAT, 0, (side(SIXES), side(FIVES)), turned=parse("4-3"), stock=parse_all(STOCK))
    return replace(setup, **changes)


def ending(points: tuple[int, int] = (60, 53), tricks: tuple[int, int] = (7, 5), **changes: Any) -> Setup:
    """Two tiles each, the boneyard exhausted: 60 points in 7 tricks to 53 in 5, 134 in all."""
    you, opponent = (side(("6-6 5-4", "6-5 3-2")[n], points=points[n], tricks=tricks[n]) for n in (0, 1))
    return replace(Setup(PAGAT, 0, (you, opponent), trump=4), **changes)


def closed(**changes: Any) -> Setup:
    """You closed after three tricks, when the opponent had one with 10; you took the one since."""
    you = side("6-6 6-5 6-3 6-2 6-1 6-0", won="4-4 2-1 5-4 3-1 5-5 1-0")
    opponent = side("3-3 5-3 5-2 5-1 5-0 2-2", won="3-0 3-2")
    setup = Setup(PAGAT, 0, (you, opponent), trump=4, closed=Closing(0, 10, 1))
    return replace(setup, **changes)


def reasons(setup: Setup) -> tuple[Reason, ...]:
    with pytest.raises(ImpossiblePosition) as caught:
        check(setup)
    assert all(str(reason) in str(caught.value) for reason in caught.value.reasons)
    return caught.value.reasons


def found(setup: Setup) -> list[str]:
    return [reason.field for reason in reasons(setup)]


# --- what can occur ----------------------------------------------------------------------------------


def test_the_examples_of_this_file_can_occur() -> None:
    for setup in (start(), ending(), closed()):
        position = check(setup)
        assert isinstance(position, Position)
        assert position.stage is Stage.LEAD


def test_points_and_tricks_are_counted_in_won() -> None:
    position = check(closed())
    assert isinstance(position, Position)
    assert (position.points, position.tricks) == ((28 + 9 + 10, 10), (3, 1))


@pytest.mark.parametrize("hidden", [{"stock": None}, {"sides": (side(SIXES), side())}])
def test_what_is_hidden_makes_a_view(hidden: dict[str, Any]) -> None:
    view = check(start(**hidden))
    assert isinstance(view, InformationSet)
    assert view.trump == 4


@pytest.mark.parametrize("name", few(PRESETS, "pagat", "domino-play", "berndt"))
@given(seed=st.integers(0, 2**32 - 1))
def test_every_position_of_legal_play_is_accepted(name: str, seed: int) -> None:
    for position in reached(PRESETS[name].rules, random.Random(seed)):
        assert check(setup_of(position)) == position


@given(positions())
def test_every_position_is_accepted_under_changed_rules_too(position: Position) -> None:
    assert check(setup_of(position)) == position


@given(positions())
def test_every_position_is_accepted_with_the_opponent_s_hand_hidden(position: Position) -> None:
    """Also where it is not known who declared what is gone, and which tiles lie face down."""
    setup = setup_of(position)
    you, opponent = setup.sides
    hidden = replace(setup, sides=(you, replace(opponent, hand=None)), stock=None)
    if you.hand:
        assert isinstance(check(hidden), InformationSet)


def setup_of(position: Position) -> Setup:
    """What somebody would write down. The double on the table belongs to the leader, the others to who holds them."""
    sides = []
    for player in (0, 1):
        own = position.hands[player]
        if position.led is not None and position.leader == player:
            own |= 1 << position.led
        sides.append(
            Side(
                hand=tuple(members(position.hands[player])),
                points=position.points[player],
                tricks=position.tricks[player],
                declared=position.declared[player],
                pending=position.pending if position.leader == player else 0,
                shown=tuple(members(position.shown & own & DOUBLES)),
            )
        )
    return Setup(
        rules=position.rules,
        lead=position.leader,
        sides=(sides[0], sides[1]),
        trump=position.trump,
        turned=position.turned,
        closed=position.closed,
        led=position.led,
        stock=position.stock if position.open else None,
        carried=position.carried,
    )


# --- trumps and the turned tile ----------------------------------------------------------------------


def test_no_trump_suit() -> None:
    assert found(ending(trump=None)) == ["trump"]


def test_a_trump_suit_that_the_turned_tile_contradicts() -> None:
    assert found(start(trump=3)) == ["trump"]
    assert isinstance(check(start(trump=4)), Position)


# --- tiles -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "field", "words"),
    [
        (start(sides=(side(SIXES), side(FIVES.replace("4-4", "6-6")))), "opponent.hand", "6-6, also in you.hand"),
        (start(sides=(side(SIXES.replace("6-5", "6-6")), side(FIVES))), "you.hand", "6-6, twice in you.hand"),
        (start(stock=parse_all(STOCK.replace("1-1", "6-6"))), "stock", "6-6, also in you.hand"),
        (start(stock=parse_all(STOCK.replace("1-1", "4-3"))), "stock", "4-3, also in turned"),
        (start(sides=(side(SIXES), side()), stock=None, played=parse_all("6-6")), "played", "6-6, also in you.hand"),
        (
            ending(led=parse("6-6"), sides=(side("6-6", points=60, tricks=7), ending().sides[1])),
            "led",
            "6-6, also in you.hand",
        ),
        (
            closed(sides=(closed().sides[0], side("3-3 5-3 5-2 5-1 5-0 4-4", won="3-0 3-2"))),
            "opponent.hand",
            "4-4, also in you.won",
        ),
    ],
)
def test_a_tile_in_two_places(setup: Setup, field: str, words: str) -> None:
    assert [reason.found for reason in reasons(setup) if reason.field == field] == [words]


@pytest.mark.parametrize(
    ("you", "opponent", "fields"),
    [
        ("6-6", "6-5 3-2", {"opponent.hand"}),
        ("6-6 5-4", "6-5", {"opponent.hand"}),
        ("6-6 5-4 1-1", "6-5 3-2", {"opponent.hand", "tricks"}),
        ("", "", {"you.hand"}),
    ],
)
def test_hands_must_match(you: str, opponent: str, fields: set[str]) -> None:
    sides = (side(you, points=60, tricks=7), side(opponent, points=53, tricks=5))
    assert fields <= set(found(ending(sides=sides)))


def test_after_leading_the_leader_has_one_tile_fewer() -> None:
    fewer = (side("6-6", points=60, tricks=7), ending().sides[1])
    assert isinstance(check(ending(led=parse("5-4"), sides=fewer)), Position)
    assert "opponent.hand" in found(ending(led=parse("1-1")))


def test_at_most_seven_tiles_and_seven_while_the_boneyard_is_open() -> None:
    assert "you.hand" in found(start(sides=(side(SIXES + " 4-2"), side(FIVES + " 4-1"))))
    assert "you.hand" in found(start(sides=(side(SIXES[4:]), side(FIVES[4:]))))


def test_your_own_hand_must_be_known() -> None:
    assert "you.hand" in found(ending(sides=(side(points=60, tricks=7), side(points=53, tricks=5))))


# --- tricks and the boneyard -------------------------------------------------------------------------


@pytest.mark.parametrize("stock", ["", "1-1", STOCK[4:], STOCK[8:]])
def test_the_length_of_the_stock(stock: str) -> None:
    assert found(start(stock=parse_all(stock))) == ["stock"]


def test_the_stock_shrinks_by_two_a_trick() -> None:
    sides = (side(SIXES, points=11, tricks=1), side(FIVES))
    assert isinstance(check(start(sides=sides, stock=parse_all(STOCK[8:]))), Position)
    assert found(start(sides=sides, stock=parse_all(STOCK[12:]))) == ["stock"]


def test_no_stock_where_the_boneyard_is_not_open() -> None:
    assert "stock" in found(ending(stock=parse_all("2-1")))


@pytest.mark.parametrize("count", [(7, 4), (7, 6), (0, 0)])
def test_tricks_after_exhaustion(count: tuple[int, int]) -> None:
    assert "tricks" in found(ending((0, 0), count))


def test_tricks_while_the_boneyard_is_open() -> None:
    assert "tricks" in found(start(sides=(side(SIXES, points=0, tricks=7), side(FIVES)), stock=None))


@pytest.mark.parametrize("count", [(0, 1), (9, 3)])
def test_tricks_when_closed(count: tuple[int, int]) -> None:
    """One to six before the close, and one for each tile gone since."""
    assert "tricks" in found(ending((0, 0), count, closed=Closing(0, 0, 0)))


# --- beside ------------------------------------------------------------------------------------------


def test_carried_points_and_the_match() -> None:
    assert found(ending(carried=(5, 0))) == ["carried"]
    assert found(ending(match=Match(7, 0))) == ["match"]
    assert isinstance(check(ending(match=Match(6, 6))), Position)


def test_several_reasons_are_all_listed() -> None:
    setup = start(
        sides=(side(SIXES, points=5, shown="4-3"), side(FIVES.replace("4-4", "6-6"))),
        trump=3,
        stock=parse_all("1-1"),
        match=Match(9, 0),
    )
    assert {"trump", "opponent.hand", "stock", "you.points", "you.shown", "match"} <= set(found(setup))


@pytest.mark.parametrize("changes", [{"trump": 3}, {"stock": ()}, {"match": Match(9, 0)}])
def test_a_reason_says_what_was_expected_and_what_stood_there(changes: dict[str, Any]) -> None:
    (reason,) = reasons(start(**changes))
    assert reason.expected
    assert reason.found
    assert str(reason) == f"{reason.field}: expected {reason.expected}; found {reason.found}"
