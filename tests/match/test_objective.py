"""With a match score answers go by the chance to win the match: exact ones and estimates (RULES.md section 8)."""

import random
import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from bingo.positions import dumps_json, read, reads
from bingo.positions.shipped import MATCH_SCORE_FILE
from bingo.solver import Answer, InformationSet, Match, Move, Position, Settings, analyze, deal, should_close
from bingo.solver.analysis import Method, mover, view_of
from bingo.solver.engine._kernel import SEARCH_WIDTH
from bingo.solver.game import OPPONENT, PAGAT, SCALE, YOU, legal_moves, sign
from bingo.solver.match import match_objective
from tests import manual
from tests.oracles.best_defence import outcomes
from tests.oracles.kernel import Kernel, analyze_closing
from tests.oracles.random_play import playout
from tests.oracles.reference import Reference
from tests.support.command import output, refusal
from tests.support.depth import by_depth, few
from tests.support.hidden import scaled_worlds
from tests.support.reading import EXAMPLES, ROOT, example, position_in

#: The Bingo waits for the double of trumps: who captures it needs no more.
BINGO_WAITS = """\
trump: 6
lead: you
match: {you: 6, opponent: 3}
you: {hand: 6-2 5-2 5-0 4-1 3-2 3-1 0-0, points: 43, tricks: 4}
opponent: {hand: 6-6 5-4 4-4 4-3 4-2 1-1 1-0, points: 37, tricks: 3, declared: 20, shown: 1-1}
"""
#: The same, the opponent's hand not seen.
HIDDEN_HAND = BINGO_WAITS.replace("hand: 6-6 5-4 4-4 4-3 4-2 1-1 1-0, ", "")
FIRST_LEAD = (EXAMPLES / "first-lead.yaml").read_text("utf-8")


@pytest.mark.parametrize("preset", ["pagat", "domino-play", "hoyle-1868"])
def test_the_chance_of_each_move_is_what_best_play_leads_to(preset: str) -> None:
    """Against the reference search, in positions reached at random with few tiles left."""
    rng = random.Random(f"{preset} match answers")
    for _ in range(12):
        position = _late(preset, rng)
        goal = match_objective(position)
        answer = analyze(position)
        assert answer.exact
        reference = Reference(goal)
        assert answer.chance == reference.value(position) / SCALE or position.to_move != mover(position)
        direction = sign(mover(position))
        chances = [direction * (option.chance or 0) for option in answer.moves]
        assert chances == sorted(chances, reverse=True)
        assert answer.chance == answer.moves[0].chance
        assert set(answer.best_moves) == {option.move for option in answer.moves if option.chance == answer.chance}
        plain = analyze(replace(position, match=None))
        for move in answer.moves:
            assert move.value in {option.value for option in plain.moves}


def _late(preset: str, rng: random.Random) -> Position:
    while True:
        for position in playout(deal(preset, seed=rng), rng):
            if not position.open and position.hands[YOU].bit_count() <= 3:
                score = Match(rng.randrange(7), rng.randrange(7), rng.choice([None, YOU, OPPONENT]))
                return replace(position, match=score)


def test_hidden_hands_are_gone_through_with_chances_too() -> None:
    position = position_in(HIDDEN_HAND)
    answer, plain = analyze(position), analyze(replace(position, match=None))
    assert answer.every
    assert answer.best == plain.best
    values = {move.move: (move.value, move.worlds) for move in plain.moves}
    assert {move.move: (move.value, move.worlds) for move in answer.moves} == values
    chances = [move.chance for move in answer.moves if move.chance]
    assert chances == sorted(chances, reverse=True)
    assert len(chances) == len(answer.moves)
    assert all(m.chance is not None and m.chance_low == m.chance == m.chance_high for m in answer.moves)
    assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize("method", few(["rollout", "pimc"], "rollout"))
def test_estimates_have_chances_with_limits(method: Method) -> None:
    """At 6 : 6 the first trick's lead wins or loses the match, so chances are near what deals are won."""
    position = replace(position_in(FIRST_LEAD), match=Match(6, 6))
    answer = analyze(position, Settings(method, worlds=200, seed=1))
    for move in answer.moves:
        assert 0 <= move.criterion.low <= move.chance <= move.criterion.high <= 1
    assert 0.3 < answer.first.chance < 0.8
    plain = analyze(replace(position, match=None), Settings(method, worlds=200, seed=1))
    assert {move.move: move.value for move in answer.moves} == {move.move: move.value for move in plain.moves}


def test_a_batch_goes_on_with_the_same_mind_only(tmp_path: Path) -> None:
    target, out = tmp_path / "one.jsonl", tmp_path / "out.jsonl"
    target.write_text(dumps_json(position_in(BINGO_WAITS)) + "\n", "utf-8")
    output("batch", str(target), "--out", str(out))
    assert "no_match" in refusal("batch", str(target), "--out", str(out), "--resume", "--no-match")


# --- *Should I close now?* with a match score: what closing and playing on do to the match decides --


CASE_COUNT = by_depth(25, 100)
CLOSABLE = example("should-i-close")


