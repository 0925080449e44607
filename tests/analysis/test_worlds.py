"""What one player knows, and the worlds that fit it: counting, enumeration and sampling agree."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

from bingo.solver.analysis.worlds import count_hands, draw, hands, only_hand, view_of
from bingo.solver.game import PAGAT, cannot_hold, tricks
from bingo.solver.game.tiles import ALL, BINGO, TILES, mask, members, parse_all, text_mask
from tests.support.hidden import all_worlds, late_view
from tests.support.reading import read_view

SHOULD_I_CLOSE = """
trump: 5
turned: 5-1
lead: you
you: {hand: 6-6 6-3 6-2 5-4 5-0 4-2 0-0, won: '6-4 2-1, 5-3 4-1'}
opponent: {won: 6-1 3-2, declared: 20, shown: 4-4}
"""
#: Six tricks played, of which only points are known, and of the opponent's nothing but the number.
POINTS_ONLY = """
trump: 5
turned: 5-1
lead: you
you: {hand: 6-6 6-3 6-2 5-4 5-0 4-2 0-0, points: 40, tricks: 3}
opponent: {points: 20, tricks: 3}
"""


def test_a_view_holds_what_is_written() -> None:
    view = read_view(SHOULD_I_CLOSE)
    assert text_mask(view.gone) == "6-4 6-1 5-3 4-1 3-2 2-1"
    assert text_mask(view.known_held) == "4-4"
    assert (view.hidden, view.face_down_count, view.unknown_gone_count) == (7, 7, 0)
    assert (view.points, view.tricks) == ((18, 0), (2, 1))
    assert view.unseen.bit_count() == 28 - 7 - 6 - 1


def test_a_position_is_seen_as_its_view() -> None:
    """The opponent's hand and the stock, where written, are not looked at."""
    for seed in range(5):
        position, view = late_view(seed, 4, PAGAT)
        assert position.hands[1] & view.gone == 0
        assert position.hands[1] & ~view.unseen == 0
        assert mask(position.stock) & ~view.unseen == 0
        assert view.gone.bit_count() == 8
        assert view.world(position.hands[1], position.stock).hands == position.hands


def test_a_hand_that_has_all_been_shown_is_one_hand() -> None:
    position, view = late_view(1, 4, PAGAT)
    all_shown = replace(view, shown_by=(view.shown_by[0], position.hands[1]), turned=None)
    assert count_hands(all_shown) == 1
    assert only_hand(all_shown) == position.hands[1]


@given(st.sampled_from(TILES), st.integers(0, ALL), st.sampled_from(range(7)))
def test_a_forced_reply_tells_what_is_not_held(led: int, hand: int, trump: int) -> None:
    """RULES.md section 3, phase two: whatever the replier may play, they hold nothing that must go before it."""
    hand &= ~(1 << led)
    assume(hand)
    for reply in members(tricks.legal_replies(PAGAT, trump, led, hand, phase_two=True)):
        assert not cannot_hold(PAGAT, trump, led, reply) & hand


def test_a_reply_narrows_the_hands() -> None:
    view = read_view(SHOULD_I_CLOSE)
    [led], [reply] = parse_all("6-3"), parse_all("1-0")
    excluded = cannot_hold(view.rules, view.trump, led, reply) & view.unseen
    narrowed = replace(view, excluded=excluded)  # neither a six nor a trump nor the Bingo
    assert text_mask(narrowed.excluded) == "6-5 6-0 5-5 5-2"
    assert count_hands(narrowed) < count_hands(view)


def test_one_trick_leaves_31824_hands() -> None:
    _, view = late_view(1, 1, PAGAT)
    assert count_hands(view) == 31824 == len(hands(view))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tricks_played", [4, 5, 6])
def test_enumeration_is_all_sets_of_unseen_tiles(seed: int, tricks_played: int) -> None:
    _, view = late_view(seed, tricks_played, PAGAT)
    plain = [mask(h) for h in combinations(members(view.unseen), view.hidden) if view.known_held & ~mask(h) == 0]
    assert hands(view).tolist() == sorted(plain)
    assert count_hands(view) == len(plain)


def test_sampling_is_uniform() -> None:
    """Each of 8 hands with its one stock about as often as the others (six standard deviations)."""
    _, view = late_view(3, 6, PAGAT)
    size = 8000
    drawn = draw(view, size, seed=1)
    counts = Counter((deal.hands[1], deal.stock) for deal in drawn.positions(view))
    assert counts.keys() == {(deal.hands[1], deal.stock) for deal in all_worlds(view).positions(view)}
    expected = size / len(counts)
    assert all(abs(n - expected) < 6 * expected**0.5 for n in counts.values())


def test_where_only_points_are_known_the_tricks_must_hold_them() -> None:
    """Against all ways of sharing 20 unseen tiles: 7 in hand, 1 face down, 6 and 6 in tricks of 40 and 20 points."""
    view = read_view(POINTS_ONLY)
    assert view.unknown_gone_count == 12
    possible = hands(view)
    assert 0 < len(possible) < 77520
    worth = {t: tricks.points(PAGAT, 5, t) for t in TILES}
    pool = list(members(view.unseen))

    def fits(hand: int, stock: int) -> bool:
        in_tricks = [t for t in pool if not (hand | stock) >> t & 1]
        return sum(worth[t] for t in in_tricks) == 60 and any(
            sum(worth[t] for t in six) == 40 for six in combinations(in_tricks, 6)
        )

    checked = 0
    for hand in map(mask, list(combinations(pool, 7))[::997]):
        does_fit = any(fits(hand, 1 << t) for t in pool if not hand >> t & 1)
        assert (hand in possible) == does_fit
        checked += does_fit
    assert checked
    for deal in draw(view, 10).positions(view):
        assert fits(deal.hands[1], mask(deal.stock))


def test_where_only_points_are_known_each_hand_is_as_likely() -> None:
    """And then each tile that may lie face down, which the turned one follows."""
    view = read_view(POINTS_ONLY.replace("40, tricks: 3", "43, tricks: 3").replace("points: 20", "points: 36"))
    size, listed = 20_000, hands(view)
    drawn = draw(view, size, 1)
    assert set(drawn.hands.tolist()) <= set(listed.tolist())
    for t in members(view.unseen):
        share = (listed >> np.uint32(t) & 1).mean()
        assert (drawn.hands >> np.uint32(t) & 1).mean() == pytest.approx(share, abs=6 * 0.5 / size**0.5)
    deals = {(deal.hands[1], deal.stock) for deal in draw(view, 2_000, 2).positions(view)}
    assert len({stock for _, stock in deals}) > 1


def test_the_bingo_of_a_view_may_lie_anywhere_unseen() -> None:
    view = read_view("{turned: 4-1, lead: you, you: {hand: 6-6 6-3 6-2 5-4 5-0 4-2 1-1, points: 0, tricks: 1}}")
    assert view_of(view).unknown_tiles >> BINGO & 1
