"""Moves as callers give them: played where the rules allow it, else refused with the rule against them."""

from dataclasses import replace

from bingo.solver.errors import IllegalMove, Reason, check_type
from bingo.solver.game import tricks
from bingo.solver.game.legal import Outcome, apply, at_lead, can_close, declarable, legal_moves, playable_moves, replies
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.position import OPPONENT, WHO, YOU, Position, Stage, replace_unchecked
from bingo.solver.game.record import Turn
from bingo.solver.game.scoring import difference, score_in_match
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, double, members, text, text_mask


def play(position: Position, move: Move | str) -> Outcome:
    """What follows a move, which may be written: ``"lead 6-4"`` or ``"6-4"``. Whoever could claim or declare before it
    is taken to wait. Once the deal is over, or the match in it, the position says so and has no moves.

    Raises:
        IllegalMove: the rules do not allow it here; the message says why, and what they do allow.
        NotationError: the text is not a move, or a number of the position is out of its range.
        TypeError: it is not a position, or neither a move nor text.
    """
    check_type("play", position, Position)
    check_type("move", move, Move, str)
    position.require_sound(to_play=False)
    if isinstance(move, str):
        move = Move.parse(move, replying=position.stage is Stage.REPLY)
    position_before = position
    while (legal := legal_form(position_before, move)) is None:
        if WAIT not in legal_moves(position_before):
            if position.over:
                requirement, actual_text = "no move, as the deal is over", str(move)
            else:
                requirement = f"one of: {'; '.join(map(str, playable_moves(position)))}"
                actual_text = refusal(position, move)
            raise IllegalMove(f"expected {requirement}; found: {actual_text}", Reason("move", requirement, actual_text))
        position_before = apply(position_before, WAIT).position
    return apply_in_match(position_before, legal)


def apply_in_match(position: Position, move: Move) -> Outcome:
    """What follows a legal move, the score of the match and its end included."""
    gain, after, over, scores = apply(position, move)
    if position.match is not None and not position.rules.counts_card_points:
        match, scores = score_in_match(position.match, scores)
        gain, over = difference(scores), over or match.over
        after = replace_unchecked(after, match=match)
    return Outcome(gain, replace_unchecked(after, stage=Stage.OVER) if over else after, over, scores)


def legal_form(position: Position, move: Move) -> Move | None:
    """The legal move that this one stands for, None where there is none: a lead behind a declaration that ends the deal
    is dropped.
    """
    legal, declaring = list(legal_moves(position)), Move(close=move.close, declare=move.declare)
    if move in legal or is_recordable(position, move):
        return move
    return declaring if declaring in legal and move.lead is not None and move.lead in move.declare else None


def is_recordable(position: Position, move: Move) -> bool:
    """Whether a record may have a move before a lead that :func:`legal_moves` does not list: a false claim, or waiting
    before a claim of the other.
    """
    if position.stage is not Stage.LEAD or position.rules.at_target != "claim":
        return False
    if move.claim and move.declare:  # legal wherever leading one of the doubles is
        return replace(move, claim=False, lead=next(members(move.declare))) in legal_moves(position)
    return move in (CLAIM, WAIT)


def illegal_reason(position: Position, move: Move) -> str:
    """Which rule stands against a move, in words; empty where the list of legal moves is all there is to say."""
    position = at_lead(position)
    if position.stage is Stage.SHOW:
        return _declaration_fault(position, move)
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
    if move == Move(close=True):
        return "a close needs a lead: close, lead TILE"
    if move.claim and position.rules.at_target != "claim":
        return "these rules know no claims"
    return f"a claim takes {position.rules.target} card points" if move.claim else ""


def _declaration_fault(position: Position, move: Move) -> str:
    won_with = position.won_with
    assert won_with is not None
    missing = move.declare - declarable(position, position.leader) - won_with
    if not move.declare or move != Move(declare=move.declare):
        return "the winner of the trick may only declare, or wait"
    if won_with not in move.declare:
        return f"{won_with}, which won the trick, must be among them"
    return f"{missing} cannot be declared from this hand" if missing else "that many doubles cannot be declared"


