"""What programs may hand to the library, and what is refused in words before any work begins."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bingo.solver import (
    ImpossiblePosition,
    InformationSet,
    Move,
    Position,
    Settings,
    Taken,
    analyze,
    can_claim,
    deal,
    rules,
    should_close,
    solve_many,
)
from bingo.solver.analysis.claim import claim
from bingo.solver.game import Stage, Tile, TileSet, legal_moves
from bingo.solver.game.play import play

LAST = "{trump: 4, lead: you, you: {hand: 4-4, points: 65, tricks: 7}, opponent: {hand: 6-5, points: 41, tricks: 6}}"
POSITION = Position.parse("pagat 4 44/65 y 65/41 7/6 0/0 - -")


@pytest.mark.parametrize(
    "given",
    [
        *({"worlds": 2.5}, {"worlds": "9"}, {"seconds": "1"}, {"threads": None}, {"seed": None}, {"seed": 0.5}),
        *({"until_clear": "yes"}, {"equal_weights": None}),
    ],
)
def test_settings_of_another_type_are_refused_where_they_are_made(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"expected .*; found"):
        Settings(**given)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: analyze(None),  # type: ignore[arg-type]
        lambda: analyze(LAST),  # type: ignore[arg-type]
        lambda: analyze(POSITION, 5),  # type: ignore[arg-type]
        lambda: can_claim(3),  # type: ignore[arg-type]
        lambda: should_close(None),  # type: ignore[arg-type]
        lambda: should_close(POSITION, seed=1.5),  # type: ignore[arg-type]
        lambda: solve_many(None),  # type: ignore[arg-type]
        lambda: solve_many(POSITION),  # type: ignore[arg-type]
        lambda: solve_many([None]),  # type: ignore[list-item]
        lambda: solve_many([], threads=None),  # type: ignore[arg-type]
        lambda: claim(POSITION, seconds="5"),  # type: ignore[arg-type]
        lambda: deal(5),  # type: ignore[arg-type]
        lambda: rules(None),  # type: ignore[arg-type]
        lambda: play(None, "claim"),  # type: ignore[arg-type]
        lambda: replace(POSITION, hands=(1,)).legal_moves,  # type: ignore[arg-type]
        lambda: play(replace(POSITION, tricks=None), "lead 4-4"),  # type: ignore[arg-type]
        lambda: analyze(replace(POSITION, stock=("6-6",))),  # type: ignore[arg-type]
        lambda: play(POSITION, 27),  # type: ignore[arg-type]
        lambda: Move.parse(None),  # type: ignore[arg-type]
        lambda: Position.parse(None),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_position_or_no_number_is_refused_in_words(ask: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"expected .*; found"):
        ask()


def test_an_information_set_that_a_program_made_is_as_good_as_one_that_was_read() -> None:
    position = deal("pagat", seed=1)
    known = InformationSet(rules=position.rules, trump=position.trump, hand=position.hands[0], hidden=7, leader=0)
    assert can_claim(known).verdict == "impossible"
    assert can_claim(replace(known, taken=(Taken(((),)), Taken(points=0)))).most is not None


@pytest.mark.parametrize(
    "ask",
    [
        analyze,
        can_claim,
        should_close,
        lambda p: p.legal_moves,
        lambda p: play(p, "lead 4-4"),
        lambda p: solve_many([p]),
    ],
)
@pytest.mark.parametrize(
    "wrong",
    [
        {"leader": 5},
        {"stage": 9},
        {"trump": 7},
        {"led": 28},
        {"hands": (1 << 28, 1)},
        {"hands": (-1, 5)},
        {"turned": 28},
        {"stock": (99,), "turned": 5},
        {"led": None, "stage": Stage.REPLY},
    ],
)
def test_numbers_that_no_position_can_have_are_refused(ask: Callable[[Any], object], wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected"):
        ask(replace(POSITION, **wrong))


@pytest.mark.parametrize("ask", [analyze, lambda p: solve_many([p])])
@pytest.mark.parametrize("wrong", [{"hands": (1, 1)}, {"hands": (3, 4)}, {"stock": (3, 4), "turned": 5}])
def test_positions_that_cannot_be_played_on_with_are_refused(
    ask: Callable[[Any], object], wrong: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected"):
        ask(replace(POSITION, **wrong))


def test_the_turned_tile_is_in_no_hand() -> None:
    with pytest.raises(ImpossiblePosition, match="hands: expected each tile in one place"):
        analyze(replace(POSITION, hands=(TileSet("0-0"), TileSet("1-0")), turned=Tile("0-0"), stock=(Tile("2-0"),)))


def test_nothing_is_drawn_from_an_empty_boneyard() -> None:
    position = play(deal("pagat", seed=1), "lead 6-3").position
    move = next(legal_moves(replace(position, stock=())))
    with pytest.raises(ImpossiblePosition, match="stock: expected face-down tiles to draw; found none"):
        play(replace(position, stock=()), move)
