"""Samples of self-play as training takes them, and what it says without PyTorch; all that needs no PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.training import __main__ as command
from benchmarks.training.samples import COLUMNS, SUIT, TURN, SelfPlay, against_each, gain, self_play
from bingo.solver.game.presets import PAGAT
from bingo.solver.seam.weights import shipped_weights

WEIGHTS = shipped_weights("pagat")
#: Networks that play worse.
OTHERS = WEIGHTS * np.random.default_rng(1).normal(1, 0.5, WEIGHTS.shape).astype(np.float32)


def test_samples_depend_on_the_seed_alone() -> None:
    how = SelfPlay(deals=6, threads=2, worlds=2)
    one, same, other = (self_play(PAGAT, WEIGHTS, how, seed) for seed in (1, 1, 2))
    assert one.shape[1] == COLUMNS
    assert np.array_equal(one, same)
    assert not np.array_equal(one[:20], other[:20])


def test_the_samples_of_a_turn_stand_together_and_differ_in_the_option() -> None:
    found = self_play(PAGAT, WEIGHTS, SelfPlay(deals=8, threads=4, worlds=1), 5)
    first = np.flatnonzero(np.diff(found[:, TURN], prepend=-1))
    turns = np.split(found, first[1:])
    assert len(turns) > 8 * 5
    for turn in turns:
        assert len(turn) > 1, "expected the next thread's first turn to have a number of its own"
        assert len(np.unique(turn, axis=0)) == len(turn)
        assert len(np.unique(turn[:, SUIT])) == 1


def test_against_others_only_own_turns_are_samples() -> None:
    how = SelfPlay(deals=40, worlds=1, epsilon=0)
    both, own = self_play(PAGAT, WEIGHTS, how, 3), self_play(PAGAT, WEIGHTS, how, 3, WEIGHTS)
    turns = [len(np.unique(found[:, TURN])) for found in (both, own)]
    assert 0.4 * turns[0] < turns[1] < 0.6 * turns[0]
    assert not np.array_equal(own[:40], self_play(PAGAT, WEIGHTS, how, 3, OTHERS)[:40])


def test_against_several_each_plays_an_equal_part() -> None:
    how = SelfPlay(deals=40, worlds=1, epsilon=0)
    halves = against_each(PAGAT, WEIGHTS, how, 3, [WEIGHTS, OTHERS])
    seeds = np.random.SeedSequence(3).generate_state(2).tolist()
    alone = [
        self_play(PAGAT, WEIGHTS, SelfPlay(deals=20, worlds=1, epsilon=0), seeds[n], [WEIGHTS, OTHERS][n])
        for n in (0, 1)
    ]
    but_turns = [c for c in range(COLUMNS) if c != TURN]
    assert np.array_equal(halves[:, but_turns], np.concatenate(alone)[:, but_turns])
    assert len(np.unique(halves[:, TURN])) == sum(len(np.unique(part[:, TURN])) for part in alone)
    assert np.array_equal(against_each(PAGAT, WEIGHTS, how, 3, []), self_play(PAGAT, WEIGHTS, how, 3))


def test_what_one_gains_the_other_loses_over_the_same_deals() -> None:
    mean, error = gain(PAGAT, OTHERS, WEIGHTS, 500, 1)
    assert gain(PAGAT, WEIGHTS, OTHERS, 500, 1) == pytest.approx((-mean, error))
    assert mean < -3 * error < 0
    assert gain(PAGAT, WEIGHTS, WEIGHTS, 500, 1) == (0, 0)


def test_without_pytorch_training_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _name: None)
    monkeypatch.setattr("sys.argv", ["training", "--out", "weights.npy"])
    assert command.main() == 2
    said = capsys.readouterr().err
    assert said == "expected PyTorch to be installed (pip install 'domino-bingo[train]'); found none\n"