def _against_declaring(position: Position, move: Move) -> str:
    double_count, hand = len(move.declare), position.hands[position.leader]
    if move.declare - DOUBLES:
        return "only doubles can be declared"
    if move.declare - hand:
        return f"{move.declare - hand} is not in the hand"
    if position.rules.declare != "leading":
        return "under these rules only the winner of a trick may declare"
    if move.declare - declarable(position, position.leader):
        return f"{move.declare & position.shown} was declared before"
    if tricks.may_declare(position.rules, double_count):
        return "one of the declared doubles must be led"
    return "a single double cannot be declared" if double_count == 1 else "that many doubles cannot be declared"


# --- what should have been done, and what ended a deal ------------------------------------------------


def due_turn(position: Position, hidden: Mask, forced: Mask = 0) -> str:
    """What the player to move should have done. Tiles in ``hidden`` are not known to be where they are.

    ``forced`` are tiles known to be in the hand that had to be played first.
    """
    if position.stage is not Stage.REPLY or position.led is None:
        return _expected_lead(position, hidden)
    hand = position.hands[position.to_move]
    name, led = WHO[position.to_move], text(position.led)
    if position.open:
        return f"{name} to play {_one_of_text(hand, hidden)} to {led}"
    if not hand & hidden:
        return f"{name} to play {_either_text(replies(position))} to {led}"
    if forced:
        return f"{name} to play {_either_text(forced)}, or a hidden tile that comes as early, to {led} in phase two"
    return f"{name} to follow {led} as far as the hand is known"


def _expected_lead(position: Position, hidden: Mask) -> str:
    """What the leader should have led or, upon winning a trick with a double, should have declared."""
    leader = position.leader
    if position.stage is Stage.SHOW and position.won_with is not None:
        return f"{WHO[leader]} to declare {text(position.won_with)}, which won the trick, with doubles in the hand"
    may_declare = position.rules.declare == "leading" and declarable(position, leader).bit_count() > 1
    options = {"close": can_close(position), "declare": may_declare, "claim": position.rules.at_target == "claim"}
    extras = ", ".join(option for option, is_allowed in options.items() if is_allowed)
    return f"{WHO[leader]} to lead {_one_of_text(position.hands[leader], hidden)}{extras and f' (or {extras})'}"


def ending_text(before: Position, turn: Turn, outcome: Outcome) -> str:
    """What ended the deal, in words; empty where all tiles were played."""
    after, scores = outcome.position, outcome.scores
    if turn.move.claim:
        return f"{WHO[turn.player or 0]} claimed"
    if after.rules.at_target == "first-ends" and max(map(after.card_points, (YOU, OPPONENT))) >= after.rules.target:
        return f"{after.rules.target} card points were reached"
    if turn.move.declare.bit_count() == 7:
        return "all seven doubles were declared"
    if after.match is None or not after.match.over or not scores:
        return ""
    is_capture = {before.led, turn.move.play} == {BINGO, double(before.trump)}
    by_capture = is_capture and scores[-1] == (after.leader, before.rules.capture)
    return f"{WHO[scores[-1][0]]} won the match{' by the capture' if by_capture else ''}"


def refusal(position: Position, move: Move) -> str:
    """A move, and which rule forbids it."""
    reason = illegal_reason(position, move)
    return f"{move}, but {reason}" if reason else str(move)


def _one_of_text(hand: Mask, hidden: Mask) -> str:
    known_text = f"one of {text_mask(hand & ~hidden)}" if hand & ~hidden else ""
    return " or ".join(filter(None, (known_text, "a tile not seen yet" if hand & hidden or not known_text else "")))


def _either_text(tiles: Mask) -> str:
    return " or ".join(text_mask(tiles).split())
