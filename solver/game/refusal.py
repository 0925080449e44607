"""Why a move is not legal, what was expected instead, and why a deal was over: in words for a person."""

from __future__ import annotations

from bingo.solver.game import tricks
from bingo.solver.game.moves import Move
from bingo.solver.game.play import can_close, declarable, legal_moves, replies
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.record import Turn
from bingo.solver.game.tiles import DOUBLES, Mask, Tile, text, text_mask


def refusal(position: Position, move: Move) -> str:
    """What is legal instead of a move that is not, and which rule stands against it."""
    if position.over:
        return f"expected no move, as the deal is over; found: {move}"
    options = "; ".join(map(str, legal_moves(position)))
    return f"expected one of: {options}; found: {move}{but(objection(position, move))}"


#: The rules that may stand against a move, by their codes, in words; {tiles} and {number} are what they are about.
AGAINST = {
    "opponent-leads": "the opponent is on lead, and you may only claim",
    "claim-first": "somebody may claim first: claim, or wait",
    "not-in-hand": "{tiles} is not in the hand",
    "reply-due": "a tile has been led: reply with play",
    "other-replies": "other tiles must be played to {tiles}",
    "nothing-led": "nothing has been led yet",
    "not-open": "only an open boneyard can be closed",
    "no-trick-won": "a player can close only after winning a trick",
    "claim-takes": "a claim takes {number} card points",
    "only-declare": "the winner of the trick may only declare, or wait",
    "winner-missing": "{tiles}, which won the trick, must be among them",
    "cannot-declare": "{tiles} cannot be declared from this hand",
    "so-many-shown": "that many doubles cannot be declared",
    "only-doubles": "only doubles can be declared",
    "winner-declares": "under these rules only the winner of a trick may declare",
    "declared-before": "{tiles} was declared before",
    "single-double": "a single double cannot be declared",
    "so-many-doubles": "that many doubles cannot be declared",
    "must-lead": "one of the declared doubles must be led",
}


def objection(position: Position, move: Move) -> str:
    """Which rule stands against a move, in words; empty where the list of legal moves says it all."""
    code, tiles = _rule(position, move)
    return AGAINST[code].format(tiles=text_mask(tiles), number=position.rules.target) if code else ""


def _rule(position: Position, move: Move) -> tuple[str, Mask]:
    """The code of that rule, and the tiles that it is about."""
    hand = position.hands[position.to_move]
    if position.stage in (Stage.CLAIM, Stage.ANSWER):
        return "claim-first", 0
    if position.stage is Stage.SHOW:
        return _no_show(position, move)
    if move.tile is not None and not hand >> move.tile & 1:
        return "not-in-hand", 1 << move.tile
    if position.led is not None:
        return ("reply-due", 0) if move.play is None else ("other-replies", 1 << position.led)
    if move.play is not None:
        return "nothing-led", 0
    if move.close and not can_close(position):
        return ("no-trick-won" if position.open else "not-open"), 0
    if move.declare:
        return _no_declaration(position, move)
    return ("claim-takes" if move.claim else ""), 0


def _no_show(position: Position, move: Move) -> tuple[str, Mask]:
    assert position.won_with is not None
    won_with = 1 << position.won_with
    missing = move.declare & ~declarable(position, position.leader) & ~won_with
    if not move.declare or move != Move(declare=move.declare):
        return "only-declare", 0
    if not move.declare & won_with:
        return "winner-missing", won_with
    return ("cannot-declare", missing) if missing else ("so-many-shown", 0)


def _no_declaration(position: Position, move: Move) -> tuple[str, Mask]:
    missing = move.declare & ~position.hands[position.leader] & DOUBLES
    if move.declare & ~DOUBLES:
        return "only-doubles", 0
    if missing:
        return "not-in-hand", missing
    if position.rules.declare != "leading":
        return "winner-declares", 0
    if move.declare & ~declarable(position, position.leader):
        return "declared-before", move.declare & position.shown
    if tricks.may_declare(position.rules, move.declare.bit_count()):
        return "must-lead", 0
    return ("single-double" if move.declare.bit_count() == 1 else "so-many-doubles"), 0


# --- records ------------------------------------------------------------------------------------------

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
