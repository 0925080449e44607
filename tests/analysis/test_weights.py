"""Hands weighted by how the opponent played: what closing and estimates make of it, and of all hands alike."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bingo.positions import reads_records
from bingo.solver import Answer, InformationSet, Rules, Settings, replay
from bingo.solver.analysis import closed_world, estimate, hand_weights, hands, has_inference, tile_chances, value_of
from bingo.solver.engine._kernel import SEARCH_WIDTH
from bingo.solver.game import DOUBLES, OPPONENT, PAGAT, YOU, Stage, TileSet, at_lead, can_close, members
from tests.oracles.kernel import Kernel, analyze_closing
from tests.oracles.random_play import random_deal
from tests.support.depth import few
from tests.support.hidden import all_worlds
from tests.support.strategies import PRESETS

EQUAL_WEIGHTS = Settings(equal_weights=True)
#: All weights are multiples of this, so that sums of them are exact in whatever order they are taken.
WEIGHT_UNIT = 2.0**-16


def views(rules: Rules, tricks: int) -> Iterator[InformationSet]:
    """What the player on lead knows after so many tricks of random deals, where they may close and the opponent has
    nothing to claim.
    """
    for seed in range(200):
        for moment in replay(random_deal(rules, seed)).moments:
            if moment.trick == tricks + 1 and moment.position.stage is Stage.LEAD and can_close(moment.position):
                view = moment.seen_by(moment.to_play)
                if (view.card_points(OPPONENT) or 0) < rules.target:
                    yield view


@cache
def random_view(rules: Rules, tricks: int) -> InformationSet:
    return next(views(rules, tricks))


def answers(analysis: Answer) -> tuple[object, ...]:
    """All that was found out."""
    return analysis.moves, analysis.hands, analysis.tried, analysis.why, analysis.pattern, analysis.refutation


# --- weights -----------------------------------------------------------------------------------------


def test_weights_are_one_on_average_and_sums_of_them_exact() -> None:
    for rules in PRESETS:
        view = random_view(rules, 4)
        weights = hand_weights(view)
        assert weights.mean() == pytest.approx(1, abs=1e-3)
        assert weights.min() > 0
        assert (weights / WEIGHT_UNIT == np.rint(weights / WEIGHT_UNIT)).all()
        shuffled = np.random.default_rng(1).permutation(weights)
        assert shuffled.cumsum()[-1] == weights.cumsum()[-1]


def test_who_leads_on_with_doubles_shows_them_more_often_than_not() -> None:
    """Hands with two doubles are less likely if the opponent led, a trick won, and declared none."""
    moments = (moment for seed in range(100) for moment in replay(random_deal(PAGAT, seed)).moments)
    replies = (m.seen_by(m.to_play) for m in moments if m.trick == 2 and m.position.led is not None and m.position.open)
    view = next(v for v in replies if not v.shown_by[OPPONENT] and not DOUBLES >> (v.led or 0) & 1)
    doubles = np.array([(hand & DOUBLES).bit_count() for hand in hands(view).tolist()])
    weights = hand_weights(view)
    assert weights[doubles >= 2].mean() < weights[doubles < 2].mean()


def test_the_order_in_which_tiles_are_written_makes_no_difference() -> None:
    record = random_deal(PAGAT, 5)
    assert record.dealt[0]
    assert record.dealt[1]
    other = replace(record, dealt=(record.dealt[0][::-1], record.dealt[1][::-1]))
    for trick in (2, 3, 4):
        pair = [replay(r).at(trick).seen_by(replay(r).at(trick).to_play) for r in (record, other)]
        assert hand_weights(pair[0]).tolist() == hand_weights(pair[1]).tolist()


def test_the_chance_of_a_tile_is_that_of_the_hands_with_it() -> None:
    for tricks in (3, 5):
        view = random_view(PAGAT, tricks)
        listed, chances = hands(view), tile_chances(view)
        weights = hand_weights(view)
        assert set(chances) == set(members(view.unknown_tiles))
        assert list(chances.values()) == sorted(chances.values(), reverse=True)
        assert sum(chances.values()) == pytest.approx(view.hidden - view.known_held.bit_count())
        tile = next(iter(chances))
        holding = [weight for hand, weight in zip(listed.tolist(), weights.tolist(), strict=True) if hand >> tile & 1]
        assert chances[tile] == pytest.approx(sum(holding) / weights.sum())


def test_nothing_is_told_without_a_history() -> None:
    view = replace(random_view(PAGAT, 4), history=())
    assert not has_inference(view)
    assert (hand_weights(view) == 1).all()
    assert set(tile_chances(view).values()) == {7 / view.unknown_tiles.bit_count()}


def test_what_you_led_yourself_tells_nothing_of_their_hand() -> None:
    start = replay(random_deal(PAGAT, 3)).moments[0]
    leader = start.to_play
    led = replay(random_deal(PAGAT, 3)).at(1, reply=True)
    assert [has_inference(led.seen_by(player)) for player in (leader, 1 - leader)] == [False, True]


# --- closing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", few(PRESETS, PRESETS[0]), ids=str)
def test_all_hands_alike_is_what_a_position_without_its_history_gives(rules: Rules) -> None:
    view = random_view(rules, 6)
    even = analyze_closing(view, EQUAL_WEIGHTS)
    assert not even.weighted
    assert answers(even) == answers(analyze_closing(replace(view, history=())))
    assert estimate(view, EQUAL_WEIGHTS).moves == estimate(replace(view, history=())).moves


@pytest.mark.parametrize("rules", few(PRESETS, PRESETS[0]), ids=str)
def test_means_shares_and_chances_count_each_hand_by_its_weight(rules: Rules) -> None:
    view = random_view(rules, 6)
    listed = hands(view)
    weights = hand_weights(view)
    weight_sum = weights.sum()
    analysis, exact = analyze_closing(view), Kernel(rules)
    assert analysis.weighted
    assert analysis.exact
    assert np.ptp(weights) > 0
    position = closed_world(view, int(listed[0]))
    worlds = [replace(position, hands=(position.hands[YOU], TileSet(int(hand)))) for hand in listed]
    for lead in analysis.leads:
        if lead.move.claim:
            continue
        move = replace(lead.move, close=False)
        values = np.array([value_of(world, move, exact) for world in worlds])
        assert lead.solved
        limits = lead.guaranteed.value, lead.low, lead.high, lead.double_dummy.value
        assert list(limits) == pytest.approx(sorted(limits))
        columns = [(values, lead.double_dummy)]
        if lead is analysis.first:
            guaranteed = Kernel(rules).guaranteed(position, listed, [move], *SEARCH_WIDTH, weights=weights)[:, 0]
            columns.append((guaranteed, lead.guaranteed))
        for column, mean in columns:
            assert mean.value == pytest.approx((weights * column).sum() / weight_sum)
            assert mean.win == pytest.approx(weights[column > 0].sum() / weight_sum)
            assert {value: count for value, count, _ in mean.outcomes} == Counter(column.tolist())
            shares = {value: share for value, _, share in mean.outcomes}
            assert shares == pytest.approx({v: weights[column == v].sum() / weight_sum for v in set(column.tolist())})


def test_the_reason_for_failures_weighs_hands_too() -> None:
    analyzed = ((view, analyze_closing(view)) for view in views(PAGAT, 5))
    view, analysis, failures, pattern = next((s, a, a.why, a.pattern) for s, a in analyzed if a.why and a.pattern)
    weights, pattern_tiles = hand_weights(view), np.uint32(pattern.tiles)
    has_pattern = (hands(view) & pattern_tiles) == pattern_tiles
    assert failures.share == pytest.approx(1 - analysis.leads[0].win)
    assert pattern.hands == has_pattern.sum()
    assert 0 < pattern.share <= 1
    assert pattern.share * weights[has_pattern].sum() <= failures.share * weights.sum() + 1e-9
    assert pattern.share > failures.share


def test_a_weighted_sample_depends_on_the_seed_alone() -> None:
    view = random_view(PAGAT, 4)
    leads = [
        analyze_closing(view, Settings(seed=seed, threads=threads), most_hands=32).leads
        for seed, threads in ((1, 1), (1, 3), (2, 1))
    ]
    assert leads[0] == leads[1] != leads[2]


def test_intervals_of_weighted_samples_hold_the_weighted_mean() -> None:
    """Of 95% intervals of samples from all hands, at least nine in ten."""
    view, interval_hits = random_view(PAGAT, 4), []
    exact_means = {lead.move: lead.double_dummy for lead in analyze_closing(view).leads}
    for seed in range(20):
        for lead in analyze_closing(view, Settings(seed=seed), most_hands=128).leads:
            interval = lead.double_dummy
            if lead.move in exact_means and not lead.move.claim:
                mean = exact_means[lead.move]
                interval_hits += [
                    interval.low <= mean.value <= interval.high,
                    interval.win_low <= mean.win <= interval.win_high,
                ]
    assert len(interval_hits) > 100
    assert sum(interval_hits) >= 0.9 * len(interval_hits)


# --- estimates ---------------------------------------------------------------------------------------


def test_deals_count_by_the_weight_of_the_hand() -> None:
    """All 720 deals after five tricks, played out: the mean of each move is that of all of them."""
    from bingo.solver.analysis.worlds import make_players, roll_out

    view = next(view for view in views(PAGAT, 5) if not view.known_held)
    answer = estimate(view)
    assert (answer.every, answer.weighted) == (True, True)
    listed, deals = hands(view), all_worlds(view)
    weights = hand_weights(view)[np.searchsorted(listed, deals.hands)]
    world = next(deals.positions(view))
    for option in answer.moves:
        if option.worlds:
            played = roll_out(make_players(PAGAT), at_lead(world), [option.move], deals)
            values = (played.values + played.unseen)[:, 0]
            assert option.value == pytest.approx(float((weights * values).sum() / weights.sum()))


@pytest.mark.parametrize("stage", [Stage.LEAD, Stage.REPLY])
def test_after_a_close_hands_count_by_their_weight_or_alike(stage: Stage) -> None:
    """Also by who closed and by suits not followed since; a history of another deal would not do."""
    moments = (moment for seed in range(200) for moment in replay(random_deal(PAGAT, seed)).moments)
    views = (m.seen_by(m.to_play) for m in moments if m.position.closed and m.position.stage is stage)
    wide_views = (view for view in views if view.excluded and len(hands(view)) > 20)
    seen = next(view for view in wide_views if estimate(view).first.value % 1)  # not the same in all hands
    values, weights = [], hand_weights(seen)
    for settings, hand_shares in ((Settings(), weights), (EQUAL_WEIGHTS, np.ones(len(weights)))):
        answer = estimate(seen, settings)
        assert (answer.weighted, answer.every) == (settings is not EQUAL_WEIGHTS, True)
        values.append([option.value for option in answer.moves])
        for option in answer.moves:
            hand_values = [value_of(seen.world(int(hand)), option.move, Kernel(PAGAT)) for hand in hands(seen)]
            assert option.value == pytest.approx(float(np.average(hand_values, weights=hand_shares)))
    assert values[0] != values[1]


#: Player 2 wins the trick after the close with 3-3, and shows it with 6-6.
BINGO_SHOWN = """
rules: domino-play
lead: opponent
turned: 3-1
you: {dealt: 6-2 6-1 6-0 5-4 5-2 4-3 2-0}
opponent: {dealt: 6-6 6-3 5-1 4-0 3-0 2-1 1-0}
stock: 3-3 2-2 5-5 3-2 6-5 0-0 1-1 4-2 6-4 4-1 5-0 5-3 4-4
play:
- lead 6-3; play 6-1
- lead 5-1; play 6-2
- close, lead 5-5; play 3-3; declare 6-6 3-3
- lead 3-0
"""


def test_doubles_that_you_show_after_a_close_are_not_looked_for_in_the_other_hand() -> None:
    (record,) = reads_records(BINGO_SHOWN)
    views = [moment.seen_by(OPPONENT) for moment in replay(record).moments[-2:]]
    assert [view.known_held for view in views] == [0, 0]
    for view in views:
        weights = hand_weights(view)
        assert weights.std() > 0
        assert estimate(view).weighted
