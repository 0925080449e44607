"""The players by whom deals are played out: held against the game module, and over whole deals."""

import random
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from bingo.solver.analysis.worlds import draw, hands, make_players, roll_out
from bingo.solver.engine.kernel import Kernel
from bingo.solver.engine.tables import TRAINED_PRESETS, networks_for, shipped_weights, weights_file, weights_for
from bingo.solver.game import CLAIM, WAIT, Moment, Move, Objective, Replay, Rules, differences, presets, replay, tricks
from bingo.solver.game.legal import apply, at_lead, legal_moves, may_claim
from bingo.solver.game.play import play
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.tiles import Mask, TileSet, mask, members
from bingo.solver.reviewing.decision import LEADING_WORTHS
from tests.oracles import players
from tests.oracles.equity import results
from tests.oracles.players import beliefs, evaluate
from tests.oracles.random_play import random_deal
from tests.oracles.reference import random_objective
from tests.support.depth import few
from tests.support.hidden import late_view
from tests.support.strategies import PRESETS, rule_sets

# --- the players against the game module -------------------------------------------------------------


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_deals_are_played_out_by_the_rules(rules: Rules) -> None:
    """The kernel plays what the game module plays if both ask the networks of whoever moves; for the match, too."""
    players = make_players(rules)
    goals = [None, random_objective(random.Random(3))][: 1 + (rules.at_target != "points")]
    for seed, goal in product(range(3), goals):
        _, view = late_view(seed, 4, rules)
        deals = draw(view, 2, seed)
        world = next(deals.positions(view))
        moves = [move for move, _ in evaluate(players, world)]
        values = roll_out(players, world, moves, deals, objective=goal).values
        for row, world in zip(values, deals.positions(view), strict=True):
            assert row.tolist() == [_played_out(at_lead(world), move, rules, goal) for move in moves]


@pytest.mark.parametrize("rules", PRESETS[:6], ids=str)
def test_results_tell_what_both_scored(rules: Rules) -> None:
    played = rules, *_shuffled(60)
    value = players.results(*played)
    pairs = results(*played, (12, 12))
    assert (pairs[:, 0] - pairs[:, 1] == value).all()
    assert pairs.min() == 0
    assert pairs.max() >= 3
    assert rules.at_target != "each-scores" or (pairs.min(axis=1) > 0).any()
    short_match_results = set(map(tuple, results(*played, (2, 1)).tolist()))
    assert {(2, 0), (0, 1)} <= short_match_results <= {(0, 0), (1, 0), (2, 0), (0, 1)}


def _played_out(position: Position, move: Move | None, rules: Rules, goal: Objective | None = None) -> int:
    """Game points of ``you`` to the end, or utility, by the rules; closing and phase two exactly."""
    value, over, scored = 0, False, (0, 0)
    while not over:
        if not position.open:
            rest_value = Kernel(rules, objective=goal).value(position, scored)
            return rest_value if goal else value + rest_value
        moves = list(legal_moves(position))
        choice = _choice(position, moves, rules) if move is None else move
        if goal:
            scored = goal.add(scored, apply(position, choice).scores)
        gain, position, over, _ = play(position, choice)
        value, move = value + gain, None
        over = over or (goal is not None and goal.over(*scored))
    return goal.utility(*scored) if goal else value


def _choice(position: Position, moves: list[Move], rules: Rules) -> Move:
    if position.stage is Stage.SHOW:
        return max(moves, key=lambda move: move.declare.bit_count())
    if len(moves) == 2 and CLAIM in moves:
        reached = position.card_points(position.to_move) >= rules.target
        return CLAIM if reached else WAIT
    claims = [move for move in moves if move.claim and _reaches(position, move)]
    mover = position.to_move
    view = position if mover == YOU else position.swapped()
    best = max(evaluate(make_players(rules), view), key=lambda pair: pair[1])[0]
    matching_claims = [move for move in claims if move.declare == best.declare and not move.close and not best.close]
    ending_moves = [move for move in moves if move == replace(best, lead=None)]  # the declaration alone ends the deal
    return [*matching_claims, *ending_moves, best][0] if best.declare else best


def _reaches(position: Position, move: Move) -> bool:
    declared = tricks.declaration_points(position.rules, move.declare) if move.declare else 0
    points = position.card_points(position.leader) + declared
    return may_claim(position, position.leader) or points >= position.rules.target


# --- which networks play -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRAINED_PRESETS)
def test_a_preset_with_networks_is_played_by_them(name: str) -> None:
    assert networks_for(presets.PRESETS[name].rules) == name
    assert weights_for(presets.PRESETS[name].rules) is shipped_weights(name)
    assert shipped_weights(name) == array("f", np.load(weights_file(name)))


def test_every_file_of_networks_is_named() -> None:
    folder = files("bingo.solver.engine") / "networks"
    assert sorted(TRAINED_PRESETS) == sorted(file.name.removesuffix(".npy") for file in folder.iterdir())


@given(rule_sets())
def test_mixtures_are_played_by_the_nearest_networks_that_count_deals_alike(rules: Rules) -> None:
    chosen = presets.PRESETS[networks_for(rules)].rules
    assert (chosen.at_target == "points") == (rules.at_target == "points")
    for other in (presets.PRESETS[name].rules for name in TRAINED_PRESETS):
        if (other.at_target == "points") == (rules.at_target == "points"):
            assert len(differences(chosen, rules)) <= len(differences(other, rules))


# --- whole deals -------------------------------------------------------------------------------------


