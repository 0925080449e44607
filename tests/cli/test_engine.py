"""The protocol of the engine: every line of its contract."""

import io
import json
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from bingo import LEVELS, PRESETS, deal
from bingo.cli.engine import Conversation, Request, answer_to, encode
from bingo.positions import reads
from bingo.positions.reading import as_document
from bingo.solver.game import CLAIM, PLAYER_NAMES, Position, Stage, at_lead, legal_moves
from bingo.solver.game.play import play
from tests.oracles.random_play import playout
from tests.support.answers import untimed
from tests.support.command import LAST_LINE
from tests.support.reading import ROOT
from tests.support.strategies import deal_positions

Json = dict[str, Any]
LAST_TILE: Json = json.loads(LAST_LINE)
FIRST_LEAD: Json = {"turned": "4-1", "lead": "you", "you": {"hand": "6-3 6-1 5-5 5-0 3-0 1-0 0-0"}}
CLOSE_NOW: Json = {
    "turned": "4-1",
    "lead": "you",
    "you": {"hand": "6-3 6-1 5-5 5-0 3-0 1-0 0-0", "won": "6-6 6-5, 5-4 5-3, 5-2 5-1, 3-3 3-2, 3-1 2-2"},
    "opponent": {"won": "4-3 2-0"},
}
SEEDS = st.integers(0, 2**32 - 1)


def talk(*lines: Json | str | bytes) -> list[Json]:
    requests = [
        line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode()
        for line in lines
    ]
    out = io.BytesIO()
    Conversation(io.BytesIO(b"".join(line + b"\n" for line in requests)), out).run()
    return [json.loads(line) for line in out.getvalue().decode().splitlines()]


def ask(question: str, position: Json | None = None, **options: Any) -> Json:
    [answer] = talk({"id": 7, "ask": question, **({} if position is None else {"position": position}), **options})
    assert answer.pop("id") == 7
    return answer


def late_position(preset: str, seed: int, last: int = 12) -> Position:
    """One of the last positions of a random deal that a file can say."""
    rng = random.Random(seed)
    return rng.choice([*deal_positions(PRESETS[preset].rules, rng)][-last:])


# --- answers -----------------------------------------------------------------------------------------


def test_a_request_on_each_line_is_answered_in_order_with_its_id() -> None:
    ids = [1, "two", 3.5, None, True, 2**53 + 1, 10**30, -(10**40) - 1, ["x", 10**25]]
    answers = talk(*({"id": key, "ask": "analyze", "position": LAST_TILE} for key in ids), {"ask": "version"})
    assert [answer.get("id", "none") for answer in answers] == [*ids, "none"]
    assert all(answer["value"] == 1 for answer in answers[:-1])


def test_rules_are_named_or_spelled_out_and_learnt_anew_where_they_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bingo.solver.engine.MAX_CACHED_RULES", 0)
    spelled = {**LAST_TILE, "rules": {"preset": "pagat", "last_trick": 0}}
    for _ in range(2):
        assert ask("analyze", LAST_TILE)["value"] == 1
        named = ask("analyze", {**LAST_TILE, "rules": "pagat, last_trick=0"})
        assert untimed(ask("analyze", spelled)) == untimed(named)


def test_an_effort_bounds_what_is_asked() -> None:
    assert ask("analyze", FIRST_LEAD, effort="quick")["worlds"] == 1536
    assert ask("close", CLOSE_NOW, effort=8)["tried"] == 8
    assert "move" in ask("reply", FIRST_LEAD, effort=8)
    for what in ("analyze", "close", "reply"):
        assert "expected one of quick, normal, thorough" in ask(what, CLOSE_NOW, effort="quik")["error"]


def test_it_says_which_program_it_is() -> None:
    answer = ask("version")
    assert answer["protocol"] == 2
    assert answer["presets"] == list(PRESETS)
    assert answer["levels"] == list(LEVELS)
    assert {"analyze", "close", "moves", "play", "seen", "reply", "version"} <= set(answer["asks"])
    request = Request.of(b'{"ask": "version", "id": 7}')
    assert json.loads(encode(answer_to(request), request.id)) == {**answer, "id": 7}


# --- playing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@given(SEEDS)
@settings(max_examples=6)
def test_a_deal_is_played_from_its_answers_alone(preset: str, seed: int) -> None:
    """Beside it the library plays the same moves."""
    rng = random.Random(seed)
    position = deal(preset, seed)
    written = as_document(position)
    while True:
        legal = ask("moves", written)
        claims = position.stage in (Stage.CLAIM, Stage.ANSWER)
        expected = ["claim"] if position.stage is Stage.CLAIM else []
        position = at_lead(position)
        assert legal["moves"] == [*expected, *map(str, legal_moves(position))]
        assert legal["to_move"] == PLAYER_NAMES[position.to_move]
        assert bool(legal["may_claim"]) == claims
        move = rng.choice([m for m in legal["moves"] if m != "claim"])
        outcome = play(position, move)
        answer = ask("play", written, move=move)
        assert (answer["gain"], answer["over"]) == (outcome.gain, outcome.over)
        assert answer["player"] == legal["to_move"]
        if answer["over"]:
            assert answer["position"] is None
            return
        if position.stage is Stage.REPLY:
            assert answer["trick"] == PLAYER_NAMES[outcome.position.leader]
        position, written = outcome.position, answer["position"]
        if "replied" not in written:
            assert next(reads(json.dumps(written))) == position


