"""Setups whose card points, lead, close or declarations cannot occur (``test_setup`` has what else cannot)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bingo.solver.game.check import check
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Closing, Position
from bingo.solver.game.presets import HOYLE_1868, PAGAT, rules
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import parse, parse_all
from tests.test_setup import FIVES, SIXES, STOCK, closed, ending, found, reasons, side, start

# --- card points -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "fields"),
    [
        ((61, 53), {"points"}),  # all tiles are known: 113 are gone
        ((60, 52), {"points"}),
        ((112, 1), {"opponent.points"}),
        ((500, 53), {"you.points"}),
    ],
)
def test_points_that_no_tricks_could_give(points: tuple[int, int], fields: set[str]) -> None:
    assert fields <= set(found(ending(points)))


@pytest.mark.parametrize("points", [1, 3, 23, 26, 29, 41])
def test_points_that_one_trick_cannot_hold(points: int) -> None:
    """Fours are trumps; the sixes, the fives and the 4-4 are in hand."""
    sides = (side(SIXES, points=points, tricks=1), side(FIVES))
    assert found(start(sides=sides, stock=None)) == ["you.points"]


@pytest.mark.parametrize("points", [0, 2, 4, 5, 6, 7, 11, 16, 25])
def test_points_that_one_trick_can_hold(points: int) -> None:
    sides = (side(SIXES, points=points, tricks=1), side(FIVES))
    assert isinstance(check(start(sides=sides, stock=None)), InformationSet)


def test_points_without_a_trick() -> None:
    assert found(start(sides=(side(SIXES, points=5), side(FIVES)))) == ["you.points"]


def test_points_both_possible_but_not_together() -> None:
    """The 4-0, worth 11, is in one trick only."""
    one = side("6-6 6-5 6-4 6-3 6-2 6-1 6-0", points=25, tricks=1)
    setup = start(sides=(one, side(FIVES, points=25, tricks=1)), stock=None)
    assert found(setup) == ["points"]


def test_points_and_tricks_that_won_contradicts() -> None:
    assert found(closed(sides=(replace(closed().sides[0], points=46, tricks=4), closed().sides[1]))) == [
        "you.tricks",
        "you.points",
    ]
    agreeing = replace(closed().sides[0], points=47, tricks=3)
    assert isinstance(check(closed(sides=(agreeing, closed().sides[1]))), Position)


def test_a_deal_that_is_over() -> None:
    assert isinstance(check(ending((73, 40))), Position)
    assert found(ending((73, 40), rules=HOYLE_1868)) == ["you.points"]


# --- closing -----------------------------------------------------------------------------------------


def test_closed_by_someone_without_a_trick() -> None:
    assert "closed.tricks" in found(closed(closed=Closing(1, 47, 3)))
    assert found(Setup(PAGAT, 0, (side(None), side(None)), trump=4, closed=Closing(1, 0, 0)))[:1] == ["you.hand"]


@pytest.mark.parametrize(
    ("closing", "field"),
    [
        (Closing(0, 0, 2), "closed.tricks"),  # more than they have now
        (Closing(0, 11, 1), "closed.points"),  # more than they have now
        (Closing(0, 5, 1), "closed.points"),  # fewer, though no trick was taken since
        (Closing(0, 10, 0), "closed.points"),  # nothing counts without a trick
    ],
)
def test_closing_figures(closing: Closing, field: str) -> None:
    assert field in found(closed(closed=closing))


def test_the_closer_leads_first() -> None:
    setup = start(
        sides=(side(SIXES, points=0, tricks=1), side(FIVES, points=0, tricks=1)), stock=None, closed=Closing(1, 0, 1)
    )
    assert found(setup) == ["lead"]
    assert isinstance(check(replace(setup, lead=1)), Position)


# --- the lead ----------------------------------------------------------------------------------------


def test_the_winner_of_the_last_trick_leads() -> None:
    sides = (side(SIXES), side(FIVES, points=11, tricks=1))
    assert found(start(sides=sides, stock=parse_all(STOCK[8:]))) == ["lead"]
    assert isinstance(check(start(sides=sides, stock=parse_all(STOCK[8:]), lead=1)), Position)


def test_after_a_close_the_lead_has_a_trick_since() -> None:
    assert found(closed(lead=1)) == ["lead"]


# --- declarations ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "fields"),
    [
        ({"shown": "5-5"}, {}, ["you.shown", "you.declared"]),  # it is in the other hand
        ({"shown": "4-3"}, {}, ["you.shown"]),  # no double
        ({"shown": "6-6"}, {}, ["you.declared"]),  # in hand and shown, but nothing declared
        ({"declared": 20}, {}, ["you.declared"]),  # before anything was led
    ],
)
def test_shown_tiles_and_declared_points(own: dict[str, Any], other: dict[str, Any], fields: list[str]) -> None:
    complaints = found(start(sides=(side(SIXES, **own), side(FIVES, **other))))
    assert set(fields[:1]) <= set(complaints) <= {*fields, "you.declared"}


@pytest.mark.parametrize("holder", ["turned", "stock", "opponent.hand", "opponent.shown"])
def test_shown_doubles_that_lie_elsewhere(holder: str) -> None:
    where: dict[str, Setup] = {
        "turned": start(
            turned=parse("4-4"), stock=None, sides=(side(SIXES, "4-3 1-0", "4-4"), side(FIVES.replace("4-4", "4-2")))
        ),
        "stock": start(sides=(side(SIXES, shown="1-1"), side(FIVES))),
        "opponent.hand": start(sides=(side(SIXES, shown="5-5"), side(FIVES))),
        "opponent.shown": start(sides=(side(SIXES, shown="1-1"), side(FIVES, shown="1-1")), stock=None),
    }
    complaints = [reason for reason in reasons(where[holder]) if reason.field == "you.shown"]
    assert [reason.found.rsplit(" ", 1)[1] for reason in complaints] == [holder]


@pytest.mark.parametrize(
    ("declared", "possible"), [(0, True), (20, True), (30, True), (10, False), (25, False), (200, False)]
)
def test_declared_totals(declared: int, possible: bool) -> None:
    you, opponent = ending().sides
    setup = ending(sides=(replace(you, declared=declared), opponent))
    if possible:
        assert isinstance(check(setup), Position)
    else:
        assert found(setup) == ["you.declared"]


def test_a_declaration_needs_a_double_that_was_led() -> None:
    """Both shown doubles are still in hand, every other double is with the opponent or face down."""
    you = side("6-6 5-5 6-4 6-3 6-2 6-1 6-0", won="4-2 4-1", declared=20, shown="6-6 5-5")
    stock = parse_all("4-0 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0")
    setup = start(sides=(you, side("6-5 5-4 5-3 5-2 5-1 5-0 4-4")), stock=stock)
    assert found(setup) == ["you.declared"]


def test_a_declaration_that_counts_with_its_trick_takes_one() -> None:
    def after_a_trick(declared: int) -> Setup:
        you = side("6-6 6-5 6-4 6-3 6-2 6-1 6-0", won="4-4 2-2", declared=declared)
        opponent = side("5-5 5-4 5-3 5-2 5-1 5-0 4-2")
        stock = parse_all("4-1 4-0 3-3 3-2 3-1 3-0 2-1 2-0 1-1 1-0 0-0")
        return Setup(rules("berndt"), 0, (you, opponent), trump=4, turned=parse("4-3"), stock=stock)

    check(after_a_trick(3))
    assert found(after_a_trick(6)) == ["you.declared"]


def test_a_double_that_can_be_declared_once_only() -> None:
    """With six tiles of nothing else, one declaration of two doubles is all there can be; declared again it is 40."""
    won = "6-6 2-1 5-5 2-0"
    hands = (side("6-5 6-4 6-3 6-2 6-1 6-0 5-4", won=won, declared=40), side("5-3 5-2 5-1 5-0 4-4 4-2 4-1"))
    stock = parse_all("4-0 3-3 3-2 3-1 3-0 2-2 1-1 1-0 0-0")
    assert found(start(sides=hands, stock=stock)) == ["you.declared"]


def test_pending_points() -> None:
    chosen = rules("pagat, declaration_counts=with-its-trick")
    pending = side("5-5 6-4 6-3 6-2 6-1 6-0", pending=20, shown="6-6 5-5")
    other = side("6-5 5-4 5-3 5-2 5-1 5-0 4-4")
    assert isinstance(check(start(rules=chosen, sides=(pending, other), led=parse("6-6"))), Position)
    assert "you.pending" in found(start(sides=(pending, other), led=parse("6-6")))
    assert "you.pending" in found(start(rules=chosen, sides=(replace(pending, pending=25), other), led=parse("6-6")))
