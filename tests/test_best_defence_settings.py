"""Best defence under each preset, with a match score, with any number of threads and any size of tables."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from bingo.solver import Rules, Settings
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import Objective
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PAGAT
from bingo.solver.hidden.closing import analyze_closing
from bingo.solver.search.kernel import SEARCH_WIDTH
from tests.depth import by_depth
from tests.hidden import late_view, scaled_worlds
from tests.native import needs_kernel
from tests.oracles.best_defence import outcomes
from tests.oracles.kernel import Kernel
from tests.oracles.objectives import random_objective
from tests.strategies import PRESETS

pytestmark = needs_kernel

CASES = by_depth(8, 25)
NEARLY, ENOUGH, EVERY = 1e-6, 10**7, 7
#: More than any strategy loses.
ANY = 1e9


class Found(NamedTuple):
    """What is told of one lead in all worlds: if the hand were seen, of the strategy (one number a world); by weight
    the bound on every strategy; and what the best strategy takes (one number a world).
    """

    seen: NDArray[np.int16]
    sure: NDArray[np.int16]
    high: float
    best: NDArray[np.int16]


def leads_of(position: Position) -> list[Move]:
    return [move for move in legal_moves(position) if not move.claim]


def weights_for(worlds: list[Position], seed: int) -> NDArray[np.float64]:
    rng = random.Random(f"weights {seed}")
    return np.array([rng.choice((0.125, 0.5, 1, 3)) if seed % 2 else 1 for _ in worlds], dtype=np.float64)


def told(worlds: list[Position], lead: Move, weights: NDArray[np.float64], goal: Objective | None = None) -> Found:
    kernel, some = Kernel(worlds[0].rules, 8, objective=goal), np.array([w.hands[1] for w in worlds], dtype=np.uint32)
    seen = kernel.closings(worlds[0], some, [lead])[:, 0]
    sure = kernel.guaranteed(worlds[0], some, [lead], *SEARCH_WIDTH, weights=weights)[:, 0]
    [loss] = kernel.losses(worlds[0], some, [lead], weights, EVERY, ENOUGH)
    [best] = kernel.best_defences(worlds[0], some, [lead], weights, [ANY], ENOUGH)
    assert best is not None
    assert not isinstance(best, bool)
    return Found(seen, sure, float(weights @ seen - loss), best)


def check(found: Found, taken: set[tuple[int, ...]], weights: NDArray[np.float64]) -> bool:
    """Hold all that is told against brute force; whether not seeing the hand costs anything."""
    most = max(float(weights @ np.array(each)) for each in taken)
    assert tuple(found.best.tolist()) in taken
    assert weights @ found.best == pytest.approx(most)
    assert weights @ found.sure <= most + NEARLY  # never below what is sure
    assert most <= found.high + NEARLY
    assert found.high <= weights @ found.seen + NEARLY  # nor above what it is worth if the hand is seen
    assert (found.best <= found.seen).all()
    return bool(most < weights @ found.seen - NEARLY)


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_under_each_preset_it_is_what_brute_force_finds(rules: Rules) -> None:
    """Mostly not seeing the hand costs nothing, but alpha-mu search has to find that strategy all the same."""
    for seed in range(CASES):
        rng = random.Random(f"{rules} {seed}")
        worlds = scaled_worlds(rng, (3, 3, 4), rules=rules)
        lead, weights = rng.choice(leads_of(worlds[0])), weights_for(worlds, seed)
        check(told(worlds, lead, weights), outcomes(worlds, lead), weights)


def test_with_a_match_score_it_is_what_brute_force_finds_for_the_match() -> None:
    """RULES.md section 8: then the chance to win the match is what both play for. Brute force is asked now and then,
    and wherever not seeing the hand costs something.
    """
    matters = 0
    for seed in range(400):
        rng = random.Random(seed)
        worlds = scaled_worlds(rng, (3, 3, 4))
        if worlds[0].rules.at_target == "points":
            continue
        goal, lead, weights = random_objective(rng), rng.choice(leads_of(worlds[0])), weights_for(worlds, seed)
        found = told(worlds, lead, weights, goal)
        if seed % 10 == 0 or (found.best < found.seen).any():
            matters += check(found, outcomes(worlds, lead, goal), weights)
    assert matters > 1


@pytest.mark.parametrize("seed", [2, 5])
def test_limits_lie_between_what_is_sure_and_double_dummy_and_do_not_depend_on_threads(seed: int) -> None:
    """Of a close after five tricks."""
    _, seen = late_view(seed, 5, PAGAT)
    found = analyze_closing(seen).leads
    assert found == analyze_closing(seen, Settings(threads=3)).leads
    for lead in found:
        limits = lead.best_defence
        assert limits is not None
        assert lead.guaranteed.value <= limits.low + NEARLY
        assert limits.low <= limits.high + NEARLY
        assert limits.high <= lead.double_dummy.value + NEARLY


def test_the_best_strategy_does_not_depend_on_threads() -> None:
    """Several leads at once are shared among the threads."""
    hard = 0
    for seed in range(12):
        worlds = scaled_worlds(random.Random(seed), (4,))
        kernel, leads = Kernel(worlds[0].rules, 8), leads_of(worlds[0])
        some, weights = np.array([w.hands[1] for w in worlds], dtype=np.uint32), weights_for(worlds, seed)
        ask = (worlds[0], some, leads, weights, [ANY] * len(leads), ENOUGH)
        alone, shared = ([np.asarray(each).tolist() for each in kernel.best_defences(*ask, n)] for n in (1, 3))
        assert alone == shared
        hard += alone != kernel.closings(worlds[0], some, leads).T.tolist()
    assert hard
