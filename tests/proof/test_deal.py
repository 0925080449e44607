"""The rules as the proofs restate them: held against the predicates of the game, tile by tile."""

import random

import pytest

from bingo.solver.game import tricks
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import SUITS, TILES, Tile, double, mask
from bingo.solver.proof import deal
from bingo.solver.proof.lines import most_declarable, worth_of
from tests.support.strategies import PRESETS, overridden

#: Every preset, and of the sets that differ from one in a field some that are drawn at random.
RULES = [*PRESETS, *random.Random(6).sample([rules for base in PRESETS for rules in overridden(base)], 20)]


@pytest.mark.parametrize("rules", RULES, ids=range(len(RULES)))
def test_tiles_count_win_and_must_be_played_as_in_the_game(rules: Rules) -> None:
    for trump in SUITS:
        assert [deal.worth(rules, trump, t) for t in TILES] == [tricks.points(rules, trump, t) for t in TILES]
        for lead in TILES:
            others = [t for t in TILES if t != lead]
            for phase_two in (False, True):
                wins = [deal.wins(rules, trump, lead, t, phase_two=phase_two) for t in others]
                assert wins == [tricks.beats(rules, trump, lead, t, phase_two=phase_two) for t in others]
            assert _order(rules, trump, lead) == _classes(rules, trump, lead)


def _order(rules: Rules, trump: int, lead: Tile) -> list[set[Tile]]:
    """The other tiles by their duty, the most pressing first."""
    duties = {t: deal.duty(rules, trump, lead, t) for t in TILES if t != lead}
    return [{t for t in duties if duties[t] == step} for step in sorted(set(duties.values()))]


def _classes(rules: Rules, trump: int, lead: Tile) -> list[set[Tile]]:
    """The same from the game: each tile in the first class that it is in."""
    left, classes = {t for t in TILES if t != lead}, []
    for group in tricks.reply_classes(rules, trump, lead):
        here = {t for t in left if group >> t & 1}
        left -= here
        classes += [here] if here else []
    return classes


@pytest.mark.parametrize("rules", RULES, ids=range(len(RULES)))
def test_declarations_count_as_in_the_game(rules: Rules) -> None:
    doubles = [double(suit) for suit in SUITS]
    for count in range(2, 8):
        for chosen in (doubles[:count], doubles[7 - count :]):
            if tricks.may_declare(rules, count):
                assert worth_of(rules, mask(chosen)) == tricks.declaration_points(rules, mask(chosen))
    most = max(n for n in range(2, 8) if tricks.may_declare(rules, n) and not (n == 7 and rules.seven_doubles))
    assert most_declarable(rules) == most
