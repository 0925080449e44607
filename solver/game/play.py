"""What is legal in a position and what a move leads to. RULES.md sections 3 to 7, written once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bingo.solver.errors import IllegalMove, ImpossiblePosition, Reason, check_type
from bingo.solver.game import tricks
from bingo.solver.game.moves import CLAIM, WAIT, Move, parse
from bingo.solver.game.position import MATCH_TO, Closing, Pair, Position, Stage
from bingo.solver.game.scoring import NOTHING, Scores, claimed, difference, final_points, for_both, win_score
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, Tile, double, is_double, members


class Outcome(NamedTuple):
    """What a move brings: game points at once (yours less the opponent's), the position after it, and
    whether the deal is over.

    Under rules worth card points (``at_target: points``) the whole difference is gained with the last tile.
    """

    gain: int
    position: Position
    over: bool = False


class Scored(NamedTuple):
    """What a move brings, as :class:`Outcome`, told apart by who scores and in order: whoever first has what they need
    has won the match.
    """

    scores: Scores
    position: Position
    over: bool = False


def begin(position: Position) -> Position:
    """The position at its first real decision: a led tile is replied to, empty claims are skipped."""
    return _between(position) if position.led is None else replace(position, stage=Stage.REPLY)


# --- legal moves -------------------------------------------------------------------------------------


def legal_moves(position: Position) -> Iterator[Move]:
    """Every legal move of the player to move, each once; none if the deal is over.

    Raises:
        NotationError, ImpossiblePosition: a number is out of its range, or the parts do not fit together.
        TypeError: it is not a position.
    """
    check_type("legal_moves", position, Position)
    position.require_sound(to_play=False)
    return moves(position)


def moves(position: Position) -> Iterator[Move]:
    """As :func:`legal_moves`, for positions that are known to be sound."""
    stage = position.stage
    if stage in (Stage.CLAIM, Stage.ANSWER):
        yield from (CLAIM, WAIT)
    elif stage is Stage.LEAD:
        yield from _turns(position, close=False)
        if can_close(position):
            yield from _turns(position, close=True)
    elif stage is Stage.REPLY:
        yield from (Move(play=t) for t in members(replies(position)))
    elif stage is Stage.SHOW:
        yield WAIT
        yield from (Move(declare=d) for d in _shows(position))


def replies(position: Position) -> Mask:
    """The tiles the player to reply may play."""
    assert position.led is not None
    hand = position.hands[1 - position.leader]
    return tricks.may_reply(position.rules, position.trump, position.led, hand, phase_two=not position.open)


def can_close(position: Position) -> bool:
    """Whether the leader may turn the turned tile down."""
    return position.open and position.tricks[position.leader] > 0


def may_claim(position: Position, player: int) -> bool:
    """Whether a claim, true or false, is a move for this player, were it their turn to claim."""
    rules = position.rules
    return has_claim(position, player) or (rules.at_target == "claim" and rules.false_claims)


def has_claim(position: Position, player: int) -> bool:
    """Whether a claim of this player would be true, were it their turn to claim."""
    rules = position.rules
    return rules.at_target == "claim" and position.card_points(player) >= rules.target


def declarable(position: Position, player: int) -> Mask:
    """Doubles in this player's hand that may still be declared."""
    used = 0 if position.rules.redeclare else position.shown
    return position.hands[player] & DOUBLES & ~used


def may_show(position: Position) -> bool:
    """Whether the winner of a trick may declare the double they won it with."""
    allowed = position.rules.declare == "after-winning" and position.won_with is not None
    return allowed and any(_shows(position))


def _turns(position: Position, close: bool) -> Iterator[Move]:
    leader = position.leader
    for t in members(position.hands[leader]):
        yield Move(close=close, lead=t)
    if position.rules.declare != "leading":
        return
    for doubles in subsets(declarable(position, leader)):
        if not tricks.may_declare(position.rules, doubles.bit_count()):
            continue
        _, after, over = _declare(closed(position) if close else position, doubles)
        if over:
            yield Move(close=close, declare=doubles)
            continue
        for t in members(doubles):
            yield Move(close=close, declare=doubles, lead=t)
        if may_claim(after, leader):
            yield Move(close=close, declare=doubles, claim=True)


def _shows(position: Position) -> Iterator[Mask]:
    """Declarations of the winner of a trick: the double that won it and some of the hand."""
    assert position.won_with is not None
    for doubles in subsets(declarable(position, position.leader)):
        if doubles and tricks.may_declare(position.rules, doubles.bit_count() + 1):
            yield doubles | 1 << position.won_with


def subsets(tiles: Mask) -> Iterator[Mask]:
    """All subsets of a set, the empty one included."""
    part = 0
    while True:
        yield part
        part = (part - tiles) & tiles
        if not part:
            return


# --- playing -----------------------------------------------------------------------------------------


def play(position: Position, move: Move | str) -> Outcome:
    """What follows a move of the player to move, which may be written: ``"lead 6-4"`` or ``"6-4"``.

    Once the deal is over, or the match in it, the position says so and has no moves.

    Raises:
        IllegalMove: the rules do not allow it here; the message says why, and what they do allow.
        NotationError: the text is not a move, or a number of the position is out of its range.
        TypeError: it is not a position, or neither a move nor text.
    """
    check_type("play", position, Position)
    check_type("move", move, Move, str)
    position.require_sound(to_play=False)
    made = parse(move, replying=position.stage is Stage.REPLY) if isinstance(move, str) else move
    if made not in moves(position):
        from bingo.solver.game.refusal import refusal  # here: it asks what is legal

        raise IllegalMove(refusal(position, made))
    gain, after, over = play_unchecked(position, made)
    if gain and not over and position.match is not None and position.rules.at_target != "points":
        match = position.match.plus(gain)
        after, over = replace(after, match=match), max(match.score) >= MATCH_TO
    return Outcome(gain, replace(after, stage=Stage.OVER) if over else after, over)


def play_unchecked(position: Position, move: Move) -> Outcome:
    """As :func:`play`, for moves that :func:`legal_moves` gave; the stage does not say when the deal is over."""
    scores, after, over = play_scored(position, move)
    return Outcome(difference(scores) if scores else 0, after, over)


def play_scored(position: Position, move: Move) -> Scored:
    """As :func:`play_unchecked`, with who scores what."""
    stage = position.stage
    if stage in (Stage.CLAIM, Stage.ANSWER):
        if move.claim:
            return _claim(position, position.to_move)
        return Scored(NOTHING, _between(position, after=stage))
    if stage is Stage.LEAD:
        return _turn(position, move)
    if stage is Stage.REPLY:
        assert move.play is not None
        return _reply(position, move.play)
    return _show(position, move.declare)


def _turn(position: Position, move: Move) -> Scored:
    scores = NOTHING
    if move.close:
        position = closed(position)
    if move.declare:
        scores, position, over = _declare(position, move.declare)
        if over:
            return Scored(scores, position, over)
    if move.claim:
        return _claim(position, position.leader, scores)
    assert move.lead is not None
    hands = _without(position.hands, position.leader, move.lead)
    return Scored(scores, replace(position, hands=hands, led=move.lead, stage=Stage.REPLY))


def at_lead(position: Position) -> Position:
    """The same with nobody claiming any more before this lead."""
    return replace(position, stage=Stage.LEAD) if position.stage in (Stage.CLAIM, Stage.ANSWER) else position


def closed(position: Position) -> Position:
    """The position once the leader has turned the turned tile down, nobody having led yet."""
    other = 1 - position.leader
    closing = Closing(position.leader, position.card_points(other), position.tricks[other])
    return replace(position, closed=closing, stock=())


def _declare(position: Position, doubles: Mask) -> Scored:
    rules, player = position.rules, position.leader
    if doubles.bit_count() == 7 and rules.seven_doubles:
        return Scored(((player, rules.seven_doubles),), position, over=True)
    worth = tricks.declaration_points(rules, doubles)
    shown = (position.shown | doubles) & (position.hands[0] | position.hands[1])
    if rules.declaration_counts == "with-its-trick":
        return Scored(NOTHING, replace(position, shown=shown, pending=worth))
    after = replace(position, shown=shown, declared=_plus(position.declared, player, worth))
    return _reach(position, after, player)


def _reply(position: Position, tile: Tile) -> Scored:
    led, rules = position.led, position.rules
    assert led is not None
    wins = tricks.beats(rules, position.trump, led, tile, phase_two=not position.open)
    winner = 1 - position.leader if wins else position.leader
    hands = _without(position.hands, 1 - position.leader, tile)
    worth = _worth(position, led) + _worth(position, tile)
    if not any(hands) and not position.open and position.closed is None:
        worth += rules.last_trick
    earned = position.pending if winner == position.leader else 0
    after = replace(
        position,
        hands=hands,
        leader=winner,
        led=None,
        pending=0,
        shown=position.shown & (hands[0] | hands[1]),
        points=_plus(position.points, winner, worth),
        tricks=_plus(position.tricks, winner, 1),
        declared=_plus(position.declared, winner, earned),
    )
    scores, after, over = _reach(position, after, winner)
    if {led, tile} == {BINGO, double(position.trump)}:
        scores = (*scores, (winner, rules.capture))
    if over:
        return Scored(scores, after, over)
    won_with = tile if wins else led
    if (
        rules.declare == "after-winning"
        and is_double(won_with)
        and (rules.redeclare or not position.shown >> won_with & 1)
    ):
        showing = replace(after, stage=Stage.SHOW, won_with=won_with)
        if any(_shows(showing)):
            return Scored(scores, showing)
    return _draw(after, scores)


def _show(position: Position, doubles: Mask) -> Scored:
    settled = replace(position, won_with=None)
    if not doubles:
        return _draw(settled, NOTHING)
    scores, after, over = _declare(settled, doubles)
    return Scored(scores, after, over) if over else _draw(after, scores)


def _draw(position: Position, scores: Scores) -> Scored:
    """After a trick is settled: draw in phase one, end the deal after the last tile."""
    if not position.open:
        if not any(position.hands):
            return Scored((*scores, *for_both(final_points(position))), position, over=True)
        return Scored(scores, _between(position))
    winner, stock, turned = position.leader, position.stock, position.turned
    assert turned is not None
    if not stock:
        raise ImpossiblePosition([Reason("stock", "face-down tiles to draw", "none")])
    if len(stock) > 1:
        first, second, stock = stock[0], stock[1], stock[2:]
    else:
        first, second, stock = stock[0], turned, ()
        if position.rules.last_draw == "turned":
            first, second = second, first
        turned = None
    hands = [position.hands[0], position.hands[1]]
    hands[winner] |= 1 << first
    hands[1 - winner] |= 1 << second
    drawn = replace(position, hands=(hands[0], hands[1]), stock=stock, turned=turned)
    return Scored(scores, _between(drawn))


def _between(position: Position, after: Stage | None = None) -> Position:
    leader = position.leader
    if after is None and may_claim(position, leader):
        return replace(position, stage=Stage.CLAIM)
    if after is not Stage.ANSWER and may_claim(position, 1 - leader):
        return replace(position, stage=Stage.ANSWER)
    return replace(position, stage=Stage.LEAD)


def _claim(position: Position, player: int, scores: Scores = NOTHING) -> Scored:
    return Scored((*scores, claimed(position, player)), position, over=True)


def _reach(before: Position, after: Position, player: int) -> Scored:
    """Score a player who has just reached the target, under rules that need no claim."""
    rules = after.rules
    crossed = before.card_points(player) < rules.target <= after.card_points(player)
    if not crossed or rules.at_target in ("claim", "points"):
        return Scored(NOTHING, after)
    return Scored(((player, win_score(after, player)),), after, over=rules.at_target == "first-ends")


# --- small helpers -----------------------------------------------------------------------------------


def _plus(pair: Pair, player: int, more: int) -> Pair:
    return (pair[0] + more, pair[1]) if player == 0 else (pair[0], pair[1] + more)


def _without(hands: tuple[Mask, Mask], player: int, tile: Tile) -> tuple[Mask, Mask]:
    return (hands[0] & ~(1 << tile), hands[1]) if player == 0 else (hands[0], hands[1] & ~(1 << tile))


def _worth(position: Position, tile: Tile) -> int:
    return tricks.points_table(position.rules, position.trump)[tile]
