"""The narrow entry of the kernel, which the page in a browser asks, answers as the program in Python does."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings, strategies as st

from bingo.cli.board.answering import answer
from bingo.cli.page.data import settled
from bingo.cli.page.items import analyzed
from bingo.positions import dumps_json, reads
from bingo.solver import analyze
from bingo.solver.errors import NotationError
from bingo.solver.game.dealing import deal
from bingo.solver.game.fields import FIELDS
from bingo.solver.game.information import InformationSet
from bingo.solver.game.play import legal_moves, play
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.presets import PRESETS as PRESET_NAMES, rules as preset_rules
from bingo.solver.game.rules import Rules
from bingo.solver.protocol.tree import tree
from tests.answers import timeless
from tests.depth import by_depth
from tests.native import needs_kernel
from tests.oracles.random_play import playout
from tests.strategies import PRESETS, positions

if TYPE_CHECKING:
    from bingo.solver.native import _kernel

pytestmark = needs_kernel
Json = dict[str, Any]
presets = st.sampled_from(PRESETS)


#: Rules with several changes, which the entry knows as it is told of them.
SEVERAL = preset_rules({"preset": "pagat", "must_beat": False, "declaration_points": [20, 40, 50, 60, 70, 80]})


@cache
def entry() -> _kernel.Answerer:
    from bingo.solver.native import _kernel
    from bingo.solver.seam.data import everything

    found = _kernel.Answerer()
    found.learn(everything([SEVERAL]))
    return found


def ask(**question: Any) -> Json:
    """What the kernel answers."""
    found: Json = json.loads(entry().answer(json.dumps(question, ensure_ascii=False).encode()))
    return found


def document(position: Position | InformationSet) -> Json:
    """A position as a line of a file, without what the entry does not mind."""
    found: Json = json.loads(dumps_json(position))
    for key in ("match", "expect"):
        found.pop(key, None)
    return found


def single_changes() -> st.SearchStrategy[Rules]:
    """Rules that differ from a preset in one field."""
    fields = [name for name in FIELDS if name != "declaration_points"]
    chosen = st.tuples(st.sampled_from(list(PRESET_NAMES)), st.sampled_from(fields), st.integers(0, 10_000))
    return chosen.map(lambda one: _changed(*one)).filter(lambda rules: rules is not None)  # type: ignore[return-value]


def _changed(preset: str, name: str, number: int) -> Rules | None:
    field = FIELDS[name]
    values = range(field.span[0], field.span[1] + 1) if field.span else [v for v in field.words if v is not None]
    try:
        return preset_rules({"preset": preset, name: values[number % len(values)]})
    except NotationError:
        return None


# --- exact -------------------------------------------------------------------------------------------


@given(presets.flatmap(lambda rules: positions(rules, most_tiles=5, phase=2)))
@settings(max_examples=by_depth(20, 60))
def test_endgames_have_the_same_values_moves_line_tree_and_board(position: Position) -> None:
    written = document(position)
    [position] = reads(json.dumps(written))  # type: ignore[assignment]
    [item] = [analyzed("A position", position, analyze(position)).finished(400)]
    found = ask(ask="analyze", position=written)["item"]
    assert timeless(found["answer"]) == timeless(item["answer"])
    assert found["tree"] == item["tree"]
    assert {**found["board"], "remarks": []} == {**item["board"], "remarks": []}


def test_a_page_has_six_decimals_and_no_times() -> None:
    assert settled([{"share": 2 / 3, "seconds": 0.1}, 1 / 7]) == [{"share": 0.666667}, 0.142857]


@given(presets.flatmap(lambda rules: positions(rules, most_tiles=4, phase=2)), st.integers(0, 2**32))
@settings(max_examples=25)
def test_a_deal_is_played_on_by_the_same_moves(position: Position, seed: int) -> None:
    written = document(position)
    [start] = reads(json.dumps(written))
    assert isinstance(start, Position)
    rng, now, after, gain = random.Random(seed), start, list[str](), 0
    while not now.over:
        found = ask(ask="play", position=written, after=after)
        moves = list(legal_moves(now))
        assert found["moves"] == [str(move) for move in moves]
        assert found["gain"] == gain
        assert found["to_move"] == ("you", "opponent")[now.to_move]
        if rng.random() < 0.2 and now.stage in (Stage.LEAD, Stage.REPLY):
            assert ask(ask="follow", position=written, after=after)["tree"] == tree(now, 400)
        move = rng.choice(moves)
        outcome = play(now, move)
        after.append(f"{('you', 'opponent')[now.to_move]} {move}")
        now, gain = outcome.position, gain + outcome.gain
    assert ask(ask="play", position=written, after=after)["over"]
    assert ask(ask="play", position=written, after=after)["gain"] == gain


@given(single_changes().flatmap(lambda rules: positions(rules, most_tiles=4, phase=2)))
@settings(max_examples=25)
def test_any_field_changed_in_a_preset_is_known(position: Position) -> None:
    found = ask(ask="analyze", position=document(position))["item"]
    expected = analyze(next(iter(reads(dumps_json(position)))))
    assert timeless(found["answer"]) == timeless(expected.as_dict())
    assert found["board"]["rules"] == str(position.rules)


def test_several_changes_are_known_where_the_data_has_them() -> None:
    position = next(p for p in playout(deal(SEVERAL, random.Random(1)), random.Random(1)) if not p.open)
    unordered: Json = {"declaration_points": [*SEVERAL.declaration_points], "preset": "pagat", "must_beat": False}
    written = document(position) | {"rules": unordered}
    found = ask(ask="analyze", position=written)["item"]["answer"]
    assert timeless(found) == timeless(analyze(position).as_dict())
    [reason] = ask(ask="analyze", position=written | {"rules": {"low": 20, "must_beat": False}})["reasons"]
    assert reason["field"] == "rules"


# --- faults ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "field"),
    [({"lead": None}, "lead"), ({"trump": None}, "trump"), ({"rules": "whist"}, "rules"), ({"you": {}}, "you.hand")],
)
def test_a_position_that_cannot_occur_is_refused_with_a_reason(change: Json, field: str) -> None:
    written = {"trump": 4, "lead": "you", "you": {"hand": "4-4", "points": 65, "tricks": 7}} | {
        "opponent": {"hand": "6-5", "points": 41, "tricks": 6}
    }
    [reason] = ask(ask="analyze", position=written | change)["reasons"]
    assert reason["field"] == field
    assert "reasons" in answer(json.dumps({"ask": "analyze", "position": written | change}).encode())


def test_every_reason_is_told_and_what_stands_there() -> None:
    written = {
        "trump": 4,
        "lead": "you",
        "you": {"hand": "4-4", "points": 147, "tricks": 0},
        "opponent": {"hand": "6-5", "points": 41, "tricks": 13, "shown": "6-4", "pending": 20},
        "carried": {"you": 3},
    }
    found = {reason["field"]: reason["found"] for reason in ask(ask="analyze", position=written)["reasons"]}
    expected = {
        reason["field"] for reason in answer(json.dumps({"ask": "analyze", "position": written}).encode())["reasons"]
    }
    assert set(found) == {"lead", "opponent.declared", "opponent.pending", "carried", "points"}
    assert found["lead"] == "you"
    assert found["opponent.declared"] == "0, shown 6-4"
    assert {"lead", "carried"} <= expected


@given(st.binary(max_size=60) | st.sampled_from([b"{}", b'{"ask":"analyze"}', b'{"ask":"close","position":{}}']))
def test_whatever_is_asked_has_an_answer(question: bytes) -> None:
    found = entry().answer(question)
    assert b'"error"' in found or b'"reasons"' in found
