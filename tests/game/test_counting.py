"""Which card points and declarations some tiles can give, held against trying every way to deal them."""

from __future__ import annotations

import random
from itertools import chain, combinations, product

from bingo.solver.game import counting, tricks
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import DOUBLES, members
from tests.oracles.scaled import varied_rules
from tests.support.depth import by_depth

WORTHS = (0, 0, 0, 1, 2, 3, 5, 10, 14, 28)


def some(rng: random.Random, most: int) -> list[int]:
    """Worths of tiles."""
    return [rng.choice(WORTHS) for _ in range(rng.randrange(most + 1))]


def test_one_side_holds_what_some_of_the_tiles_add_up_to() -> None:
    rng = random.Random(1)
    for _ in range(by_depth(60, 200)):
        worths = some(rng, 7)
        for count in range(4):
            can = {sum(chosen) for chosen in combinations(worths, 2 * count)}
            assert {points for points in range(100) if counting.one_side(worths, points, count)} == can
    assert not counting.one_side([1, 1], 300, 1)


def test_both_sides_hold_what_some_way_to_deal_the_tiles_gives_them() -> None:
    """Sides 0 and 1; 2 is elsewhere, where only those may lie that need not be in a trick."""
    rng = random.Random(2)
    for _ in range(by_depth(150, 600)):
        must, may = some(rng, 5), some(rng, rng.choice((0, 0, 3)))
        places = [*[(0, 1)] * len(must), *[(0, 1, 2)] * len(may)]
        can = set()
        for there in product(*places):
            sides = [[w for w, place in zip((*must, *may), there, strict=True) if place == side] for side in (0, 1)]
            can.add((sum(sides[0]), sum(sides[1]), len(sides[0]), len(sides[1])))
        near = [[max(number + rng.choice((-1, 0, 1)), 0) for number in rng.choice(sorted(can))] for _ in range(6)]
        for a, b, m, n in (*rng.sample(sorted(can), min(4, len(can))), *near):
            assert counting.both_sides(must, may, (a, b), (m, n)) == ((a, b, m, n) in can), (must, may, a, b, m, n)


def worths(rules: Rules, doubles: int) -> set[int]:
    """What single declarations of some of these doubles bring."""
    every = chain.from_iterable(combinations(members(doubles), n) for n in range(2, 8))
    return {
        tricks.declaration_points(rules, sum(1 << t for t in chosen))
        for chosen in every
        if tricks.may_declare(rules, len(chosen)) and not (len(chosen) == 7 and rules.seven_doubles)
    }


def test_a_declaration_brings_what_its_doubles_do() -> None:
    rng = random.Random(3)
    for _ in range(by_depth(10, 40)):
        rules = varied_rules(rng)
        assert worths(rules, DOUBLES) <= counting.one_declaration(rules)
        assert counting.one_declaration(rules, 1) == set()
        few = {n: worths(rules, sum(1 << t for t in list(members(DOUBLES))[:n])) for n in range(2, 7)}
        assert all(counting.one_declaration(rules, n) >= few[n] for n in few)


def test_declarations_are_of_disjoint_doubles_each_with_one_that_was_led() -> None:
    """Where a double is declared once, as its trick is won or lost."""
    rng = random.Random(4)
    fitting = [preset.rules for preset in PRESETS.values() if preset.rules.declare == "leading"]
    fitting = [r for r in fitting if r.declaration_counts == "once-a-trick-is-won" and not r.redeclare]
    assert fitting
    doubles = list(members(DOUBLES))
    for _ in range(by_depth(20, 80)):
        rules, free = rng.choice(fitting), rng.sample(doubles, rng.randrange(2, 6))
        gone = sum(1 << t for t in free if rng.random() < 0.6)
        held = sum(1 << t for t in free) & ~gone
        must = sum(1 << t for t in free if held >> t & 1 and rng.random() < 0.5)
        leads = rng.randrange(3)
        can = {
            sum(tricks.declaration_points(rules, group) for group in groups)
            for groups in _partitions(rules, free, gone)
            if len(groups) <= leads and not must & ~sum(groups)
        }
        found = {n for n in range(200) if counting.declarations(rules, n, held, gone, must, leads, 9)}
        assert found == can | (set() if must else {0})


def _partitions(rules: Rules, free: list[int], gone: int) -> list[tuple[int, ...]]:
    """All sets of groups that may be declared one after the other."""
    found = []
    for places in product(range(3), repeat=len(free)):  # 0: not declared, else the number of the group
        groups = [sum(1 << t for t, place in zip(free, places, strict=True) if place == n) for n in (1, 2)]
        groups = [group for group in groups if group]
        fits = all(tricks.may_declare(rules, group.bit_count()) and group & gone for group in groups)
        if fits:
            found.append(tuple(groups))
    return found
