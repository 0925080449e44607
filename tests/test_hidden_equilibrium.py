"""The equilibrium of the last tricks: held against a linear program, exact values, best defence, and itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations, islice

import pytest

from bingo.solver import IllegalMove, Rules, Settings, Stage, deal, equilibrium, replay, rules
from bingo.solver.game.information import InformationSet, cannot_hold
from bingo.solver.game.play import begin, legal_moves
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.tiles import mask, members
from bingo.solver.seam import Enough
from bingo.solver.search.reference import Reference
from tests.deals import random_deal
from tests.depth import by_depth, few
from tests.native import needs_kernel
from tests.oracles.best_defence import best_defence
from tests.oracles.equilibrium import deals_value
from tests.oracles.scaled import varied_rules
from tests.strategies import PRESETS

pytestmark = needs_kernel

EVEN = Settings(inference=False)
#: Exploitability that the search here goes down to, and what two ways of summing may differ by.
SMALL, NEARLY = 5e-4, 1e-9


@cache
def views(chosen: Rules, tiles: int, drawn: int, count: int) -> tuple[InformationSet, ...]:
    """What the player on lead knows with so many tiles left, in random deals closed after ``drawn`` tricks."""
    return tuple(islice(_views(chosen, tiles, drawn), count))


def _views(chosen: Rules, tiles: int, drawn: int) -> Iterator[InformationSet]:
    for seed in range(100_000):
        for moment in replay(random_deal(chosen, seed)).moments:
            p = moment.position
            late = p.closed is not None and p.stage is Stage.LEAD and p.hands[0].bit_count() == tiles
            if late and sum(p.tricks) == drawn + 7 - tiles:
                yield moment.seen_by(moment.to_play)


def pairs(seen: InformationSet) -> list[tuple[int, int]]:
    """Every pair of hands that fits what both have seen, by trying all: yours and the opponent's."""
    gone = seen.gone | seen.aside
    held = [shown & ~gone for shown in seen.shown_by]
    barred, drawing = [0, 0], next((n for n, trick in enumerate(seen.history) if trick.closed), 7)
    for trick in seen.history[drawing:]:
        if trick.reply is not None:
            barred[1 - trick.leader] |= cannot_hold(seen.rules, seen.trump, trick.led, trick.reply)
    sizes = seen.hand.bit_count(), seen.hidden
    mine, theirs = (
        [
            hand
            for hand in map(mask, combinations(members(seen.unseen | seen.hand), sizes[player]))
            if hand & held[player] == held[player] and not hand & (held[1 - player] | barred[player])
        ]
        for player in (0, 1)
    )
    return [(a, b) for a in mine for b in theirs if not a & b]


def worlds(seen: InformationSet) -> list[Position]:
    """The pairs as positions."""
    return [begin(replace(seen.world(b), hands=(a, b), stage=Stage.LEAD)) for a, b in pairs(seen)]


def varied(seed: int, tiles: int = 2) -> InformationSet:
    """What the player on lead knows late in a closed deal under varied rules."""
    rng = random.Random(seed)
    while True:
        with suppress(IndexError):
            return views(varied_rules(rng), tiles, rng.randrange(4, 7), 1)[0]


# --- the linear program --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", few(PRESETS, PRESETS[0], PRESETS[-1]), ids=str)
def test_three_tiles_are_worth_what_the_linear_program_says(name: Rules) -> None:
    """RULES.md sections 3 to 7 and 9, restated for the program."""
    _held_against_the_program(views(name, 3, 6, 1)[0])


def test_under_varied_rules_it_is_worth_what_the_linear_program_says() -> None:
    for seed in range(by_depth(6, 12)):
        _held_against_the_program(varied(seed))


def _held_against_the_program(seen: InformationSet) -> None:
    deals = worlds(seen)
    found, value = equilibrium(seen, EVEN), deals_value([(deal, 1.0) for deal in deals])
    assert found.deals == len(deals)
    assert not found.weighted
    assert found.low - 1e-6 <= value <= found.high + 1e-6
    assert found.exploitability <= (0.01 if seen.rules.at_target == "points" else SMALL)


# --- what is known of equilibria -----------------------------------------------------------------------


def test_an_opponent_who_does_not_see_the_hand_leaves_no_less_than_one_who_does() -> None:
    """Best defence, by brute force, against every hand that the opponent may hold."""
    more = 0
    for seen in (*views(PAGAT, 3, 6, 5), *views(PAGAT, 3, 4, 1)):
        found = equilibrium(seen, EVEN)
        possible = [seen.world(theirs) for mine, theirs in pairs(seen) if mine == seen.hand]
        assert found.value >= max(best_defence(possible, move) for move in legal_moves(possible[0])) - NEARLY
        for one in found.moves:
            least = [best_defence(possible, move) for move in legal_moves(possible[0]) if move == one.move]
            assert not least or one.value >= least[0] - NEARLY
            more += bool(least) and one.value > least[0] + SMALL
    assert more  # it is not the same


