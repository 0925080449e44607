"""Rules, deals and positions for property tests: whatever legal play can lead to."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from bingo.solver import NotationError, Position, Stage, deal
from bingo.solver.game import FIELDS, Rules, Value, begin, override, presets
from tests.oracles.random_play import playout
from tests.oracles.reference import random_objective

PRESETS = [preset.rules for preset in presets.PRESETS.values()]

OBJECTIVES = st.integers(0, 10**6).map(lambda seed: random_objective(random.Random(seed)))


def _values(name: str, values: Sequence[Value]) -> Iterator[Value]:
    if isinstance(values, range):
        least, most = values[0], values[-1]
        yield from (least, (least + most) // 2, most)
    else:
        yield from values
    if name == "declaration_points":
        yield from ((20,), (3, 4), (10, 20, 30, 40, 50, 60))


def overridden(base: Rules) -> list[Rules]:
    """Every rule set that differs from ``base`` in one field and contradicts itself in none."""
    variants: list[Rules] = []
    for name, values in FIELDS.items():
        variants += [changed for value in _values(name, values) if (changed := _override(base, name, value)) != base]
    return variants


def _override(base: Rules, name: str, value: Value) -> Rules:
    try:
        return override(base, {name: value})
    except NotationError:  # it contradicts another field
        return base


def rule_sets() -> SearchStrategy[Rules]:
    """A preset, or one with a single field changed."""
    presets_only = st.sampled_from(PRESETS)
    return st.one_of(presets_only, presets_only.flatmap(lambda base: st.sampled_from(overridden(base))))


@st.composite
def deals(draw: DrawFn, rules: Rules | None = None) -> Position:
    """The first lead of a random deal, the boneyard known; under any rules unless some are given."""
    drawn_rules = rules or draw(rule_sets())
    return deal(drawn_rules, random.Random(draw(st.integers(0, 2**32 - 1))))


@st.composite
def positions(draw: DrawFn, rules: Rules | None = None, *, most_tiles: int = 7, phase: int | None = None) -> Position:
    """A position reached by random legal play: in phase one or two, closed or not, mid-trick or between two tricks.

    Positions in the middle of a turn (after waiting with a claim, or before showing doubles) are left out. At most
    ``most_tiles`` are in a hand; ``phase`` asks for phase one or two.
    """
    drawn_rules = rules or draw(rule_sets())
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    while True:
        fitting_positions = [p for p in deal_positions(drawn_rules, rng) if phase in (None, 1 if p.open else 2)]
        small_positions = [p for p in fitting_positions if max(hand.bit_count() for hand in p.hands) <= most_tiles]
        if small_positions:
            return small_positions[draw(st.integers(0, len(small_positions) - 1))]


def deal_positions(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """The positions of a random deal that a file can hold: between two turns, and ``normal``."""
    for position in playout(deal(rules, rng), rng):
        if position.stage is not Stage.SHOW and begin(position) == position:
            yield normalized(position)


def normalized(position: Position) -> Position:
    """The position without what no file tells and no move depends on: tiles nobody will draw, doubles long gone."""
    visible_tiles = position.hands[0] | position.hands[1] | (0 if position.led is None else 1 << position.led)
    return replace(position, shown=position.shown & visible_tiles, stock=position.stock if position.open else ())
