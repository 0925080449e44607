"""Playing by program: deal, list moves, make them, ask who is to move, from text to a position and back."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from bingo.positions import read
from bingo.solver import (
    PRESETS,
    IllegalMove,
    ImpossiblePosition,
    Move,
    NotationError,
    Position,
    analyze,
    deal,
    replay,
    rules,
    solve_many,
)
from bingo.solver.analysis.playing import play_out
from bingo.solver.game import notation
from bingo.solver.game.information import after
from bingo.solver.game.legal import legal_moves
from bingo.solver.game.play import play
from bingo.solver.game.position import Closing, Stage
from bingo.solver.game.tiles import parse_all
from tests.game.perft import table
from tests.oracles.random_play import playout

SEEDS = st.integers(0, 2**32 - 1)
PRESET_NAMES = st.sampled_from(list(PRESETS))


# --- a deal played by itself -------------------------------------------------------------------------


@given(PRESET_NAMES, SEEDS)
def test_a_deal_that_is_over_has_no_moves(preset: str, seed: int) -> None:
    rng = random.Random(seed)
    position = deal(preset, seed)
    while not position.over:
        position = play(position, rng.choice(list(legal_moves(position)))).position
    assert list(legal_moves(position)) == []
    with pytest.raises(IllegalMove, match="the deal is over"):
        play(position, "claim")
    with pytest.raises(IllegalMove, match="the deal is over"):
        analyze(position)
    with pytest.raises(IllegalMove, match="found one at 1 that is over"):
        solve_many([deal(preset, seed), position])


@given(SEEDS)
def test_moves_may_be_written(seed: int) -> None:
    position = deal(seed=seed)
    for move in legal_moves(position):
        assert Move.parse(str(move)) == move
        assert eval(repr(move)) == move
        assert play(position, str(move)) == play(position, move)


# --- text --------------------------------------------------------------------------------------------


@given(PRESET_NAMES, SEEDS)
def test_every_position_of_a_deal_can_be_written_and_read(preset: str, seed: int) -> None:
    for position in playout(deal(preset, seed), random.Random(seed)):
        there = position.hands[0] | position.hands[1] | (0 if position.led is None else 1 << position.led)
        assert not position.shown & ~there
        assert Position.parse(position.notation) == position
        assert eval(repr(position)) == position


def test_the_text_of_a_position_is_what_its_description_says() -> None:
    under = rules("pagat, declaration_points=20 40, seven_doubles=0")
    closed = table(
        "5-5", "0-0 1-1", under, led="6-6", shown="6-6", turned="4-1",
        points=(29, 11), tricks=(8, 1), declared=(20, 0), closed=Closing(0, 11, 1),
    )  # fmt: skip
    preset = "pagat,declaration_points=20+40,seven_doubles=0"
    assert closed.notation == f"{preset} 4 55/0011 y66 29/11 8/1 20/0 66 41xy11/1"
    assert replace(closed, closed=None, stock=parse_all("5-4 3-3")).notation.endswith(" 41:5433")
    assert replace(closed, closed=None, turned=None).notation.endswith(" -")
    assert replace(closed, pending=3, carried=(12, 30)).notation.endswith(" pending=3 carried=12/30")

    carried = replace(deal("berndt", seed=1), carried=(12, 30))
    assert Position.parse(carried.notation) == carried


def test_before_the_winner_of_an_open_trick_declares_both_have_still_to_draw() -> None:
    seeds = (random.Random(seed) for seed in range(100))
    reached = (p for rng in seeds for p in playout(deal("domino-play", rng), rng))
    shows = next(p for p in reached if p.stage is Stage.SHOW and len(p.stock) > 2)
    assert Position.parse(shows.notation) == shows
    fewer = replace(shows, stock=shows.stock[2:]).notation
    with pytest.raises(ImpossiblePosition, match=f"stock: expected {len(shows.stock)} face-down tiles before drawing"):
        Position.parse(fewer)


def test_the_example_in_the_description_of_the_text_is_a_position() -> None:
    [line] = [line.strip() for line in (notation.__doc__ or "").splitlines() if line.startswith("    pagat ")]
    position = Position.parse(line)
    assert position.notation == line
    assert (position.trump, position.to_move, position.closed) == (0, 1, Closing(1, 0, 0))


@given(PRESET_NAMES, SEEDS, st.data())
def test_text_that_is_no_position_is_refused_with_reasons(preset: str, seed: int, data: st.DataObject) -> None:
    """One character changed, dropped or doubled: a position that can be written again, or an error in words."""
    positions = list(playout(deal(preset, seed), random.Random(seed)))
    text = data.draw(st.sampled_from(positions)).notation
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", text[at] * 2, *"0123456789/:-xyo= "]))
    try:
        position = Position.parse(text[:at] + put + text[at + 1 :])
    except (NotationError, ImpossiblePosition):
        return
    assert Position.parse(position.notation) == position
    assert list(legal_moves(position))


def test_text_leaves_nothing_out_that_a_search_looks_at() -> None:
    [position] = read("positions/examples/the-bingo-waits.yaml")
    assert isinstance(position, Position)
    again = Position.parse(position.notation)
    assert [(c.move, c.value) for c in analyze(again).moves] == [(c.move, c.value) for c in analyze(position).moves]


def test_levels_declare_all_they_can_with_a_double_that_has_won() -> None:
    """Section 9, ``domino-play``: by one's own hand alone, before anybody draws."""
    records = (play_out("greedy", "greedy", rules="domino-play", seed=seed) for seed in range(9))
    moments = (moment for record in records for moment in replay(record).moments)
    choices = [(m.turn.move, legal_moves(m.position)) for m in moments if m.turn and m.position.stage is Stage.SHOW]
    assert any(move.declare for move, _ in choices)
    assert all(move == max(legal, key=lambda option: option.declare.bit_count()) for move, legal in choices)


def test_a_history_that_does_not_begin_with_the_first_lead_is_none() -> None:
    later = table("6-6 5-5", "4-1 6-3", tricks=(3, 9), points=(30, 20))
    assert after((), later, Move.parse("lead 6-6")) == ()
