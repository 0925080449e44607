"""Reviews of whole deals: the sum, the second column, what a decision depends on, records of one player."""

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bingo.positions import reads_records
from bingo.solver import PRESETS, IllegalMove, Move, Record, Review, Settings, Turn, deal, replay, review
from bingo.solver.analysis import Worlds, analyze_exact, count_hands, make_players, roll_out, view_of
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import CLAIM, OPPONENT, PLAYER_NAMES, WAIT, YOU, Stage, apply, legal_moves
from bingo.solver.reviewing import count_once, judge
from tests.oracles.random_play import playout, random_deal
from tests.support.deals import DEAL, ONE_SIDED
from tests.support.depth import by_depth, few, thorough

FEW_WORLDS = Settings(worlds=24)


@cache
def reviewed(preset: str, seed: int) -> Review:
    return review(random_deal(preset, seed), FEW_WORLDS)


def assert_adds_up(judged: Review) -> None:
    assert judged.luck is not None
    assert judged.result is not None
    luck, (yours, theirs) = judged.luck, judged.lost
    assert judged.result == pytest.approx(judged.start + luck.you - yours + theirs, abs=1e-9)
    assert luck.you == pytest.approx(luck.deal + luck.draws + luck.hidden, abs=1e-9)
    assert luck.draws == pytest.approx(sum(draw.worth for draw in luck.each), abs=1e-9)


@pytest.mark.parametrize("preset", few(PRESETS, "domino-play"))
def test_result_is_start_and_luck_and_what_both_lost(preset: str) -> None:
    for seed in range(by_depth(1, 2)):
        answer = reviewed(preset, seed)
        assert_adds_up(answer)
        for decision in answer.decisions:
            direction = 1 if decision.player == 0 else -1
            assert 0 <= decision.low <= decision.lost <= decision.high
            assert decision.best_value - decision.value == pytest.approx(direction * decision.lost, abs=1e-9)
            assert (decision.lost == 0) == (decision.best == decision.move)
            assert decision.lost or not decision.mistake


@pytest.mark.parametrize("preset", few(["pagat", "hoyle-1868", "engel"], "engel"))
def test_double_dummy_play_loses_nothing_with_all_tiles_seen(preset: str) -> None:
    for seed in range(3):
        start = deal(preset, seed)
        line = analyze_exact(start, Kernel(start.rules)).line
        answer = review(Record.of(start, [step.move for step in line]), FEW_WORLDS)
        double_dummy = [d.open for d in answer.decisions]
        assert all(d is not None and d.lost == 0 and d.best_value == d.value for d in double_dummy)


def test_the_second_column_is_what_analyze_says_with_all_tiles_seen() -> None:
    answer = reviewed("pagat", 0)
    checked = 0
    for decision in answer.decisions:
        position = decision.moment.position
        if decision.move.claim or position.stage.name not in ("LEAD", "REPLY"):
            continue
        exact = analyze_exact(position, Kernel(position.rules))
        assert decision.open.best_value == exact.value + decision.moment.score[0] - decision.moment.score[1]
        if decision.move in exact.best_moves:
            assert decision.open.lost == 0
        checked += 1
    assert checked >= 10


def test_a_show_before_the_last_draw_is_worth_what_it_brings_and_the_end() -> None:
    reached = playout(deal("domino-play", 16), random.Random(16))
    [position] = [p for p in reached if p.stage is Stage.SHOW and p.leader == YOU and len(p.stock) == 1]
    moves = list(legal_moves(position))
    outcomes = [apply(position, move) for move in moves]
    exact = [gain + analyze_exact(after, Kernel(after.rules)).value for gain, after, *_ in outcomes]
    deals = Worlds(np.array([position.hands[OPPONENT]], dtype=np.uint32), np.array([position.stock], dtype=np.uint8))
    assert roll_out(make_players(position.rules), position, moves, deals).values.tolist() == [exact]


def test_a_show_that_comes_out_best_in_its_deals_has_no_limit_for_what_none_of_them_has_shown() -> None:
    """Of another the loss may be larger than in any deal compared."""
    estimated = [d for seed in range(2) for d in reviewed("domino-play", seed).decisions if not d.exact]
    shows = [d for d in estimated if d.moment.position.stage is Stage.SHOW]
    assert any(d.best == d.move and d.high == 0 for d in shows)
    assert all(d.high > 2 * d.lost for d in shows if d.best != d.move)


def test_a_decision_is_judged_as_it_would_be_alone() -> None:
    record = random_deal("pagat", 3)
    answer = review(record, replace(FEW_WORLDS, seed=7))
    moments = [moment for moment in replay(record).moments if moment.turn]
    for threads in by_depth((2,), (1, 2)):
        settings = replace(FEW_WORLDS, seed=7, threads=threads)
        single_judgments = [judge(moment, settings, Kernel(record.rules)) for moment in reversed(moments)]
        judged = [decision for decision in reversed(single_judgments) if decision is not None]
        numbered = [replace(decision, n=n + 1, open=answer.decisions[n].open) for n, decision in enumerate(judged)]
        assert count_once(numbered) == answer.decisions
    assert review(record, replace(FEW_WORLDS, seed=8)).decisions != answer.decisions


@thorough
@pytest.mark.parametrize("preset", ["pagat", "domino-play"])
def test_what_the_other_holds_does_not_change_how_a_player_is_judged(preset: str) -> None:
    """A record of one player is reviewed by what they knew alone, and says nothing of all tiles."""
    record = random_deal(preset, 4)
    both_sided = reviewed(preset, 4)
    for player in (0, 1):
        answer = review(record.one_sided(player), FEW_WORLDS)
        mine = [d for d in both_sided.decisions if d.player == player]
        assert answer.judged == (player,)
        assert [d.move for d in answer.decisions] == [d.move for d in mine]
        assert [(d.lost, d.high, d.best) for d in answer.decisions] == [(d.lost, d.high, d.best) for d in mine]
        assert all(d.open is None or d.worlds == 1 for d in answer.decisions)  # in the end they know it all
        assert answer.lost[1 - player] == 0
        assert_adds_up(answer)


