"""Playing by program: deal, list moves, make them; what is listed can be played; how many lines of play there are."""

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from bingo import ImpossiblePosition, NotationError, Tile, TileSet, deal, play_out, rules
from bingo.solver import PRESETS, Closing, IllegalMove, Match, Move, Position, Stage, Turn, analyze, replay, solve_many
from bingo.solver.game import ALL, CLAIM, TILES, WAIT, Continuation, begin, legal_moves, notation, parse_all
from bingo.solver.game.play import play
from tests.game.perft import DEALS_FILE, PERFT_FILE, perft, table
from tests.oracles.random_play import playout
from tests.support.depth import by_depth, few
from tests.support.reading import full_position

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


# --- text --------------------------------------------------------------------------------------------


@given(PRESET_NAMES, SEEDS)
def test_every_position_of_a_deal_can_be_written_and_read(preset: str, seed: int) -> None:
    for position in playout(deal(preset, seed), random.Random(seed)):
        visible = position.hands[0] | position.hands[1] | (0 if position.led is None else 1 << position.led)
        assert not position.shown & ~visible
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
    index = data.draw(st.integers(0, len(text) - 1))
    inserted = data.draw(st.sampled_from(["", text[index] * 2, *"0123456789/:-xyo= "]))
    try:
        position = Position.parse(text[:index] + inserted + text[index + 1 :])
    except (NotationError, ImpossiblePosition):
        return
    assert Position.parse(position.notation) == position
    assert list(legal_moves(position))


def test_levels_declare_all_they_can_with_a_double_that_has_won() -> None:
    """Section 9, ``domino-play``: by one's own hand alone, before anybody draws."""
    records = (play_out("greedy", "greedy", rules="domino-play", seed=seed) for seed in range(9))
    moments = (moment for record in records for moment in replay(record).moments)
    choices = [(m.turn.move, legal_moves(m.position)) for m in moments if m.turn and m.position.stage is Stage.SHOW]
    assert any(move.declare for move, _ in choices)
    assert all(move == max(legal, key=lambda option: option.declare.bit_count()) for move, legal in choices)


def test_a_history_that_does_not_begin_with_the_first_lead_is_none() -> None:
    position = deal(seed=3)
    for _ in range(2):
        position = position.play(position.legal_moves[0])
    turn = Turn(position.leader, Move(lead=next(iter(position.hands[position.leader]))))
    moment = replay(Continuation(position, (turn,))).end
    assert [trick.led for trick in moment.history] == [turn.move.lead]
    assert moment.seen_by(1 - position.leader).history == ()


# --- what is listed can be played, what is equal is equal, tiles are tiles -------------------------

#: You lead, and the opponent may claim first; the opponent leads, and you may.
THEIR_CLAIM = "pagat 2 103133/324354 y 48/79 4/7 20/0 33 -"
YOUR_CLAIM = "pagat 2 324354/103133 o 79/48 7/4 0/20 33 -"


@settings(max_examples=by_depth(10, 100))
@given(PRESET_NAMES, SEEDS)
def test_every_move_that_is_listed_can_be_played(preset: str, seed: int) -> None:
    for position in playout(deal(preset, seed), random.Random(seed)):
        assert len(set(position.legal_moves)) == len(position.legal_moves)
        for move in position.legal_moves:
            assert position.play(move) == position.play(str(move))
            assert Move.parse(str(move), replying=position.led is not None) == eval(repr(move)) == move


@pytest.mark.parametrize("line", ["wait, lead 6-4", "close, wait", "wait, wait", "wait 6-4", "claim, wait"])
def test_who_waits_does_nothing_else(line: str) -> None:
    with pytest.raises(NotationError, match="is no move"):
        Move.parse(line)


@pytest.mark.parametrize("line", ["{hand: 4-4}", "{}", "you: {", "{0} wait", "%s"])
def test_what_is_typed_is_shown_as_it_is(line: str) -> None:
    """Signs that a template would fill in, too."""
    with pytest.raises(NotationError, match=re.escape(f"'{line}'")):
        Move.parse(line)


@pytest.mark.parametrize("line", [THEIR_CLAIM, YOUR_CLAIM])
def test_where_somebody_may_claim_the_leads_that_can_follow_are_listed(line: str) -> None:
    position = Position.parse(line)
    assert position.stage is Stage.ANSWER
    leads = {move for move in position.legal_moves if move.lead is not None}
    assert {move.lead for move in leads} == set(position.hands[position.leader])
    assert CLAIM in position.legal_moves
    for move in leads:
        assert position.play(move) == position.play(WAIT).play(move)


def test_who_leads_and_may_claim_leads_instead_of_waiting() -> None:
    position = Position.parse("pagat 2 324354/103133 y 79/48 7/4 0/20 33 -")
    assert position.stage is Stage.CLAIM
    assert CLAIM in position.legal_moves
    assert WAIT not in position.legal_moves
    assert position.play("3-2").led == Tile("3-2")


