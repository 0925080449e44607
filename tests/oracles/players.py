"""What else the networks tell: how likely a lead is in each deal, and hands with which they would have played so."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import YOU, Stage
from bingo.solver.hidden.deals import Deals
from bingo.solver.hidden.players import evaluate, past_tricks, tiles_played
from bingo.solver.native import _kernel

#: Hidden units; features of a situation, more where a tile is led, of a lead, of a reply.
SHAPES = tuple(_kernel.Players.shapes())
#: How sharply the engine weighs deals by what the opponent led, see :func:`likelihoods`.
TEMPERATURE, BLUNDER = 0.25, 0.1


def likelihoods(
    players: _kernel.Players, seen: InformationSet, deals: Deals, temperature: float, blunder: float
) -> NDArray[np.float64]:
    """How likely the opponent would have led in each deal what lies on the table: shape (deals,).

    They choose with odds that grow e-fold with every ``temperature`` game points of the networks' evaluation, where all
    closes count as the best of them, and with the chance ``blunder`` anything. So a hand with two doubles is less
    likely where none were declared.
    """
    likely = []
    for world in deals.positions(seen):
        assert world.led is not None
        whole = world.hands[0], world.hands[1] | 1 << world.led
        before = replace(world, hands=whole, led=None, pending=0, stage=Stage.LEAD).swapped()
        options = [(move, math.exp(value / temperature)) for move, value in evaluate(players, before)]
        made = sum(odds for move, odds in options if move == Move(lead=world.led))
        every = sum(odds for move, odds in options if not move.close)
        likely.append(made / (every + max((odds for move, odds in options if move.close), default=0.0)))
    return blunder / seen.hand.bit_count() + (1 - blunder) * np.array(likely)


def imagine(players: _kernel.Players, known: InformationSet, most: int, tries: int, seed: int) -> NDArray[np.uint32]:
    """Hands that the opponent may hold if they always make the move that the networks evaluate highest: shape (n,).

    Draws from the hands with which they would have led, replied, declared and closed as they did, each as likely as
    those hands are: at most so many, found among so many that could be dealt and drawn. The winner of a trick must not
    be the one who declares. ``known`` has a history and its turned tile; a close is its last trick, without its reply.
    """
    rows, _ = past_tricks(known.history)
    assert known.turned is not None
    own = known.own | tiles_played(known.history, YOU)
    return players.imagine(known.trump, known.turned, own, rows, most, tries, seed)
