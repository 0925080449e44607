"""Closing with the other hand hidden: the bracket of every lead, the strategy below it, what is said about it."""

import random
import re
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bingo.positions import reads
from bingo.solver import IllegalMove, Mean, Settings, analyze, rules, should_close
from bingo.solver.analysis import PLAY_ON, closed_world, count_hands, hands, value_of, view_of
from bingo.solver.analysis.hidden import analyze_hidden
from bingo.solver.game import PAGAT, YOU, Closing, Move, Position, Stage, TileSet, legal_moves, mask, members, parse_all
from bingo.solver.game.legal import apply
from bingo.solver.render.answers import chance_sentence, closing_basis_sentence
from bingo.solver.render.tree import after_turns
from tests.oracles.best_defence import outcomes
from tests.oracles.kernel import Kernel, analyze_closing
from tests.oracles.reference import Reference, random_objective
from tests.support.depth import by_depth, few, thorough
from tests.support.hidden import late_view, scaled_worlds
from tests.support.reading import example

SEARCH_WIDTHS = ((1, 1), (4, 10), (1000, 1000))


def _leads(position: Position) -> list[Move]:
    return [move for move in legal_moves(position) if not move.claim]


@pytest.mark.parametrize(
    "spec",
    few(
        [
            "pagat",
            "pagat, redeclare=true, target=120, declaration_points=120 200 200 200 200 200",
            "engel, must_beat=false",
            "pagat, capture=0, seven_doubles=0",
            "pagat, failed_close=two, others_win=as-usual",
        ],
        "pagat, redeclare=true, target=120, declaration_points=120 200 200 200 200 200",
        "engel, must_beat=false",
    ),
)
def test_what_is_worked_out_for_many_hands_is_what_search_finds_for_few(spec: str) -> None:
    """The kernel works all positions out that can follow once 300,000 values were asked for: fewer nodes tell so, as
    its tables hold next to nothing. In the deals apart all doubles are there, that of trumps in hand, the Bingo hidden.
    """
    looked_up, tabled = False, Kernel(rules(spec), bits=4)
    for seed in (249, 0, 120)[: by_depth(2, 3)]:
        view = late_view(seed, 1, rules(spec))[1]
        all_hands = hands(view)
        position = closed_world(view, int(all_hands[0]))
        leads = _leads(position)
        fresh = Kernel(rules(spec), bits=4)
        some_hands = all_hands[np.arange(len(all_hands) // 2 + seed % 40, len(all_hands), 40)]
        tabled.closings(position, all_hands, leads * 2)
        nodes_before = tabled.nodes
        worked_out = tabled.closings(position, some_hands, leads)
        assert (worked_out == fresh.closings(position, some_hands, leads)).all()
        looked_up = looked_up or 2 * (tabled.nodes - nodes_before) < fresh.nodes
        exhausted = replace(position, closed=None, turned=None)
        assert (tabled.closings(exhausted, some_hands, leads) == fresh.closings(exhausted, some_hands, leads)).all()
    assert looked_up


def test_a_declaration_may_end_the_deal() -> None:
    """Section 9: under ``hoyle-modern`` the first at the target wins at once, with nothing led."""
    [view] = reads(
        "{rules: hoyle-modern, turned: 4-1, lead: you, opponent: {points: 11, tricks: 1},"
        " you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0, points: 55, tricks: 4}}"
    )
    best = analyze_closing(view_of(view)).leads[0]
    assert (str(best.move), best.guaranteed.win) == ("close, declare 5-5 0-0", 1)


@given(st.integers(0, 10**6))
@settings(max_examples=by_depth(15, 60), deadline=None)
def test_leads_are_worth_in_every_hand_what_the_reference_search_finds(seed: int) -> None:
    rng = random.Random(seed)
    worlds = scaled_worlds(rng, (2, 3, 4), most=6)
    hands = np.array([world.hands[1] for world in worlds], dtype=np.uint32)
    leads = _leads(worlds[0])
    for goal in [None, random_objective(rng)][: 1 + (worlds[0].rules.at_target != "points")]:
        values = Kernel(worlds[0].rules, 8, objective=goal).closings(worlds[0], hands, leads)
        exact = Reference(goal)
        assert values.tolist() == [[value_of(world, lead, exact) for lead in leads] for world in worlds]


def test_an_opponent_with_no_doubles_to_show_looks_like_one_who_keeps_them_back() -> None:
    """RULES.md section 9, ``domino-play``: who won a trick with a double may declare it with others. If they do not,
    nobody sees whether they could have.
    """
    chosen = rules("domino-play, plain_trick=either-end-in-phase-two")
    yours, *theirs = (
        mask(parse_all(tiles))
        for tiles in ("1-1 3-2 4-1 4-2 5-5", "2-2 3-3 6-1 6-5 6-6", "3-3 5-0 5-1 6-1 6-5", "3-3 5-0 5-2 6-1 6-5")
    )
    base = Position(
        chosen, 0, (yours, theirs[0]), YOU, points=(40, 30), tricks=(2, 1), stage=Stage.LEAD, closed=Closing(YOU, 30, 1)
    )
    worlds, lead = [replace(base, hands=(yours, hand)) for hand in theirs], Move.parse("lead 3-2")
    for width in SEARCH_WIDTHS:
        sure = Kernel(chosen).guaranteed(base, np.array(theirs, dtype=np.uint32), [lead], *width)
        assert sure[:, 0].tolist() == [0, 1, -2]
    assert max(map(sum, outcomes(worlds, lead))) < sum([0, 1, 1])  # what telling them apart would bring


# --- late views, recomputed ----------------------------------------------------------------------------


def test_the_refutation_is_a_line_by_the_rules_that_ends_as_it_says() -> None:
    position, view = next(
        (p, k)
        for p, k in (late_view(seed, 5, PAGAT) for seed in range(50))
        if 0 < analyze_closing(k).leads[0].double_dummy.win < 1
    )
    analysis = analyze_closing(view)
    refutation = analysis.refutation
    assert refutation.value == analysis.leads[0].double_dummy.outcomes[-1][0] <= 0
    down = tuple(members(view.unseen & ~refutation.hand))
    hands = (position.hands[0], TileSet(refutation.hand))
    end = after_turns(replace(position, hands=hands, stock=down, stage=Stage.LEAD), refutation.line)
    assert (end.over, end.gain) == (True, refutation.value)


# --- when closing is not possible ------------------------------------------------------------------------

CANNOT_CLOSE = {
    "{turned: 4-1, lead: opponent, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0, points: 0, tricks: 1},"
    " opponent: {points: 0, tricks: 1}}": "Only the leader may close",
    "{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}}": "need a trick",
    "{turned: 4-1, lead: opponent, led: 6-4, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}}": "in the middle of a trick",
    "{trump: 4, lead: you, you: {hand: 6-3, points: 60, tricks: 7}, opponent: {points: 60, tricks: 6}}": "exhausted",
    "{trump: 4, lead: you, closed: {by: you, points: 0, tricks: 0}, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0,"
    " points: 10, tricks: 1}}": "closed already",
}


@pytest.mark.parametrize(("text", "reason"), CANNOT_CLOSE.items())
def test_says_why_closing_is_not_possible(text: str, reason: str) -> None:
    """RULES.md section 6: a leader with a trick, between two tricks, while the boneyard is open."""
    [view] = reads(text)
    with pytest.raises(IllegalMove, match=reason):
        should_close(view)


# --- the decision ------------------------------------------------------------------------------------------


def test_the_verdict_follows_from_the_two_intervals() -> None:
    seen_advice = set()
    for seed in range(by_depth(6, 12)):
        _, view = late_view(seed, 4, PAGAT)
        position = late_view(seed, 4, PAGAT)[0]
        answer = should_close(position, seed=3)
        going_on = answer.open.first
        assert going_on.low <= going_on.value <= going_on.high
        low, high = answer.value, max(lead.high for lead in answer.moves)
        assert low == max(lead.guaranteed.value for lead in answer.leads)
        expected = "too close to call"
        if low > going_on.high or (answer.certain and low == going_on.high):
            expected = "close"
        if high < going_on.low or (going_on.move.claim and high <= going_on.value):
            expected = "play on"
        assert answer.advice == expected
        assert answer.hands == count_hands(view)
        seen_advice.add(answer.advice)
    assert len(seen_advice) > 1


def test_a_claim_is_better_than_a_close_that_brings_no_more() -> None:
    [view] = reads(
        "{turned: 5-1, lead: you, you: {hand: 6-6 6-3 6-2 5-4 5-0 4-2 0-0, won: '4-4 3-3, 2-2 5-5, 6-4 6-5',"
        " declared: 20}, opponent: {won: '1-0 2-1'}}"
    )
    answer = should_close(view)
    assert answer.certain
    assert answer.advice == "play on"
    assert (str(answer.open.first.move), answer.open.first.value, answer.open.first.worlds) == ("claim", 2, 0)


def test_a_written_hand_and_stock_are_not_looked_at() -> None:
    position, view = late_view(2, 6, PAGAT)
    other = next(TileSet(int(h)) for h in hands(view) if h != position.hands[1])
    [stock] = members(view.unseen & ~other)
    swapped = replace(position, hands=(position.hands[0], other), stock=(stock,))
    answer, swapped_answer = (should_close(p).as_dict() for p in (position, swapped))
    assert {**answer, "seconds": 0} == {**swapped_answer, "seconds": 0}


def test_a_declaration_that_reaches_the_target_is_claimed_with_at_once() -> None:
    """Led on, the double may be beaten, and the opponent then claims first. There is no need to close for it."""
    text = """{rules: engel, turned: 5-4, lead: you,
      you: {hand: 6-6 6-2 6-1 4-1 3-2 3-0 1-1, points: 62, tricks: 3},
      opponent: {points: 14, tricks: 1, declared: 50, shown: 4-4}}"""
    [view] = reads(text)
    decision = should_close(view)
    best = decision.leads[0]
    assert (str(best.move), best.double_dummy.win, best.guaranteed.win) == ("close, declare 6-6 1-1, claim", 1.0, 1.0)
    assert decision.certain
    assert max(lead.double_dummy.win for lead in decision.leads[1:]) < 1
    assert (decision.advice, str(decision.open.first.move), decision.open.first.value) == (
        "play on",
        "declare 6-6 1-1, claim",
        1,
    )


# --- closing where not all hands are affordable: how many are tried, and what a sample of them is said to tell


def test_intervals_of_samples_hold_what_all_hands_give() -> None:
    """Of 95% intervals, at least nine in ten; both means, over all leads of ten positions."""
    interval_hits = []
    for seed in range(10):
        _, view = late_view(seed, 4, PAGAT)
        exact = analyze_closing(view)
        sample = analyze_closing(view, Settings(seed=seed), most_hands=64)
        assert (exact.exact, sample.exact, sample.tried, sample.hands) == (True, False, 64, exact.hands)
        assert not sample.certain or any(lead.move.claim for lead in sample.leads)
        first = sample.leads[0]
        limits = first.guaranteed.low, first.double_dummy.high
        assert (first.kind, first.low, first.high) == ("estimate", *limits)
        exact_leads = {lead.move: lead for lead in exact.leads}
        for lead in sample.leads:
            if lead.move in exact_leads:
                of_all = exact_leads[lead.move]
                interval_hits += [
                    interval.low <= mean.value <= interval.high
                    for interval, mean in (
                        (lead.double_dummy, of_all.double_dummy),
                        (lead.guaranteed, of_all.guaranteed),
                    )
                ]
    assert len(interval_hits) > 100
    assert sum(interval_hits) >= 0.9 * len(interval_hits)


@pytest.mark.parametrize(("preset", "seed"), [("engel", 7), ("pagat", 2)])
def test_a_sample_in_which_all_hands_bring_the_same_is_not_certain(preset: str, seed: int) -> None:
    """Hands that were not tried may bring all that the rules allow: the interval reaches there, and no further."""
    _, view = late_view(seed, 4, rules(preset))
    sample = analyze_closing(view, Settings(seed=seed), most_hands=24)
    means = [mean for lead in sample.leads if not lead.move.claim for mean in (lead.guaranteed, lead.double_dummy)]
    constant_means = [mean for mean in means if len(mean.outcomes) == 1]
    assert constant_means
    assert all(mean.high - mean.low > 0.05 for mean in constant_means)
    assert all(-3 <= mean.low <= mean.high <= 3 for mean in means)


@pytest.mark.parametrize("preset", ["pagat", "engel", "hoyle-1868"])
def test_a_sample_is_no_more_certain_where_the_opponent_is_to_move(preset: str) -> None:
    """What hands that were not tried may bring is told of the position itself there: nothing has been played yet."""
    for seed in range(3):
        position, _ = late_view(seed, 4, rules(preset))
        closed = apply(position, next(move for move in legal_moves(position) if move.close and move.lead)).position
        view = view_of(closed)
        assert (closed.stage, closed.leader) == (Stage.REPLY, YOU)
        sample, whole = (analyze_hidden(view, Settings(), None, most_hands=most).moves[0] for most in (24, None))
        assert -3 <= sample.low <= whole.value <= sample.high <= 3
        assert sample.high - sample.low > whole.high - whole.low


def test_progress_moves_from_nothing_to_all() -> None:
    shares: list[float] = []
    view = example("should-i-close")
    decision = should_close(view, Settings(worlds=1024), shares.append)
    assert decision.exact
    assert shares == sorted(shares)
    assert 0 <= shares[0] < 0.1
    assert shares[-1] <= 1
    assert len(set(shares)) > 3  # at least after each kind of work; how often besides depends on the time it takes


@thorough
@pytest.mark.parametrize("preset", ["domino-play", "berndt"])
def test_where_no_claim_cuts_play_short_all_hands_are_more_than_half_a_minute(preset: str) -> None:
    """Looking at worlds takes time too, not only searching nodes: 31,824 hands took minutes."""
    hand = "{hand: 6-6 5-5 4-4 3-3 6-4 5-4 0-0, won: 6-5 2-1}"
    [view] = reads(
        f"{{rules: {preset}, turned: 4-1, trump: 4, lead: you, you: {hand}, opponent: {{points: 0, tricks: 0}}}}"
    )
    assert 128 < analyze_closing(view_of(view)).tried < 31_824


def test_where_nothing_more_can_be_lost_no_strategy_is_looked_for() -> None:
    """Both have a trick, so a failed close costs 2 and no more: all hands are solved, where 512 took seconds."""
    [view] = reads(
        "{rules: akagiri, trump: 6, turned: 6-4, lead: you, played: 0-0 2-1 3-1 3-2 3-3 6-5,"
        " you: {hand: 6-1 5-2 5-0 4-2 4-1 2-0 1-0, points: 17, tricks: 1},"
        " opponent: {points: 14, tricks: 2, declared: 20, shown: 2-2}}"
    )
    answer = analyze_closing(view_of(view))
    assert answer.tried == answer.hands == 1716
    assert {(lead.guaranteed.value, lead.double_dummy.value) for lead in answer.leads} == {(-2, -2)}


def test_the_interval_of_a_summary_is_that_of_what_it_says() -> None:
    """Where the advice is to play on, it says the most that closing brings, and not what is guaranteed."""
    _, view = late_view(3, 4, PAGAT)
    sampled = analyze_closing(view, most_hands=64)
    little = Mean(((-1, 64, 1.0),), -1.0, -1.1, -0.9, 0.1, 0.05, 0.15)
    middling = Mean(((0, 64, 1.0),), 0.1, 0.0, 0.2, 0.4, 0.35, 0.45)
    worth: dict[str, Any] = {"value": -1.0, "low": -1.1, "high": 0.2, "win": 0.1, "win_low": 0.05, "win_high": 0.45}
    leads = tuple(replace(lead, guaranteed=little, double_dummy=middling, **worth) for lead in sampled.leads)
    decision = should_close(view, Settings(worlds=64))
    better_move = replace(decision.open.first, value=1.0, low=0.9, high=1.1)
    playing_on = replace(decision.open, moves=(better_move, *decision.open.moves[1:]))
    decision = replace(sampled, moves=leads, going_on=playing_on)
    assert (decision.advice, decision.exact) == (PLAY_ON, False)
    says, sure = chance_sentence(decision), closing_basis_sentence(decision)
    value = float(re.findall(r"[+-]\d\.\d\d", says)[0])
    low, high = map(float, re.findall(r"[+-]\d\.\d\d", sure)[:2])
    assert low <= value <= high


@pytest.mark.parametrize("effort", few([50, "quick"], 50))
def test_effort_bounds_closes_too(effort: int | Literal["quick"]) -> None:
    view = example("should-i-close")
    limit = 450 if effort == "quick" else 50
    for ask in (analyze, should_close):
        answer = ask(view, effort=effort, seed=3)
        assert (answer.hands, answer.tried) == (3432, limit)
        assert (answer.open if answer.going_on else answer).worlds in (limit, 1024, 6144 // 4)
    assert analyze(view, effort="normal", seed=3).moves == analyze(view, seed=3).moves
