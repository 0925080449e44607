"""The networks as they are trained, against the networks as they play."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bingo.solver.game.play import play
from bingo.solver.game.position import YOU, Stage
from bingo.solver.game.presets import PAGAT
from bingo.solver.hidden.phase_one import BLUNDER, TEMPERATURE
from bingo.solver.hidden.players import evaluate, make_players, shipped_weights
from tests.hidden import samples
from tests.strategies import deal

torch = pytest.importorskip("torch", reason="PyTorch is optional (extra train)")
UNIT = 2.0


def test_weights_survive_loading_and_saving() -> None:
    from benchmarks import training

    nets = [training.Judge(situation, sets, move, UNIT) for situation, sets, move, _ in training.PARTS]
    training.load(nets, shipped_weights("game-points"))
    assert training.saved(nets) == pytest.approx(shipped_weights("game-points"), rel=1e-6)


def test_what_is_trained_is_what_plays() -> None:
    """PyTorch evaluates leads, replies and closes in samples as the kernel does."""
    from benchmarks import training

    nets = [training.Judge(situation, sets, move, UNIT) for situation, sets, move, _ in training.PARTS]
    training.load(nets, shipped_weights("game-points"))
    players, kinds = make_players(PAGAT), set()
    for seed in range(6):
        position = replace(deal(PAGAT, random.Random(seed)), leader=YOU)
        taken = samples(players, position, 1, TEMPERATURE, BLUNDER, seed)
        for turn in range(1, int(taken[-1, training.TURN]) + 1):
            [batch] = training.batches(taken[taken[:, training.TURN] == turn])
            options = evaluate(players, position if position.to_move == YOU else position.swapped())
            with torch.no_grad():
                found = training.thought(nets, batch).numpy() * UNIT
            assert found == pytest.approx([value for _, value in options], abs=1e-4)
            kinds |= set(batch.samples[:, training.KIND].tolist())
            position = play(position, max(options, key=lambda option: option[1])[0]).position
            if position.stage not in (Stage.LEAD, Stage.REPLY):
                break
    assert kinds == {training.LEADING, training.REPLYING, training.CLOSING}