def test_its_value_lies_between_what_best_responses_leave_whenever_it_is_stopped() -> None:
    seen = views(PAGAT, 4, 5, 1)[0]
    fine = equilibrium(seen, EVEN)
    for most in (1, 2):
        told: list[float] = []

        def stop(share: float, told: list[float] = told, most: int = most) -> None:
            told.append(share)
            if sum(share >= 0.5 for share in told) >= most:  # once all deals were gone through
                raise Enough

        found = equilibrium(seen, EVEN, stop)
        assert told == sorted(told)
        assert found.iterations < fine.iterations
        assert found.low <= fine.high + NEARLY
        assert fine.low <= found.high + NEARLY
        assert found.exploitability > fine.exploitability


def test_frequencies_add_up_and_the_moves_made_often_bring_the_most() -> None:
    for seen in views(PAGAT, 4, 6, 4):
        found = equilibrium(seen, EVEN)
        assert sum(one.frequency for one in found.moves) == pytest.approx(1)
        assert found.value == pytest.approx(max(one.value for one in found.moves))
        assert all(isinstance(number, float) for one in found.moves for number in (one.frequency, one.value, found.low))
        mine = [mine == seen.hand for mine, _ in pairs(seen)]
        share = sum(mine) / len(mine)  # what one hand gives away, all together do
        lost = sum(one.frequency * (found.value - one.value) for one in found.moves)
        assert lost <= 2 * found.exploitability / share + NEARLY


def test_the_answer_does_not_depend_on_threads_or_the_seed() -> None:
    seen = views(PAGAT, 4, 5, 1)[0]  # enough rows for more threads
    alone, *others = (
        replace(equilibrium(seen, Settings(threads=threads, seed=seed)), seconds=0)
        for threads, seed in ((1, 0), (3, 0), (2, 7))
    )
    assert others == [alone, alone]


def test_how_both_sides_played_changes_what_the_game_is_worth() -> None:
    """Not without a record, which is what tells how they did."""
    seen = views(rules("berndt"), 3, 6, 4)
    found = [(equilibrium(one), equilibrium(one, EVEN)) for one in seen]
    assert any(weighted.low > even.high or weighted.high < even.low for weighted, even in found)
    assert not equilibrium(replace(seen[0], history=())).weighted


# --- which deals ---------------------------------------------------------------------------------------


def test_the_opponent_may_rule_out_hands_of_yours_as_you_may_rule_out_theirs() -> None:
    """Both sides of one moment suppose the same pairs, fewer than all where replies have told something."""
    told = 0
    for seed in range(200):
        if told > 2:
            break
        for moment in replay(random_deal(PAGAT, seed)).moments:
            p = moment.position
            if p.closed is None or p.stage is not Stage.LEAD or p.hands[0].bit_count() > 3 or sum(p.tricks) < 8:
                continue
            sides = [moment.seen_by(player) for player in (0, 1)]
            assert [equilibrium(side, EVEN).deals for side in sides] == [len(pairs(sides[0]))] * 2
            told += any(moment.barred)
            break
    assert told


# --- what is refused -----------------------------------------------------------------------------------


def test_too_many_histories_are_refused_with_what_would_fit() -> None:
    with pytest.raises(
        IllegalMove, match=r"at most 50,000,000 histories .* found about [0-9,]+ with 6 in a hand\. With"
    ):
        equilibrium(views(PAGAT, 6, 3, 1)[0])


def test_nothing_may_be_drawn_any_more() -> None:
    with pytest.raises(IllegalMove, match="closed or exhausted; found tiles still to be drawn"):
        equilibrium(deal(PAGAT, 1))


def test_time_that_is_too_short_for_all_deals_is_told() -> None:
    with pytest.raises(IllegalMove, match="expected more time"):
        equilibrium(views(PAGAT, 4, 6, 1)[0], Settings(seconds=1e-9))


def test_where_each_side_knows_the_other_hand_it_is_the_exact_value() -> None:
    """All tiles gone are known of an exhausted boneyard, so what is not in one hand is in the other."""
    held, exact = 0, Reference()
    for seed in range(60):
        for moment in replay(random_deal(PRESETS[seed % len(PRESETS)], seed)).moments:
            p = moment.position
            if p.closed is None and not p.open and p.stage is Stage.LEAD and p.hands[0].bit_count() in (2, 3):
                seen, mine = moment.seen_by(p.leader), p if p.leader == 0 else p.swapped()
                assert equilibrium(seen).value == pytest.approx(exact.value(begin(mine)), abs=0.02)
                held += 1
    assert held > 5


def test_where_no_hand_fits_it_is_told() -> None:
    seen = views(PAGAT, 3, 6, 1)[0]
    with pytest.raises(IllegalMove, match="expected a hand that the opponent can hold"):
        equilibrium(replace(seen, history=(), barred=seen.unseen))
