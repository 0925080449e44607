"""One question has one answer wherever it is asked: some of what the benchmark asks."""

import pytest
from typer import BadParameter

from benchmarks import consistency
from bingo.solver import PRESETS
from tests.support.depth import by_depth, few


@pytest.mark.parametrize("name", few(PRESETS, "pagat"))
def test_nothing_contradicts_anything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consistency, "TRICKS", (4, 5, 6))  # earlier on there are thousands of hands
    for comparison in (*consistency.compare_views(name, 3), consistency.compare_moments(name, by_depth(4, 10))):
        assert comparison.compared
        assert not comparison.contradictions


def test_rules_that_are_no_preset_are_refused_in_words() -> None:
    with pytest.raises(BadParameter, match=r"expected presets of pagat, .*; found nonsense"):
        consistency.main(0, 0, ["nonsense"])