@given(PRESET_NAMES, SEEDS)
def test_what_a_player_may_do_is_known_without_the_other_hand(preset: str, seed: int) -> None:
    for position in playout(deal(preset, seed), random.Random(seed)):
        if position.stage in (Stage.CLAIM, Stage.LEAD, Stage.ANSWER, Stage.REPLY) and begin(position) == position:
            mine, other = (position.seen_by(player).legal_moves for player in (position.to_move, 1 - position.to_move))
            listed = (CLAIM, WAIT) if position.stage is Stage.ANSWER else position.legal_moves
            assert set(mine) == set(listed)
            if position.stage in (Stage.LEAD, Stage.REPLY):
                assert other == (WAIT,)


def test_positions_with_other_scores_are_others() -> None:
    position = deal(seed=3)
    variants = [replace(position, match=match) for match in (None, Match(5, 3), Match(3, 5), Match(5, 3, first=0))]
    variants.append(replace(position, score=1))
    assert len({hash(variant) for variant in variants}) == len(set(variants)) == len(variants)


@pytest.mark.parametrize("match", [Match(5, 3), Match(0, 6, first=1), Match(2, 1, first=0, scored=(1, 0))])
@pytest.mark.parametrize("score", [0, 1, -2])
def test_notation_carries_the_score(match: Match, score: int) -> None:
    position = replace(
        Position.parse("pagat 4 44/65 y 65/41 7/6 0/0 - -"), match=replace(match, scored=(0, 0)), score=score
    )
    assert Position.parse(position.notation) == position
    assert eval(repr(position)) == position


def test_what_a_deal_has_scored_is_in_its_notation() -> None:
    line = "pagat 4 65/64 y 69/55 7/6 0/0 - - match=2/1y1/0"
    assert Position.parse(line).match == Match(2, 1, first=0, scored=(1, 0))
    assert Position.parse(line).notation == line


def test_a_tile_is_played_as_it_is() -> None:
    position = deal(seed=3)
    tile = next(iter(position.hands[position.leader]))
    assert position.play(tile) == position.play(Move(lead=tile))
    assert isinstance(position.play(tile).led, Tile)


@given(st.sets(st.sampled_from(TILES)), st.sets(st.sampled_from(TILES)))
def test_a_set_of_tiles_reckons_like_any_set(first: set[Tile], second: set[Tile]) -> None:
    tiles, other = TileSet(first), TileSet(str(tile) for tile in second)
    assert (set(tiles), set(other)) == (first, second)
    assert set(tiles - other) == first - second
    assert set(tiles ^ other) == first ^ second
    assert set(tiles & other) == first & second
    assert set(tiles | other) == first | second
    assert set(~tiles) == set(TILES) - first
    assert all(type(each) is TileSet for each in (tiles - other, tiles ^ other, tiles & other, tiles | other, ~tiles))


def test_a_tile_makes_a_set_of_that_tile() -> None:
    assert TileSet(Tile("6-4")) == TileSet("6-4") == TileSet([Tile("6-4")])
    assert TileSet("6-4 5-5") - Tile("5-5") == TileSet("6-4")
    assert TileSet(ALL) == ~TileSet()


def test_tiles_and_moves_are_laid_out_as_text() -> None:
    assert f"{Tile('6-4'):>5}|{TileSet('6-4 5-5'):8}|{Move(lead=Tile('0-0')):10}|" == "  6-4|6-4 5-5 |lead 0-0  |"


@pytest.mark.parametrize("wrong", [{"lead": 99}, {"play": -1}, {"declare": 1 << 28}])
def test_a_move_of_no_tile_is_illegal(wrong: dict[str, int]) -> None:
    with pytest.raises(IllegalMove, match=f"{next(iter(wrong))}: expected"):
        Move(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"lead": "6-4"}, {"declare": None}, {"close": 1}, {"claim": "yes"}, {"play": 2.0}])
def test_a_part_of_a_move_of_another_type_is_refused_where_it_is_given(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=f"{next(iter(wrong))}: expected"):
        Move(**wrong)  # type: ignore[arg-type]


# --- lines of play from fixed positions under every preset: data that outlives implementations -----

ENTRIES: list[dict[str, Any]] = [e for file in (PERFT_FILE, DEALS_FILE) for e in json.loads(file.read_text("utf-8"))]


@pytest.mark.parametrize("entry", few(ENTRIES, *ENTRIES[::6]), ids=lambda entry: entry["position"]["name"])
def test_lines_of_play_are_as_many_as_ever(entry: dict[str, Any]) -> None:
    position = full_position(json.dumps(entry["position"]))
    assert [perft(position, depth) for depth in range(1, len(entry["lines"]) + 1)] == entry["lines"]
