"""Samples of self-play as training takes them, and what it says without PyTorch; all that needs no PyTorch."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from benchmarks.training import __main__ as command
from benchmarks.training.samples import COLUMN_COUNT, SUIT, TURN_COLUMN, SelfPlay, self_play
from bingo.solver.engine.tables import shipped_weights
from bingo.solver.game.presets import PAGAT

WEIGHTS = shipped_weights("pagat")


def test_samples_depend_on_the_seed_alone() -> None:
    self_play_options = SelfPlay(deals=6, threads=2, worlds=2)
    first, repeated, other_seed = (self_play(PAGAT, WEIGHTS, self_play_options, seed) for seed in (1, 1, 2))
    assert first.shape[1] == COLUMN_COUNT
    assert np.array_equal(first, repeated)
    assert not np.array_equal(first[:20], other_seed[:20])


def test_the_samples_of_a_turn_stand_together_and_differ_in_the_option() -> None:
    samples = self_play(PAGAT, WEIGHTS, SelfPlay(deals=8, threads=4, worlds=1), 5)
    first = np.flatnonzero(np.diff(samples[:, TURN_COLUMN], prepend=-1))
    turns = np.split(samples, first[1:])
    assert len(turns) > 8 * 5
    for turn in turns:
        assert len(turn) > 1, "expected the next thread's first turn to have a number of its own"
        assert len(np.unique(turn, axis=0)) == len(turn)
        assert len(np.unique(turn[:, SUIT])) == 1


@pytest.mark.parametrize("numbers", [b"none", [1.0, 2.0], None])
def test_a_file_without_such_weights_is_refused_in_words(numbers: bytes | list[float] | None, tmp_path: Path) -> None:
    file = tmp_path / "start.npy"
    if isinstance(numbers, bytes):
        file.write_bytes(numbers)
    elif numbers:
        np.save(file, numbers)
    result = CliRunner().invoke(command.app, ["--out", str(tmp_path / "weights.npy"), "--start", str(file)])
    assert result.exit_code == 2
    assert f"Invalid value for --start: expected {len(WEIGHTS):,} weights in" in " ".join(result.stderr.split())


def test_without_pytorch_training_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _name: None)
    result = CliRunner().invoke(command.app, ["--out", "weights.npy"])
    assert result.exit_code == 2
    assert result.stderr == "expected PyTorch to be installed (pip install 'domino-bingo[train]'); found none\n"
