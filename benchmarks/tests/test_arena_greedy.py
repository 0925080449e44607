"""The greedy player of the arena: its closes win, and it claims what it has."""

from __future__ import annotations

import random

from benchmarks.arena.choices import greedy
from benchmarks.arena.matches import Match, the_deal
from bingo.solver.analysis.worlds import known
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.moves import CLAIM, WAIT, apply, legal_moves
from bingo.solver.game.position import YOU, Stage
from bingo.solver.game.presets import PAGAT
from tests.oracles.random_play import playout

MATCH = Match("greedy", "random", "pagat", 5)


def test_a_greedy_close_on_sure_tricks_wins_against_every_hand() -> None:
    """What is sure is sure: against an opponent who sees everything, whatever is in hand, in many deals."""
    closes = 0
    for number in range(150):
        for position in playout(the_deal(MATCH, number), random.Random(number)):
            if not position.open or position.led is not None or position.leader != YOU or not position.tricks[YOU]:
                continue
            seen, moves = known(position), list(legal_moves(position))
            move = greedy(seen, moves, 0) if any(m.close for m in moves) else WAIT
            if move.close:
                gain, after, over, _ = apply(position, move)
                assert (gain if over else gain + Kernel(PAGAT).value(after)) > 0
                closes += 1
    assert closes > 5


def test_greedy_claims_when_it_can_and_only_then() -> None:
    claims = 0
    for number in range(60):
        for position in playout(the_deal(MATCH, number), random.Random(number)):
            if position.open and position.stage is Stage.CLAIM and position.leader == YOU:
                claimed = greedy(known(position), list(legal_moves(position)), 0) == CLAIM
                assert claimed == (position.card_points(YOU) >= PAGAT.target)
                claims += claimed
    assert claims
