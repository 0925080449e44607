"""What is legal in a position, and what a legal move leads to: RULES.md sections 3 to 7, written once."""

from collections.abc import Iterator
from typing import NamedTuple

from bingo.solver.errors import ImpossiblePosition, Reason
from bingo.solver.game import tricks
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.position import Closing, Pair, Position, Stage, replace_unchecked
from bingo.solver.game.scoring import NO_SCORES, ScoreEvents, claim_result, difference, final_scores, win_score
from bingo.solver.game.tiles import BINGO, Mask, Tile, TileSet, double, members


class Outcome(NamedTuple):
    """What a move brings: game points at once (yours less the opponent's), the position after it, whether the deal is
    over, and who scores what, in order: whoever first has what they need has won the match.

    Under rules worth card points (``at_target: points``) the whole difference is gained with the last tile.
    """

    gain: int
    position: Position
    over: bool = False
    scores: ScoreEvents = NO_SCORES


#: What the rest of a turn does: who scores what, the position after it, whether the deal is over.
_Result = tuple[ScoreEvents, Position, bool]


def begin(position: Position) -> Position:
    """The position at its first real decision: a led tile is replied to, empty claims are skipped."""
    return _begin_trick(position) if position.led is None else replace_unchecked(position, stage=Stage.REPLY)


# --- legal moves -------------------------------------------------------------------------------------


def playable_moves(position: Position) -> Iterator[Move]:
    """The moves that :func:`play` takes: legal ones, and where a claim may come before the lead, leads too: to lead is
    to wait with a claim of one's own.
    """
    yield from (move for move in legal_moves(position) if move != WAIT or position.stage is not Stage.CLAIM)
    if position.stage in (Stage.CLAIM, Stage.ANSWER):
        yield from legal_moves(at_lead(position))


def legal_moves(position: Position) -> Iterator[Move]:
    """Every move of the player to move, each once, claiming and waiting before leading; none if the deal is over."""
    stage = position.stage
    if stage in (Stage.CLAIM, Stage.ANSWER):
        yield from (CLAIM, WAIT)
    elif stage is Stage.LEAD:
        yield from _lead_moves(position, close=False)
        if can_close(position):
            yield from _lead_moves(position, close=True)
    elif stage is Stage.REPLY:
        yield from (Move(play=tile) for tile in members(replies(position)))
    elif stage is Stage.SHOW:
        yield WAIT
        yield from (Move(declare=doubles) for doubles in _declarations_after_winning(position))


def replies(position: Position) -> Mask:
    """The tiles the player to reply may play."""
    assert position.led is not None
    hand = position.hands[1 - position.leader]
    return tricks.legal_replies(position.rules, position.trump, position.led, hand, phase_two=not position.open)


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


def late_claimer(position: Position) -> int | None:
    """The player who may still announce a claim after the last tile, though it is scored without; None if nobody."""
    is_ended = position.over and not any(position.hands) and position.rules.at_target == "claim"
    scores = final_scores(position) if is_ended else NO_SCORES
    return next((player for player, _ in scores if position.card_points(player) >= position.rules.target), None)


def declarable(position: Position, player: int) -> Mask:
    """Doubles in this player's hand that may still be declared."""
    return tricks.declarable(position.rules, position.hands[player], position.shown)


def may_show(position: Position) -> bool:
    """Whether the winner of a trick may declare the double they won it with."""
    is_allowed = position.rules.declare == "after-winning" and position.won_with is not None
    return is_allowed and any(_declarations_after_winning(position))


def _lead_moves(position: Position, close: bool) -> Iterator[Move]:
    leader = position.leader
    for tile in members(position.hands[leader]):
        yield Move(close=close, lead=tile)
    if position.rules.declare != "leading":
        return
    for doubles in subsets(declarable(position, leader)):
        if not tricks.may_declare(position.rules, doubles.bit_count()):
            continue
        _, declared_position, ends_deal = _declare(closed(position) if close else position, doubles)
        if ends_deal:
            yield Move(close=close, declare=doubles)
            continue
        for tile in members(doubles):
            yield Move(close=close, declare=doubles, lead=tile)
        if may_claim(declared_position, leader):
            yield Move(close=close, declare=doubles, claim=True)


