"""Closing where not all hands are affordable: how many are tried, and what a sample of them is said to tell."""

from __future__ import annotations

import re
from dataclasses import replace
from math import log2
from typing import Any

import numpy as np
import pytest

from bingo.cli.render.closing import chance, how_sure
from bingo.positions import read, reads
from bingo.solver import NotationError, Settings, should_close
from bingo.solver.game.presets import PAGAT
from bingo.solver.hidden import closing
from bingo.solver.hidden.closing import analyze_closing
from bingo.solver.hidden.decision import PLAY_ON
from bingo.solver.hidden.means import Interval, Mean, Sample, mean_of
from bingo.solver.hidden.sampling import NATIVE, Allowance, sample_size
from bingo.solver.hidden.view import known
from tests.depth import thorough
from tests.hidden import late_view
from tests.native import needs_kernel, without_kernel
from tests.test_cli_close import EIGHT_HANDS, EXAMPLE

HANDS = np.arange(1000, dtype=np.uint32)


def _allowed(nodes: int, pilot: int = 10) -> Allowance:
    return Allowance(nodes=nodes, sample_nodes=nodes, pilot=pilot, growth=1.0, few=0)


@pytest.mark.parametrize(("nodes", "size"), [(100_000, 1000), (99_999, 320), (64_000, 320), (63_999, 160), (1, 10)])
def test_as_many_hands_are_tried_as_the_price_of_a_few_allows(nodes: int, size: int) -> None:
    """A hand costs 100 nodes here, and in a sample twice that, as the halves are solved once more."""
    solved: list[int] = []

    def solve(some: np.ndarray[tuple[int], np.dtype[np.uint32]]) -> int:
        solved.append(len(some))
        return 100 * len(some)

    assert sample_size(HANDS, solve, _allowed(nodes)) == size
    assert solved == [10]


def test_few_hands_are_all_solved_whatever_they_cost() -> None:
    assert sample_size(HANDS[:800], lambda _some: 10**9, NATIVE) == 800


def test_a_mean_over_all_hands_is_exact() -> None:
    mean = mean_of(np.array([2, 2, -3], dtype=np.int16), Sample(3, 3, (-3, 2), np.ones(3)))
    assert mean.exact
    assert mean.points.low == mean.points.value == mean.points.high == pytest.approx(1 / 3)
    assert mean.win == pytest.approx(2 / 3)


def test_hands_that_all_bring_the_same_do_not_make_a_sample_certain() -> None:
    mean = mean_of(np.full(64, 2, dtype=np.int16), Sample(64, 3432, (-3, 3), np.ones(64)))
    assert not mean.exact
    assert mean.points.low < 2 == mean.points.value <= mean.points.high
    assert mean.wins.low < 1 == mean.win


def test_what_a_strategy_gains_by_knowing_the_sample_is_taken_off() -> None:
    values = np.array([2, -2] * 32, dtype=np.int16)
    halves = values.copy()
    halves[1::8] = 2  # made for a half alone, the strategy also wins these eight
    mean = mean_of(values, Sample(64, 256, (-2, 2), np.ones(64)), halves)
    assert mean.value == pytest.approx(0 - 0.5 * log2(4))
    assert mean.win == pytest.approx(0.5 - 8 / 64 * 2)
    assert mean.points.low < mean.value < 0 < mean.points.high


@needs_kernel
def test_intervals_of_samples_hold_what_all_hands_give() -> None:
    """Of 95 % intervals, at least nine in ten; both means, over all leads of ten positions."""
    held = []
    for seed in range(10):
        _, seen = late_view(seed, 4, PAGAT)
        exact = analyze_closing(seen)
        sample = analyze_closing(seen, Settings(seed=seed), allowed=_allowed(1, 64))
        assert (exact.exact, sample.exact, sample.tried, sample.hands) == (True, False, 64, exact.hands)
        assert not sample.certain or any(lead.move.claim for lead in sample.leads)
        whole = {lead.move: lead for lead in exact.leads}
        for lead in sample.leads:
            if lead.move in whole:
                of_all = whole[lead.move]
                held += [
                    found.low <= mean.value <= found.high
                    for found, mean in (
                        (lead.double_dummy.points, of_all.double_dummy),
                        (lead.guaranteed.points, of_all.guaranteed),
                    )
                ]
    assert len(held) > 100
    assert sum(held) >= 0.9 * len(held)


