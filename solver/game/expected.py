"""What was expected where a record breaks a rule, and why a deal was over: in words for a person."""

from __future__ import annotations

from bingo.solver.game.play import can_close, declarable, replies
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.record import Turn
from bingo.solver.game.tiles import Mask, Tile, text, text_mask

#: The players in a sentence, by their number.
WHO = ("you", "the opponent")


def expected(position: Position, hidden: Mask, first: Mask = 0) -> str:
    """What the player to move should have done. Tiles in ``hidden`` are not known to be where they are.

    ``first`` are tiles known to be in the hand that would have had to be played.
    """
    if position.stage is not Stage.REPLY or position.led is None:
        return _expected_lead(position, hidden)
    hand = position.hands[position.to_move]
    name, led = WHO[position.to_move], text(position.led)
    if position.open:
        return f"{name} to play {_one_of(hand & ~hidden)} to {led}"
    if not hand & hidden:
        return f"{name} to play {_either(replies(position))} to {led}, as the reply in phase two must"
    if first:
        return f"{name} to play {_either(first)}, or a hidden tile that comes as early, to {led} in phase two"
    return f"{name} to play to {led} as phase two asks for, by all that is known of the hand"


def _expected_lead(position: Position, hidden: Mask) -> str:
    """What the leader should have done between two tricks, or having won one with a double."""
    leader = position.leader
    if position.stage is Stage.SHOW and position.won_with is not None:
        return f"{WHO[leader]} to declare {text(position.won_with)}, which won the trick, with doubles in the hand"
    declares = position.rules.declare == "leading" and declarable(position, leader).bit_count() > 1
    options = {"close": can_close(position), "declare": declares, "claim": position.rules.at_target == "claim"}
    more = ", ".join(option for option, there in options.items() if there)
    return f"{WHO[leader]} to lead {_one_of(position.hands[leader] & ~hidden)}{more and f' (or {more})'}"


def whereabouts(position: Position, hidden: Mask, t: Tile) -> str:
    """Where a tile is that cannot be in the hand it was played from."""
    name = text(t)
    if t == position.led:
        return f"{name} is on the table"
    if t == position.turned:
        return f"{name} is turned up"
    for who, hand in zip(("you hold", "the opponent holds"), position.hands, strict=True):
        if hand & ~hidden & 1 << t:
            return f"{who} {name}"
    return f"{name} is not in the hand"


def reached(position: Position) -> bool:
    """Whether reaching the target has ended the deal by itself."""
    most = max(position.card_points(0), position.card_points(1))
    return position.rules.at_target == "first-ends" and most >= position.rules.target


def ending(turn: Turn, after: Position) -> str:
    """What ended a deal; nothing where it was the last tile."""
    if turn.move.claim:
        return f"{WHO[turn.player or 0]} claimed"
    if reached(after):
        return f"{after.rules.target} card points were reached"
    return "all seven doubles were declared" if turn.move.declare.bit_count() == 7 else ""


def but(reason: str) -> str:
    """A reason behind what was found, if there is one."""
    return f", but {reason}" if reason else ""


def _one_of(tiles: Mask) -> str:
    return f"one of {text_mask(tiles)}" if tiles else "a tile not seen yet"


def _either(tiles: Mask) -> str:
    return " or ".join(text_mask(tiles).split())
