"""Every kind of position (``matrix``) is of its kind, and engine and board answer every question about it."""

from __future__ import annotations

import json

import pytest

from bingo.cli.page.items import settled
from bingo.positions import dumps_json, reads
from bingo.solver import Settings, analyze, can_claim
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import legal_moves, play
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Position, Stage
from bingo.solver.game.presets import PRESETS
from tests.cli.board.test_answering import asked
from tests.cli.test_engine import ask as engine
from tests.support.answers import timeless
from tests.support.depth import by_depth
from tests.whole.matrix import ALL_CELLS, CELLS, Cell, covering_array, drawn, moment_of, never, place_of, position_of

#: So few deals that estimates take no time: what they are worth is held elsewhere.
WORLDS = 16
FEW = Settings(worlds=WORLDS)
#: Any two values, or three, that can stand together do so in some of these cells.
SOME = covering_array(by_depth(2, 3))
each = pytest.mark.parametrize("cell", SOME, ids=str)


def files_have(cell: Cell) -> None:
    """Leave out what is asked in the library only."""
    if cell.stage is Stage.SHOW:
        pytest.skip("no file and no record ends in the middle of a turn")


# --- the cells themselves ----------------------------------------------------------------------------


@each
def test_a_position_is_of_its_cell(cell: Cell) -> None:
    moment, found = moment_of(cell), position_of(cell)
    assert place_of(moment.position, cell.preset) == cell.place
    assert isinstance(found, InformationSet) == cell.hidden
    if isinstance(found, InformationSet):
        assert bool(found.history) == (cell.history and any(found.tricks))
    minded = found.carried != (0, 0) if found.rules.at_target == "points" else found.match is not None
    assert minded == cell.match


@pytest.mark.parametrize("preset", PRESETS)
def test_what_cannot_occur_does_not(preset: str) -> None:
    """Of every other cell it is said why there is none; random deals do not lead to its place either."""
    assert len(ALL_CELLS) == 2240
    assert len(CELLS) == 976
    places = {cell.place for cell in CELLS}
    without = {cell.place for cell in ALL_CELLS if never(cell) and cell.place not in places}
    assert places.isdisjoint(without)
    for seed in range(10):
        record = drawn(preset, seed)
        position = record.start
        for turn in record.turns:
            place = place_of(position, preset)
            assert place is None or place in places
            while turn.move not in legal_moves(position):
                position = play(position, "wait").position
            position = play(position, turn.move).position


# --- the engine and the board ------------------------------------------------------------------------


@each
def test_the_engine(cell: Cell) -> None:
    """As another program asks it, a request a line."""
    files_have(cell)
    written = json.loads(dumps_json(position_of(cell)))
    [position] = reads(json.dumps(written))
    found = analyze(position, FEW).as_dict()
    assert timeless(engine("analyze", written, worlds=WORLDS)) == timeless(found)
    assert timeless(engine("claim", written), "chance", "wait") == timeless(can_claim(position).as_dict())
    legal = engine("moves", written)
    if cell.hidden and position.leader == (YOU if position.led is not None else OPPONENT):
        assert legal["reasons"]
        return
    first = {"claim", "wait"} if legal["may_claim"] else {"claim"}  # of a program's moves, to lead is to wait
    assert {move["move"] for move in found["moves"]} <= {*legal["moves"], *first}
    assert engine("reply", written, level="greedy")["move"] in {*legal["moves"], "wait"}
    for move in legal["moves"] if isinstance(position, Position) else ():
        after = engine("play", written, move=move)
        assert after["over"] == (after["position"] is None)
        assert after["over"] or engine("moves", after["position"])["moves"]
        for player in PLAYER_NAMES if not after["over"] else ():
            assert "hand" not in engine("seen", after["position"], player=player)["position"]["opponent"]


@each
def test_the_board(cell: Cell) -> None:
    """What can be written in a file."""
    files_have(cell)
    written = json.loads(dumps_json(position_of(cell)))
    [position] = reads(json.dumps(written))
    analysis = asked(ask="analyze", position=written, worlds=WORLDS)["item"]["answer"]
    assert analysis == settled(analyze(position, FEW).as_dict())
    claim = asked(ask="claim", position=written)["item"]["answer"]
    assert timeless(claim, "chance", "wait") == settled(timeless(can_claim(position).as_dict()))
