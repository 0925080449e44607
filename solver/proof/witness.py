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
    facts: InformationSet, points: tuple[int, int], hand: Mask, leads: Sequence[Lead], replies: Sequence[Tile]
) -> int:
    """Your card points after these leads and replies, the opponent holding ``hand``.

    Raises:
        IllegalMove: the rules do not allow a lead, a declaration or a reply.
    """
    position = _position(facts, points, hand)
    for lead, reply in zip(leads, replies, strict=False):
        over = False
        if position.stage is not Stage.REPLY:  # else it is on the table already
            declare = lead.declare if facts.rules.declare == "leading" else 0
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


def _position(facts: InformationSet, points: tuple[int, int], hand: Mask) -> Position:
    declared = facts.declared
    theirs = points[OPPONENT] + (declared[OPPONENT] if facts.tricks[OPPONENT] else 0)
    closed = facts.closed or (Closing(YOU, theirs, facts.tricks[OPPONENT]) if facts.open else None)
    rules = facts.rules
    if rules.at_target in ("first-ends", "each-scores"):  # so that what is played on can be counted, too
        rules = replace(rules, at_target="claim")
    return Position(
        rules=rules,
        trump=facts.trump,
        hands=(facts.hand, hand),
        leader=YOU,
        led=facts.led,
        points=points,
        tricks=facts.tricks,
        declared=declared,
        shown=(facts.shown_by[YOU] & facts.own) | (facts.shown_by[OPPONENT] & hand),
        pending=facts.pending,
        closed=closed,
        stage=Stage.LEAD if facts.led is None else Stage.REPLY,
    )
