"""An independent look at what a model found: it is played out by the rules of the game themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import play
from bingo.solver.game.position import OPPONENT, YOU, Closing, Position, Stage
from bingo.solver.game.tiles import Mask, Tile
from bingo.solver.proof.declaring import Lead


def played_out(
    known: InformationSet, points: tuple[int, int], hand: Mask, leads: Sequence[Lead], replies: Sequence[Tile]
) -> int:
    """Your card points after these leads and replies, the opponent holding ``hand``.

    Raises:
        IllegalMove: the rules do not allow a lead, a declaration or a reply.
    """
    position = _position(known, points, hand)
    for lead, reply in zip(leads, replies, strict=False):
        over = False
        if position.stage is not Stage.REPLY:  # else it is on the table already
            declare = lead.declare if known.rules.declare == "leading" else 0
            _, position, over = play(position, Move(declare=declare, lead=lead.tile))
        if not over:
            _, position, over = play(position, Move(play=reply))
        if not over and position.stage is Stage.SHOW:
            shows = Move(declare=lead.declare if position.leader == YOU else 0)
            _, position, over = play(position, shows)
        if over or position.leader == OPPONENT:
            break
        while position.stage is not Stage.LEAD:
            position = play(position, Move()).position
    return position.card_points(YOU)


def _position(known: InformationSet, points: tuple[int, int], hand: Mask) -> Position:
    declared = known.declared
    theirs = points[OPPONENT] + (declared[OPPONENT] if known.tricks[OPPONENT] else 0)
    closed = known.closed or (Closing(YOU, theirs, known.tricks[OPPONENT]) if known.open else None)
    rules = known.rules
    if rules.at_target in ("first-ends", "each-scores"):  # so that what is played on can be counted, too
        rules = replace(rules, at_target="claim")
    return Position(
        rules=rules,
        trump=known.trump,
        hands=(known.hand, hand),
        leader=YOU,
        led=known.led,
        points=points,
        tricks=known.tricks,
        declared=declared,
        shown=(known.shown_by[YOU] & known.own) | (known.shown_by[OPPONENT] & hand),
        pending=known.pending,
        closed=closed,
        stage=Stage.LEAD if known.led is None else Stage.REPLY,
    )
