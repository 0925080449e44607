"""Closing where not all hands are affordable: how many are tried, and what a sample of them is said to tell."""

import re
from dataclasses import replace
from typing import Literal

import pytest

from bingo.positions import read, reads
from bingo.solver import NotationError, Settings, analyze, should_close
from bingo.solver.analysis.answer import PLAY_ON
from bingo.solver.analysis.closing import lead_value
from bingo.solver.analysis.leads import Interval, Mean
from bingo.solver.analysis.worlds import known
from bingo.solver.game.presets import PAGAT
from bingo.solver.render.closing import chance, how_sure
from tests.cli.test_close import EXAMPLE
from tests.cli.test_main import ROOT
from tests.oracles.closing import analyze_closing
from tests.support.depth import thorough
from tests.support.hidden import late_view


def test_intervals_of_samples_hold_what_all_hands_give() -> None:
    """Of 95% intervals, at least nine in ten; both means, over all leads of ten positions."""
    held = []
    for seed in range(10):
        _, seen = late_view(seed, 4, PAGAT)
        exact = analyze_closing(seen)
        sample = analyze_closing(seen, Settings(seed=seed), most_hands=64)
        assert (exact.exact, sample.exact, sample.tried, sample.hands) == (True, False, 64, exact.hands)
        assert not sample.certain or any(lead.move.claim for lead in sample.leads)
        estimated = lead_value(sample.leads[0])
        assert (estimated.kind, estimated.low) == ("estimate", sample.leads[0].guaranteed.points.low)
        assert sample.leads[0].most == sample.leads[0].double_dummy.points.high
        whole = {lead.move: lead for lead in exact.leads}
        for lead in sample.leads:
            if lead.move in whole:
                of_all = whole[lead.move]
                held += [
                    interval.low <= mean.value <= interval.high
                    for interval, mean in (
                        (lead.double_dummy.points, of_all.double_dummy),
                        (lead.guaranteed.points, of_all.guaranteed),
                    )
                ]
    assert len(held) > 100
    assert sum(held) >= 0.9 * len(held)


def test_progress_moves_from_nothing_to_all() -> None:
    shares: list[float] = []
    [view] = read(ROOT / EXAMPLE)
    decision = should_close(view, Settings(worlds=1024), shares.append)
    assert decision.exact
    assert shares == sorted(shares)
    assert 0 <= shares[0] < 0.1
    assert shares[-1] <= 1
    assert len(set(shares)) > 3  # at least after each kind of work; how often besides depends on the time it takes


def test_a_seed_is_short_for_settings_with_it() -> None:
    [view] = read(ROOT / EXAMPLE)
    first, again = should_close(view, seed=5).as_dict(), should_close(view, Settings(seed=5)).as_dict()
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    with pytest.raises(NotationError, match="seed"):
        should_close(view, seed=-1)


@thorough
@pytest.mark.parametrize("preset", ["domino-play", "berndt"])
def test_where_no_claim_cuts_play_short_all_hands_are_more_than_half_a_minute(preset: str) -> None:
    """Looking at worlds takes time too, not only searching nodes: 31,824 hands took minutes."""
    hand = "{hand: 6-6 5-5 4-4 3-3 6-4 5-4 0-0, won: 6-5 2-1}"
    [seen] = reads(
        f"{{rules: {preset}, turned: 4-1, trump: 4, lead: you, you: {hand}, opponent: {{points: 0, tricks: 0}}}}"
    )
    assert 128 < analyze_closing(known(seen)).tried < 31_824


def test_the_interval_of_a_summary_is_that_of_what_it_says() -> None:
    """Where the advice is to play on, it says the most that closing brings, and not what is guaranteed."""
    _, seen = late_view(3, 4, PAGAT)
    sampled = analyze_closing(seen, most_hands=64)
    little = Mean(Interval(-1.0, -1.1, -0.9), Interval(0.1, 0.05, 0.15), False, ((-1, 64, 1.0),))
    some = Mean(Interval(0.1, 0.0, 0.2), Interval(0.4, 0.35, 0.45), False, ((0, 64, 1.0),))
    leads = [replace(lead, guaranteed=little, double_dummy=some) for lead in sampled.leads]
    decision = should_close(seen, Settings(worlds=64))
    good = replace(decision.open.first, value=1.0, low=0.9, high=1.1)
    playing_on = replace(decision.open, moves=(good, *decision.open.moves[1:]))
    decision = replace(decision, close=replace(sampled, leads=tuple(leads)), going_on=playing_on)
    assert (decision.advice, decision.closing.exact) == (PLAY_ON, False)
    says, sure = chance(decision), how_sure(decision)
    win = float(re.findall(r"([\d.]+)%", says)[0])
    low, high = map(float, re.findall(r"([\d.]+)%", sure)[:2])
    assert low <= win <= high


@pytest.mark.parametrize("effort", [50, "quick"])
def test_effort_bounds_closes_too_and_is_reproducible(effort: int | Literal["quick"]) -> None:
    [seen] = read(ROOT / EXAMPLE)
    limit = 256 if effort == "quick" else 50
    for ask in (analyze, should_close):
        answer = ask(seen, effort=effort, seed=3)
        assert answer.hands == (3432, limit)
        assert (answer.open if answer.close else answer).worlds in (limit, 6144 // 4)
        assert ask(seen, effort=effort, seed=3).moves == answer.moves
    assert analyze(seen, effort="normal", seed=3).moves == analyze(seen, seed=3).moves
    with pytest.raises(NotationError, match="effort: expected one of quick, normal, thorough; found 'slow'"):
        Settings(effort="slow")  # type: ignore[arg-type]
