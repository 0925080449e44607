"""The networks as they are trained, against the networks as they play."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from benchmarks.training.__main__ import app
from bingo.solver.analysis.worlds import make_players
from bingo.solver.engine.tables import shipped_weights
from bingo.solver.game import PAGAT, YOU, Stage, deal
from tests.oracles.players import evaluate
from tests.oracles.random_play import playout

torch = pytest.importorskip("torch", reason="PyTorch is optional (extra train)")
POINTS_A_UNIT = 2.0


def test_weights_survive_loading_and_saving() -> None:
    from benchmarks.training import networks

    nets = networks.fresh(POINTS_A_UNIT)
    networks.load(nets, shipped_weights("pagat"))
    assert networks.saved(nets, shipped_weights("pagat")) == pytest.approx(shipped_weights("pagat"), rel=1e-6)


def test_training_writes_weights_that_play(tmp_path: Path) -> None:
    out = tmp_path / "weights.npy"
    words = "--rounds 2 --deals 60 --worlds 4 --jobs 2 --half --out"
    assert CliRunner().invoke(app, [*words.split(), str(out)]).exit_code == 0
    assert np.load(out).dtype == np.float16
    weights = array("f", np.load(out))
    assert len(weights) == len(shipped_weights("pagat"))
    position = replace(deal(PAGAT, 3), leader=YOU)
    assert len(evaluate(make_players(PAGAT, weights), position)) >= 7


def test_what_is_trained_is_what_plays() -> None:
    """PyTorch evaluates leads, replies and closes in samples as the kernel does."""
    from benchmarks.training import networks
    from benchmarks.training.samples import CLOSING, KIND_COLUMN, LEADING, REPLYING, samples_of

    trained = networks.fresh(POINTS_A_UNIT)
    networks.load(trained, shipped_weights("pagat"))
    players, kinds, rng = make_players(PAGAT), set(), random.Random(1)
    for position in (p for seed in range(6) for p in playout(replace(deal(PAGAT, seed), leader=YOU), rng)):
        if not position.open or position.stage not in (Stage.LEAD, Stage.REPLY):
            continue
        mine = position if position.to_move == YOU else position.swapped()
        options = evaluate(players, mine)
        [batch] = networks.batches(samples_of(mine, [move for move, _ in options], players, 1, 0))
        with torch.no_grad():
            values = networks.evaluate(trained, batch).numpy() * POINTS_A_UNIT
        assert values == pytest.approx([value for move, value in options if move.tile is not None], abs=1e-4)
        kinds |= set(batch.samples[:, KIND_COLUMN].tolist())
    assert kinds == {LEADING, REPLYING, CLOSING}
