"""A review of a deal with a match score has chances to win the match beside game points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bingo.positions import reads_records
from bingo.solver import Match, Settings, review
from tests.deals import DEAL
from tests.native import needs_kernel

[RECORD] = reads_records(DEAL)
SETTINGS = Settings(worlds=64, seed=1)


@needs_kernel
def test_every_decision_has_the_chance_of_the_move_made_and_of_the_best() -> None:
    found = review(replace(RECORD, match=Match(2, 4)), SETTINGS)
    assert found.decisions
    for one in found.decisions:
        assert one.chance is not None
        assert one.best_chance is not None
        assert 0 <= one.chance <= 1
        if one.best == one.move:
            assert one.best_chance == one.chance
    told = found.as_dict()["decisions"]
    assert [row["chance"] for row in told] == [one.chance for one in found.decisions]
    assert [row["best_chance"] for row in told] == [one.best_chance for one in found.decisions]


@needs_kernel
def test_game_points_are_judged_as_without_a_score() -> None:
    minded, plain = review(RECORD, SETTINGS), review(replace(RECORD, match=None), SETTINGS)
    assert [one.chance for one in plain.decisions] == [None] * len(plain.decisions)
    values = [(one.move, one.best, one.value, one.lost) for one in plain.decisions]
    assert [(one.move, one.best, one.value, one.lost) for one in minded.decisions] == values
    assert all("chance" not in row for row in plain.as_dict()["decisions"])
    assert minded.result == pytest.approx(plain.result or 0)