def test_before_a_declaration_the_trick_stays_on_the_table() -> None:
    rng = random.Random(5)
    while True:
        played_positions = list(playout(deal("domino-play", rng), rng))
        shows = [n for n, position in enumerate(played_positions) if position.stage is Stage.SHOW and position.open]
        if shows and played_positions[shows[0] - 1].led is not None:
            before, showing = played_positions[shows[0] - 1], played_positions[shows[0]]
            break
    [move] = [move for move in legal_moves(before) if play(before, move).position == showing]
    written = ask("play", as_document(before), move=str(move))["position"]
    expecting = ask("play", {**as_document(before), "expect": {"value": 1}}, move=str(move))["position"]
    assert expecting == {**written, "expect": None}
    assert set(written) == {*as_document(before), "replied"}
    legal = ask("moves", written)
    assert legal["moves"][0] == "wait"
    assert all(move.startswith("declare ") for move in legal["moves"][1:])
    assert ask("analyze", written)["to_move"] == legal["to_move"]
    view = ask("seen", written, player=legal["to_move"])["position"]
    assert ask("moves", view)["moves"] == legal["moves"]
    chosen = ask("reply", view, level="greedy")
    assert chosen == {"player": "you", "move": max(legal["moves"], key=len)}
    answer = ask("play", written, move=chosen["move"])
    assert answer["drawn"]
    assert answer["position"][legal["to_move"]]["declared"]


def test_a_claim_is_made_by_whoever_is_named() -> None:
    both_may_claim = {**LAST_TILE, "you": {"hand": "4-4", "points": 75, "tricks": 7}}
    both_may_claim["opponent"] = {"hand": "6-5", "points": 31, "tricks": 6}
    legal = ask("moves", both_may_claim)
    assert legal == {"to_move": "you", "moves": ["claim", "lead 4-4"], "may_claim": ["you"]}
    assert ask("play", both_may_claim, move="claim")["over"]
    refused = ask("play", both_may_claim, move="opponent claim")
    assert refused["reasons"][0]["field"] == "move"
    swapped = {**both_may_claim, "lead": "opponent"}
    assert ask("moves", swapped)["may_claim"] == ["you"]
    assert ask("play", swapped, move="you claim")["gain"] > 0
    assert ask("reply", swapped, player="you", level="greedy") == {"player": "you", "move": "claim"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", PRESETS)
def test_levels_play_legal_moves_the_same_for_the_same_seed(preset: str, level: str) -> None:
    for seed in range(2):
        position = as_document(late_position(preset, seed))
        answer = ask("reply", position, level=level, seed=seed)
        assert answer["move"] in ask("moves", position)["moves"]
        assert ask("reply", position, level=level, seed=seed) == answer
        if level != "cheat":
            view = ask("seen", position, player=answer["player"])["position"]
            assert ask("reply", view, level=level, seed=seed)["move"] == answer["move"]


@pytest.mark.parametrize("question", ["moves", "reply"])
def test_moves_and_replies_take_your_hand(question: str) -> None:
    position = {
        "rules": "berndt",
        "trump": 5,
        "lead": "opponent",
        "led": "5-5",
        "you": {"points": 3, "tricks": 2, "shown": "0-0"},
        "opponent": {"hand": "5-0 3-1 1-0", "points": 23, "tricks": 8, "declared": 3, "shown": "5-5"},
    }
    [reason] = ask(question, position)["reasons"]
    assert (reason["code"], reason["field"], reason["found"]) == ("notation", "you.hand", "nothing")


# --- the manual --------------------------------------------------------------------------------------

MANUAL = (ROOT / "solver" / "ENGINE.md").read_text("utf-8")


def test_the_manual_shows_what_is_answered() -> None:
    exchanges = re.findall(r"^> (.*)\n< (.*)$", MANUAL, re.MULTILINE)
    assert len(exchanges) >= 8
    for request, answer in exchanges:
        [reply] = talk(request)
        expected = json.loads(answer)
        assert {key: reply[key] for key in expected if key != "version"} == {
            key: value for key, value in expected.items() if key != "version"
        }
    assert all(f"`{what}`" in MANUAL for what in ask("version")["asks"])
    assert str(CLAIM) in MANUAL
