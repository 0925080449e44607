"""Players who know how the other plays, for lower bounds of what can be won from them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from benchmarks.arena.choices import Policy, stage
from benchmarks.arena.luck import TRIES
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import CLAIM, Move
from bingo.solver.game.position import Stage
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import members
from bingo.solver.hidden.deals import Deals
from bingo.solver.hidden.options import options
from bingo.solver.hidden.phase_one import Budget, estimate
from bingo.solver.hidden.players import make_players, play_out
from bingo.solver.hidden.settings import DEFAULT
from bingo.solver.native import _kernel
from tests.oracles.players import imagine

#: Hands below which it is not known what the other may hold: they have not played as the networks would.
FEWEST = 10


def local_best_response(worlds: int) -> Policy:
    """A player who takes the other for the networks: of each move the mean over so many hands with which those would
    have played so, if both play on by the networks. Lisy, Bowling, "Equilibrium approximation quality of current
    no-limit poker bots", 2017. Where there are no such hands it is a rollout.
    """

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        if stage(seen, moves) in (Stage.CLAIM, Stage.ANSWER):
            return CLAIM
        players = _players(seen.rules)
        hands = imagine(players, seen, worlds, TRIES, seed)
        allowed = set(moves)
        if len(hands) < FEWEST:
            return estimate(seen, DEFAULT, Budget(worlds=worlds), seed, only=moves).best.move
        rng = np.random.default_rng(seed)
        face_down = np.array([list(members(seen.unseen & ~int(hand))) for hand in hands], dtype=np.uint8)
        deals = Deals(hands, rng.permuted(face_down, axis=1))
        world = next(deals.positions(seen))
        listed = options(seen, world)
        open_moves = [move for move in listed.open if move in allowed]
        means = play_out(players, world, open_moves, deals).values.mean(axis=0).tolist()
        found = [*zip(means, open_moves, strict=True), *((value, move) for move, value in listed.certain)]
        return max((one for one in found if one[1] in allowed), key=lambda one: one[0])[1]

    return play


@cache
def _players(rules: Rules) -> _kernel.Players:
    return make_players(rules)
