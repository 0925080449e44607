"""What is best can be played: ``position.play(answer.best)`` never raises."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import bingo
from bingo.solver import PRESETS, InformationSet, Position, deal
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Stage
from tests.oracles.random_play import playout
from tests.support.depth import by_depth
from tests.whole.matrix import covering_array, position_of

SHIPPED = Path(__file__).parents[2] / "positions"
FILES = sorted(SHIPPED.glob("[ce]*/*.yaml"))


def hold(position: Position | InformationSet) -> None:
    """The best move is legal; it can be played where everything is known."""
    if isinstance(position, Position):
        best = bingo.analyze(position).best
        assert position.play(best) == position.play(str(best))
    else:
        answer = bingo.analyze(position, worlds=8)
        if answer.as_dict()["to_move"] == "opponent":  # what is best is theirs to play: you wait
            assert position.legal_moves[-1] == Move.parse("wait")
            return
        best = answer.best
    assert best in position.legal_moves


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_best_in_shipped_positions_can_be_played(file: Path) -> None:
    positions = [p for p in bingo.read(file) if isinstance(p, Position) or not p.recalled]
    for position in positions[: by_depth(1, len(positions))]:
        hold(position)


def test_what_is_best_under_every_rule_and_in_every_phase_can_be_played() -> None:
    cells = covering_array(2)
    for cell in cells[:: by_depth(8, 1)]:
        hold(position_of(cell))


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_best_in_random_endings_can_be_played(preset: str) -> None:
    """Those too in which somebody may claim first, or declare what has just won."""
    stages = set()
    for seed in range(by_depth(4, 60)):
        for position in playout(deal(preset, seed), random.Random(seed)):
            if max(map(len, position.hands)) <= 5 and not position.open:
                hold(position)
                stages.add(position.stage)
    assert stages >= {Stage.LEAD, Stage.REPLY}
