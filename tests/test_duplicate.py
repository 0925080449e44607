"""Duplicate: equal play gives equal deals, and what differs adds up to luck and decisions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bingo.positions import dumps_record, reads_records
from bingo.solver.errors import NotationError
from bingo.solver.game import presets
from bingo.solver.game.moves import Move
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.hidden.settings import Settings
from bingo.solver.reviewing.comparing import Comparison, compare, in_pairs, score
from bingo.solver.reviewing.deal import count_once
from bingo.solver.reviewing.decision import ForMatch
from tests.depth import by_depth, few, thorough
from tests.oracles.game import first_deal, play_on
from tests.test_records import claimed_too_late

ROUGH = Settings(worlds=8)
RULES = by_depth(["pagat", "engel"], [*presets.PRESETS])
SEEDS = by_depth((1, 2), (1, 2, 5))
LEAD = Move(lead=0)


def played(rules: str, seed: int, seat: str, opponent: str = "club") -> Record:
    record = replace(first_deal(rules, seed), players=(seat, opponent))
    return play_on(record, (seat, opponent), worlds=8)


@cache
def compared(rules: str, seed: int) -> Comparison:
    return compare(played(rules, seed, "greedy"), played(rules, seed, "strongest"), ROUGH)


@thorough
@settings(max_examples=2)
@given(rules=st.sampled_from(RULES), seed=st.integers(0, 10**6), seat=st.sampled_from(["greedy", "club", "strongest"]))
def test_equal_play_gives_equal_deals(rules: str, seed: int, seat: str) -> None:
    one = played(rules, seed, seat)
    (read,) = reads_records(dumps_record(replace(one, turns=(), result=None)))  # as a game is taken up from a file
    other = play_on(read, (seat, "club"), worlds=8)
    assert (one.turns, one.result) == (other.turns, other.result)


def test_equal_play_makes_no_difference() -> None:
    one = played("pagat", 3, "greedy")
    found = compare(one, replace(one, name="again"), ROUGH)
    assert found.parting is None
    assert (found.difference, found.without_luck, found.decisions, found.opponent) == (0, 0, 0, 0)


def test_a_claim_that_changes_nothing_is_no_parting() -> None:
    review = compared("pagat", 1).one
    silent, said = (replace(review, record=record) for record in claimed_too_late())
    assert Comparison(silent, said).parting is None
    assert Comparison(said, silent).parting is None


@pytest.mark.parametrize("rules", few(["pagat", "hoyle-modern", "berndt"], "pagat"))
def test_the_difference_is_luck_and_decisions(rules: str) -> None:
    found = compared(rules, SEEDS[-1])
    one, other = found.reviews
    assert one.result is not None
    assert other.result is not None
    assert found.difference == one.result - other.result
    assert found.luck.deal == 0
    parts = found.luck.draws + found.luck.hidden + found.decisions + found.opponent
    assert found.difference == pytest.approx(parts, abs=1e-9)
    assert found.without_luck == pytest.approx(found.decisions + found.opponent, abs=1e-9)
    assert found.difference == pytest.approx(found.without_luck + found.luck.you, abs=1e-9)
    assert one.luck
    assert other.luck
    assert found.luck.draws == pytest.approx(one.luck.draws - other.luck.draws, abs=1e-9)


@settings(max_examples=by_depth(10, 30), deadline=None)
@given(st.lists(st.tuples(st.sampled_from([YOU, OPPONENT]), st.booleans(), st.booleans(), st.floats(0, 3)), max_size=9))
def test_of_closes_missed_in_a_deal_one_counts(decisions: list[tuple[int, bool, bool, float]]) -> None:
    """Each decision: whose, whether closing was best and was done, what was lost, in points and in chances."""
    review = compared("pagat", 1).one
    some = review.decisions[0]
    made = [
        replace(
            some,
            n=n,
            player=who,
            best=replace(LEAD, close=best),
            move=replace(LEAD, close=done),
            lost=loss,
            match=ForMatch(replace(LEAD, close=best), 0.0, 0.0, 0.0, loss / 3, 0.0, 1.0, mistake=True),
        )
        for n, (who, best, done, loss) in enumerate(decisions, 1)
    ]
    found = replace(review, decisions=count_once(made))
    for player in (YOU, OPPONENT):
        missed = [loss for who, best, done, loss in decisions if who == player and best and not done]
        rest = [loss for who, best, done, loss in decisions if who == player and not (best and not done)]
        assert found.lost[player] == pytest.approx(sum(rest) + max([0.0, *missed]), abs=1e-9)
        assert sum(one.repeated for one in found.decisions if one.player == player) == max(len(missed) - 1, 0)
    assert not any(one.mistake and one.repeated for one in found.decisions)
    assert all(one.match and one.match.mistake != one.repeated for one in found.decisions)


@pytest.mark.parametrize("seed", SEEDS)
def test_up_to_the_parting_all_is_alike_and_it_is_yours(seed: int) -> None:
    found = compared("pagat", seed)
    parting = found.parting
    if parting is None:
        return
    turns = [review.record.turns for review in found.reviews]
    first = next(n for n, (a, b) in enumerate(zip(*turns, strict=False)) if a != b)
    assert (turns[0][first], turns[1][first]) == (parting.one, parting.other)
    assert YOU in (parting.one.player, parting.other.player)
    for review, lost in zip(found.reviews, parting.lost, strict=True):
        there = replay(review.record).moments[first]
        assert lost == next((one.lost for one in review.decisions if one.player == YOU and one.moment == there), None)
    luck = [review.luck for review in found.reviews]
    assert luck[0]
    assert luck[1]
    drawn = [[draw for draw in one.each if draw.trick < parting.trick] for one in luck if one]
    assert drawn[0] == drawn[1]


def test_the_score_is_a_mean_with_its_standard_error() -> None:
    found = [compared("pagat", seed) for seed in SEEDS]
    total = score(found)
    for mean, values in (
        (total.difference, [each.difference for each in found]),
        (total.without_luck, [each.without_luck for each in found]),
        (total.decisions, [each.decisions for each in found]),
    ):
        assert mean.mean == pytest.approx(np.mean(values))
        assert mean.error == pytest.approx(np.std(values, ddof=1) / len(SEEDS) ** 0.5)
    assert score(found[:1]).difference.error is None


def test_deals_are_paired_wherever_they_stand() -> None:
    a, b = (first_deal("pagat", seed) for seed in (1, 2))
    mine, theirs = a.dealt
    assert mine
    ann, bert = replace(a, name="Ann"), replace(a, name="Bert", dealt=(mine[::-1], theirs))
    assert in_pairs([ann, b, bert, b]) == [(ann, bert), (b, b)]
    for records, found in (
        ([a, b, b], "deal 1: expected a deal that was played twice; found one that was played once"),
        ([a, a, a], "found one that was played 3 times"),
        *(([a, part], "expected a record of all tiles") for part in (a.one_sided(), replace(a, stock=None))),
    ):
        with pytest.raises(NotationError, match=found):
            in_pairs(records)


def test_a_deal_that_stops_before_its_end_is_not_compared() -> None:
    one = played("pagat", 1, "greedy", "greedy")
    with pytest.raises(NotationError, match="one that stops before its end"):
        compare(one, replace(one, turns=one.turns[:3], result=None), ROUGH)
