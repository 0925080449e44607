"""Random positions under random rules, small enough for the reference search and full of decisions.

Most are scaled-down deals: hands of one to six tiles, short stocks, any score, which no real deal can reach.
Some are of full size, from play. Rules are presets with up to four fields changed.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from itertools import islice

from bingo.solver import NotationError, deal
from bingo.solver.game import FIELDS, Closing, Pair, Position, Rules, Value, begin, override, presets
from bingo.solver.game.tiles import NO_TILES, TILES, is_double, mask
from tests.oracles.random_play import playout

#: What rules are made of.
_PRESETS = [preset.rules for preset in presets.PRESETS.values()]
#: Hands and face-down tiles of scaled-down deals, as often as they are to come: (tiles, 0 or an odd number).
_PHASE_TWO_SIZES = [*[(1, 0)] * 3, *[(2, 0)] * 6, *[(3, 0)] * 12, *[(4, 0)] * 12, *[(5, 0)] * 3, (6, 0)]
_PHASE_ONE_SIZES = [(1, 1), (1, 3), (1, 5), *[(2, 1)] * 3, (2, 3), *[(3, 1)] * 2]
_CARD_POINTS = (0, 5, 10, 20, 29, 30, 35, 45, 55, 60, 65, 69, 70, 80)
_DECLARED = (0, 0, 0, 20, 30, 40, 50)
_DECLARATION_POINTS = ((20, 40, 50, 60, 70, 70), (20, 40, 50, 60, 70), (3,), (3, 4), (10, 15), (10, 30, 31, 32, 33, 90))
#: What else has to change for a field to take a value at all.
_REQUIRED_FIELDS: dict[Value, dict[str, Value]] = {
    "points": {"failed_close": "shortfall", "capture": 0, "seven_doubles": 0, "false_claims": False},
    "after-winning": {"declaration_counts": "once-a-trick-is-won"},
    "with-its-trick": {"declare": "leading"},
}


def varied_rules(rng: random.Random, *, match: bool = False) -> Rules:
    """A preset with up to four fields changed, such that no two contradict each other.

    With ``match`` deals are worth game points.
    """
    base = rng.choice(_PRESETS)
    while True:
        changes: dict[str, Value] = {}
        for name in rng.sample(list(FIELDS), rng.choice((0, 1, 1, 2, 3, 4))):
            value = _value(name, rng)
            changes |= {name: value, **_REQUIRED_FIELDS.get(value, {})}
        if rng.random() < 0.1:
            changes |= {"false_claims": True, "false_claim": rng.choice(("two", "no-trick"))}
        with suppress(NotationError):
            rules = override(base, changes)
            if not (match and rules.at_target == "points"):
                return rules
            base = rng.choice(_PRESETS)


def _value(name: str, rng: random.Random) -> Value:
    if name == "declaration_points":
        return rng.choice(_DECLARATION_POINTS)
    return rng.choice(FIELDS[name])


def positions(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Positions under these rules without end; in short lines of play, so that tables are shared."""
    while True:
        kind = rng.random()
        if kind < 0.04:
            yield _from_play(rules, rng, is_open=kind < 0.002)
            continue
        start = _scaled_down(rules, rng, 7, 0, 1) if kind > 0.9996 else scaled_down(rules, rng)
        line = list(islice(playout(start, rng), 4))
        yield from rng.sample(line, min(len(line), rng.choice((1, 1, 2))))


def scaled_down(rules: Rules, rng: random.Random) -> Position:
    """A position between two tricks with few tiles and any score; often many doubles."""
    size, face_down = rng.choice(rng.choice((_PHASE_TWO_SIZES, _PHASE_TWO_SIZES, _PHASE_ONE_SIZES)))
    return _scaled_down(rules, rng, size, face_down, rng.choice((0, 0, 0, 0, 0.5, 0.5, 0.8, 1)))


def _scaled_down(rules: Rules, rng: random.Random, hand_size: int, face_down: int, bias: float) -> Position:
    """The more bias, the more doubles in hand; with 1 one hand has as many as it can hold."""
    order = sorted(TILES, key=lambda t: rng.random() - bias * is_double(t))
    hands = (mask(order[:hand_size]), mask(order[hand_size : 2 * hand_size]))
    shown_doubles = mask(t for t in order[: 2 * hand_size] if is_double(t) and rng.random() < 0.3)
    position = Position(
        rules=rules,
        trump=rng.randrange(7),
        hands=hands,
        leader=rng.randrange(2),
        shown=shown_doubles if rng.random() < 0.5 else NO_TILES,
        stock=tuple(order[2 * hand_size : 2 * hand_size + face_down]),
        turned=order[27] if face_down else None,
        carried=(rng.randrange(66), rng.randrange(66)) if rules.at_target == "points" else (0, 0),
    )
    position = _scored(position, rng)
    if not face_down and rng.random() < 0.5:
        closer = rng.randrange(2)
        points, tricks = position.card_points(1 - closer), position.tricks[1 - closer]
        closing = Closing(closer, rng.choice((0, points // 2, points)), rng.choice((0, tricks)))
        position = replace(position, closed=closing)
    return begin(position)


def _scored(position: Position, rng: random.Random) -> Position:
    """With any tricks, points and declared points that do not end the deal."""
    rules = position.rules
    while True:
        tricks = rng.choice((0, 0, 1, 2, 3)), rng.choice((0, 0, 1, 2, 3))
        points: Pair = (rng.choice(_CARD_POINTS) if tricks[0] else 0, rng.choice(_CARD_POINTS) if tricks[1] else 0)
        scored = replace(
            position, tricks=tricks, points=points, declared=(rng.choice(_DECLARED), rng.choice(_DECLARED))
        )
        if rules.at_target != "first-ends" or max(map(scored.card_points, (0, 1))) < rules.target:
            return scored


def _from_play(rules: Rules, rng: random.Random, *, is_open: bool) -> Position:
    """Full size: five to seven tiles in phase two; or up to three face-down tiles left, somebody near the target."""
    is_wanted = _is_near_target if is_open else _has_large_hand
    for _ in range(20):
        line = [p for p in playout(deal(rules, rng), rng) if is_wanted(p)]
        if line:
            return rng.choice(line)
    return _from_play(rules, rng, is_open=False)  # where the target is far away


def _has_large_hand(position: Position) -> bool:
    return not position.open and max(hand.bit_count() for hand in position.hands) >= 5


def _is_near_target(position: Position) -> bool:
    if not position.open:
        return False
    missing = position.rules.target - max(map(position.card_points, (0, 1)))
    return missing <= {1: 25, 3: 5}.get(len(position.stock), -1000)


assert {f.name for f in fields(Rules)} == set(FIELDS)  # so every field is varied
