"""What programs hand to the library, and what is refused in words before any work begins."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any, cast

import pytest

import bingo
import bingo.positions
import bingo.solver
from bingo.positions import read, read_records
from bingo.solver import Settings, Stage, Tile, analyze, can_claim, should_close, solve_many
from bingo.solver.game import Position, TileSet, deal, legal_moves
from bingo.solver.game.play import play
from tests.support.reading import EXAMPLES

TEXT_FUNCTIONS = (bingo.reads, bingo.reads_records, bingo.positions.dumps, bingo.positions.dumps_record)
#: The library for who does not look at its types.
UNTYPED: Any = bingo
UNTYPED_SOLVER: Any = bingo.solver
LAST_TRICK = Position.parse("pagat 4 44/65 y 65/41 7/6 0/0 - -")


def test_a_wrong_value_is_told_at_the_call() -> None:
    with pytest.raises(bingo.NotationError):
        UNTYPED.Position(bingo.rules("pagat"), 4, (-1, 5), 0)
    with pytest.raises(bingo.NotationError, match="greedy, textbook, club"):
        UNTYPED.play_out("grandmaster")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: UNTYPED.Move("5-0"), "positional argument"),
        (lambda: UNTYPED.deal(seed=1).seen_by("you"), "player: expected a whole number from 0 to 1; found 'you'"),
        (lambda: UNTYPED.close(5), "close: expected Position or InformationSet; found int"),
        (lambda: UNTYPED.write(UNTYPED.deal(seed=1), "never.yaml"), "expected several positions or records; found"),
        (lambda: UNTYPED.read(5), "expected the name of a file or an open one; found int"),
        (lambda: UNTYPED.write_records([], 5), "expected the name of a file or an open one; found int"),
        (lambda: UNTYPED.Record.of(5, []), "start: expected Position; found int"),
        (lambda: UNTYPED.Record.of(UNTYPED.deal(seed=1), [5]), "move: expected Move or str; found int"),
        (lambda: UNTYPED.play_out(3), "a function; found int"),
        *((lambda call=call: call(3), "expected .*; found int") for call in TEXT_FUNCTIONS),
        *(
            (call, "expected .*; found")
            for call in (
                lambda: UNTYPED.analyze(None),
                lambda: UNTYPED.analyze("{trump: 4}"),
                lambda: UNTYPED.analyze(LAST_TRICK, 5),
                lambda: UNTYPED.can_claim(3),
                lambda: UNTYPED_SOLVER.should_close(None),
                lambda: UNTYPED_SOLVER.should_close(LAST_TRICK, seed=1.5),
                lambda: UNTYPED_SOLVER.solve_many(None),
                lambda: UNTYPED_SOLVER.solve_many(LAST_TRICK),
                lambda: UNTYPED_SOLVER.solve_many([None]),
                lambda: UNTYPED_SOLVER.solve_many([], threads=None),
                lambda: can_claim(LAST_TRICK, seconds=cast(Any, "5")),
                lambda: UNTYPED.deal(5),
                lambda: UNTYPED.rules(None),
                lambda: play(cast(Any, None), "claim"),
                lambda: replace(LAST_TRICK, hands=cast(Any, (1,))).legal_moves,
                lambda: play(replace(LAST_TRICK, tricks=cast(Any, None)), "lead 4-4"),
                lambda: UNTYPED.analyze(replace(LAST_TRICK, stock=cast(Any, ("6-6",)))),
                lambda: play(LAST_TRICK, cast(Any, 27)),
                lambda: UNTYPED.Move.parse(None),
                lambda: UNTYPED.Position.parse(None),
            )
        ),
    ],
)
def test_what_is_of_another_kind_is_told_at_once(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        call()


def test_what_a_bot_must_not_do_is_refused() -> None:
    with pytest.raises(bingo.IllegalMove, match="expected one of the moves"):
        bingo.play_out(lambda _seen, _moves: "play 6-6", "greedy", seed=1)


def test_what_is_seen_in_the_middle_of_a_turn_is_not_told_wrong() -> None:
    """As a view it was taken for the next lead, with a trick and a tile less."""
    shows = bingo.Position.parse("domino-play 4 334243/506063 y 49/25 2/4 20/0 33 41xo0/0 show=44")
    with pytest.raises(bingo.NotationError, match="a trick that is not stored yet"):
        shows.seen_by(0)


@pytest.mark.parametrize("reader", [read, read_records])
def test_a_file_that_is_not_there_is_told_at_the_call(reader: Callable[[str], Any]) -> None:
    with pytest.raises(FileNotFoundError):
        reader("no-such-file.yaml")
    with pytest.raises(IsADirectoryError):
        reader(str(EXAMPLES))


@pytest.mark.parametrize(
    "options",
    [
        *({"worlds": 2.5}, {"worlds": "9"}, {"seconds": "1"}, {"threads": None}, {"seed": None}, {"seed": 0.5}),
        *({"until_clear": "yes"}, {"equal_weights": None}),
    ],
)
def test_settings_of_another_type_are_refused_where_they_are_made(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"expected .*; found"):
        Settings(**options)


SEARCH_CALLS: tuple[Callable[[Any], object], ...] = (analyze, lambda p: solve_many([p]))
CALLS = (*SEARCH_CALLS, can_claim, should_close, lambda p: p.legal_moves, lambda p: play(p, "lead 4-4"))
#: Numbers that no position can have; and what cannot be played on with.
IMPOSSIBLE: tuple[dict[str, Any], ...] = (
    {"leader": 5},
    {"stage": 9},
    {"trump": 7},
    {"led": 28},
    {"hands": (1 << 28, 1)},
    {"hands": (-1, 5)},
    {"turned": 28},
    {"stock": (99,), "turned": 5},
    {"led": None, "stage": Stage.REPLY},
)
UNPLAYABLE = {"hands": (1, 1)}, {"hands": (3, 4)}, {"stock": (3, 4), "turned": 5}


@pytest.mark.parametrize(("ask", "wrong"), [*product(CALLS, IMPOSSIBLE), *product(SEARCH_CALLS, UNPLAYABLE)])
def test_what_no_position_can_be_is_refused(ask: Callable[[Any], object], wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected"):
        ask(replace(LAST_TRICK, **wrong))


def test_the_turned_tile_is_in_no_hand() -> None:
    with pytest.raises(bingo.ImpossiblePosition, match="hands: expected each tile in one place"):
        analyze(replace(LAST_TRICK, hands=(TileSet("0-0"), TileSet("1-0")), turned=Tile("0-0"), stock=(Tile("2-0"),)))


def test_nothing_is_drawn_from_an_empty_boneyard() -> None:
    position = play(deal("pagat", seed=1), "lead 6-3").position
    move = next(legal_moves(replace(position, stock=())))
    with pytest.raises(bingo.ImpossiblePosition, match="stock: expected face-down tiles to draw; found none"):
        play(replace(position, stock=()), move)
