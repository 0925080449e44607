"""Estimates of moves while tiles are hidden: what they are held against, and what they do not depend on."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from numpy.typing import NDArray

from bingo.solver import InformationSet, Settings, StopEarly, analyze, deal, replay, rules
from bingo.solver.analysis import Method, analyze_exact, count_hands, draw, make_players, roll_out, view_of
from bingo.solver.analysis.hidden import DEFAULT_WORLDS, Candidates, estimate, usual_worlds, value_span
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import PAGAT, PRESETS, SCALE, WAIT, Move, Objective, at_lead, may_claim, members
from bingo.solver.game.play import play
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from tests.game.perft import table
from tests.oracles.players import evaluate, likelihoods
from tests.oracles.random_play import random_deal
from tests.oracles.reference import random_objective
from tests.support.depth import by_depth
from tests.support.hidden import all_worlds, late_view
from tests.support.reading import read_view
from tests.support.strategies import positions

FIRST_LEAD = "{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}, opponent: {}}"
TO_REPLY = "{turned: 4-1, lead: opponent, led: 6-5, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}, opponent: {}}"


# --- perfect information as the yardstick ------------------------------------------------------------


@pytest.mark.parametrize("tricks_played", [5, 6])
def test_pimc_is_the_mean_of_exact_analyses(tricks_played: int) -> None:
    position, view = late_view(3, tricks_played, PAGAT)
    answer = estimate(view, Settings("pimc"))
    worlds = list(all_worlds(view).positions(view))
    assert (answer.every, answer.worlds) == (True, len(worlds))
    listed = [{c.move: c.value for c in analyze_exact(world, Kernel(PAGAT)).moves} for world in worlds[:40]]
    kernel = Kernel(PAGAT)
    for move in answer.moves:
        assert move.low == move.value == move.high
        if not move.worlds:
            continue
        values = []
        for world in worlds:
            gain, after, over, _ = play(at_lead(world), move.move)
            values.append(gain if over else gain + kernel.value(after))
        assert move.value == pytest.approx(np.mean(values))
        assert all(values[n] <= row.get(move.move, 9) or may_claim(position, OPPONENT) for n, row in enumerate(listed))


def test_after_a_close_all_hands_are_solved() -> None:
    _, view = late_view(2, 4, PAGAT)
    closed = view_of(_closed(view))
    answer = estimate(closed)
    assert (answer.every, answer.method) == (True, "pimc")
    assert answer.worlds == count_hands(closed)


def _closed(view: InformationSet) -> Position:
    world = next(draw(view, 1, 1).positions(view))
    _, after, _, _ = play(at_lead(world), Move(close=True, lead=next(members(view.hand))))
    return after.swapped()


# --- what answers do not depend on -------------------------------------------------------------------


@pytest.mark.parametrize("method", ["rollout", "pimc"])
@pytest.mark.parametrize("text", [FIRST_LEAD, TO_REPLY])
def test_the_same_seed_gives_the_same_answer_whatever_the_threads(method: Method, text: str) -> None:
    view, usual = read_view(text), Settings(method, worlds=4 if method == "pimc" else 300)
    first, second, other = (
        estimate(view, replace(usual, seed=seed, threads=threads)) for seed, threads in ((5, 1), (5, 3), (6, 2))
    )
    assert first.moves == second.moves
    assert first.moves != other.moves


@given(positions(PAGAT, phase=1))
def test_what_is_hidden_is_not_looked_at(position: Position) -> None:
    mine = position if position.to_move == YOU else position.swapped()
    assume(mine.to_move == YOU)
    view = view_of(mine)
    other_deal = next(draw(view, 1, 1).positions(view))
    other_deal_seen = view_of(replace(other_deal, stage=mine.stage))
    assert estimate(view, Settings(worlds=16)).moves == estimate(other_deal_seen, Settings(worlds=16)).moves


@given(positions(phase=1), st.integers(0, 99))
def test_deals_fit_what_is_known(position: Position, seed: int) -> None:
    view = view_of(position)
    deals = draw(view, 20, seed)
    for hand, stock in zip(deals.hands.tolist(), deals.stocks.tolist(), strict=True):
        down = sum(1 << t for t in stock)
        assert hand & view.known_held == view.known_held
        assert (hand.bit_count(), len(stock), hand & down) == (view.hidden, down.bit_count(), 0)
        assert (hand | down) & ~view.unseen == 0


# --- budgets, options, uncertainty -------------------------------------------------------------------


def test_it_stops_when_the_best_move_is_apart() -> None:
    doubles = read_view("{turned: 4-1, lead: you, you: {hand: 6-6 5-5 3-3 2-2 1-1 5-1 4-2}, opponent: {}}")
    all_deals = estimate(doubles, Settings(worlds=4096))
    until_clear = estimate(doubles, Settings(worlds=4096, until_clear=True))
    assert until_clear.worlds < all_deals.worlds == 4096
    assert not until_clear.alike


def test_time_runs_out() -> None:
    answer = estimate(read_view(FIRST_LEAD), Settings(seconds=0.2))
    assert answer.worlds >= 32
    assert answer.seconds < 10


def test_nothing_is_worth_more_than_the_claim_of_the_other_leaves() -> None:
    view = read_view(
        "{turned: 5-1, lead: you, you: {hand: 6-6 6-3 6-2 5-4 5-0 4-2 0-0, won: '1-0 2-1'},"
        " opponent: {won: '4-4 3-3, 2-2 5-5, 6-4 6-5', declared: 20}}"
    )
    assert {option.value for option in estimate(view, Settings(worlds=64)).moves} == {-2}


def test_every_tile_and_every_way_to_lead_it_is_listed() -> None:
    moves = {str(option.move) for option in estimate(read_view(FIRST_LEAD), Settings(worlds=32)).moves}
    tiles = ["6-3", "6-1", "5-5", "5-0", "3-0", "1-0", "0-0"]
    declared = ["declare 5-5 0-0, lead 5-5", "declare 5-5 0-0, lead 0-0"]
    assert moves == {*(f"lead {t}" for t in tiles), *declared}


@pytest.mark.parametrize("text", [FIRST_LEAD, TO_REPLY], ids=["a lead", "a reply, weighted by what was led"])
@pytest.mark.parametrize("objective", [None, random_objective(random.Random(3))], ids=["game points", "chances"])
def test_an_estimate_is_the_mean_over_its_deals(text: str, objective: Objective | None) -> None:
    """With standard errors of what each move falls short of the best, deal by deal."""
    view, players = read_view(text), make_players(PAGAT)
    answer = estimate(view, Settings(worlds=600, seed=4), prune=False, objective=objective)
    deals = draw(view, 600, 4)
    world = next(deals.positions(view))
    weights = np.ones(600)
    if view.led is not None:
        likely = likelihoods(players, view, deals)
        weights = np.maximum(np.rint(likely * 2**16), 1) / 2**16  # as the engine rounds them, but for one in between
    effective = weights.sum() ** 2 / (weights**2).sum()

    def mean(numbers: NDArray[np.float64]) -> tuple[float, float]:
        middle = np.average(numbers, weights=weights)
        return float(middle), float((np.average((numbers - middle) ** 2, weights=weights) / (effective - 1)) ** 0.5)

    moves = [move.move for move in answer.moves]
    scale = 1 if objective is None else SCALE
    played = roll_out(players, world, moves, deals, objective=objective)
    values = (played.values + played.unseen) / scale
    rare = 3 * float(values.max() - values.min()) / 600  # what has shown in no deal may still come
    for move, own in zip(answer.moves, values.T, strict=True):
        value, error = mean(own)
        _, gap = mean(values[:, 0] - own)
        margin = 1.96 * min(error, math.hypot(mean(values[:, 0])[1], gap)) + rare
        assert [move.value, move.low, move.high] == pytest.approx([value, value - margin, value + margin], abs=1e-6)
        assert move.gap == pytest.approx(gap, abs=1e-6)
        assert move.worlds == 600
    near = [move.move for move in answer.moves[1:] if answer.first.value - move.value <= 1.96 * move.gap + rare]
    assert list(answer.alike) == near


def test_the_same_in_a_few_worlds_is_not_certain() -> None:
    for option in estimate(read_view(FIRST_LEAD), Settings(worlds=2)).moves:
        assert option.high - option.low > 1


def test_it_says_how_many_deals_were_looked_at_and_tells_its_progress_by_them() -> None:
    shares: list[float] = []
    answer = analyze(read_view(FIRST_LEAD), Settings(worlds=100), shares.append)
    assert (answer.worlds, shares[-1]) == (100, 1)


def test_whoever_is_told_of_progress_may_have_enough() -> None:
    def enough(share: float) -> None:
        if share > 0.1:
            raise StopEarly

    answer = analyze(read_view(FIRST_LEAD), Settings(worlds=100_000), enough)
    assert 10_000 <= answer.worlds < 100_000


# --- what the opponent's lead tells ------------------------------------------------------------------


def test_weights_change_replies_only() -> None:
    for text, weighted in ((FIRST_LEAD, False), (TO_REPLY, True)):
        answers = [estimate(read_view(text), Settings(worlds=256, equal_weights=even)) for even in (True, False)]
        assert (answers[0].weighted, answers[1].weighted) == (False, weighted)
        assert (answers[0].moves == answers[1].moves) is not weighted


# --- odd budgets and positions ------------------------------------------------------------------------


def test_waiting_for_the_best_move_to_be_apart_ends() -> None:
    answer = analyze(read_view(TO_REPLY), Settings(until_clear=True, seed=1))
    assert answer.worlds <= 65_536


def test_the_leader_claims_before_the_other_may() -> None:
    both_may_claim = (
        "{turned: 5-1, lead: opponent, you: {hand: 6-6 6-3 6-2 5-4 5-0 4-2 0-0, won: '4-4 3-3, 2-2 6-4', declared: 40},"
        " opponent: {won: '5-5 6-5', declared: 50}}"
    )
    answer = estimate(read_view(both_may_claim), Settings(worlds=32))
    assert [option.move for option in answer.moves] == [WAIT]
    assert answer.moves[0].high < 0


def test_part_of_all_deals_is_called_a_part() -> None:
    _, view = late_view(2, 3, PAGAT)
    answer = estimate(view_of(_closed(view)), Settings(seconds=1e-3))
    assert not answer.every
    assert any(option.low < option.high for option in answer.moves)


def test_fewer_deals_where_they_take_longer() -> None:
    """Where no claim ends a deal, endings take longer to solve: fewer of them, and wider intervals."""
    names = "hoyle-modern", "domino-play", "berndt"
    usual = [Settings().deals(usual_worlds(PRESETS[name].rules, Settings())) for name in names]
    assert usual == [DEFAULT_WORLDS, 2048, 256]
    answers = [analyze(view_of(deal(PRESETS[name].rules, 3))) for name in names]
    assert all(answer.exact or 256 <= answer.worlds <= most for answer, most in zip(answers, usual, strict=True))


def test_a_declaration_that_ends_the_deal_is_made_without_a_lead() -> None:
    """By the networks; and listed where it is worth something: a false claim with it is not."""
    doubles = table(
        "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
        "6-2 6-0 5-2 5-0 4-3 3-0 2-0",
        turned="4-1",
        stock="6-1 6-3 6-4 6-5 5-1 5-3 5-4 4-0 4-2 3-1 3-2 2-1 1-0",
    )
    [ending_move] = [move for move, _ in evaluate(make_players(PAGAT), doubles) if move.lead is None]
    assert str(ending_move) == "declare 6-6 5-5 4-4 3-3 2-2 1-1 0-0"
    chosen = rules("pagat, false_claims=true")
    for points, listed in ((55, {"declare 6-6 5-5, claim": 2}), (0, {})):
        position = table("6-6 5-5 2-0", "4-1 6-3 4-0", chosen, 3, points=(points, 10), tricks=(1, 3))
        lowest = Move(lead=min(members(position.hands[YOU])))
        assert {str(move): gain for move, gain in Candidates.of(at_lead(position), lowest).certain} == listed


# --- how far intervals reach -------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_no_interval_reaches_beyond_what_a_deal_can_bring_even_of_one_world(preset: str) -> None:
    for seed in range(by_depth(6, 60)):
        played = replay(random_deal(PRESETS[preset].rules, seed))
        end = played.end.score
        for moment in played.moments[seed % 3 :: 7]:
            if not moment.position.open or moment.position.stage is Stage.SHOW:
                continue
            view = view_of(moment.seen_by(YOU))
            least, most = value_span(view)
            assert least <= end[YOU] - moment.score[YOU] - end[OPPONENT] + moment.score[OPPONENT] <= most
            method: Method = "pimc" if sum(view.tricks) > 4 else "rollout"
            for row in estimate(view, Settings(method, worlds=(1, 2, 8)[seed % 3], seed=seed)).moves:
                assert least <= row.low <= row.value <= row.high <= most, f"{moment.position.notation}: {row}"


def test_nobody_captures_without_the_bingo_or_their_own_double() -> None:
    text = "{turned: %s, lead: you, you: {hand: %s 6-3 6-1 5-5 5-0 3-0}, opponent: {}}"
    hands = "1-0 2-1", "0-0 2-1", "4-4 2-1", "0-0 4-4"
    spans = [value_span(read_view(text % ("4-1", hand))) for hand in hands]
    assert spans == [(-4, 4), (-3, 4), (-4, 3), (-3, 3)]
    assert value_span(read_view(text % ("4-0", "1-0 2-1"))) == (-3, 3)  # blanks are trumps, and the Bingo their double
