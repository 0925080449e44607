"""Positions with a hidden hand, and samples from them."""

import random
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np

from bingo.solver import InformationSet, Rules, deal
from bingo.solver.analysis.worlds import Worlds, hands, view_of
from bingo.solver.game import NO_TILES, OPPONENT, TILES, YOU, Closing, Position, Stage, is_double, mask, members
from bingo.solver.game.tricks import points_table
from tests.oracles.random_play import playout
from tests.oracles.scaled import varied_rules


def scaled_worlds(
    rng: random.Random, tiles: tuple[int, ...] = (3,), most: int = 12, rules: Rules | None = None
) -> list[Position]:
    """Scaled-down deals after a close of yours, you on lead: one in up to ``most`` worlds; under varied rules unless
    some are given.
    """
    rules, hand_size = rules or varied_rules(rng), rng.choice(tiles)
    order = sorted(TILES, key=lambda t: rng.random() - rng.choice((0, 0.5)) * is_double(t))
    your_hand, other_tiles = mask(order[:hand_size]), order[hand_size : 2 * hand_size + rng.randint(1, 4)]
    tricks, trump = (rng.randint(1, 3), rng.randint(0, 3)), rng.randrange(7)
    points_left = sum(points_table(rules, trump)[t] for t in order[: 2 * hand_size])  # what is left decides
    points = (
        max(0, rules.target - 1 - int(points_left * rng.uniform(0.2, 0.9))),
        rng.choice((0, 5, 29, 35, 50)) if tricks[1] else 0,
    )
    base = Position(
        rules=rules,
        trump=trump,
        hands=(your_hand, NO_TILES),
        leader=YOU,
        stage=Stage.LEAD,
        points=points,
        tricks=tricks,
        shown=mask(t for t in other_tiles if is_double(t) and rng.random() < 0.3),
        closed=Closing(YOU, rng.choice((0, points[1])), rng.choice((0, tricks[1]))),
        carried=(rng.randrange(66), rng.randrange(66)) if rules.at_target == "points" else (0, 0),
    )
    hands = [mask(hand) for hand in combinations(other_tiles, hand_size)]
    return [replace(base, hands=(your_hand, hand)) for hand in sorted(rng.sample(hands, min(len(hands), most)))]


def endgame_worlds(rng: random.Random, tiles: tuple[int, ...] = (3,), most: int = 12) -> list[Position]:
    """As :func:`scaled_worlds`, but closed by either or exhausted, and with either about to lead or to reply."""
    worlds = scaled_worlds(rng, tiles, most)
    base, leader = worlds[0], rng.choice((YOU, YOU, OPPONENT))
    opponent_closing = Closing(OPPONENT, base.card_points(YOU), base.tricks[YOU])
    closed = rng.choice((None, base.closed, opponent_closing))
    worlds = [replace(world, leader=leader, closed=closed) for world in worlds]
    if rng.random() < 0.3:
        return worlds
    if leader == YOU:
        led = rng.choice(list(members(base.hands[YOU])))
        your_hand = base.hands[YOU] & ~(1 << led)
        return [replace(world, hands=(your_hand, world.hands[1]), led=led, stage=Stage.REPLY) for world in worlds]
    led = rng.choice(list(members(base.hands[OPPONENT])))
    return [
        replace(world, hands=(world.hands[0], world.hands[1] & ~(1 << led)), led=led, stage=Stage.REPLY)
        for world in worlds
        if world.hands[1] >> led & 1
    ]


def late_view(seed: int, tricks: int, rules: Rules) -> tuple[Position, InformationSet]:
    """A position of a random deal after so many tricks, you on lead with a trick, and what you know of it."""
    rng = random.Random(seed)
    while True:
        for p in playout(deal(rules, rng), rng):
            if p.open and p.stage is Stage.LEAD and p.leader == YOU and p.tricks[YOU] and sum(p.tricks) == tricks:
                return p, view_of(p)


def all_worlds(seen: InformationSet) -> Worlds:
    """All deals that fit, where all tiles gone are known."""
    deals = [
        (hand, stock)
        for hand in hands(seen).tolist()
        for stock in permutations(members(seen.unseen & ~hand), seen.face_down_count)
    ]
    stocks = np.array([stock for _, stock in deals], dtype=np.uint8).reshape(len(deals), seen.face_down_count)
    return Worlds(np.array([hand for hand, _ in deals], dtype=np.uint32), stocks)
