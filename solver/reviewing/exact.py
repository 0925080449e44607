"""Decisions where every tile is seen: the stage they belong to, and the exact value of each move."""

from __future__ import annotations

from dataclasses import replace

from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import CLAIM, Move
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.scoring import sign
from bingo.solver.game.tiles import mask
from bingo.solver.reviewing.decision import Laid
from bingo.solver.search.exact import Choice, Engine, best_declared, sensible_moves, value_of


def stage_of(moment: Moment) -> Stage:
    """What was being decided: for a claim, true or false, whether to claim."""
    assert moment.turn is not None
    if moment.turn.move == CLAIM:
        return Stage.CLAIM if moment.turn.player == moment.position.leader else Stage.ANSWER
    return moment.position.stage


def decided(moment: Moment) -> Position:
    """The position with all tiles, at the stage of the decision."""
    return replace(moment.position, stage=stage_of(moment))


def exact_values(position: Position, made: Move, engine: Engine) -> dict[Move, int]:
    """The value of each sensible move and of the one ``made``, seen from ``you``: of declarations with the same lead
    only the best, the largest among equals.
    """
    moves = (Choice(move, value_of(position, move, engine)) for move in sensible_moves(position))
    values = {one.move: one.value for one in best_declared(sign(position.to_move), moves)}
    if made not in values:
        values[made] = value_of(position, made, engine)
    return values


#: Where a deal is worth card points, no claim cuts play short, and earlier tricks take minutes to solve.
FIRST_TRICK_WORTH_POINTS = 5


def laid_open(moment: Moment, player: int, engine: Engine) -> Laid | None:
    """The exact loss of the move made; None where some tile is not recorded, or solving it would take too long."""
    position = decided(moment)
    too_early = position.rules.at_target == "points" and moment.trick < FIRST_TRICK_WORTH_POINTS
    if position.open and too_early:
        return None
    tiles = position.hands[YOU] | position.hands[OPPONENT] | (mask(position.stock) if position.open else 0)
    if moment.hidden & tiles:
        return None
    assert moment.turn is not None
    move, direction, scored = moment.turn.move, sign(player), moment.score[YOU] - moment.score[OPPONENT]
    values = exact_values(position, move, engine)
    best = max(values, key=lambda one: (direction * values[one], one == move, one.claim, not one.close))
    return Laid(best, scored + values[move], scored + values[best], direction * (values[best] - values[move]))
