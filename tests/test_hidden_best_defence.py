"""Best defence: bounds on what any strategy that never sees the hand takes, held against brute force."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bingo.solver.game.play import legal_moves
from bingo.solver.game.presets import PAGAT
from bingo.solver.hidden.closing import closed
from bingo.solver.hidden.worlds import hands
from bingo.solver.search.exact import value_of
from bingo.solver.search.kernel import SEARCH_WIDTH
from bingo.solver.search.reference import Reference
from tests.best_defence_cases import COUNTS, Case, Kind, by_brute_force, cases, stored
from tests.depth import by_depth, thorough
from tests.hidden import Referee, late_view
from tests.native import needs_kernel
from tests.oracles.plans import plan

pytestmark = needs_kernel

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
    low, seen = ((found > 0 if wins else found) @ case.weights for found in (sure, exact))
    return float(low), float(seen - loss), float(seen)


@thorough
@pytest.mark.parametrize("kind", COUNTS)
def test_brute_force_finds_what_is_stored(kind: Kind) -> None:
    """In every fifth case; ``python -m tests.best_defence_cases`` makes all anew."""
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


def test_with_few_hands_the_strategy_loses_nothing_where_some_strategy_does_not() -> None:
    found = 0
    for case in _cases():
        kernel, worlds = case.kernel(), (case.worlds[0], case.hands, [case.move])
        exact = kernel.closings(*worlds)[:, 0]
        if (case.taken == exact).all(1).any():
            found += 1
            assert kernel.guaranteed(*worlds, *SEARCH_WIDTH, weights=case.weights)[:, 0].tolist() == exact.tolist()
    assert found > len(_cases()) / 2


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
    from tests.oracles.kernel import Kernel

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
    found = [case.kernel().losses(*worlds, EVERY, steps)[0] for steps in (1, ENOUGH)]
    assert np.isnan(found).tolist() == [True, False]


# --- alpha-mu search -----------------------------------------------------------------------------------

#: More than any strategy loses.
ANY = 1e9
CUTS = ("early", "bound", "decided", "alike", "table")


def _best(case: Case, below: float, *, without: int = 0, bits: int = 8, steps: int = ENOUGH) -> list[int] | bool | None:
    worlds = (case.worlds[0], case.hands, [case.move], case.weights)
    [found] = case.kernel(bits).best_defences(*worlds, [below], steps, without=without)
    return found if found is None or isinstance(found, bool) else found.tolist()


def test_alpha_mu_finds_what_brute_force_finds() -> None:
    for case in _cases():
        found = _best(case, ANY)
        assert isinstance(found, list)
        assert np.array(found) @ case.weights == pytest.approx(case.best)
        assert found in case.taken.tolist()


def test_alpha_mu_finds_nothing_where_there_is_nothing_better() -> None:
    for case in _cases()[::3]:
        seen = _bounds(case, 0)[2]
        assert _best(case, seen - case.best) is False
        assert _best(case, seen - case.best + 1e-3) == _best(case, ANY)


@pytest.mark.parametrize("cut", range(len(CUTS)), ids=CUTS)
def test_cuts_change_nothing_but_time(cut: int) -> None:
    for case in _cases()[::4]:
        found = _best(case, ANY, without=1 << cut)
        assert isinstance(found, list)
        assert np.array(found) @ case.weights == pytest.approx(case.best)


def test_alpha_mu_does_not_depend_on_the_size_of_tables_and_says_when_it_gave_up() -> None:
    hard = [case for case in _cases() if case.best < _bounds(case, 0)[2] - NEARLY]
    for case in hard:
        assert _best(case, ANY) == _best(case, ANY, bits=3)
        assert _best(case, ANY, steps=1) is None


def test_a_referee_gets_exactly_what_the_best_strategy_takes() -> None:
    replayed = 0
    for case in _cases():
        exact = Reference()
        if case.best >= _bounds(case, 0)[2] - NEARLY:
            continue
        found = _best(case, ANY)
        assert isinstance(found, list)
        made = plan(case.worlds, case.move, found, exact)
        assert [Referee().takes(world, made) for world in case.worlds] == found
        replayed += 1
    assert replayed > 5


def test_there_is_no_plan_for_more_than_can_be_taken() -> None:
    case = next(case for case in _cases() if case.best < _bounds(case, 0)[2] - NEARLY)
    exact = Reference()
    seen = [value_of(world, case.move, exact) for world in case.worlds]
    with pytest.raises(ValueError, match="expected values that some strategy takes"):
        plan(case.worlds, case.move, seen, exact)
