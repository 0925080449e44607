"""What the first lead is worth, measured anew in few deals."""

from __future__ import annotations

import pytest

from benchmarks.leading import measure
from bingo.solver.game.presets import PRESETS
from bingo.solver.reviewing.start import SHIPPED


@pytest.mark.parametrize("name", ["pagat", "berndt"])
def test_what_is_shipped_is_what_is_measured(name: str) -> None:
    mean, error = measure(PRESETS[name].rules, 4_000, 3)
    assert abs(mean - SHIPPED[name]) < 4 * error
