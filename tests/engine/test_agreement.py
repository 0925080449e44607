"""Kernel and reference agree in the value of every position and of every move: a slice of the full job.

CI runs it under the sanitizers as well.
"""

from itertools import product

import pytest

from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import Closing, Stage, presets
from tests.game.perft import line, table
from tests.oracles.agreement import Disagreement, compare, expected_row
from tests.oracles.reference import Reference
from tests.support.depth import by_depth, few


def agree(disagreements: list[Disagreement]) -> None:
    """Nothing differs; else show the positions, the ones with the fewest tiles first."""
    ordered = sorted(disagreements, key=lambda d: sum(hand.bit_count() for hand in d.position.hands))
    assert not ordered, "\n".join(map(str, ordered[:3]))


#: In game points, and for the match where there are any.
PRESETS = [(name, match) for name, match in product(presets.PRESETS, (False, True)) if name != "berndt" or not match]


@pytest.mark.parametrize(("name", "match"), PRESETS)
def test_agree_under_every_preset(name: str, match: bool) -> None:
    agree(compare(seed=2, n=by_depth(20, 100), rules=presets.rules(name), match=match))


@pytest.mark.parametrize(("seed", "match"), [*product(range(3), (False, True))])
def test_agree_whatever_the_rules(seed: int, match: bool) -> None:
    agree(compare(seed, n=by_depth(40, 150), match=match))


DOUBLES = "6-6 5-5 4-4 3-3 2-2 1-1 0-0"
OTHER_HAND = "6-2 6-0 5-2 5-0 4-3 3-0 2-0"
#: Where bounds were wrong once, or that random positions seldom reach.
HARD_POSITIONS = {
    "closed: the other is at 70 with the last trick, too late to claim more than the failure": table(
        "6-6",
        "1-0",
        presets.rules("pagat, others_win=as-usual"),
        3,
        points=(62, 0),
        tricks=(2, 0),
        closed=Closing(1, 0, 1),
    ),
    "closed: better to let the other reach the target than to fail": table(
        "6-4 5-5 4-2",
        "6-1 4-1 2-2",
        presets.rules("hoyle-modern, plain_trick=led-suit, target=66, others_win=as-usual"),
        0,
        leader=1,
        points=(45, 0),
        tricks=(1, 1),
        declared=(0, 30),
        closed=Closing(1, 45, 0),
    ),
    "scores at the target, then all seven doubles": table(
        DOUBLES, OTHER_HAND, presets.rules("domino-play"), 2, points=(42, 40), tricks=(1, 1)
    ),
    "all seven doubles on lead": table(
        DOUBLES,
        OTHER_HAND,
        presets.rules("pagat, seven_doubles=5, declaration_points=20 40 50 60 70"),
        points=(5, 5),
        tricks=(1, 1),
    ),
    "all seven doubles, the other leads": table(DOUBLES, OTHER_HAND, leader=1),
    "a difference of 127 card points": table(
        "6-6 5-5 3-3 0-0",
        "4-3 3-0 2-1 1-0",
        presets.rules("engel, at_target=points, failed_close=shortfall, capture=0, seven_doubles=0"),
        4,
        points=(42, 0),
        tricks=(1, 3),
    ),
}


#: The reference search takes seconds to solve them.
SLOW_CASES = (
    "scores at the target, then all seven doubles",
    "all seven doubles on lead",
    "all seven doubles, the other leads",
)


@pytest.mark.parametrize("name", few(HARD_POSITIONS, *(name for name in HARD_POSITIONS if name not in SLOW_CASES)))
def test_agree_in_single_cases(name: str) -> None:
    position = HARD_POSITIONS[name]
    kernel, reference = Kernel(position.rules), Reference()
    assert kernel.value(position) == reference.value(position)
    if position.stage is not Stage.SHOW:
        assert kernel.moves([position])[0].tolist() == expected_row(position, reference)


def test_agree_that_a_false_claim_can_follow_a_declaration() -> None:
    """Having waited with a claim, the leader may declare, claim falsely and lose 2 instead of 3."""
    rules = presets.rules("pagat, false_claims=true")
    before = table("6-6 5-5 2-0", "4-1 6-3 4-0", rules, 3, points=(0, 69), tricks=(0, 3))
    answering = line(before, "wait").position
    for position in (before, answering, line(answering, "wait").position):
        assert Kernel(rules).value(position) == Reference().value(position)
