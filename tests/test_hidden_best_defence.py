"""Best defence: bounds on what any strategy that never sees the hand takes, held against brute force."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PAGAT
from bingo.solver.hidden.closing import SEARCH_WIDTH, closed
from bingo.solver.hidden.worlds import hands
from bingo.solver.testing.best_defence import outcomes
from tests.hidden import late_view, scaled_worlds
from tests.native import needs_kernel

pytestmark = needs_kernel

CASES = 500
#: More decisions than there are in any deal.
EVERY = 7


class Case(NamedTuple):
    """Worlds and a lead in them; what each strategy that begins with it takes, those left out that others beat."""

    worlds: list[Position]
    lead: Move
    taken: NDArray[np.int64]
    weights: NDArray[np.float64]

    @property
    def best(self) -> float:
        """By brute force: what the best strategy takes, by weight."""
        return float((self.taken @ self.weights).max())

    @property
    def most_wins(self) -> float:
        """The same for having more than nothing."""
        return float(((self.taken > 0) @ self.weights).max())


@cache
def _cases() -> tuple[Case, ...]:
    """Scaled-down deals under varied rules; in every other one the worlds have weights."""
    found = []
    for seed in range(CASES):
        rng = random.Random(seed)
        worlds = scaled_worlds(rng, (3, 3, 4))
        lead = rng.choice([move for move in legal_moves(worlds[0]) if not move.claim])
        weights = [rng.choice((0.1, 0.5, 1, 3)) if seed % 2 else 1 for _ in worlds]
        found.append(Case(worlds, lead, np.array(sorted(outcomes(worlds, lead))), np.array(weights, dtype=np.float64)))
    return tuple(found)


def _bounds(case: Case, own_moves: int, *, wins: bool = False, bits: int = 8) -> tuple[float, float, float]:
    """By weight: what the strategy takes, no more than which any takes, and the double-dummy value."""
    from bingo.solver.search.kernel import Kernel

    kernel = Kernel(case.worlds[0].rules, bits)
    some = np.array([world.hands[1] for world in case.worlds], dtype=np.uint32)
    exact = kernel.closings(case.worlds[0], some, [case.lead])[:, 0]
    sure = kernel.guaranteed(case.worlds[0], some, [case.lead], *SEARCH_WIDTH)[:, 0]
    [loss] = kernel.losses(case.worlds[0], some, [case.lead], case.weights, own_moves, wins=wins)
    low, seen = ((found > 0 if wins else found) @ case.weights for found in (sure, exact))
    return float(low), float(seen - loss), float(seen)


def test_the_bounds_hold_what_brute_force_finds() -> None:
    met = matters = 0
    for case in _cases():
        low, high, seen = _bounds(case, EVERY)
        assert low <= case.best + 1e-6
        assert case.best <= high + 1e-6
        assert high <= seen + 1e-6
        matters += case.best < seen - 1e-6
        met += case.best < seen - 1e-6 and high <= case.best + 1e-6
    assert matters > 10
    assert 2 * met > matters  # they are no idle bounds


def test_the_bounds_on_wins_hold_what_brute_force_finds() -> None:
    for case in _cases()[::2]:
        low, high, seen = _bounds(case, EVERY, wins=True)
        assert low <= case.most_wins + 1e-6
        assert case.most_wins <= high + 1e-6
        assert high <= seen + 1e-6


def test_bounds_with_fewer_decisions_hold_too_and_none_at_all_says_nothing() -> None:
    for case in _cases()[::4]:
        assert _bounds(case, 0)[1] == _bounds(case, 0)[2]
        for own_moves in (1, 2):
            assert case.best <= _bounds(case, own_moves)[1] + 1e-6


def test_bounds_do_not_depend_on_the_size_of_tables() -> None:
    for case in _cases()[::10]:
        assert _bounds(case, EVERY) == _bounds(case, EVERY, bits=3)


@pytest.mark.parametrize("seed", range(4))
def test_bounds_do_not_depend_on_threads(seed: int) -> None:
    from bingo.solver.search.kernel import Kernel

    _, seen = late_view(seed, 5, PAGAT)
    every = hands(seen)
    position = closed(seen, int(every[0]))
    leads = [move for move in legal_moves(position) if not move.claim]
    even = np.ones(len(every))
    alone, shared = (Kernel(PAGAT).losses(position, every, leads, even, EVERY, threads) for threads in (1, 3))
    assert alone.tolist() == shared.tolist()
