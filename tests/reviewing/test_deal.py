"""Reviews of whole deals: the sum, the second column, what a decision depends on, records of one player."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from bingo.positions import reads_records
from bingo.solver import PRESETS, IllegalMove, Move, Record, Review, Settings, Turn, deal, replay, review
from bingo.solver.analysis.exact import analyze_exact
from bingo.solver.analysis.worlds import count_hands, known
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.moves import CLAIM, WAIT, apply, legal_moves
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.reviewing.deal import count_once, judge
from bingo.solver.reviewing.luck import show_values
from tests.cli.terminal import ROOT
from tests.oracles.random_play import playout
from tests.support.deals import DEAL, ONE_SIDED, random_deal
from tests.support.depth import by_depth, few, thorough

CHEAP = Settings(worlds=24)
A_MATCH = ROOT / "positions" / "deals" / "a-match.yaml"


@cache
def reviewed(preset: str, seed: int) -> Review:
    """What is found of a deal played at random."""
    return review(random_deal(preset, seed), CHEAP)


def assert_adds_up(found: Review) -> None:
    assert found.luck is not None
    assert found.result is not None
    luck, (yours, theirs) = found.luck, found.lost
    assert found.result == pytest.approx(found.start + luck.you - yours + theirs, abs=1e-9)
    assert luck.you == pytest.approx(luck.deal + luck.draws + luck.hidden, abs=1e-9)
    assert luck.draws == pytest.approx(sum(draw.worth for draw in luck.each), abs=1e-9)


@pytest.mark.parametrize("preset", few(PRESETS, "domino-play"))
def test_result_is_start_and_luck_and_what_both_lost(preset: str) -> None:
    for seed in range(by_depth(1, 2)):
        found = reviewed(preset, seed)
        assert_adds_up(found)
        for one in found.decisions:
            direction = 1 if one.player == 0 else -1
            assert 0 <= one.low <= one.lost <= one.high
            assert one.best_value - one.value == pytest.approx(direction * one.lost, abs=1e-9)
            assert (one.lost == 0) == (one.best == one.move)
            assert one.lost or not one.mistake


@pytest.mark.parametrize("preset", few(["pagat", "hoyle-1868", "engel"], "engel"))
def test_double_dummy_play_loses_nothing_with_all_tiles_seen(preset: str) -> None:
    for seed in range(3):
        start = deal(preset, seed)
        line = analyze_exact(start, Kernel(start.rules)).line
        found = review(Record.of(start, [step.move for step in line]), CHEAP)
        laid = [one.open for one in found.decisions]
        assert all(one is not None and one.lost == 0 and one.best_value == one.value for one in laid)


def test_the_second_column_is_what_analyze_says_with_all_tiles_seen() -> None:
    found = reviewed("pagat", 0)
    checked = 0
    for one in found.decisions:
        position = one.moment.position
        if one.move.claim or position.stage.name not in ("LEAD", "REPLY"):
            continue
        exact = analyze_exact(position, Kernel(position.rules))
        assert one.open is not None
        assert one.open.best_value == exact.value + one.moment.score[0] - one.moment.score[1]
        if one.move in exact.best_moves:
            assert one.open.lost == 0
        checked += 1
    assert checked >= 10


def test_a_show_before_the_last_draw_is_worth_what_it_brings_and_the_end() -> None:
    reached = playout(deal("domino-play", 16), random.Random(16))
    [position] = [p for p in reached if p.stage is Stage.SHOW and p.leader == YOU and len(p.stock) == 1]
    moves = list(legal_moves(position))
    made = [apply(position, move) for move in moves]
    exact = [gain + analyze_exact(after, Kernel(after.rules)).value for gain, after, *_ in made]
    assert show_values([position], moves, position.rules).tolist() == [exact]


def test_a_show_that_comes_out_best_in_its_deals_has_no_limit_for_what_none_of_them_has_shown() -> None:
    """Of another the loss may be larger than in any deal compared."""
    every = [one for seed in range(3) for one in reviewed("domino-play", seed).decisions if not one.exact]
    shows = [one for one in every if one.moment.position.stage is Stage.SHOW]
    assert any(one.best == one.move and one.high == 0 for one in shows)
    assert all(one.high > 2 * one.lost for one in shows if one.best != one.move)


def test_a_decision_is_judged_as_it_would_be_alone() -> None:
    """In whatever order, by however many threads, and whatever has been solved before."""
    record = random_deal("pagat", 3)
    found = review(record, replace(CHEAP, seed=7))
    moments = [moment for moment in replay(record).moments if moment.turn]
    for threads in by_depth((2,), (1, 2)):
        settings = replace(CHEAP, seed=7, threads=threads)
        alone = [judge(moment, settings, Kernel(record.rules)) for moment in reversed(moments)]
        judged = [one for one in reversed(alone) if one is not None]
        numbered = [replace(one, n=n + 1, open=found.decisions[n].open) for n, one in enumerate(judged)]
        assert count_once(numbered) == found.decisions
    assert review(record, replace(CHEAP, seed=8)).decisions != found.decisions


@thorough
@pytest.mark.parametrize("preset", ["pagat", "domino-play"])
def test_what_the_other_holds_does_not_change_how_a_player_is_judged(preset: str) -> None:
    """A record of one player is reviewed by what they knew alone, and says nothing of all tiles."""
    record = random_deal(preset, 4)
    both = reviewed(preset, 4)
    for player in (0, 1):
        found = review(record.one_sided(player), CHEAP)
        mine = [one for one in both.decisions if one.player == player]
        assert found.judged == (player,)
        assert [one.move for one in found.decisions] == [one.move for one in mine]
        assert [(one.lost, one.high, one.best) for one in found.decisions] == [
            (one.lost, one.high, one.best) for one in mine
        ]
        assert all(one.open is None or one.worlds == 1 for one in found.decisions)  # in the end they know it all
        assert found.lost[1 - player] == 0
        assert_adds_up(found)


def test_a_false_claim_loses_what_it_gave_up() -> None:
    """RULES.md section 5: the other scores 2."""
    lines = DEAL.splitlines(keepends=True)
    cut = next(n for n, line in enumerate(lines) if line.startswith("  - close"))
    [record] = reads_records("".join([*lines[:cut], "  - claim\n"]))
    found = review(record, CHEAP)
    last = found.decisions[-1]
    assert (last.move, found.result) == (CLAIM, -2 if last.player == 0 else 2)
    assert last.mistake
    assert last.low > 0
    assert str(last.best) == "wait"
    assert last.open is not None
    assert last.open.lost > 0
    assert_adds_up(found)


def test_not_to_claim_falsely_is_no_decision_but_to_do_so_with_a_declaration_is() -> None:
    """RULES.md section 5, where false claims are moves: every turn before a lead is one to claim."""
    found = reviewed("pagat, false_claims=true", 12)
    assert [str(one.move) for one in found.decisions] == ["declare 4-4 3-3, claim"]
    assert found.decisions[0].mistake
    assert_adds_up(found)


def test_of_a_hand_that_nobody_wrote_down_nothing_is_judged() -> None:
    [record] = reads_records(ONE_SIDED)
    moments = [m for m in replay(record).moments if m.turn]
    judged = [judge(m, CHEAP, Kernel(record.rules)) for m in moments if m.turn and m.turn.player == OPPONENT]
    assert judged
    assert not any(judged)


def test_a_claim_not_made_is_a_decision() -> None:
    found = reviewed("pagat", 1)
    judged = [one.moment for one in found.decisions]
    waited = [(m, m.turn.player) for m in replay(found.record).moments if m.turn and m.turn.move == WAIT]
    assert {count_hands(known(m.seen_by(player))) > 1 for m, player in waited if player is not None} == {True, False}
    assert all(m in judged for m, _ in waited)


def test_forced_moves_are_no_decisions() -> None:
    found = reviewed("pagat", 1)
    assert [one.n for one in found.decisions] == list(range(1, len(found.decisions) + 1))
    assert all(len(one.options) > 1 for one in found.decisions)
    assert len(found.decisions) < len(replay(found.record).moments)


@pytest.mark.parametrize("preset", ["pagat", "domino-play"])
def test_options_agree_with_what_was_lost(preset: str) -> None:
    """The best is the best of the options, and the move made is worth the same in both places, though losses are
    measured in other deals than those in which the best was chosen.
    """
    judged = [one for seed in range(by_depth(2, 4)) for one in reviewed(preset, seed).decisions]
    assert any(one.lost and not one.exact for one in judged)
    for one in judged:
        worth = {option.move: option.value for option in one.options}
        assert one.options[0].move == one.best
        assert worth[one.best] == pytest.approx(one.best_value, abs=1e-9)
        assert worth[one.move] == pytest.approx(one.value, abs=1e-9)
        direction = 1 if one.player == 0 else -1
        ranked = [direction * value for value in worth.values()]
        assert ranked[1:] == sorted(ranked[1:], reverse=True)


def test_a_record_that_ends_early_has_no_result() -> None:
    record = random_deal("pagat", 1)
    found = review(replace(record, turns=record.turns[:9], result=None), CHEAP)
    assert found.result is None
    assert found.luck is None
    assert found.adjusted is None
    assert found.decisions


def test_before_the_first_lead_nobody_has_decided_anything() -> None:
    record = replace(random_deal("pagat", 1), turns=(), result=None)
    for judged, found in (((0, 1), review(record, CHEAP)), ((1,), review(record.one_sided(1), CHEAP))):
        assert found.judged == judged
        assert [one.decisions for one in found.totals] == [0, 0]


def test_a_broken_record_is_refused() -> None:
    record = random_deal("pagat", 1)
    with pytest.raises(IllegalMove, match="trick 1: expected"):
        review(replace(record, turns=(Turn(None, Move(play=3)), *record.turns)), CHEAP)
    with pytest.raises(TypeError, match="review"):
        review("deal")  # type: ignore[arg-type]


def test_seconds_bound_a_review() -> None:
    record = random_deal("pagat", 3)
    found = review(record, Settings(seconds=0.2))
    assert_adds_up(found)
    assert found.as_dict()["limit"] == 0.2
