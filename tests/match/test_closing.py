"""*Should I close now?* with a match score: what closing and playing on do to the match decides."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bingo.positions import read
from bingo.solver import Match, Settings, should_close
from bingo.solver.analysis.worlds import known
from bingo.solver.engine._kernel import SEARCH_WIDTH
from bingo.solver.game.legal import legal_moves
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.scoring import SCALE
from bingo.solver.match import match_objective
from tests.oracles.best_defence import outcomes
from tests.oracles.closing import analyze_closing
from tests.oracles.kernel import Kernel
from tests.support.depth import by_depth, thorough
from tests.support.hidden import scaled_worlds

CASES = by_depth(80, 100)
EXAMPLE = Path(__file__).parents[2] / "positions" / "examples" / "should-i-close.yaml"
[POSITION] = read(EXAMPLE)


def test_at_six_all_the_chance_is_how_often_the_deal_is_won_and_game_points_stay_what_they_are() -> None:
    """Whoever scores, wins the match; a void deal there is none."""
    plain = analyze_closing(known(POSITION))
    closing = analyze_closing(known(POSITION), objective=match_objective(replace(POSITION, match=Match(6, 6))))
    for lead in closing.leads:
        assert lead.match is not None
        assert lead.match.double_dummy.value == pytest.approx(lead.double_dummy.win)
        assert lead.match.guaranteed.value >= lead.guaranteed.win - 1e-9
        assert lead.match.guaranteed.value <= lead.most <= lead.match.double_dummy.value
    sure = [lead.match.guaranteed.value for lead in closing.leads if lead.match]
    assert sure == sorted(sure, reverse=True)
    values = {lead.move.lead: (lead.double_dummy.value, lead.guaranteed.value) for lead in plain.leads}
    assert {lead.move.lead: (lead.double_dummy.value, lead.guaranteed.value) for lead in closing.leads} == values
    assert all(lead.match is None for lead in plain.leads)


def test_the_advice_goes_by_chances() -> None:
    decision = should_close(replace(POSITION, match=Match(6, 3)), Settings(worlds=512, seed=1))
    best, going_on = decision.closing.best, decision.open
    assert best.match is not None
    assert going_on is not None
    assert going_on.first.chance is not None
    wanted = "close" if best.match.guaranteed.low > going_on.first.criterion.high else "too close to call"
    assert decision.advice == wanted
    data = decision.as_dict()
    assert data["match"] == {"you": 6, "opponent": 3}
    assert data["leads"][0]["sure"]["chance"] == best.match.guaranteed.value
    assert data["open"]["chance"] == going_on.first.chance
    assert 0 < data["open"]["chance_low"] <= data["open"]["chance"] <= data["open"]["chance_high"] < 1


@thorough
def test_limits_in_chances_hold_what_brute_force_finds() -> None:
    """What the best of all pure strategies makes of the match, in scaled-down deals in which one side alone scores."""
    wide = met = 0
    rules = replace(PAGAT, capture=0)
    for seed in range(CASES):
        rng = random.Random(seed)
        worlds = scaled_worlds(rng, (3, 3, 4), rules=rules)
        lead = rng.choice([move for move in legal_moves(worlds[0]) if not move.claim])
        score = Match(rng.randint(0, 6), rng.randint(0, 6))
        objective = match_objective(replace(worlds[0], match=score))
        assert objective is not None
        kernel = Kernel(rules, objective=objective)
        hands = np.array([world.hands[1] for world in worlds], dtype=np.uint32)
        seen, weights = kernel.closings(worlds[0], hands, [lead]), np.ones(len(hands))
        sure = kernel.guaranteed(worlds[0], hands, [lead], *SEARCH_WIDTH)
        [loss] = kernel.losses(worlds[0], hands, [lead], weights, 14, 10**6)
        [values] = kernel.best_defences(worlds[0], hands, [lead], weights, [1e9], 10**6)
        best = SCALE * max(sum(map(objective.chance, taken)) for taken in outcomes(worlds, lead)) / len(worlds)
        assert sure.mean() - 1e-9 <= best <= seen.mean() - loss / len(worlds) + 1e-9
        wide += seen.mean() > best + 1e-6
        met += not isinstance(values, bool) and values is not None and abs(values.mean() - best) <= 1e-6
    assert wide
    assert met == CASES