def _shuffled(size: int) -> tuple[NDArray[np.uint8], NDArray[np.int32], list[int]]:
    """Deals in pairs of pairs, the second with the seats swapped; their trump suits, and who leads."""
    rng = np.random.default_rng(1)
    first = rng.permuted(np.tile(np.arange(28, dtype=np.uint8), (2 * size, 1)), axis=1).reshape(size, 2, 28)
    swapped = first[..., [*range(7, 14), *range(7), *range(14, 28)]]
    order = np.concatenate([first, swapped], axis=1).reshape(-1, 28)
    suits = np.array([tricks.trump_of(t) for t in range(28)], dtype=np.int32)
    return np.ascontiguousarray(order), suits[order[:, 27]], [YOU, YOU, OPPONENT, OPPONENT] * size


@pytest.mark.parametrize("name", few(["pagat", "berndt"], "pagat"))
def test_what_leading_is_worth_in_reviews_is_what_deals_bring(name: str) -> None:
    deals, trumps, _ = _shuffled(1000)
    sample = deals[:2000], trumps[:2000]
    you_leading, they_leading = (players.results(presets.rules(name), *sample, [p] * 2000) for p in (YOU, OPPONENT))
    means = (you_leading - they_leading) / 2
    assert abs(means.mean() - LEADING_WORTHS[name]) < 4 * means.std(ddof=1) / 2000**0.5


# --- how likely each hand of the opponent is by what they played: the kernel against a slow restatement


TEMPERATURE, BLUNDER = 0.3, 0.2


class Event(NamedTuple):
    """Something that happened to the opponent's hand: a turn in ``position`` (they are `you` there), or a draw.

    Of a tile played after a close the position is not told: it says nothing of the hand but that it held the tile.
    """

    position: Position | None
    move: Move


def moments(rules: Rules, seed: int, tricks: range = range(2, 6)) -> Iterator[tuple[Replay, Moment]]:
    """Decisions about a tile in some tricks of a random deal, as long as the other hand is hidden."""
    played = replay(random_deal(rules, seed))
    for moment in played.moments:
        if moment.trick in tricks and moment.position.stage in (Stage.LEAD, Stage.REPLY):
            yield played, moment


def hand_events(played: Replay, moment: Moment, player: int) -> list[Event]:
    """All that happened to the hand of one player, in order."""
    history: list[Event] = []
    moments_so_far = played.moments[: played.moments.index(moment) + 1]
    for moment_before, next_moment in pairwise(moments_so_far):
        p, move = moment_before.position, moment_before.turn.move
        if moment_before.turn.player == player and (move.tile is not None or (p.stage is Stage.SHOW and move.declare)):
            mine = p if moment_before.turn.player == YOU else p.swapped()
            history.append(Event(mine if p.open or p.stage is Stage.SHOW else None, move))
        if len(next_moment.position.stock) < len(p.stock) and next_moment.position.open:
            history.append(Event(None, Move()))
    return history


def slow_likelihood(happened: list[Event], hand: Mask, rules: Rules) -> float:
    """The likelihood of all that happened if the hand is this one in the end: a sum over all ways there."""
    networks = make_players(rules)

    @cache
    def likelihood(count: int, hand: Mask) -> float:
        if not count:
            return 1.0
        position, move = happened[count - 1]
        if move == Move():
            return sum(likelihood(count - 1, hand & ~(1 << drawn)) for drawn in members(hand))
        if move.tile is None:
            other_doubles = move.declare & ~(1 << (position.won_with or 0))
            return likelihood(count - 1, hand) if hand & other_doubles == other_doubles else 0.0
        before = hand | 1 << move.tile
        if hand == before or before & move.declare != move.declare:
            return 0.0
        return likelihood(count - 1, before) * (1.0 if position is None else chosen(position, TileSet(before), move))

    def chosen(position: Position, before: TileSet, move: Move) -> float:
        on_table = [t for t in (position.led, position.turned) if t is not None]
        assert not before & mask(on_table)
        hidden = (position.hands[0] | position.hands[1] | mask(position.stock)) & ~before
        shown = position.hands[1] & position.shown  # of the other hand no more is seen
        other_tiles = [*members(shown), *members(hidden & ~shown)]
        size = position.hands[1].bit_count()
        world = replace(position, hands=(before, mask(other_tiles[:size])), stock=tuple(other_tiles[size:]))
        chance = players.chosen(networks, world, move, TEMPERATURE)
        return BLUNDER / 7 + (1 - BLUNDER) * chance

    return likelihood(len(happened), hand)


@pytest.mark.parametrize("rules", few(PRESETS, PRESETS[0], PRESETS[-1]), ids=str)
def test_the_likelihood_of_a_hand_is_that_of_all_play_however_tiles_were_drawn(rules: Rules) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(40):
        for n, (played, moment) in enumerate(moments(rules, seed)):
            p = moment.position
            kind = "open" if p.open else f"closed by {moment.to_play == p.closed.by if p.closed else None}"
            if kinds[kind] >= 6 or (p.open and (n + seed) % 4):
                continue
            view = moment.seen_by(moment.to_play)
            all_hands = hands(view)
            indices = [
                int(np.searchsorted(all_hands, p.hands[1 - moment.to_play])),
                *range(0, len(all_hands), max(1, len(all_hands) // 3)),
            ]
            chances = beliefs(view, TEMPERATURE, BLUNDER)[indices]
            happened = hand_events(played, moment, 1 - moment.to_play)
            assert chances.tolist() == pytest.approx(
                [slow_likelihood(happened, hand, rules) for hand in all_hands[indices].tolist()], rel=1e-4
            )
            kinds[kind] += 1
    assert kinds["open"] == 6
    assert len(kinds) == 3