def claimed(claimer: str = "") -> Review:
    """The deal up to the close, before which somebody claims instead."""
    [record] = reads_records(f"{DEAL.partition('  - close')[0]}  - {claimer} claim\n")
    return review(record, FEW_WORLDS)


def test_a_false_claim_loses_what_it_gave_up() -> None:
    """RULES.md section 5: the other scores 2."""
    answer = claimed()
    claim = answer.decisions[-1]
    assert (claim.move, answer.result) == (CLAIM, -2 if claim.player == 0 else 2)
    assert claim.mistake
    assert claim.low > 0
    assert str(claim.best) == "wait"
    assert claim.open.lost > 0
    assert_adds_up(answer)


@pytest.mark.parametrize("who", PLAYER_NAMES)
def test_who_is_to_lead_when_the_other_claims_has_decided_nothing(who: str) -> None:
    answer = claimed(who)
    assert [str(decision.move) for decision in answer.decisions][-1] == "claim"
    assert WAIT not in [decision.move for decision in answer.decisions]
    assert_adds_up(answer)


def test_not_to_claim_falsely_is_no_decision_but_to_do_so_with_a_declaration_is() -> None:
    """RULES.md section 5, where false claims are moves: every turn before a lead is one to claim."""
    answer = reviewed("pagat, false_claims=true", 12)
    assert [str(decision.move) for decision in answer.decisions] == ["declare 4-4 3-3, claim"]
    assert answer.decisions[0].mistake
    assert_adds_up(answer)


def test_what_a_false_claim_lost_lies_within_its_limits() -> None:
    """The other had no trick when the boneyard was closed, by which a win is judged to the end."""
    answer = reviewed("pagat, false_claims=true", 5)
    assert str(answer.decisions[-1].move) == "claim"
    assert all(0 <= decision.low <= decision.lost <= decision.high for decision in answer.decisions)


def test_of_a_hand_that_nobody_wrote_down_nothing_is_judged() -> None:
    [record] = reads_records(ONE_SIDED)
    moments = [m for m in replay(record).moments if m.turn]
    judged = [judge(m, FEW_WORLDS, Kernel(record.rules)) for m in moments if m.turn and m.turn.player == OPPONENT]
    assert judged
    assert not any(judged)


def test_a_claim_not_made_is_a_decision() -> None:
    answer = reviewed("pagat", 1)
    judged = [decision.moment for decision in answer.decisions]
    waited = [(m, m.turn.player) for m in replay(answer.record).moments if m.turn and m.turn.move == WAIT]
    assert {count_hands(view_of(m.seen_by(player))) > 1 for m, player in waited if player is not None} == {True, False}
    assert all(m in judged for m, _ in waited)


def test_forced_moves_are_no_decisions() -> None:
    answer = reviewed("pagat", 1)
    assert [decision.n for decision in answer.decisions] == list(range(1, len(answer.decisions) + 1))
    assert all(len(decision.options) > 1 for decision in answer.decisions)
    assert len(answer.decisions) < len(replay(answer.record).moments)


@pytest.mark.parametrize("preset", ["pagat", "domino-play"])
def test_options_agree_with_what_was_lost(preset: str) -> None:
    """The best is the best of the options, and the move made is worth the same in both places, though losses are
    measured in other deals than those in which the best was chosen.
    """
    judged = [decision for seed in range(by_depth(2, 4)) for decision in reviewed(preset, seed).decisions]
    assert any(decision.lost and not decision.exact for decision in judged)
    for decision in judged:
        worth = {option.move: option.value for option in decision.options}
        assert decision.options[0].move == decision.best
        assert worth[decision.best] == pytest.approx(decision.best_value, abs=1e-9)
        assert worth[decision.move] == pytest.approx(decision.value, abs=1e-9)
        direction = 1 if decision.player == 0 else -1
        ranked = [direction * value for value in worth.values()]
        assert ranked[1:] == sorted(ranked[1:], reverse=True)


def test_a_record_that_ends_early_has_no_result() -> None:
    record = random_deal("pagat", 1)
    answer = review(replace(record, turns=record.turns[:9], result=None), FEW_WORLDS)
    assert answer.result is None
    assert answer.luck is None
    assert answer.adjusted is None
    assert answer.decisions


def test_before_the_first_lead_nobody_has_decided_anything() -> None:
    record = replace(random_deal("pagat", 1), turns=(), result=None)
    for judged, answer in (((0, 1), review(record, FEW_WORLDS)), ((1,), review(record.one_sided(1), FEW_WORLDS))):
        assert answer.judged == judged
        assert [total.decisions for total in answer.totals] == [0, 0]


def test_a_broken_record_is_refused() -> None:
    record = random_deal("pagat", 1)
    with pytest.raises(IllegalMove, match="trick 1: expected"):
        review(replace(record, turns=(Turn(None, Move(play=3)), *record.turns)), FEW_WORLDS)
    with pytest.raises(TypeError, match="review"):
        review("deal")  # type: ignore[arg-type]


def test_seconds_bound_a_review() -> None:
    record = random_deal("pagat", 3)
    answer = review(record, Settings(seconds=0.2))
    assert_adds_up(answer)
    assert answer.as_dict()["limit"] == 0.2
