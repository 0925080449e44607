"""Every endgame of two tiles a side: a small part of ``python -m benchmarks.two_tiles``, and that its whole is all."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from bingo.solver.game import presets
from bingo.solver.game.play import begin
from bingo.solver.game.position import Position
from bingo.solver.search.reference import Reference
from tests.depth import few, thorough
from tests.native import needs_kernel
from tests.oracles.lines_of_play import lines
from tests.oracles.two_tiles import _STRIDE, DEALS, PAIRS, Comparison, classes_of, deal, part, positions, scores


@needs_kernel
@pytest.mark.parametrize("name", few(presets.PRESETS, "pagat", "berndt"))
def test_kernel_and_reference_agree(name: str) -> None:
    rules = presets.rules(name)
    chosen = [*part(rules, 7, 6000)]
    report = Comparison(rules).compare(chosen)
    assert report.deals == 2 * sum(len(classes_of(rules).members(n)) for n in chosen)
    assert report.positions > 3_000
    assert report.searched > 50
    assert not report.disagreements, report.disagreements[:3]


@needs_kernel
@pytest.mark.parametrize("change", ["target=71", "low=31", "last_trick=9", "failed_close=two"])
def test_a_rule_that_is_a_little_different_shows(change: str) -> None:
    from bingo.solver.search.kernel import Kernel

    comparison = Comparison(presets.PAGAT)
    comparison._kernel = Kernel(presets.rules(f"pagat, {change}"))
    assert comparison.compare(part(presets.PAGAT, 1, 4000)).disagreements


@needs_kernel
def test_a_value_of_the_reference_is_held_against_each_deal_of_its_class() -> None:
    comparison = Comparison(presets.PAGAT)
    sizes = np.diff(classes_of(presets.PAGAT).starts)
    n = int(np.flatnonzero((sizes >= 50) & (sizes < 100))[0])
    deals = comparison.compare([n]).deals
    comparison._known = {key: (value + 1, stage) for key, (value, stage) in comparison._known.items()}
    report = comparison.compare([n])
    assert len(report.disagreements) == report.positions
    wrong = {(p.trump, p.hands, p.leader) for p, _, _ in report.disagreements}
    assert len(wrong) == deals == report.deals


@thorough
def test_the_parts_are_all_deals_each_once() -> None:
    assert len(PAIRS) == 122_850
    assert DEALS == 122_850 * 7 * 2
    for preset in presets.PRESETS.values():
        found = classes_of(preset.rules)
        assert math.gcd(_STRIDE, len(found)) == 1
        assert sorted(n for share in (1, 2, 3) for n in part(preset.rules, share, 3)) == [*range(len(found))]
        assert np.array_equal(np.sort(found.deals), np.arange(DEALS // 2))
        assert found.starts[0] == 0
        assert found.starts[-1] == DEALS // 2
        assert np.diff(found.starts).min() > 0


@pytest.mark.parametrize("name", few(presets.PRESETS, "pagat", "berndt"))
def test_deals_of_a_class_are_worth_the_same(name: str) -> None:
    rules, rng = presets.rules(name), random.Random(name)
    found, compared = classes_of(rules), 0
    while compared < 8:
        members = found.members(rng.randrange(len(found)))
        if len(members) > 1:
            one, other = (deal(rules, int(n)) for n in rng.sample(members.tolist(), 2))
            compared += 1
            some = rng.randrange(3)  # every third position, and the same of both
            values = [[*_values(d, some, 3)] for d in (one, other)]
            assert values[0] == values[1], (one, other)


@pytest.mark.parametrize("name", [name for name in presets.PRESETS if presets.rules(name).at_target != "points"])
def test_scores_that_rules_tell_not_apart_are_worth_the_same(name: str) -> None:
    rules, rng = presets.rules(name), random.Random(name)
    values: dict[Hashable, set[int]] = defaultdict(set)
    positions_of: dict[Hashable, int] = defaultdict(int)
    for n in rng.sample(range(DEALS // 2), 12):
        start = deal(rules, n)
        play = lines(start)
        for _ in range(20):
            points = (rng.randrange(75), rng.randrange(75))
            if rules.at_target != "first-ends" or max(points) < rules.target:
                position = begin(replace(start, points=points, tricks=(int(points[0] > 0), int(points[1] > 0))))
                key = play.shape, play.seen(rules, position.points, position.tricks, position.closed)
                values[key].add(Reference().value(position))
                positions_of[key] += 1
    assert max(positions_of.values()) > 1
    assert all(len(found) == 1 for found in values.values())


@pytest.mark.parametrize("name", few(presets.PRESETS, "pagat", "berndt"))
def test_with_names_exchanged_a_deal_is_worth_the_opposite(name: str) -> None:
    rules, rng = presets.rules(name), random.Random(name)
    for n in rng.sample(range(DEALS // 2), 4):
        for position in islice(positions(deal(rules, n)), 0, None, 9):
            assert Reference().value(position.swapped()) == -Reference().value(position)


@pytest.mark.parametrize("name", ["pagat", "hoyle-modern", "domino-play"])
def test_no_other_score_is_worth_anything_else(name: str) -> None:
    rules = presets.rules(name)
    for start in (deal(rules, n) for n in range(3, DEALS // 2, DEALS // 8)):
        matter = {_value(start, points, tricks) for points, tricks in scores(start, lines(start))}
        for a in range(0, 80, 3):
            for b in range(0, 80, 3):
                if rules.at_target != "first-ends" or max(a, b) < rules.target:
                    assert _value(start, (a, b), (1, 1)) in matter


def _values(start: Position, first: int, step: int) -> Iterator[tuple[Hashable, int]]:
    for p in islice(positions(start), first, None, step):
        yield (p.points, p.tricks, p.closed, p.stage, bool(p.shown)), Reference().value(p)


def _value(start: Position, points: tuple[int, int], tricks: tuple[int, int]) -> int:
    return Reference().value(begin(replace(start, points=points, tricks=tricks)))
