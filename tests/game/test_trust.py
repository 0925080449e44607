"""A library one can trust: what is listed can be played, what is equal is equal, tiles are tiles."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from bingo.solver import PRESETS, IllegalMove, Match, Move, Position, Stage, Tile, TileSet, deal
from bingo.solver.game.legal import begin
from bingo.solver.game.moves import CLAIM, WAIT
from bingo.solver.game.tiles import ALL, TILES
from tests.oracles.random_play import playout

SEEDS = st.integers(0, 2**32 - 1)
PRESET_NAMES = st.sampled_from(list(PRESETS))
#: You lead, and the opponent may claim first; the opponent leads, and you may.
THEIR_CLAIM = "pagat 2 103133/324354 y 48/79 4/7 20/0 33 -"
YOUR_CLAIM = "pagat 2 324354/103133 o 79/48 7/4 0/20 33 -"


@given(PRESET_NAMES, SEEDS)
def test_every_move_that_is_listed_can_be_played(preset: str, seed: int) -> None:
    for position in playout(deal(preset, seed), random.Random(seed)):
        assert len(set(position.legal_moves)) == len(position.legal_moves)
        for move in position.legal_moves:
            assert position.play(move) == position.play(str(move))


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


def test_parts_of_positions_and_moves_are_tiles_and_sets() -> None:
    for position in playout(deal("domino-play", 4), random.Random(4)):
        assert {type(hand) for hand in (*position.hands, position.shown)} == {TileSet}
        assert {type(t) for t in (position.led, position.turned, *position.stock)} <= {Tile, type(None)}
        for move in position.legal_moves:
            assert type(move.tile) in (Tile, type(None))
            assert type(move.declare) is TileSet


@pytest.mark.parametrize("wrong", [{"lead": 99}, {"play": -1}, {"declare": 1 << 28}])
def test_a_move_of_no_tile_is_illegal(wrong: dict[str, int]) -> None:
    with pytest.raises(IllegalMove, match=f"{next(iter(wrong))}: expected"):
        Move(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"lead": "6-4"}, {"declare": None}, {"close": 1}, {"claim": "yes"}, {"play": 2.0}])
def test_a_part_of_a_move_of_another_type_is_refused_where_it_is_given(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=f"{next(iter(wrong))}: expected"):
        Move(**wrong)  # type: ignore[arg-type]
