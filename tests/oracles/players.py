"""What else the networks tell: how likely a lead is in each deal, what hands they may hold, what deals bring."""

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bingo.solver.analysis.worlds import Worlds, make_players, roll_out
from bingo.solver.engine import _kernel, engine_for, move_of
from bingo.solver.game import WAIT, InformationSet, Move, Objective, Position, Rules, Stage, at_lead, mask

#: How sharply the engine weighs deals by what the opponent led, see :func:`likelihoods`.
TEMPERATURE, BLUNDER = 0.25, 0.1


def evaluate(players: _kernel.Players, world: Position) -> list[tuple[Move, float]]:
    """Your moves, as in Candidates, and what the networks alone evaluate them to."""
    return [(move_of(move, reply=world.led is not None), value) for move, value in players.evaluate(at_lead(world))]


def likelihoods(players: _kernel.Players, view: InformationSet, deals: Worlds) -> NDArray[np.float64]:
    """How likely the opponent would have led in each deal what lies on the table: shape (deals,).

    They choose with odds that grow e-fold with every ``TEMPERATURE`` game points of the networks' evaluation, where all
    closes count as the best of them, and with the chance ``BLUNDER`` anything. So a hand with two doubles is less
    likely where none were declared.
    """
    chances = []
    for world in deals.positions(view):
        assert world.led is not None
        hands = world.hands[0], world.hands[1] | 1 << world.led
        lead_position = replace(world, hands=hands, led=None, pending=0, stage=Stage.LEAD).swapped()
        chances.append(chosen(players, lead_position, Move(lead=world.led), TEMPERATURE))
    return BLUNDER / view.hand.bit_count() + (1 - BLUNDER) * np.array(chances)


def chosen(players: _kernel.Players, position: Position, move: Move, temperature: float) -> float:
    """How likely you choose this move, or one of the same tile that declares, too; closes count as the best of them."""
    options = [(option, math.exp(value / temperature)) for option, value in evaluate(players, position)]
    kind = move.tile, move.close, bool(move.declare)
    matching_odds = [odds for option, odds in options if (option.tile, option.close, bool(option.declare)) == kind]
    close_odds = [odds for option, odds in options if option.close]
    total = sum(odds for option, odds in options if not option.close) + max(close_odds, default=0.0)
    return sum(matching_odds) / total * (max(close_odds) / sum(close_odds) if move.close else 1)


def beliefs(view: InformationSet, temperature: float, blunder: float) -> NDArray[np.float64]:
    """How likely the opponent would have led, replied and declared all that they did, and not have closed before they
    did, with each hand that they may hold: shape (hands,).

    They choose with odds that grow e-fold with every ``temperature`` game points of the networks' evaluation, and with
    the chance ``blunder`` anything. What they held at an earlier trick is summed over every order in which they
    may have drawn. ``view`` has a history and its turned tile.
    """
    with engine_for(view.rules) as engine:
        return np.asarray(engine.weights(view, (temperature, blunder)))


def results(
    rules: Rules,
    deals: NDArray[np.uint8],
    trumps: NDArray[np.int32],
    leaders: Iterable[int],
    objective: Objective | None = None,
) -> NDArray[np.int16]:
    """What deals bring you, in game points or utility, if both play them by the networks: shape (n,).

    ``deals`` are rows of all 28 tiles: your hand, the opponent's, the face-down tiles in drawing order, the turned one.
    """
    players, values = make_players(rules), []
    for row, trump, leader in zip(deals, trumps.tolist(), leaders, strict=True):
        tiles = row.tolist()
        yours, theirs = mask(tiles[:7]), mask(tiles[7:14])
        start = Position(
            rules=rules, trump=trump, hands=(yours, theirs), leader=leader, stock=tuple(tiles[14:27]), turned=tiles[27]
        )
        deal = Worlds(np.array([theirs], dtype=np.uint32), row[None, 14:27])
        values.append(roll_out(players, start, [WAIT], deal, objective=objective).values[0, 0])
    return np.array(values, dtype=np.int16)
