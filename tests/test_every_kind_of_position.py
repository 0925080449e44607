"""Every kind of position is answered: phase x who closed x who leads x on the table or not x what is known x
match x preset. Commands are run over each kind, and none of them ends in anything but words.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from bingo.cli.main import app
from bingo.positions import dumps_json, reads
from bingo.solver import Settings, analyze
from bingo.solver.game.dealing import deal
from bingo.solver.game.play import begin
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.random_play import playout
from bingo.solver.game.rules import Rules
from tests.native import needs_kernel

Json = dict[str, Any]
#: Positions are taken from so many deals, so that every kind is met; those with the fewest tiles are quickest.
DEALS = 60


class Kind(NamedTuple):
    """What tells one kind of position from another, beside what is known of it."""

    boneyard: str
    leader: str
    led: bool


KINDS = {
    Kind(boneyard, leader, led)
    for boneyard in ("open", "closed by you", "closed by opponent", "exhausted")
    for leader in PLAYER_NAMES
    for led in (False, True)
}


@cache
def _positions(rules: Rules) -> dict[Kind, Position]:
    """One of each kind, hidden tiles and all: the one with the fewest tiles, but of those with the opponent's two."""
    found: dict[Kind, Position] = {}
    for seed in range(DEALS):
        rng = random.Random(seed)
        for position in playout(deal(rules, rng), rng):
            if position.hands[1].bit_count() < 2 or position.stage is Stage.SHOW or begin(position) != position:
                continue
            closed = f"closed by {PLAYER_NAMES[position.closed.by]}" if position.closed else "exhausted"
            kind = Kind("open" if position.open else closed, PLAYER_NAMES[position.leader], position.led is not None)
            if kind not in found or _size(position) < _size(found[kind]):
                found[kind] = position
    return found


def _size(position: Position) -> int:
    return sum(hand.bit_count() for hand in position.hands) + len(position.stock)


def documents(rules: Rules) -> Iterator[Json]:
    """One of each kind as a line of a file: with both hands, and with the opponent's hidden, in a match too."""
    for kind, position in _positions(rules).items():
        written = json.loads(dumps_json(position))
        hidden = {key: value for key, value in written.items() if key != "stock"}
        hidden["opponent"] = {key: value for key, value in written["opponent"].items() if key != "hand"}
        yield written | {"name": f"{kind} known"}
        yield hidden | {"name": f"{kind} hidden"}
        yield hidden | {"name": f"{kind} hidden, in a match", "match": {"you": 2, "opponent": 5}}


presets = pytest.mark.parametrize("rules", [preset.rules for preset in PRESETS.values()], ids=str)


@presets
def test_every_kind_is_met(rules: Rules) -> None:
    assert set(_positions(rules)) == KINDS


@needs_kernel
@presets
def test_the_library_answers(rules: Rules) -> None:
    for written in documents(rules):
        [position] = reads(json.dumps(written))
        found = analyze(position, Settings(worlds=8))
        assert found.as_dict()["to_move"] in PLAYER_NAMES, written


@needs_kernel
@presets
def test_the_page_answers(rules: Rules) -> None:
    from bingo.cli.web.data import data
    from bingo.solver.native import _kernel

    kernel = _kernel.Answerer(data())
    for written in documents(rules):
        if "match" in written:
            continue
        question = {"ask": "analyze", "position": written, "worlds": 8}
        found = json.loads(kernel.answer(json.dumps(question).encode()))
        assert found["item"]["answer"]["to_move"] in PLAYER_NAMES, written


@needs_kernel
@pytest.mark.parametrize("preset", ["pagat", "berndt"])
@pytest.mark.parametrize("command", ["analyze --worlds 8", "close --brief --seconds 0.1", "claim", "show"])
def test_commands_answer(preset: str, command: str, tmp_path: Path) -> None:
    file = tmp_path / "every.jsonl"
    file.write_text("".join(f"{json.dumps(written)}\n" for written in documents(PRESETS[preset].rules)))
    result = CliRunner().invoke(app, [*command.split(), str(file)])
    assert result.exit_code in (0, 1), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


#: Nothing is drawn any more, the opponent's hand is hidden, and you have led.
YOU_HAVE_LED = """{"trump": 6, "turned": "6-2", "closed": {"by": "opponent", "points": 40, "tricks": 3}, "lead": "you",
 "led": "6-4", "you": {"hand": "5-2 3-2 2-2", "won": "3-3 4-1 0-0 4-2 4-0 5-1 5-0 6-1 3-1 5-3", "declared": 20,
 "shown": "5-5 2-2"}, "opponent": {"won": "5-5 6-6 4-3 1-0 6-3 6-5"}}""".replace("\n", "")


@needs_kernel
def test_a_batch_does_all_of_them(tmp_path: Path) -> None:
    file, out = tmp_path / "some.jsonl", tmp_path / "out.jsonl"
    file.write_text(f"{YOU_HAVE_LED}\n" * 2)
    result = CliRunner().invoke(app, ["batch", str(file), "--out", str(out), "--jobs", "1"])
    assert result.exit_code == 0, result.output
    assert len({json.loads(line)["value"] for line in out.read_text().splitlines()}) == 1
