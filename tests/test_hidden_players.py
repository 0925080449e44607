"""The players by whom deals are played out: held against the game module, and what they learn from."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bingo.solver.game import tricks
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import can_claim, legal_moves, play
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.game.presets import BERNDT, PAGAT
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import members
from bingo.solver.hidden.deals import draw
from bingo.solver.hidden.options import at_lead, options
from bingo.solver.hidden.phase_one import BLUNDER, TEMPERATURE
from bingo.solver.hidden.players import judge, native, play_out, weights, weights_of
from bingo.solver.hidden.view import known
from bingo.solver.search import engines
from bingo.solver.search.tables import tile_order
from tests.hidden import late_view
from tests.strategies import PRESETS, deal

# --- the players against the game module -------------------------------------------------------------


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: f"{rules.at_target} {rules.declare} {rules.plain_trick}")
def test_deals_are_played_out_by_the_rules(rules: Rules) -> None:
    """The kernel plays what the game module plays if both ask the networks of whoever is to move."""
    players = native(rules)
    for seed in range(3):
        _, seen = late_view(seed, 4, rules)
        deals = draw(seen, 2, np.random.default_rng(seed))
        moves = list(options(seen, next(deals.positions(seen))).open)
        found = play_out(players, next(deals.positions(seen)), moves, deals)
        for row, world in zip(found, deals.positions(seen), strict=True):
            assert row.tolist() == [_played_out(at_lead(world), move, rules) for move in moves]


def _played_out(position: Position, move: Move | None, rules: Rules) -> int:
    """Game points of ``you`` to the end, by the rules; closing and phase two exactly."""
    value, over = 0, False
    while not over:
        if not position.open:
            return value + engines.engine(rules).value(position)
        moves = list(legal_moves(position))
        gain, position, over = play(position, _choice(position, moves, rules) if move is None else move)
        value, move = value + gain, None
    return value


def _choice(position: Position, moves: list[Move], rules: Rules) -> Move:
    if position.stage is Stage.SHOW:
        return max(moves, key=lambda move: move.declare.bit_count())
    if len(moves) == 2 and CLAIM in moves:
        reached = position.card_points(position.to_move) >= rules.target
        return CLAIM if reached else WAIT
    claims = [move for move in moves if move.claim and _reaches(position, move)]
    mover = position.to_move
    seen = position if mover == YOU else position.swapped()
    best = max(judge(native(rules), seen), key=lambda found: found[1])[0]
    same = [move for move in claims if move.declare == best.declare and not move.close and not best.close]
    ends = [move for move in moves if move == replace(best, lead=None)]  # the declaration alone ends the deal
    return [*same, *ends, best][0] if best.declare else best


def _reaches(position: Position, move: Move) -> bool:
    more = tricks.declaration_points(position.rules, move.declare) if move.declare else 0
    return can_claim(position, position.leader) or position.card_points(position.leader) + more >= position.rules.target


# --- what the networks learn from ---------------------------------------------------------------------


def _shuffled(size: int) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Deals in pairs of pairs, the second with the seats swapped; and their trump suits."""
    rng = np.random.default_rng(1)
    first = rng.permuted(np.tile(np.arange(28, dtype=np.uint8), (2 * size, 1)), axis=1).reshape(size, 2, 28)
    swapped = first[..., [*range(7, 14), *range(7), *range(14, 28)]]
    order = np.concatenate([first, swapped], axis=1).reshape(-1, 28)
    suits = np.array([tricks.trump_of(t) for t in range(28)], dtype=np.int32)
    return np.ascontiguousarray(order), suits[order[:, 27]]


@pytest.mark.parametrize(
    "rules", PRESETS[:6], ids=lambda rules: f"{rules.at_target} {rules.declare} {rules.plain_trick}"
)
def test_equal_networks_are_even_over_swapped_seats(rules: Rules) -> None:
    deals, suits = _shuffled(10)
    brought = np.empty(len(deals), dtype=np.int16)
    native(rules).match(deals, suits, weights("game-points"), brought)
    pairs = brought.reshape(-1, 4)
    assert (pairs[:, :2] == -pairs[:, 2:]).all()
    assert brought.any()


@pytest.mark.parametrize(("rules", "seed"), [(PAGAT, 0), (PAGAT, 1), (BERNDT, 2)])
def test_lessons_tell_what_each_option_brings_on_the_mean(rules: Rules, seed: int) -> None:
    """The first lead and the reply to it, against as many deals drawn and played out from Python."""
    start = replace(deal(rules, random.Random(seed)), leader=YOU)
    players, size = native(rules), 600
    order = [*members(start.hands[0]), *members(start.hands[1]), *start.stock, start.turned]
    dealt, suits = np.array([order], dtype=np.uint8), np.array([start.trump], dtype=np.int32)
    found = np.empty((300, 64), dtype=np.float32)
    rows = players.learn(dealt, suits, 0.0, 1.0, size, TEMPERATURE, BLUNDER, seed, found)
    lessons = found[:rows]
    lead, _ = max(judge(players, start), key=lambda option: option[1])
    replying = play(start, lead).position.swapped()
    for turn, position in enumerate((start, replying), 1):
        seen = known(position)
        deals = draw(seen, size, np.random.default_rng(seed))
        moves = [move for move, _ in judge(players, position)]
        brought = play_out(players, position, moves, deals)
        weighed = weights_of(players, position, deals, TEMPERATURE, BLUNDER) if position.led is not None else None
        expected = np.average(brought, axis=0, weights=weighed)
        some = lessons[lessons[:, 1] == turn]
        numbers = tile_order(rules, start.trump)
        assert [numbers[int(k)] for k in some[:, 4]] == [move.tile for move in moves]
        assert set(some[:, 0]) == {turn - 1}
        assert (int(some[0, 5]) + (int(some[0, 6]) << 14)).bit_count() == 7
        effective = size if weighed is None else weighed.sum() ** 2 / (weighed**2).sum()
        assert np.abs(some[:, -1] - expected).max() < 5 * brought.std() * (2 / effective) ** 0.5
        assert expected.max() > expected.min()
