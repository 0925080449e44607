"""Kernel and reference agree in the value of every position and of every move: a slice of the full job.

The full job is ``python -m benchmarks.agreement``. CI runs this slice under the sanitizers as well.
"""

from __future__ import annotations

import os
import random

import pytest

from bingo.solver.game import presets, tiles
from bingo.solver.search import engines
from bingo.solver.search.reference import Reference
from tests.agreement import Report, compare
from tests.perft import table

pytestmark = pytest.mark.skipif(
    engines.NAME != "native" and os.environ.get("BINGO_REQUIRE_NATIVE") != "1", reason="no native kernel was built"
)


def agree(report: Report) -> None:
    """Nothing differs; else show the positions, the ones with the fewest tiles first."""
    found = sorted(report.disagreements, key=lambda d: sum(hand.bit_count() for hand in d.position.hands))
    assert not found, "\n".join(map(str, found[:3]))


@pytest.mark.parametrize("name", presets.PRESETS)
def test_agree_under_every_preset(name: str) -> None:
    agree(compare(seed=2, n=250, rules=presets.rules(name)))


@pytest.mark.parametrize("seed", range(3))
def test_agree_whatever_the_rules(seed: int) -> None:
    agree(compare(seed, n=250))


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(
    "given",
    [{}, {"seven_doubles": 5}, *({"seven_doubles": 0, "declaration_points": p} for p in ("20 20 20 20 20 60", "20"))],
    ids=str,
)
def test_agree_where_a_hand_has_all_seven_doubles(given: dict[str, object], leader: int) -> None:
    rules, rng = presets.rules({"preset": "pagat", **given}), random.Random(3)
    for trump in (0, 4):
        others = " ".join(tiles.text(t) for t in rng.sample([t for t in tiles.TILES if not tiles.is_double(t)], 7))
        score = {"leader": leader, "points": (0, 62), "tricks": (1, 6)}
        position = table("6-6 5-5 4-4 3-3 2-2 1-1 0-0", others, rules, trump, **score)
        assert engines.engine(rules).value(position) == Reference().value(position)


def test_positions_are_of_every_sort() -> None:
    report = compare(seed=9, n=150)
    report.add(compare(seed=9, n=100, rules=presets.rules("domino-play")))
    agree(report)
    assert {f"stage {name}" for name in ("CLAIM", "ANSWER", "LEAD", "REPLY", "SHOW")} <= set(report.sorts)
    assert {"boneyard open", "closed", "exhausted", "declared doubles in hand", "declared points"} <= set(report.sorts)
