"""Every endgame of two tiles a side: a small part of ``python -m benchmarks.two_tiles``, and that its whole is all."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice

import pytest

from bingo.solver.game import presets
from bingo.solver.game.play import begin
from bingo.solver.game.position import Position
from bingo.solver.search.reference import Reference
from bingo.solver.testing.two_tiles import _STRIDE, DEALS, PAIRS, compare, deals, positions, scores
from tests.native import needs_kernel


@needs_kernel
@pytest.mark.parametrize("name", presets.PRESETS)
def test_kernel_and_reference_agree(name: str) -> None:
    report = compare(presets.rules(name), part=7, parts=2000, count=8)
    assert report.deals == 8
    assert report.positions > 200
    assert not report.disagreements, report.disagreements[:3]


@needs_kernel
@pytest.mark.parametrize("change", ["target=71", "low=31", "last_trick=9", "failed_close=two"])
def test_a_rule_that_is_a_little_different_shows(change: str) -> None:
    from bingo.solver.search.kernel import Kernel

    changed = Kernel(presets.rules(f"pagat, {change}"))
    some = [p for deal in islice(deals(presets.PAGAT, 1, 1000), 25) for p in positions(deal)]
    assert changed.values(some).tolist() != Kernel(presets.PAGAT).values(some).tolist()


def test_the_parts_are_all_deals_each_once() -> None:
    assert len(PAIRS) == 122_850
    assert DEALS == 122_850 * 7 * 2
    assert math.gcd(_STRIDE, DEALS) == 1
    few = [next(deals(presets.PAGAT, part, 500)) for part in range(1, 501)]
    assert len(set(few)) == 500
    assert {(deal.trump, deal.leader) for deal in few} == {(trump, leader) for trump in range(7) for leader in (0, 1)}


@pytest.mark.parametrize("name", ["pagat", "hoyle-modern", "domino-play"])
def test_no_other_score_is_worth_anything_else(name: str) -> None:
    rules = presets.rules(name)
    for deal in islice(deals(rules, 3, 1000), 4):
        matter = {_value(deal, points, tricks) for points, tricks in scores(deal)}
        for a in range(0, 80, 3):
            for b in range(0, 80, 3):
                if rules.at_target != "first-ends" or max(a, b) < rules.target:
                    assert _value(deal, (a, b), (1, 1)) in matter


def _value(deal: Position, points: tuple[int, int], tricks: tuple[int, int]) -> int:
    return Reference().value(begin(replace(deal, points=points, tricks=tricks)))
