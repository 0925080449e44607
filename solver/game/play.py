"""Moves as they come from outside: played where the rules allow them, else refused, and why."""

from __future__ import annotations

from dataclasses import replace

from bingo.solver.errors import IllegalMove, Reason, check_type
from bingo.solver.game import tricks
from bingo.solver.game.legal import Outcome, apply, at_lead, can_close, declarable, legal_moves, playable_moves
from bingo.solver.game.moves import CLAIM, WAIT, Move, parse
from bingo.solver.game.position import MATCH_TO, Position, Stage
from bingo.solver.game.scoring import difference, up_to_victory
from bingo.solver.game.tiles import DOUBLES, members


def play(position: Position, move: Move | str) -> Outcome:
    """What follows a move, which may be written: ``"lead 6-4"`` or ``"6-4"``. Whoever could do something else before it
    waits. Once the deal is over, or the match in it, the position says so and has no moves.

    Raises:
        IllegalMove: the rules do not allow it here; the message says why, and what they do allow.
        NotationError: the text is not a move, or a number of the position is out of its range.
        TypeError: it is not a position, or neither a move nor text.
    """
    check_type("play", position, Position)
    check_type("move", move, Move, str)
    position.require_sound(to_play=False)
    if isinstance(move, str):
        move = parse(move, replying=position.stage is Stage.REPLY)
    before = position
    declaring = Move(close=move.close, declare=move.declare)
    while move not in (legal := list(legal_moves(before))):
        if move.lead is not None and move.lead in move.declare and declaring in legal:
            move = declaring  # which ends the deal before anything is led
        elif is_recordable(before, move):
            break
        elif WAIT not in legal:
            if position.over:
                expected, reason = "no move, as the deal is over", ""
            else:
                expected = f"one of: {'; '.join(map(str, playable_moves(position)))}"
                reason = illegal_reason(position, move)
            refused = f"{move}{reason and f', but {reason}'}"
            raise IllegalMove(f"expected {expected}; found: {refused}", Reason("move", expected, refused))
        else:
            before = apply(before, WAIT).position
    gain, after, over, scores = apply(before, move)
    if position.match is not None and position.rules.at_target != "points":
        scores = up_to_victory(scores, position.match)
        gain = difference(scores)
        if not over:
            match = position.match.plus(gain)
            after, over = replace(after, match=match), max(match.score) >= MATCH_TO
    return Outcome(gain, replace(after, stage=Stage.OVER) if over else after, over, scores)


def is_recordable(position: Position, move: Move) -> bool:
    """Whether a record may have a move before a lead that :func:`legal_moves` does not list: a false claim, or waiting
    for one of the other.
    """
    if position.stage is not Stage.LEAD or position.rules.at_target != "claim":
        return False
    if move.claim and move.declare:  # legal wherever leading one of the doubles is
        return replace(move, claim=False, lead=next(members(move.declare))) in legal_moves(position)
    return move in (CLAIM, WAIT)


def illegal_reason(position: Position, move: Move) -> str:
    """Which rule stands against a move, in words; empty where the list of legal moves says it all."""
    position = at_lead(position)
    if position.stage is Stage.SHOW:
        return _against_showing(position, move)
    if move.tile is not None and move.tile not in position.hands[position.to_move]:
        return f"{move.tile} is not in the hand"
    if position.led is not None:
        return (
            "a tile has been led: reply with play"
            if move.play is None
            else f"other tiles must be played to {position.led}"
        )
    if move.play is not None:
        return "nothing has been led yet"
    if move.close and not can_close(position):
        if position.open:
            return "a player can close only after winning a trick"
        return "only an open boneyard can be closed"
    if move.declare:
        return _against_declaring(position, move)
    return f"a claim takes {position.rules.target} card points" if move.claim else ""


def _against_showing(position: Position, move: Move) -> str:
    won_with = position.won_with
    assert won_with is not None
    missing = move.declare - declarable(position, position.leader) - won_with
    if not move.declare or move != Move(declare=move.declare):
        return "the winner of the trick may only declare, or wait"
    if won_with not in move.declare:
        return f"{won_with}, which won the trick, must be among them"
    return f"{missing} cannot be declared from this hand" if missing else "that many doubles cannot be declared"


def _against_declaring(position: Position, move: Move) -> str:
    count, hand = len(move.declare), position.hands[position.leader]
    if move.declare - DOUBLES:
        return "only doubles can be declared"
    if move.declare - hand:
        return f"{move.declare - hand} is not in the hand"
    if position.rules.declare != "leading":
        return "under these rules only the winner of a trick may declare"
    if move.declare - declarable(position, position.leader):
        return f"{move.declare & position.shown} was declared before"
    if tricks.may_declare(position.rules, count):
        return "one of the declared doubles must be led"
    return "a single double cannot be declared" if count == 1 else "that many doubles cannot be declared"
