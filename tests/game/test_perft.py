"""Numbers of lines of play from fixed positions under every preset: data that outlives implementations."""

import json
from typing import Any

import pytest

from bingo.positions import reads
from bingo.solver.game import presets
from bingo.solver.game.position import Position
from tests.game.perft import DATA, DEALS, KINDS, perft
from tests.support.depth import few

ENTRIES: list[dict[str, Any]] = [e for file in (DATA, DEALS) for e in json.loads(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("entry", few(ENTRIES, *ENTRIES[::6]), ids=lambda entry: entry["position"]["name"])
def test_lines_of_play_are_as_many_as_ever(entry: dict[str, Any]) -> None:
    (position,) = reads(json.dumps(entry["position"]))
    assert isinstance(position, Position)
    assert [perft(position, depth) for depth in range(1, len(entry["lines"]) + 1)] == entry["lines"]


def test_every_preset_is_counted_in_both_phases_and_in_the_middle_of_tricks() -> None:
    names = {entry["position"]["name"] for entry in ENTRIES}
    assert names >= {f"{preset}: {kind}" for preset in presets.PRESETS for kind in KINDS}


def test_every_preset_is_counted_from_ten_deals() -> None:
    by_name = {entry["position"]["name"]: entry for entry in ENTRIES}
    for preset in presets.PRESETS:
        tens = [by_name[f"{preset}: deal {n}"] for n in range(1, 11)]
        assert len({json.dumps(entry["position"]["you"]["hand"]) for entry in tens}) == 10
        assert all(len(entry["lines"]) == 3 for entry in tens)