def _declarations_after_winning(position: Position) -> Iterator[Mask]:
    """Declarations of the winner of a trick: the double that won it and some of the hand."""
    assert position.won_with is not None
    for doubles in subsets(declarable(position, position.leader)):
        if doubles and tricks.may_declare(position.rules, doubles.bit_count() + 1):
            yield doubles | 1 << position.won_with


def subsets(tiles: Mask) -> Iterator[Mask]:
    """All subsets of a set, the empty one included."""
    subset, all_tiles = 0, int(tiles)
    while True:
        yield subset
        subset = (subset - all_tiles) & all_tiles
        if not subset:
            return


# --- playing -----------------------------------------------------------------------------------------


def apply(position: Position, move: Move) -> Outcome:
    """As :func:`play`, for moves that :func:`legal_moves` gave; once the deal is over, the stage means nothing."""
    stage = position.stage
    if stage in (Stage.CLAIM, Stage.ANSWER):
        result_of_waiting = NO_SCORES, _begin_trick(position, passed_stage=stage), False
        turn_result = _claim(position, position.to_move) if move.claim else result_of_waiting
    elif stage is Stage.LEAD:
        result_of_waiting = NO_SCORES, replace_unchecked(position, stage=Stage.ANSWER), False
        turn_result = result_of_waiting if move == WAIT else _apply_turn(position, move)
    elif stage is Stage.REPLY:
        assert move.play is not None
        turn_result = _reply(position, move.play)
    else:
        turn_result = _show(position, move.declare)
    scores, next_position, is_over = turn_result
    return Outcome(difference(scores) if scores else 0, next_position, is_over, scores)


def _apply_turn(position: Position, move: Move) -> _Result:
    scores = NO_SCORES
    if move.close:
        position = closed(position)
    if move.declare:
        scores, position, is_over = _declare(position, move.declare)
        if is_over:
            return scores, position, is_over
    if move.claim:
        return _claim(position, position.leader, scores)
    assert move.lead is not None
    hands = _remove_tile(position.hands, position.leader, move.lead)
    return scores, replace_unchecked(position, hands=hands, led=move.lead, stage=Stage.REPLY), False


def at_lead(position: Position) -> Position:
    """The position in which nobody claims any more before this lead."""
    return replace_unchecked(position, stage=Stage.LEAD) if position.stage in (Stage.CLAIM, Stage.ANSWER) else position


def closed(position: Position) -> Position:
    """The position once the leader has turned the turned tile down, nobody having led yet."""
    other_player = 1 - position.leader
    closing = Closing(position.leader, position.card_points(other_player), position.tricks[other_player])
    return replace_unchecked(position, closed=closing, stock=())


def _declare(position: Position, doubles: Mask) -> _Result:
    rules, player = position.rules, position.leader
    if tricks.wins_at_once(rules, doubles):
        return ((player, rules.seven_doubles),), position, True
    worth = tricks.declaration_points(rules, doubles)
    shown = (position.shown | doubles) & (position.hands[0] | position.hands[1])
    if rules.declaration_counts == "with-its-trick":
        return NO_SCORES, replace_unchecked(position, shown=shown, pending=worth), False
    after = replace_unchecked(position, shown=shown, declared=_add_points(position.declared, player, worth))
    return _score_target(position, after, player)


