"""Best defence: bounds on what any strategy that never sees the hand takes, held against brute force."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from bingo.solver.analysis.questions import closed
from bingo.solver.analysis.worlds import hands
from bingo.solver.engine._kernel import SEARCH_WIDTH
from bingo.solver.game.legal import legal_moves
from bingo.solver.game.presets import PAGAT
from tests.engine.best_defence_cases import COUNTS, Case, Kind, by_brute_force, cases, stored
from tests.oracles.kernel import Kernel
from tests.support.depth import by_depth, thorough
from tests.support.hidden import late_view

#: More decisions than there are in any deal.
EVERY = 7
NEARLY = 1e-6
#: More steps than any of these searches takes.
ENOUGH = 10**7


def _cases() -> Sequence[Case]:
    """Scaled-down deals under varied rules; in every other one the worlds have weights."""
    return cases("closed", easy=by_depth(10, 1))


def _bounds(case: Case, own_moves: int, *, wins: bool = False, bits: int = 8) -> tuple[float, float, float]:
    """By weight: what the strategy takes, no more than which any takes, and the double-dummy value."""
    kernel, worlds = case.kernel(bits), (case.worlds[0], case.hands, [case.move])
    exact = kernel.closings(*worlds)[:, 0]
    sure = kernel.guaranteed(*worlds, *SEARCH_WIDTH)[:, 0]
    [loss] = kernel.losses(*worlds, case.weights, own_moves, ENOUGH, wins=wins)
    low, seen = ((values > 0 if wins else values) @ case.weights for values in (sure, exact))
    return float(low), float(seen - loss), float(seen)


@thorough
@pytest.mark.parametrize("kind", COUNTS)
def test_brute_force_finds_what_is_stored(kind: Kind) -> None:
    """In every fifth case; ``python -m tests.engine.best_defence_cases`` makes all anew."""
    assert stored()[kind][::5] == [by_brute_force(kind, seed) for seed in range(0, COUNTS[kind], 5)]


def test_the_bounds_hold_what_brute_force_finds() -> None:
    met = matters = 0
    for case in _cases():
        low, high, seen = _bounds(case, EVERY)
        assert low <= case.best + NEARLY
        assert case.best <= high + NEARLY
        assert high <= seen + NEARLY
        matters += case.best < seen - NEARLY
        met += case.best < seen - NEARLY and high <= case.best + NEARLY
    assert matters > 10
    assert 2 * met > matters  # they are no idle bounds


def _sure(case: Case, width: tuple[int, int], weights: NDArray[np.float64] | None = None) -> NDArray[np.int16]:
    values = case.kernel().guaranteed(case.worlds[0], case.hands, [case.move], *width, weights=weights)
    return values[:, 0]


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
            sure = _sure(case, width, weights)
            assert (case.taken >= sure).all(axis=1).any()
            totals[n] += float(sure @ case.weights)
    assert not sums or totals == pytest.approx(sums)


def test_with_few_hands_the_strategy_loses_nothing_where_some_strategy_does_not() -> None:
    exact_cases = 0
    for case in _cases():
        kernel, worlds = case.kernel(), (case.worlds[0], case.hands, [case.move])
        exact = kernel.closings(*worlds)[:, 0]
        if (case.taken == exact).all(1).any():
            exact_cases += 1
            assert _sure(case, SEARCH_WIDTH, case.weights).tolist() == exact.tolist()
    assert exact_cases > len(_cases()) / 2


def test_the_bounds_on_wins_hold_what_brute_force_finds() -> None:
    for case in _cases()[::2]:
        low, high, seen = _bounds(case, EVERY, wins=True)
        assert low <= case.most_wins + NEARLY
        assert case.most_wins <= high + NEARLY
        assert high <= seen + NEARLY


def test_bounds_with_fewer_decisions_hold_too_and_none_at_all_says_nothing() -> None:
    for case in _cases()[::4]:
        assert _bounds(case, 0)[1] == _bounds(case, 0)[2]
        for own_moves in (1, 2):
            assert case.best <= _bounds(case, own_moves)[1] + NEARLY


def test_bounds_do_not_depend_on_the_size_of_tables() -> None:
    for case in _cases()[::4]:
        assert _bounds(case, EVERY) == _bounds(case, EVERY, bits=3)


@pytest.mark.parametrize("seed", range(4))
def test_bounds_do_not_depend_on_threads(seed: int) -> None:
    _, seen = late_view(seed, 5, PAGAT)
    every = hands(seen)
    position = closed(seen, int(every[0]))
    leads = [move for move in legal_moves(position) if not move.claim]
    even = np.ones(len(every))
    alone, shared = (Kernel(PAGAT).losses(position, every, leads, even, EVERY, ENOUGH, threads) for threads in (1, 3))
    assert alone.tolist() == shared.tolist()


def test_bounds_that_take_too_long_are_given_up() -> None:
    case = next(case for case in _cases() if case.best < _bounds(case, 0)[2] - NEARLY)
    worlds = (case.worlds[0], case.hands, [case.move], case.weights)
    losses = [case.kernel().losses(*worlds, EVERY, steps)[0] for steps in (1, ENOUGH)]
    assert np.isnan(losses).tolist() == [True, False]


# --- alpha-mu search -----------------------------------------------------------------------------------

#: More than any strategy loses.
ANY = 1e9


def _best(case: Case, below: float, *, bits: int = 8, steps: int = ENOUGH) -> list[int] | bool | None:
    worlds = (case.worlds[0], case.hands, [case.move], case.weights)
    [values] = case.kernel(bits).best_defences(*worlds, [below], steps)
    return values if values is None or isinstance(values, bool) else values.tolist()


def test_alpha_mu_finds_what_brute_force_finds() -> None:
    for case in _cases():
        best = _best(case, ANY)
        assert isinstance(best, list)
        assert np.array(best) @ case.weights == pytest.approx(case.best)
        assert best in case.taken.tolist()


def test_alpha_mu_finds_nothing_where_there_is_nothing_better() -> None:
    for case in _cases()[::3]:
        seen = _bounds(case, 0)[2]
        assert _best(case, seen - case.best) is False
        assert _best(case, seen - case.best + 1e-3) == _best(case, ANY)


def test_alpha_mu_does_not_depend_on_the_size_of_tables_and_says_when_it_gave_up() -> None:
    hard = [case for case in _cases() if case.best < _bounds(case, 0)[2] - NEARLY]
    for case in hard:
        assert _best(case, ANY) == _best(case, ANY, bits=3)
        assert _best(case, ANY, steps=1) is None
