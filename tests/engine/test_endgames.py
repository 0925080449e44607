"""Best defence in any endgame: closed by either or exhausted, you on lead, replying or waiting for the opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from bingo.positions import reads
from bingo.solver import Answer, InformationSet, Settings, analyze
from bingo.solver.analysis.worlds import hands
from bingo.solver.engine._kernel import SEARCH_WIDTH
from bingo.solver.game import presets
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import OPPONENT, YOU, Closing, Position
from bingo.solver.game.presets import PAGAT
from tests.engine.best_defence_cases import Case, cases
from tests.oracles.best_defence import outcomes
from tests.oracles.closing import analyze_closing
from tests.support.depth import by_depth
from tests.support.hidden import late_view

EVERY, ENOUGH, ANY = 7, 10**7, 1e9
NEARLY = 1e-6


def _cases() -> Sequence[Case]:
    return cases("endgame", easy=by_depth(2, 1))


class Found(NamedTuple):
    """What the kernel finds, one a world, and how much every strategy loses in all."""

    seen: NDArray[np.int16]
    sure: NDArray[np.int16]
    best: NDArray[np.int16]
    loss: float


def _found(case: Case) -> Found:
    kernel, worlds = case.kernel(), (case.worlds[0], case.hands, [case.move])
    [best] = kernel.best_defences(*worlds, case.weights, [ANY], ENOUGH)
    [loss] = kernel.losses(*worlds, case.weights, EVERY, ENOUGH)
    sure = kernel.guaranteed(*worlds, *SEARCH_WIDTH, weights=case.weights)
    assert best is not None
    assert not isinstance(best, bool)
    return Found(kernel.closings(*worlds)[:, 0], sure[:, 0], best, float(loss))


def test_limits_that_have_met_are_one_number() -> None:
    """They were sums in another order here, and differed in the last digit."""
    akagiri = "{rules: akagiri, trump: 2, turned: 2-2, closed: {by: opponent, points: 30, tricks: 3}, lead: you"
    sides = (
        "{hand: 4-3 4-0 2-1 1-0, points: 26, tricks: 5, declared: 20}, opponent: {points: 35, tricks: 3, declared: 20}"
    )
    [seen] = reads(f"{akagiri}, you: {sides}}}")
    assert all((m["low"] == m["high"]) == (m["kind"] == "exact") for m in analyze(seen).as_dict()["moves"])


def test_there_are_endgames_of_every_kind() -> None:
    kinds = Counter((w.closed and w.closed.by, w.to_move, w.led is not None) for w in (c.worlds[0] for c in _cases()))
    assert len(kinds) == 3 * 2 * 2


def test_the_bracket_holds_what_brute_force_finds_and_alpha_mu_finds_it() -> None:
    matters = 0
    for case in _cases():
        results = _found(case)
        seen = float(results.seen @ case.weights)
        assert results.sure @ case.weights <= case.best + NEARLY
        assert case.best <= seen - results.loss + NEARLY
        assert results.best @ case.weights == pytest.approx(case.best)
        matters += case.best < seen - NEARLY
    assert matters


# --- in an analysis --------------------------------------------------------------------------------------


def _closed(seen: InformationSet) -> InformationSet:
    tricks, points = seen.tricks[OPPONENT], seen.card_points(OPPONENT)
    assert points is not None
    return replace(seen, closed=Closing(YOU, points, tricks))


def _analyze(seen: Position | InformationSet, settings: Settings = Settings()) -> Answer:  # noqa: B008  (it is frozen)
    answer = analyze(seen, settings)
    assert not answer.exact
    return answer


@pytest.mark.parametrize("preset", ["pagat", "hoyle-1868", "engel"])
@pytest.mark.parametrize("seed", range(3))
def test_right_after_a_close_it_says_what_close_said_before(preset: str, seed: int) -> None:
    _, seen = late_view(seed, 5, presets.rules(preset))
    before = {replace(lead.move, close=False): lead for lead in analyze_closing(seen).leads}
    compared = 0
    for option in _analyze(_closed(seen)).moves:
        if option.move in before and option.worlds:
            lead, compared = before[option.move], compared + 1
            assert option.lead is not None
            assert option.lead.double_dummy == replace(lead.double_dummy, outcomes=())
            assert option.lead.best_defence == lead.best_defence
            assert option.lead.guaranteed == replace(lead.guaranteed, outcomes=())
            assert option.value == lead.guaranteed.value
    assert compared


#: Best defence takes less than the double-dummy mean here; then a tile is led to you, then the opponent is to lead.
EXHAUSTED = """{trump: 3, lead: you, you: {hand: 5-2 4-0 5-0, points: 69, tricks: 5}, opponent: {points: 48, tricks: 6},
 played: '3-3 4-4 2-1 6-5 6-6 6-4 2-0 5-5 3-2 3-0 6-2 4-1 4-2 6-3 3-1 1-1 5-3 6-0 2-2 4-3'}"""
REPLYING = EXHAUSTED.replace("lead: you", "lead: opponent, led: 5-4")
WAITING = EXHAUSTED.replace("lead: you", "lead: opponent")


@pytest.mark.parametrize("text", [EXHAUSTED, REPLYING, WAITING])
def test_an_analysis_brackets_every_move_as_brute_force_has_it(text: str) -> None:
    [view] = reads(text)
    assert isinstance(view, InformationSet)
    answer, worlds = _analyze(view), [view.world(int(hand)) for hand in hands(view)]
    assert [move.move for move in answer.moves] == ([WAIT] if text is WAITING else [move.move for move in answer.moves])
    for move in answer.moves:
        best = max(sum(taken) for taken in outcomes(worlds, move.move)) / len(worlds)
        assert move.kind == "exact"
        assert move.low - NEARLY <= best <= move.high + NEARLY
        assert move.lead is not None
        assert move.high <= move.lead.double_dummy.value + NEARLY
    assert answer.as_dict()["value"] == max(move.value for move in answer.moves)


@pytest.mark.parametrize("text", [EXHAUSTED, REPLYING])
def test_with_a_match_score_there_are_chances_too(text: str) -> None:
    for row in _analyze(next(iter(reads(f"{text[:-1]}, match: {{you: 6, opponent: 5}}}}")))).as_dict()["moves"]:
        between = row["best_defence"]
        assert row["sure"]["chance"] <= between["chance_low"] + NEARLY
        assert between["chance_low"] <= between["chance_high"] + NEARLY
        assert between["chance_high"] <= row["double_dummy"]["chance"] + NEARLY


def test_a_claim_brings_the_same_against_every_hand_and_the_opponents_comes_first() -> None:
    [mine] = reads(EXHAUSTED.replace("69", "71").replace("48", "46"))
    [theirs] = reads(EXHAUSTED.replace("69", "45").replace("48", "72"))
    row = _analyze(mine).as_dict()["moves"][0]
    assert (row["move"], row["kind"], row["value"]) == ("claim", "certain", 1)
    for option in _analyze(theirs).moves:
        assert option.low <= option.high <= -1  # they have it, and claim before anything is led


def test_threads_change_nothing() -> None:
    _, seen = late_view(3, 5, PAGAT)
    single, several = (_analyze(_closed(seen), Settings(threads=n)).as_dict() for n in (1, 3))
    assert {**single, "seconds": 0} == {**several, "seconds": 0}


def test_while_tiles_are_drawn_nothing_is_said_of_it() -> None:
    _, seen = late_view(3, 5, PAGAT)
    rows = _analyze(seen, Settings(worlds=32)).as_dict()["moves"]
    assert all(("best_defence" in row) == row["move"].startswith("close") for row in rows)
