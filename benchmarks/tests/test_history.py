"""What play tells: predictions are held against the true hand, and all hands alike is the first of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks import history
from benchmarks.arena.matches import Match
from benchmarks.history import Choosing, moment, predictions, table
from bingo.solver.game.play import can_close
from bingo.solver.game.position import YOU
from bingo.solver.game.tiles import mask
from bingo.solver.hidden.worlds import hands

MATCH = Match("networks", "networks", "pagat", 1)
WAY = Choosing(0.5, 0.1)


def test_a_moment_is_one_at_which_the_player_on_lead_may_close_and_the_truth_fits_it() -> None:
    for number in range(6):
        found = moment(MATCH, number)
        assert found is not None
        assert found.seen.leader == YOU
        assert found.seen.led is None
        assert can_close(found.seen.world(found.hand))
        assert found.seen.history
        assert found.hand in hands(found.seen).tolist()
        assert found.hand | mask(found.stock) == found.seen.unseen
        assert found == moment(MATCH, number)


@pytest.mark.parametrize("play_on", [False, True])
def test_all_hands_alike_and_weighted_are_predicted_on_the_same_hands(play_on: bool) -> None:
    """Predictions with all hands alike come first and do not depend on what else is compared."""
    found = moment(MATCH, 2)
    assert found is not None
    even, told = predictions(found, [None, WAY], play_on=play_on)
    assert [even] == predictions(found, [None], play_on=play_on)
    assert even.hand == 0
    assert told.hand != 0
    assert min(told.log_loss, told.brier, told.squared) >= 0
    assert told != even


def test_the_table_says_how_much_less_is_lost_than_with_all_hands_alike() -> None:
    found = [predictions(at, [None, WAY], play_on=True) for n in range(8) if (at := moment(MATCH, n))]
    head, first, second = table(["alike", "weighted"], found)
    assert head.split()[:3] == ["log", "loss", "less"]
    assert first.split()[2:4] == ["+0.0000", "0.0000"]
    less = np.mean([even.log_loss - told.log_loss for even, told in found])
    assert float(second.split()[2]) == pytest.approx(less, abs=1e-4)


def test_a_run_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "found.jsonl"
    words = ["history", "--player", "networks", "--playing-on", "--out", str(out), "--deals"]
    monkeypatch.setattr("sys.argv", [*words, "4"])
    assert history.main() == 0
    before = out.read_text(encoding="utf-8")
    monkeypatch.setattr("sys.argv", [*words, "5"])
    assert history.main() == 0
    assert out.read_text(encoding="utf-8").startswith(before)
    assert len(out.read_text(encoding="utf-8").splitlines()) == 5
    assert "pagat, seed 1: 5 moments" in capsys.readouterr().out
