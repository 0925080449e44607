"""The networks as they are trained, against the networks as they play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bingo.solver.game.dealing import deal
from bingo.solver.game.play import play
from bingo.solver.game.position import YOU, Stage
from bingo.solver.game.presets import PAGAT
from bingo.solver.hidden.players import evaluate, make_players
from bingo.solver.seam.weights import shipped_weights
from tests.hidden import samples
from tests.oracles.players import BLUNDER, TEMPERATURE

torch = pytest.importorskip("torch", reason="PyTorch is optional (extra train)")
UNIT = 2.0


def test_weights_survive_loading_and_saving() -> None:
    from benchmarks.training import networks

    found = networks.fresh(UNIT)
    networks.load(found, shipped_weights("pagat"))
    assert networks.saved(found, shipped_weights("pagat")) == pytest.approx(shipped_weights("pagat"), rel=1e-6)


def test_too_few_weights_are_refused() -> None:
    from benchmarks.training import networks

    with pytest.raises(ValueError, match=r"expected \d+ weights; found an array of shape \(3,\)"):
        networks.load(networks.fresh(UNIT), np.zeros(3, dtype=np.float32))


def test_training_writes_weights_that_play(tmp_path: Path) -> None:
    from benchmarks.training.__main__ import main

    out = tmp_path / "weights.npy"
    command = [
        "training",
        "--out",
        str(out),
        "--rounds",
        "2",
        "--deals",
        "60",
        "--worlds",
        "4",
        "--jobs",
        "2",
        "--half",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", command)
        assert main() == 0
    assert np.load(out).dtype == np.float16
    made = np.load(out).astype(np.float32)
    assert made.shape == shipped_weights("pagat").shape
    position = replace(deal(PAGAT, 3), leader=YOU)
    assert len(evaluate(make_players(PAGAT, made), position)) >= 7


def test_what_is_trained_is_what_plays() -> None:
    """PyTorch evaluates leads, replies and closes in samples as the kernel does."""
    from benchmarks.training import fitting, networks
    from benchmarks.training.samples import CLOSING, KIND, LEADING, REPLYING, TURN

    trained = networks.fresh(UNIT)
    networks.load(trained, shipped_weights("pagat"))
    players, kinds = make_players(PAGAT), set()
    for seed in range(6):
        position = replace(deal(PAGAT, seed), leader=YOU)
        taken = samples(players, position, 1, TEMPERATURE, BLUNDER, seed)
        for turn in range(1, int(taken[-1, TURN]) + 1):
            [batch] = fitting.batches(taken[taken[:, TURN] == turn])
            options = evaluate(players, position if position.to_move == YOU else position.swapped())
            with torch.no_grad():
                found = fitting.evaluate(trained, batch).numpy() * UNIT
            assert found == pytest.approx([value for _, value in options], abs=1e-4)
            kinds |= set(batch.samples[:, KIND].tolist())
            position = play(position, max(options, key=lambda option: option[1])[0]).position
            if position.stage not in (Stage.LEAD, Stage.REPLY):
                break
    assert kinds == {LEADING, REPLYING, CLOSING}
