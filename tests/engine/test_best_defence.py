"""Best defence: bounds on what any strategy that never sees the hand takes, held against brute force."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bingo.positions import reads
from bingo.solver.analysis import Answer, Lead, Settings, analyze, closed_world, hands
from bingo.solver.engine._kernel import SEARCH_WIDTH
from bingo.solver.game import OPPONENT, PAGAT, WAIT, YOU, Closing, InformationSet, Position, legal_moves, presets
from tests.engine.best_defence_cases import CASE_COUNTS, Case, Kind, by_brute_force, cases, stored
from tests.oracles.best_defence import outcomes
from tests.oracles.kernel import Kernel, analyze_closing
from tests.support.depth import by_depth, thorough
from tests.support.hidden import late_view
from tests.support.reading import read_view

#: More decisions than there are in any deal.
DEPTH = 7
TOLERANCE = 1e-6
#: More steps than any of these searches takes.
NO_LIMIT = 10**7


def _cases(kind: Kind = "closed") -> Sequence[Case]:
    """Scaled-down deals under varied rules; in every other one the worlds have weights."""
    return cases(kind, easy=by_depth(10 if kind == "closed" else 2, 1))


def _bounds(case: Case, unseeing_moves: int, *, wins: bool = False, bits: int = 8) -> tuple[float, float, float]:
    """By weight: what the strategy takes, no more than which any takes, and the double-dummy value."""
    kernel = case.kernel(bits)
    exact = kernel.closings(*case.endgame)[:, 0]
    sure = kernel.guaranteed(*case.endgame, *SEARCH_WIDTH)[:, 0]
    [loss] = kernel.losses(*case.endgame, case.weights, unseeing_moves, NO_LIMIT, wins=wins)
    low, double_dummy = ((values > 0 if wins else values) @ case.weights for values in (sure, exact))
    return float(low), float(double_dummy - loss), float(double_dummy)


@thorough
@pytest.mark.parametrize("kind", CASE_COUNTS)
def test_brute_force_finds_what_is_stored(kind: Kind) -> None:
    """In every fifth case; ``python -m tests.engine.best_defence_cases`` makes all anew."""
    assert stored()[kind][::5] == [by_brute_force(kind, seed) for seed in range(0, CASE_COUNTS[kind], 5)]


@pytest.mark.parametrize(("kind", "wins"), [("closed", False), ("endgame", False), ("closed", True)])
def test_the_bounds_hold_what_brute_force_finds(kind: Kind, wins: bool) -> None:
    met = matters = 0
    for case in _cases(kind)[:: 1 + wins]:
        low, high, double_dummy = _bounds(case, DEPTH, wins=wins)
        best = case.most_wins if wins else case.best
        assert low <= best + TOLERANCE
        assert best <= high + TOLERANCE
        assert high <= double_dummy + TOLERANCE
        matters += best < double_dummy - TOLERANCE
        met += best < double_dummy - TOLERANCE and high <= best + TOLERANCE
    assert matters
    assert kind == "endgame" or wins or 2 * met > matters > 10  # they are no idle bounds


def _guaranteed(case: Case, width: tuple[int, int], weights: NDArray[np.float64] | None = None) -> NDArray[np.int16]:
    return case.kernel().guaranteed(*case.endgame, *width, weights=weights)[:, 0]


@pytest.mark.parametrize(
    ("kind", "width", "sums"),
    [
        pytest.param("closed", (1, 1), [34311.1, 34323.8], marks=thorough),
        pytest.param("closed", SEARCH_WIDTH, [34314.9, 34327.6], marks=thorough),
        ("closed", SEARCH_WIDTH, None),
        pytest.param("endgame", (1, 1), [5853.4, 5853.4], marks=thorough),
    ],
)
def test_what_is_guaranteed_some_strategy_takes(kind: Kind, width: tuple[int, int], sums: list[float] | None) -> None:
    """In every world, with weights and without; the sums over all cases are there to outlive implementations."""
    totals = [0.0, 0.0]
    for case in cases(kind, easy=1 if sums else 10):
        for n, weights in enumerate((None, case.weights)):
            sure = _guaranteed(case, width, weights)
            assert (case.taken >= sure).all(axis=1).any()
            totals[n] += float(sure @ case.weights)
    assert not sums or totals == pytest.approx(sums)


def test_with_few_hands_the_strategy_loses_nothing_where_some_strategy_does_not() -> None:
    exact_cases = 0
    for case in _cases():
        exact = case.kernel().closings(*case.endgame)[:, 0]
        if (case.taken == exact).all(1).any():
            exact_cases += 1
            assert _guaranteed(case, SEARCH_WIDTH, case.weights).tolist() == exact.tolist()
    assert exact_cases > len(_cases()) / 2


def test_bounds_with_fewer_decisions_hold_too_and_none_at_all_says_nothing() -> None:
    for case in _cases()[::4]:
        assert _bounds(case, 0)[1] == _bounds(case, 0)[2]
        for unseeing_moves in (1, 2):
            assert case.best <= _bounds(case, unseeing_moves)[1] + TOLERANCE


def test_bounds_do_not_depend_on_the_size_of_tables() -> None:
    for case in _cases()[::4]:
        assert _bounds(case, DEPTH) == _bounds(case, DEPTH, bits=3)


@pytest.mark.parametrize("seed", range(4))
def test_bounds_do_not_depend_on_threads(seed: int) -> None:
    _, view = late_view(seed, 5, PAGAT)
    every = hands(view)
    position = closed_world(view, int(every[0]))
    leads = [move for move in legal_moves(position) if not move.claim]
    even = np.ones(len(every))
    alone, shared = (Kernel(PAGAT).losses(position, every, leads, even, DEPTH, NO_LIMIT, threads) for threads in (1, 3))
    assert alone.tolist() == shared.tolist()


def test_bounds_that_take_too_long_are_given_up() -> None:
    case = next(case for case in _cases() if case.best < _bounds(case, 0)[2] - TOLERANCE)
    losses = [case.kernel().losses(*case.endgame, case.weights, DEPTH, steps)[0] for steps in (1, NO_LIMIT)]
    assert np.isnan(losses).tolist() == [True, False]


# --- alpha-mu search -----------------------------------------------------------------------------------

#: More than any strategy loses.
MAX_LOSS = 1e9


def _alpha_mu(case: Case, max_loss: float, *, bits: int = 8, steps: int = NO_LIMIT) -> list[int] | None:
    [values] = case.kernel(bits).best_defences(*case.endgame, case.weights, [max_loss], steps)
    return values


@pytest.mark.parametrize("kind", CASE_COUNTS)
def test_alpha_mu_finds_what_brute_force_finds(kind: Kind) -> None:
    for case in _cases(kind):
        best = _alpha_mu(case, MAX_LOSS)
        assert best
        assert np.array(best) @ case.weights == pytest.approx(case.best)
        assert best in case.taken.tolist()


def test_alpha_mu_finds_nothing_where_there_is_nothing_better() -> None:
    for case in _cases()[::3]:
        double_dummy = _bounds(case, 0)[2]
        assert _alpha_mu(case, double_dummy - case.best) == []
        assert _alpha_mu(case, double_dummy - case.best + 1e-3) == _alpha_mu(case, MAX_LOSS)


def test_alpha_mu_does_not_depend_on_the_size_of_tables_and_says_when_it_gave_up() -> None:
    hard = [case for case in _cases() if case.best < _bounds(case, 0)[2] - TOLERANCE]
    assert hard
    for case in hard:
        assert _alpha_mu(case, MAX_LOSS) == _alpha_mu(case, MAX_LOSS, bits=3)
        assert _alpha_mu(case, MAX_LOSS, steps=1) is None


#: A close after which strategies differ in so many ways that comparing them took twenty minutes.
MANY_STRATEGIES = """
rules: engel
trump: 6
turned: 6-6
lead: you
you: {hand: 6-5 6-4 4-4 4-2 3-1 2-2 2-0, points: 7, tricks: 1}
opponent: {points: 34, tricks: 3, declared: 30, shown: 3-3}
played: 6-1 5-5 5-1 4-3 4-0 3-0 1-0 0-0
match: {you: 6, opponent: 0}
"""


@pytest.mark.timeout(60)
def test_alpha_mu_gives_up_where_strategies_are_too_many_to_compare() -> None:
    assert analyze(read_view(MANY_STRATEGIES), Settings(worlds=2)).hands == 462


def test_limits_that_have_met_are_one_number() -> None:
    """They were sums in another order here, and differed in the last digit."""
    akagiri = "{rules: akagiri, trump: 2, turned: 2-2, closed: {by: opponent, points: 30, tricks: 3}, lead: you"
    sides = (
        "{hand: 4-3 4-0 2-1 1-0, points: 26, tricks: 5, declared: 20}, opponent: {points: 35, tricks: 3, declared: 20}"
    )
    [view] = reads(f"{akagiri}, you: {sides}}}")
    assert all((m["low"] == m["high"]) == (m["kind"] == "exact") for m in analyze(view).as_dict()["moves"])


# --- in an analysis --------------------------------------------------------------------------------------


def _closed(view: InformationSet) -> InformationSet:
    tricks, points = view.tricks[OPPONENT], view.card_points(OPPONENT)
    assert points is not None
    return replace(view, closed=Closing(YOU, points, tricks))


def _analyze(view: Position | InformationSet, settings: Settings = Settings()) -> Answer:  # noqa: B008  (it is frozen)
    answer = analyze(view, settings)
    assert not answer.exact
    return answer


@pytest.mark.parametrize("preset", ["pagat", "hoyle-1868", "engel"])
@pytest.mark.parametrize("seed", range(3))
def test_right_after_a_close_it_says_what_close_said_before(preset: str, seed: int) -> None:
    _, view = late_view(seed, 5, presets.rules(preset))
    close_leads = {replace(lead.move, close=False): lead for lead in analyze_closing(view).leads}
    compared = 0
    for option in _analyze(_closed(view)).moves:
        if option.move in close_leads and option.worlds:
            lead, compared = close_leads[option.move], compared + 1
            assert isinstance(option, Lead)
            assert option == replace(
                lead,
                move=option.move,
                double_dummy=replace(lead.double_dummy, outcomes=()),
                guaranteed=replace(lead.guaranteed, outcomes=()),
            )
            assert option.value == lead.guaranteed.value
    assert compared


#: Best defence takes less than the double-dummy mean here; then a tile is led to you, then the opponent is to lead.
EXHAUSTED = """{trump: 3, lead: you, you: {hand: 5-2 4-0 5-0, points: 69, tricks: 5}, opponent: {points: 48, tricks: 6},
 played: '3-3 4-4 2-1 6-5 6-6 6-4 2-0 5-5 3-2 3-0 6-2 4-1 4-2 6-3 3-1 1-1 5-3 6-0 2-2 4-3'}"""
TO_REPLY = EXHAUSTED.replace("lead: you", "lead: opponent, led: 5-4")
TO_WAIT = EXHAUSTED.replace("lead: you", "lead: opponent")


@pytest.mark.parametrize("text", [EXHAUSTED, TO_REPLY, TO_WAIT])
def test_an_analysis_brackets_every_move_as_brute_force_has_it(text: str) -> None:
    view = read_view(text)
    answer, worlds = _analyze(view), [view.world(int(hand)) for hand in hands(view)]
    assert [move.move for move in answer.moves] == ([WAIT] if text is TO_WAIT else [move.move for move in answer.moves])
    for move in answer.moves:
        best = max(sum(taken) for taken in outcomes(worlds, move.move)) / len(worlds)
        assert move.kind == "exact"
        assert move.low - TOLERANCE <= best <= move.high + TOLERANCE
        assert isinstance(move, Lead)
        assert move.high <= move.double_dummy.value + TOLERANCE
    assert answer.as_dict()["value"] == max(move.value for move in answer.moves)


@pytest.mark.parametrize("text", [EXHAUSTED, TO_REPLY])
def test_with_a_match_score_there_are_chances_too(text: str) -> None:
    for row in _analyze(next(iter(reads(f"{text[:-1]}, match: {{you: 6, opponent: 5}}}}")))).as_dict()["moves"]:
        between = row["best_defence"]
        assert row["sure"]["chance"] <= between["chance_low"] + TOLERANCE
        assert between["chance_low"] <= between["chance_high"] + TOLERANCE
        assert between["chance_high"] <= row["double_dummy"]["chance"] + TOLERANCE


def test_a_claim_brings_the_same_against_every_hand_and_the_opponents_comes_first() -> None:
    [mine] = reads(EXHAUSTED.replace("69", "71").replace("48", "46"))
    [theirs] = reads(EXHAUSTED.replace("69", "45").replace("48", "72"))
    row = _analyze(mine).as_dict()["moves"][0]
    assert (row["move"], row["kind"], row["value"]) == ("claim", "certain", 1)
    for option in _analyze(theirs).moves:
        assert option.low <= option.high <= -1  # they have it, and claim before anything is led


def test_while_tiles_are_drawn_nothing_is_said_of_it() -> None:
    _, view = late_view(3, 5, PAGAT)
    rows = _analyze(view, Settings(worlds=32)).as_dict()["moves"]
    assert all(("best_defence" in row) == row["move"].startswith("close") for row in rows)