def test_at_six_all_the_chance_is_how_often_the_deal_is_won_and_game_points_stay_what_they_are() -> None:
    """Whoever scores, wins the match; a void deal there is none."""
    plain = analyze_closing(view_of(CLOSABLE))
    closing = analyze_closing(view_of(CLOSABLE), objective=match_objective(replace(CLOSABLE, match=Match(6, 6))))
    for lead in closing.leads:
        assert lead.double_dummy.chance == pytest.approx(lead.double_dummy.win)
        assert lead.chance == lead.guaranteed.chance
        assert lead.chance >= lead.win - 1e-9
        assert lead.chance <= lead.criterion.high <= (lead.double_dummy.chance or 0)
    sure = [lead.criterion.value for lead in closing.leads]
    assert sure == sorted(sure, reverse=True)
    values = {lead.move.lead: (lead.double_dummy.value, lead.guaranteed.value) for lead in plain.leads}
    assert {lead.move.lead: (lead.double_dummy.value, lead.guaranteed.value) for lead in closing.leads} == values
    assert all(lead.chance is None for lead in plain.leads)


def test_the_advice_goes_by_chances() -> None:
    decision = should_close(replace(CLOSABLE, match=Match(6, 3)), Settings(worlds=512, seed=1))
    best, going_on = decision.leads[0], decision.open
    expected = "close" if best.chance > going_on.first.criterion.high else "too close to call"
    assert decision.advice == expected
    answer = decision.as_dict()
    assert answer["match"] == {"you": 6, "opponent": 3}
    assert answer["leads"][0]["sure"]["chance"] == best.chance == best.guaranteed.chance
    assert answer["open"]["chance"] == going_on.first.chance
    assert 0 < answer["open"]["chance_low"] <= answer["open"]["chance"] <= answer["open"]["chance_high"] < 1


def test_limits_in_chances_hold_what_brute_force_finds() -> None:
    """What the best of all pure strategies makes of the match, in scaled-down deals in which one side alone scores."""
    wide = met = 0
    rules = replace(PAGAT, capture=0)
    for seed in range(CASE_COUNT):
        rng = random.Random(seed)
        worlds = scaled_worlds(rng, (3, 3, 4), rules=rules)
        lead = rng.choice([move for move in legal_moves(worlds[0]) if not move.claim])
        score = Match(rng.randint(0, 6), rng.randint(0, 6))
        objective = match_objective(replace(worlds[0], match=score))
        assert objective is not None
        kernel = Kernel(rules, objective=objective)
        hands = np.array([world.hands[1] for world in worlds], dtype=np.uint32)
        exact_values, weights = kernel.closings(worlds[0], hands, [lead]), np.ones(len(hands))
        sure = kernel.guaranteed(worlds[0], hands, [lead], *SEARCH_WIDTH)
        [loss] = kernel.losses(worlds[0], hands, [lead], weights, 14, 10**6)
        [values] = kernel.best_defences(worlds[0], hands, [lead], weights, [1e9], 10**6)
        best = SCALE * max(sum(map(objective.chance, taken)) for taken in outcomes(worlds, lead)) / len(worlds)
        assert sure.mean() - 1e-9 <= best <= exact_values.mean() - loss / len(worlds) + 1e-9
        wide += exact_values.mean() > best + 1e-6
        met += values is not None and len(values) > 0 and abs(sum(values) / len(values) - best) <= 1e-6
    assert wide
    assert met == CASE_COUNT


# --- the shipped positions in which the score of the match turns the answer -------------------------


PUZZLE_FILE = ROOT / "positions" / "collections" / MATCH_SCORE_FILE


@lru_cache(maxsize=1)
def positions() -> tuple[Position | InformationSet, ...]:
    return tuple(read(PUZZLE_FILE))


@pytest.mark.parametrize("number", few(range(len(positions())), *range(0, len(positions()), 8)))
def test_the_score_turns_the_answer(number: int) -> None:
    """The best move is the one written there; by game points it is another one, and worse by chances for certain."""
    position = positions()[number]
    [wanted] = position.expect.best
    answer, plain = analyze(position), analyze(replace(position, match=None))
    best, by_points = _best(answer), _best(plain)
    assert best == {wanted}
    assert wanted not in by_points
    if not answer.exact and not plain.exact:
        assert not by_points & set(answer.alike)
        assert wanted not in plain.alike


def _best(answer: Answer) -> set[Move]:
    return set(answer.best_moves) if answer.exact else {answer.best}


def test_there_are_sixteen_each_with_a_name_and_a_reason() -> None:
    assert len(positions()) >= 16
    names = [position.name for position in positions()]
    assert all(names)
    assert len(set(names)) == len(names)
    documents = PUZZLE_FILE.read_text("utf-8").split("---\n")[1:]
    assert len(documents) == len(positions())
    assert all(re.match(r"# .*\.\n(?!#)", text.replace("\n# ", " "), re.DOTALL) for text in documents)


def test_they_are_about_leading_replying_closing_and_claiming() -> None:
    best = [position.expect.best[0] for position in positions() if position.expect]
    assert any(move.close for move in best)
    assert sum(move.play is not None for move in best) >= 3
    assert sum(move.lead is not None and not move.close for move in best) >= 10


def test_the_one_in_the_manual_is_one_of_them() -> None:
    page = manual.text("cli/README.md")
    [text] = [block for block in manual.blocks("yaml", "cli/README.md") if "match:" in block]
    [printed] = reads(text)
    [shipped] = [position for position in positions() if position.name == printed.name]
    assert (printed.match, printed) == (shipped.match, shipped)
    answer = analyze(printed)
    assert not answer.exact
    for option in (answer.first, next(move for move in answer.moves if str(move.move) == "lead 6-6")):
        assert f"{100 * option.chance:.1f}%" in page
        assert f"{option.value:+.2f}" in page
