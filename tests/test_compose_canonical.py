"""Positions that differ in the names of tiles only have the same form; others have not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bingo.positions import reads
from bingo.solver.compose.canonical import canonical_form
from bingo.solver.game.play import begin
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.tiles import mask, parse_all


def endgame(you: str, opponent: str, trump: int = 4, points: tuple[int, int] = (40, 35)) -> Position:
    hands = (mask(parse_all(you)), mask(parse_all(opponent)))
    return begin(Position(PAGAT, trump, hands, 0, points=points, tricks=(6, 5)))


BASE = endgame("4-1 5-2 6-6", "4-3 5-1 6-2")


@pytest.mark.parametrize(
    ("you", "opponent", "why"),
    [
        ("4-1 5-2 6-6", "4-3 5-1 6-2", "the order in which tiles are written"),
        ("4-1 5-3 6-6", "4-3 5-1 6-2", "5-3 beats what 5-2 beats, is worthless too, and nobody has another 3"),
        ("4-1 5-3 6-6", "4-3 5-2 6-2", "both worthless fives renamed"),
        ("4-1 3-2 6-6", "4-3 3-1 6-2", "threes instead of fives"),
    ],
)
def test_renaming_that_changes_nothing_changes_no_form(you: str, opponent: str, why: str) -> None:
    assert canonical_form(endgame(you, opponent)) == canonical_form(BASE), why


@pytest.mark.parametrize(
    ("you", "opponent", "why"),
    [
        ("4-1 5-1 6-6", "4-3 5-2 6-2", "the opponent's five is the higher one now"),
        ("4-1 6-5 6-6", "4-3 5-1 6-2", "6-5 is of another suit"),
        ("4-2 5-2 6-6", "4-3 5-1 6-2", "4-2 counts 6"),
        ("4-1 5-2 1-1", "4-3 5-1 6-2", "1-1 counts 2"),
        ("4-3 5-2 6-6", "4-1 5-1 6-2", "trumps exchanged"),
    ],
)
def test_what_matters_changes_the_form(you: str, opponent: str, why: str) -> None:
    assert canonical_form(endgame(you, opponent)) != canonical_form(BASE), why


def test_the_score_matters_up_to_the_target() -> None:
    assert canonical_form(replace(BASE, points=(41, 35))) != canonical_form(BASE)
    assert canonical_form(replace(BASE, points=(40, 72))) == canonical_form(replace(BASE, points=(40, 75)))


def test_the_side_to_lead_matters_and_the_name_does_not() -> None:
    assert canonical_form(replace(BASE, leader=1)) != canonical_form(BASE)
    assert canonical_form(replace(BASE, name="Another")) == canonical_form(BASE)


def test_declared_doubles_and_the_order_of_the_stock_matter() -> None:
    text = """
turned: 4-1
lead: you
you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0, points: 29, tricks: 4}
opponent: {hand: 5-1 4-4 3-2 3-1 2-2 2-1 1-1, points: 11, tricks: 1}
stock: 5-4 3-3 4-2
"""
    (one,), (other,) = reads(text), reads(text.replace("5-4 3-3", "3-3 5-4"))
    assert isinstance(one, Position)
    assert isinstance(other, Position)
    assert canonical_form(one) != canonical_form(other)
    assert canonical_form(replace(BASE, shown=mask(parse_all("6-6")))) != canonical_form(BASE)