def _reply(position: Position, tile: Tile) -> _Result:
    led, rules = position.led, position.rules
    assert led is not None
    reply_wins = tricks.beats(rules, position.trump, led, tile, phase_two=not position.open)
    winner = 1 - position.leader if reply_wins else position.leader
    hands = _remove_tile(position.hands, 1 - position.leader, tile)
    trick_points = sum(tricks.points_table(rules, position.trump)[t] for t in (led, tile))
    if not any(hands) and not position.open and position.closed is None:
        trick_points += rules.last_trick
    pending_won = position.pending if winner == position.leader else 0
    position_after = replace_unchecked(
        position,
        hands=hands,
        leader=winner,
        led=None,
        pending=0,
        shown=position.shown & (hands[0] | hands[1]),
        points=_add_points(position.points, winner, trick_points),
        tricks=_add_points(position.tricks, winner, 1),
        declared=_add_points(position.declared, winner, pending_won),
    )
    scores, position_after, is_over = _score_target(position, position_after, winner)
    if {led, tile} == {BINGO, double(position.trump)}:
        scores = (*scores, (winner, rules.capture))
    if is_over:
        return scores, position_after, is_over
    won_with = tile if reply_wins else led
    if tricks.declarable(rules, 1 << won_with, position.shown):
        show_position = replace_unchecked(position_after, stage=Stage.SHOW, won_with=won_with)
        if may_show(show_position):
            return scores, show_position, False
    return _draw(position_after, scores)


def _show(position: Position, doubles: Mask) -> _Result:
    position = replace_unchecked(position, won_with=None)
    if not doubles:
        return _draw(position, NO_SCORES)
    scores, declared_position, is_over = _declare(position, doubles)
    return (scores, declared_position, is_over) if is_over else _draw(declared_position, scores)


def _draw(position: Position, scores: ScoreEvents) -> _Result:
    """After a trick: draw in phase one, end the deal after the last tile."""
    if not position.open:
        if not any(position.hands):
            return (*scores, *final_scores(position)), position, True
        return scores, _begin_trick(position), False
    winner, stock, turned = position.leader, position.stock, position.turned
    assert turned is not None
    if not stock:
        raise ImpossiblePosition([Reason("stock", "face-down tiles to draw", "none")])
    winner_tile, loser_tile = (*stock, turned)[:2]
    if len(stock) == 1:
        turned = None
        if position.rules.last_draw == "turned":
            winner_tile, loser_tile = loser_tile, winner_tile
    hands = [position.hands[0], position.hands[1]]
    hands[winner] |= 1 << winner_tile
    hands[1 - winner] |= 1 << loser_tile
    drawn_position = replace_unchecked(position, hands=(hands[0], hands[1]), stock=stock[2:], turned=turned)
    return scores, _begin_trick(drawn_position), False


def _begin_trick(position: Position, passed_stage: Stage | None = None) -> Position:
    """The position at the next claim that may be made before the lead, or at the lead, after ``passed_stage``."""
    leader = position.leader
    if passed_stage is None and may_claim(position, leader):
        return replace_unchecked(position, stage=Stage.CLAIM)
    if passed_stage is not Stage.ANSWER and may_claim(position, 1 - leader):
        return replace_unchecked(position, stage=Stage.ANSWER)
    return replace_unchecked(position, stage=Stage.LEAD)


def _claim(position: Position, player: int, scores: ScoreEvents = NO_SCORES) -> _Result:
    return (*scores, claim_result(position, player)), position, True


def _score_target(position_before: Position, position_after: Position, player: int) -> _Result:
    """Score a player who has just reached the target, under rules that need no claim."""
    rules = position_after.rules
    has_reached = position_before.card_points(player) < rules.target <= position_after.card_points(player)
    if not has_reached or rules.at_target in ("claim", "points"):
        return NO_SCORES, position_after, False
    return ((player, win_score(position_after, player)),), position_after, rules.at_target == "first-ends"


# --- small helpers -----------------------------------------------------------------------------------


def _add_points(points_pair: Pair, player: int, points: int) -> Pair:
    return (points_pair[0] + points, points_pair[1]) if player == 0 else (points_pair[0], points_pair[1] + points)


def _remove_tile(hands: tuple[TileSet, TileSet], player: int, tile: Tile) -> tuple[TileSet, TileSet]:
    return (hands[0] - tile, hands[1]) if player == 0 else (hands[0], hands[1] - tile)
