"""RULES.md section 9, the table: what a deal scores, by preset."""

from typing import Any

import pytest

from bingo.solver import Closing, rules
from tests.game.perft import line, table
from tests.game.test_presets_table import CLAIM_PRESETS, by_preset


def scoring(common: int, **others: int) -> dict[str, int]:
    """By preset, but for ``berndt``, under which deals are worth card points."""
    return {name: value for name, value in by_preset(common, **others).items() if name != "berndt"}


def lying(common: int, **others: int) -> dict[str, int]:
    """By rules under which false claims are moves."""
    return {f"{name}, false_claims=true": others.get(name, common) for name in CLAIM_PRESETS}


def judged(at_close: int, later: int) -> dict[str, int]:
    """By preset: what closing wins by what the other had at the close, or has when 70 is reached."""
    return scoring(later, **dict.fromkeys(CLAIM_PRESETS, at_close))


#: You win a trick: the last one, with worthless tiles, or one of the last two, with twelve card points in it.
LAST, LAST_TWO = ("6-5", "2-1"), ("6-6 3-2", "6-5 2-1")
WON, REACHED = "lead 6-5, play 2-1", "lead 6-6, play 6-5, (claim)"


@pytest.mark.parametrize(
    ("hands", "points", "tricks", "at_close", "fields", "moves", "expected"),
    [
        # nobody reached 70: void, or the difference of points, with those declared
        (LAST, (50, 45), (6, 7), None, {}, WON, by_preset(0, berndt=5)),
        (LAST, (18, 25), (6, 7), None, {"declared": (6, 3)}, WON, by_preset(0, berndt=18 + 6 - 25 - 3)),
        # 70 reached: by what the other has
        (LAST_TWO, (60, 0), (12, 0), None, {}, REACHED, scoring(3)),
        (LAST_TWO, (60, 0), (11, 1), None, {}, REACHED, scoring(2, domino_play=3)),
        (LAST_TWO, (60, 10), (9, 3), None, {}, REACHED, scoring(2)),
        (LAST_TWO, (60, 29), (9, 3), None, {}, REACHED, scoring(2)),
        (LAST_TWO, (60, 30), (9, 3), None, {}, REACHED, scoring(1)),
        # a false claim, not closed, of the closer, of the other
        (LAST_TWO, (40, 0), (3, 4), None, {}, "claim", lying(-2)),
        (LAST_TWO, (40, 0), (7, 0), None, {}, "claim", lying(-2, akagiri=-3)),
        (LAST_TWO, (40, 0), (0, 7), None, {}, "claim", lying(-2, akagiri=-3)),
        (LAST, (40, 10), (4, 4), (0, 0), {}, "claim", lying(-3, akagiri=-2)),
        (LAST, (40, 10), (4, 4), (10, 1), {}, "claim", lying(-2)),
        (LAST, (40, 10), (4, 0), (0, 0), {}, "claim", lying(-3)),
        (LAST, (40, 10), (4, 4), (0, 0), {}, "wait, claim", lying(2)),
        (LAST, (40, 10), (4, 0), (0, 0), {}, "wait, claim", lying(2, akagiri=3)),
        # other than the closer reaches 70 first: you closed, and the opponent is on lead
        (LAST_TWO[::-1], (40, 60), (5, 4), (40, 3), {"leader": 1}, REACHED, scoring(-2, domino_play=-1)),
        (LAST_TWO[::-1], (20, 60), (5, 4), (40, 3), {"leader": 1}, REACHED, scoring(-2)),
        (LAST_TWO[::-1], (0, 60), (0, 4), (40, 3), {"leader": 1}, REACHED, scoring(-2, domino_play=-3)),
        # a failed close: no trick at the close, some, none at the end either
        (LAST, (40, 10), (4, 4), (0, 0), {}, WON, scoring(-2, pagat=-3, engel=-3)),
        (LAST, (40, 10), (4, 4), (10, 1), {}, WON, scoring(-2)),
        (LAST, (40, 0), (8, 0), (0, 0), {}, WON, scoring(-2, pagat=-3, engel=-3, akagiri=-3)),
        # in berndt seven or the shortfall from 66, carried points counted, on top of the difference
        (LAST, (30, 5), (4, 4), (0, 0), {"carried": (0, 60)}, WON, {"berndt": 30 - 5 - 36}),
        (LAST, (30, 5), (4, 4), (0, 0), {"carried": (29, 60)}, WON, {"berndt": 30 - 5 - 7}),
        (LAST, (30, 5), (4, 4), (0, 0), {"carried": (35, 60)}, WON, {"berndt": 30 - 5 - 7}),
        (LAST, (30, 5), (4, 4), (0, 0), {"carried": (36, 60)}, WON, {"berndt": 30 - 5}),
        (LAST, (66, 5), (4, 4), (0, 0), {"carried": (0, 60)}, WON, {"berndt": 66 - 5}),
        # in domino-play it is added to what both scored
        (
            *(LAST_TWO[::-1], (40, 60), (4, 4), (30, 2), {"leader": 1}),
            *("lead 6-6, play 6-5, lead 3-2, play 2-1", {"domino-play": -1 - 2}),
        ),
        # a closed win judged
        (LAST_TWO, (60, 40), (5, 5), (10, 1), {}, REACHED, judged(2, 1)),
        (LAST_TWO, (60, 40), (5, 5), (0, 0), {}, REACHED, judged(3, 1)),
        (LAST_TWO, (60, 10), (5, 1), (0, 0), {}, REACHED, judged(3, 2)),
        (LAST_TWO, (60, 40), (5, 5), (30, 4), {}, REACHED, judged(1, 1)),
    ],
)
def test_what_a_deal_scores(
    hands: tuple[str, str],
    points: tuple[int, int],
    tricks: tuple[int, int],
    at_close: tuple[int, int] | None,
    fields: dict[str, Any],
    moves: str,
    expected: dict[str, int],
) -> None:
    """``at_close``: you closed, and what the other had; ``(claim)``: where the rules have claims."""
    closed = at_close and Closing(0, *at_close)
    for name, gain in expected.items():
        start = table(*hands, rules=rules(name), points=points, tricks=tricks, closed=closed, **fields)
        texts = moves.replace(", (claim)", ", claim" if name in CLAIM_PRESETS else "").split(", ")
        end = line(start, *texts)
        assert (name, end.gain) == (name, gain)
        assert end.over or any(end.position.hands)