@needs_kernel
def test_a_sample_depends_on_the_seed_alone() -> None:
    _, seen = late_view(3, 4, PAGAT)
    found = [
        analyze_closing(seen, Settings(seed=seed, threads=threads), allowed=_allowed(1, 32)).leads
        for seed, threads in ((1, 1), (1, 3), (2, 1))
    ]
    assert found[0] == found[1] != found[2]


@needs_kernel
def test_progress_moves_from_nothing_to_all() -> None:
    shares: list[float] = []
    [view] = read(EXAMPLE)
    decision = should_close(view, Settings(worlds=1024), shares.append)
    assert decision.exact
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] == 1
    assert len(set(shares)) > 3  # at least after each kind of work; how often besides depends on the time it takes


@needs_kernel
def test_a_seed_is_short_for_settings_with_it() -> None:
    [view] = read(EXAMPLE)
    first, again = should_close(view, seed=5).as_dict(), should_close(view, Settings(seed=5)).as_dict()
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    with pytest.raises(NotationError, match="seed"):
        should_close(view, seed=-1)


@thorough
def test_without_a_kernel_many_hands_are_sampled() -> None:
    page = without_kernel("close", EXAMPLE, "--no-proof", "--seconds", "0.1").stdout
    assert "from a sample of 2 of 3,432 hands" in " ".join(page.split())
    assert "all 8 hands solved" in without_kernel("close", "-", "--no-proof", text=EIGHT_HANDS).stdout


class _Size(Exception):
    """How many hands a close is to be solved against."""


@needs_kernel
@pytest.mark.parametrize("preset", ["domino-play", "berndt"])
def test_where_no_claim_cuts_play_short_all_hands_are_more_than_half_a_minute(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking at worlds takes time too, not only searching nodes: 31,824 hands took minutes."""
    hand = "{hand: 6-6 5-5 4-4 3-3 6-4 5-4 0-0, won: 6-5 2-1}"
    [seen] = reads(
        f"{{rules: {preset}, turned: 4-1, trump: 4, lead: you, you: {hand}, opponent: {{points: 0, tricks: 0}}}}"
    )

    def chosen(*args: Any) -> int:
        raise _Size(sample_size(*args))

    monkeypatch.setattr(closing, "sample_size", chosen)
    with pytest.raises(_Size) as found:
        analyze_closing(known(seen))
    assert 128 < found.value.args[0] < 31_824


@needs_kernel
def test_the_interval_of_a_summary_is_that_of_what_it_says() -> None:
    """Where the advice is to play on, it says the most that closing brings, and not what is guaranteed."""
    _, seen = late_view(3, 4, PAGAT)
    sampled = analyze_closing(seen, allowed=_allowed(1, 64))
    little = Mean(Interval(-1.0, -1.1, -0.9), Interval(0.1, 0.05, 0.15), exact=False)
    some = Mean(Interval(0.1, 0.0, 0.2), Interval(0.4, 0.35, 0.45), exact=False)
    leads = tuple(replace(lead, guaranteed=little, double_dummy=some) for lead in sampled.leads)
    decision = should_close(seen, Settings(worlds=64))
    assert decision.open
    going_on = replace(decision.open, moves=(replace(decision.open.best, value=2.0, low=1.0, high=3.0),))
    decision = replace(decision, closing=replace(sampled, leads=leads), open=going_on)
    assert (decision.advice, decision.exact) == (PLAY_ON, False)
    says, sure = chance(decision), how_sure(decision)
    win = float(re.findall(r"([\d.]+)%", says)[0])
    low, high = map(float, re.findall(r"([\d.]+)%", sure)[:2])
    assert low <= win <= high
