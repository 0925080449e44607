"""Tricks that are partly remembered: whatever was forgotten, the truth lies between the least and the most, and both
arrangements are positions that can occur.
"""

import random
from dataclasses import replace
from itertools import count, permutations

import pytest

from bingo.positions import reads
from bingo.solver import Moment, Rules, Setup, Side, check, deal, replay
from bingo.solver.analysis.claim import can_claim
from bingo.solver.game import CLAIM, TILES, apply, begin, false_claim, legal_moves, mask, members, true_claim
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.game.tricks import beats
from bingo.solver.proof import Arrangement
from bingo.solver.proof.memory import _can_win
from tests.oracles.random_play import playout, random_deal
from tests.support.depth import few
from tests.support.strategies import PRESETS


def random_moment(rng: random.Random, rules: Rules) -> Moment:
    """A moment of random play between two tricks."""
    while True:
        moments = replay(random_deal(rules, rng.randrange(10**6))).moments
        leads = [m for m in moments[2:] if m.position.stage is Stage.LEAD and begin(m.position) == m.position]
        if leads:
            return rng.choice(leads)


def half_forgotten(rng: random.Random, moment: Moment) -> InformationSet:
    """What ``you`` see of it, with many of the tiles in tricks forgotten."""
    position, sides = moment.position, []
    for player in (YOU, OPPONENT):
        tricks = moment.won[player]
        known = tuple(tuple(t for t in trick if rng.random() < 0.5) for trick in tricks)
        forgotten = [t for trick, known_trick in zip(tricks, known, strict=True) for t in trick if t not in known_trick]
        somewhere = tuple(t for t in forgotten if rng.random() < 0.2)
        shown = tuple(t for t in members(moment.shown[player]) if position.hands[player] >> t & 1 or rng.random() < 0.5)
        sides.append(
            Side(
                hand=tuple(members(position.hands[YOU])) if player == YOU else None,
                won=known,
                took=somewhere,
                declared=position.declared[player],
                shown=shown,
            )
        )
    setup = Setup(
        rules=position.rules,
        leader=position.leader,
        sides=(sides[0], sides[1]),
        trump=position.trump,
        turned=position.turned,
        closed=position.closed,
    )
    view = check(setup)
    assert isinstance(view, InformationSet)
    return view


@pytest.mark.parametrize("seed", few(range(210), *range(42)))
def test_the_truth_lies_between_the_least_and_the_most(seed: int) -> None:
    rng = random.Random(f"memory {seed}")
    moment = random_moment(rng, PRESETS[seed % len(PRESETS)])
    position, view = moment.position, half_forgotten(rng, moment)
    proof = can_claim(view, seconds=60, proved=True)
    assert proof.least <= position.card_points(YOU) <= proof.most
    for arrangement in (proof.yes, proof.no):
        if arrangement:
            assert arranged_points(view, arrangement) == arrangement.points
    if proof.gain and proof.verdict != "impossible" and position.card_points(YOU) >= position.rules.target:
        assert (
            proof.gain[0] <= true_claim(information_set(position), YOU, position.card_points(OPPONENT)) <= proof.gain[1]
        )


def arranged_points(view: InformationSet, arrangement: Arrangement) -> int:
    """Your card points in a position that is arranged so, checked by the game itself."""
    setup, sides = view.setup, []
    for player, side in enumerate(view.setup.sides):
        tricks = arrangement.tricks[player]
        assert mask(side.took) & ~mask(t for trick in tricks for t in trick) == 0
        for remembered, trick in zip(side.won or (), tricks, strict=True):
            assert set(remembered) <= set(trick)
        hand = side.hand if player == YOU else tuple(members(arrangement.hand))
        won = tuple((a, b) for a, b in tricks)
        sides.append(replace(side, hand=hand, won=won, took=()))
    checked = check(replace(setup, sides=(sides[0], sides[1])))
    return checked.setup.card_points(YOU) if isinstance(checked, InformationSet) else checked.card_points(YOU)


def test_what_claims_score_is_what_they_score_in_the_game() -> None:
    """Every claim that random play leads to, true or false, closed or not."""
    rng, seen = random.Random(3), set()
    for rules in [replace(r, false_claims=True) for r in PRESETS if r.at_target == "claim"] * 12:
        for node in playout(deal(rules, rng), rng):
            if CLAIM not in legal_moves(node) or node.to_move != YOU:
                continue
            view, gain = information_set(node), apply(node, CLAIM).gain
            true = node.card_points(YOU) >= rules.target
            scored = true_claim(view, YOU, node.card_points(OPPONENT)) if true else -false_claim(view, YOU)
            assert gain == scored
            seen.add((gain, node.closed is None))
    assert len(seen) > 6


def test_a_declared_double_may_be_the_one_on_the_table() -> None:
    """Beside 3-3, which is still held: all other doubles were never declared."""
    mine = "hand: 6-6 4-4 3-3 2-2 1-1 6-1, declared: 20, shown: 3-3, forgotten: 1"
    [view] = reads(f"{{turned: 0-0, lead: you, led: 5-5, you: {{{mine}}}, opponent: {{forgotten: 1}}}}")
    proof = can_claim(view, proved=True)
    assert (proof.least, proof.most) == (20, 20 + 14 + 11)


def test_a_double_that_was_led_is_not_declared_again() -> None:
    """Two declarations of two doubles then take three of them, the cheapest of which lie in your tricks."""
    mine = "hand: 6-3 6-1 5-4 4-2 3-1 2-0 1-0, declared: 40, forgotten: 3"
    [view] = reads(f"{{rules: {{preset: pagat, redeclare: true}}, turned: 4-1, lead: you, you: {{{mine}}}}}")
    assert can_claim(view, proved=True).least == 40 + 2 + 4 + 6


def test_where_all_is_forgotten_the_least_is_what_worthless_tiles_hold() -> None:
    [view] = reads("{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-4 4-2 3-1 2-0 1-0, forgotten: 2}}")
    proof = can_claim(view, proved=True)
    assert (proof.verdict, proof.least, proof.most) == ("impossible", 0, 28 + 14 + 12 + 11)
    assert (proof.yes, proof.no.points) == (None, 0)


def test_who_can_have_won_a_trick_leading_or_replying() -> None:
    for rules in PRESETS:
        later = (information_set(random_moment(random.Random(seed), rules).position) for seed in count())
        for view in (information_set(deal(rules, random.Random(1))), next(view for view in later if not view.open)):
            for strong, weak in permutations(TILES, 2):
                ways = [
                    not beats(rules, view.trump, strong, weak, phase_two=phase)
                    or beats(rules, view.trump, weak, strong, phase_two=phase)
                    for phase in {False, not view.open}
                ]
                assert _can_win(view, strong, weak) == any(ways)
