"""The 95% intervals of sampled answers hold the true value about as often as they say.

Cases are late positions of which all deals can be gone through: the truth that a sample of them is held against.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import factorial

import numpy as np
import pytest

from bingo.solver.analysis.deals import evaluate, make_players, play_out
from bingo.solver.analysis.exact import value_of
from bingo.solver.analysis.hidden import estimate
from bingo.solver.analysis.settings import Method, Settings
from bingo.solver.analysis.worlds import count_hands, known
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import at_lead
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.setup import deal
from tests.oracles.random_play import playout
from tests.support.depth import by_depth
from tests.support.hidden import every

CASES, WORLDS = by_depth(20, 80), 100
#: Deals of which all are gone through.
MOST = 1000
#: Standard deviations of the number of intervals that hold the truth, were each to hold it with a chance of 95%.
TOLERANCE = 4.0


def late(stage: Stage) -> Iterator[InformationSet]:
    """What you know in late positions of random deals, one of a deal: to lead, or to reply to the opponent."""
    leader = YOU if stage is Stage.LEAD else OPPONENT
    for seed in range(10**6):
        rng = random.Random(f"intervals {seed}")
        for position in playout(deal(PAGAT, rng), rng):
            if position.open and position.stage is stage and position.leader == leader and sum(position.tricks) >= 5:
                seen = known(position)
                if 4 * WORLDS < count_hands(seen) * factorial(seen.face_down) <= MOST:
                    yield seen
                    break


def is_held(seen: InformationSet, method: Method, seed: int) -> bool | None:
    """Whether the interval of one move, drawn at random, holds its mean over all deals.

    A single move: it is not chosen for what came of it. Not a close, which is solved and not sampled.
    None where nine deals of ten or more have the same value: no sample of this size says much of the rest.
    """
    deals = every(seen)
    world = next(deals.positions(seen))
    listed = [move for move, _ in evaluate(make_players(PAGAT), world)]
    chosen = random.Random(seed).choice([move for move in listed if not move.close])
    if method == "rollout":
        values = play_out(make_players(PAGAT), world, [chosen], deals).values
    else:
        engine = Kernel(PAGAT)
        values = np.array([value_of(at_lead(deal), chosen, engine) for deal in deals.positions(seen)])
    _, counts = np.unique(values, return_counts=True)
    if counts.max() >= 0.9 * len(deals):
        return None
    whole = estimate(seen, Settings(method), only=[chosen])
    drawn = estimate(seen, Settings(method, worlds=WORLDS, seed=seed), enumerated=0, only=[chosen])
    [truth], [one] = ([one for one in found.moves if one.worlds] for found in (whole, drawn))
    assert (whole.every, drawn.every, one.worlds) == (True, False, WORLDS)
    return bool(one.low <= truth.value <= one.high)


@pytest.mark.parametrize(
    ("method", "stage"),
    [
        ("rollout", Stage.LEAD),
        ("pimc", Stage.REPLY),  # weighted by what was led
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(method: Method, stage: Stage) -> None:
    positions = late(stage)
    held: list[bool] = []
    for seed in range(4 * CASES):
        found = is_held(next(positions), method, seed)
        if found is not None:
            held.append(found)
        if len(held) == CASES:
            break
    deviation = (CASES * 0.95 * 0.05) ** 0.5
    assert len(held) == CASES
    assert abs(sum(held) - 0.95 * CASES) <= TOLERANCE * deviation
