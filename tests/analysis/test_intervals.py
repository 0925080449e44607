"""The 95% intervals of sampled answers hold the true value about as often as they say.

Cases are late positions of which all deals can be gone through: the truth that a sample of them is held against.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import factorial

import numpy as np
import pytest

from bingo.positions import reads
from bingo.solver.analysis.deals import evaluate, make_players, play_out
from bingo.solver.analysis.exact import value_of
from bingo.solver.analysis.hidden import estimate, span_of
from bingo.solver.analysis.settings import Method, Settings
from bingo.solver.analysis.worlds import count_hands, known
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import at_lead
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.game.presets import PAGAT, PRESETS
from bingo.solver.game.replay import replay
from bingo.solver.game.setup import deal
from tests.oracles.random_play import playout
from tests.support.deals import random_deal
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


@pytest.mark.parametrize("preset", PRESETS)
def test_no_interval_reaches_beyond_what_a_deal_can_bring(preset: str) -> None:
    """However deals are played on, none brings more."""
    for seed in range(by_depth(6, 60)):
        record = random_deal(PRESETS[preset].rules, seed)
        moments, end = replay(record).moments, replay(record).end.score
        for moment in moments[seed % 3 :: 7]:
            if not moment.position.open or moment.position.stage is Stage.SHOW:
                continue
            seen = known(moment.seen_by(YOU))
            least, most = span_of(seen)
            assert least <= end[YOU] - moment.score[YOU] - end[OPPONENT] + moment.score[OPPONENT] <= most
            for row in estimate(seen, Settings(worlds=8, seed=seed)).moves:
                assert least <= row.low <= row.value <= row.high <= most, f"{moment.position.notation}: {row}"


def test_nobody_captures_without_the_bingo_or_their_own_double() -> None:
    view = "{turned: 4-1, lead: you, you: {hand: %s 6-3 6-1 5-5 5-0 3-0}, opponent: {}}"
    spans = [span_of(known(next(iter(reads(view % tiles))))) for tiles in ("1-0 2-1", "0-0 2-1", "4-4 2-1", "0-0 4-4")]
    assert spans == [(-4, 4), (-3, 4), (-4, 3), (-3, 3)]
