"""Why a move is not legal, in words for a person."""

from __future__ import annotations

from bingo.solver.game import tricks
from bingo.solver.game.moves import Move
from bingo.solver.game.play import can_close, declarable, legal_moves
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.tiles import DOUBLES, text, text_mask


def refusal(position: Position, move: Move) -> str:
    """What is legal instead of a move that is not, and which rule stands against it."""
    if position.over:
        return f"expected no move, as the deal is over; found: {move}"
    options = "; ".join(map(str, legal_moves(position)))
    reason = objection(position, move)
    return f"expected one of: {options}; found: {move}{reason and f', but {reason}'}"


def objection(position: Position, move: Move) -> str:
    """Which rule stands against a move, in words; empty where the list of legal moves says it all."""
    hand = position.hands[position.to_move]
    if position.stage in (Stage.CLAIM, Stage.ANSWER):
        return "somebody may claim first: claim, or wait"
    if position.stage is Stage.SHOW:
        return _no_show(position, move)
    if move.tile is not None and not hand >> move.tile & 1:
        return f"{text(move.tile)} is not in the hand"
    if position.led is not None:
        return _no_reply(position, move)
    if move.play is not None:
        return "nothing is led yet"
    if move.close and not can_close(position):
        return "only an open boneyard can be closed" if not position.open else "a player closes only with a trick won"
    if move.declare:
        return _no_declaration(position, move)
    return f"a claim takes {position.rules.target} card points" if move.claim else ""


def _no_reply(position: Position, move: Move) -> str:
    if move.play is None:
        return "a tile is led, which is answered with play"
    return f"other tiles must be played to {text(position.led)}" if position.led is not None else ""


def _no_show(position: Position, move: Move) -> str:
    won_with = 0 if position.won_with is None else 1 << position.won_with
    missing = move.declare & ~declarable(position, position.leader) & ~won_with
    if not move.declare or move != Move(declare=move.declare):
        return "the winner of the trick may only declare, or wait"
    if not move.declare & won_with:
        return f"{text_mask(won_with)}, which won the trick, must be among them"
    return f"{text_mask(missing)} cannot be declared from this hand" if missing else "so many are no declaration"


def _no_declaration(position: Position, move: Move) -> str:
    missing = move.declare & ~position.hands[position.leader] & DOUBLES
    if move.declare & ~DOUBLES:
        return "only doubles are declared"
    if missing:
        return f"{text_mask(missing)} is not in the hand"
    if position.rules.declare != "leading":
        return "under these rules only the winner of a trick declares"
    if move.declare & ~declarable(position, position.leader):
        return f"{text_mask(move.declare & position.shown)} was declared before"
    if not tricks.may_declare(position.rules, move.declare.bit_count()):
        return (
            "a single double is no declaration"
            if move.declare.bit_count() == 1
            else "so many doubles are no declaration"
        )
    return "one of the declared doubles must be led"
