"""A position with everything known: whose turn, what is legal, what a move leads to.

RULES.md sections 2 to 7, written once. Between two tricks a position passes through stages:

    REPLY -> [SHOW] -> draw -> CLAIM (leader) -> ANSWER (the other) -> LEAD -> REPLY

CLAIM and ANSWER are passed over when that player has nothing to claim; SHOW is used only by rules under
which the winner of a trick declares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from bingo.solver.errors import IllegalMove
from bingo.solver.game import tricks
from bingo.solver.game.moves import CLAIM, WAIT, Expect, Move
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ALL, BINGO, DOUBLES, Mask, Tile, double, is_double, members

YOU, OPPONENT = 0, 1
Pair = tuple[int, int]


class Stage(IntEnum):
    """What the player to move decides."""

    CLAIM = 0
    ANSWER = 1
    LEAD = 2
    REPLY = 3
    SHOW = 4


@dataclass(frozen=True, slots=True)
class Closing:
    """Who closed, and the card points and tricks the *other* player had at that moment."""

    by: int
    points: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Match:
    """Game points before the deal, first to 7."""

    you: int = 0
    opponent: int = 0


@dataclass(frozen=True, slots=True)
class Position:
    """All a perfect-information search needs. Players are 0 (you) and 1 (opponent).

    ``points`` are card points in tricks, ``declared`` those declared; ``pending`` are points of the
    leader's declaration that count only if the current trick is won. ``stock`` holds the face-down tiles
    in drawing order; with ``turned`` it is there while the boneyard is open. ``shown`` are doubles already
    declared and still in a hand or led, of both players. ``won_with`` is the double that won the last
    trick (stage SHOW only).
    Build positions with :func:`bingo.solver.game.setup.check`, which tests that they can occur.
    """

    rules: Rules
    trump: int
    hands: tuple[Mask, Mask]
    leader: int
    led: Tile | None = None
    points: Pair = (0, 0)
    tricks: Pair = (0, 0)
    declared: Pair = (0, 0)
    shown: Mask = 0
    pending: int = 0
    stock: tuple[Tile, ...] = ()
    turned: Tile | None = None
    closed: Closing | None = None
    carried: Pair = (0, 0)
    stage: Stage = Stage.CLAIM
    won_with: Tile | None = None
    name: str = field(default="", compare=False)
    match: Match | None = field(default=None, compare=False)
    expect: Expect | None = field(default=None, compare=False)

    @property
    def open(self) -> bool:
        """Whether tiles are still drawn after each trick."""
        return self.turned is not None and self.closed is None

    @property
    def to_move(self) -> int:
        """The player whose decision it is."""
        return 1 - self.leader if self.stage in (Stage.ANSWER, Stage.REPLY) else self.leader

    def card_points(self, player: int) -> int:
        """Card points that count now: declared ones only once a trick is won."""
        return self.points[player] + (self.declared[player] if self.tricks[player] else 0)

    def swapped(self) -> Position:
        """The same position with the two players' names exchanged."""
        closed = self.closed and replace(self.closed, by=1 - self.closed.by)
        return replace(
            self,
            hands=self.hands[::-1],
            leader=1 - self.leader,
            points=self.points[::-1],
            tricks=self.tricks[::-1],
            declared=self.declared[::-1],
            carried=self.carried[::-1],
            closed=closed,
            match=self.match and Match(self.match.opponent, self.match.you),
        )


class Outcome(NamedTuple):
    """What a move brings: game points at once (yours less the opponent's), the position after it, and
    whether the deal is over.

    Under rules worth card points (``at_target: points``) the whole difference is gained with the last tile.
    """

    gain: int
    position: Position
    over: bool = False


def begin(position: Position) -> Position:
    """The position at its first real decision: a led tile is replied to, empty claims are skipped."""
    if position.stage is Stage.SHOW:
        return position
    if position.led is not None:
        return replace(position, stage=Stage.REPLY)
    return _between(position)


# --- legal moves -------------------------------------------------------------------------------------


def legal_moves(position: Position) -> Iterator[Move]:
    """Every legal move of the player to move, each once."""
    stage = position.stage
    if stage in (Stage.CLAIM, Stage.ANSWER):
        yield from (CLAIM, WAIT)
    elif stage is Stage.LEAD:
        yield from _turns(position, close=False)
        if can_close(position):
            yield from _turns(position, close=True)
    elif stage is Stage.REPLY:
        yield from (Move(play=t) for t in members(replies(position)))
    else:
        yield WAIT
        yield from (Move(declare=d) for d in _shows(position))


def replies(position: Position) -> Mask:
    """The tiles the player to reply may play."""
    assert position.led is not None
    hand = position.hands[1 - position.leader]
    return next(c & hand for c in _reply_classes(position) if c & hand)


def can_close(position: Position) -> bool:
    """Whether the leader may turn the turned tile down."""
    return position.open and position.tricks[position.leader] > 0


def can_claim(position: Position, player: int) -> bool:
    """Whether a claim is a move for this player, were it their turn to claim."""
    rules = position.rules
    reached = position.card_points(player) >= rules.target
    return rules.at_target == "claim" and (reached or rules.false_claims)


def declarable(position: Position, player: int) -> Mask:
    """Doubles in this player's hand that may still be declared."""
    used = 0 if position.rules.redeclare else position.shown
    return position.hands[player] & DOUBLES & ~used


def _turns(position: Position, close: bool) -> Iterator[Move]:
    leader = position.leader
    for t in members(position.hands[leader]):
        yield Move(close=close, lead=t)
    if position.rules.declare != "leading":
        return
    for doubles in subsets(declarable(position, leader)):
        if not tricks.may_declare(position.rules, doubles.bit_count()):
            continue
        _, after, over = _declare(_close(position) if close else position, doubles)
        if over:
            yield Move(close=close, declare=doubles)
            continue
        for t in members(doubles):
            yield Move(close=close, declare=doubles, lead=t)
        if can_claim(after, leader):
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


def play(position: Position, move: Move) -> Outcome:
    """What follows a move.

    Raises:
        IllegalMove: the rules do not allow it here.
    """
    if move not in legal_moves(position):
        options = "; ".join(map(str, legal_moves(position)))
        raise IllegalMove(f"expected one of: {options}; found: {move}")
    return play_unchecked(position, move)


def play_unchecked(position: Position, move: Move) -> Outcome:
    """As :func:`play`, for moves that :func:`legal_moves` gave."""
    stage = position.stage
    if stage in (Stage.CLAIM, Stage.ANSWER):
        if move.claim:
            return _claim(position, position.to_move)
        return Outcome(0, _between(position, after=stage))
    if stage is Stage.LEAD:
        return _turn(position, move)
    if stage is Stage.REPLY:
        assert move.play is not None
        return _reply(position, move.play)
    return _show(position, move.declare)


def _turn(position: Position, move: Move) -> Outcome:
    gain = 0
    if move.close:
        position = _close(position)
    if move.declare:
        gain, position, over = _declare(position, move.declare)
        if over:
            return Outcome(gain, position, over)
    if move.claim:
        return _claim(position, position.leader, gain)
    assert move.lead is not None
    hands = _without(position.hands, position.leader, move.lead)
    return Outcome(gain, replace(position, hands=hands, led=move.lead, stage=Stage.REPLY))


def _close(position: Position) -> Position:
    other = 1 - position.leader
    closing = Closing(position.leader, position.card_points(other), position.tricks[other])
    return replace(position, closed=closing, stock=())


def _declare(position: Position, doubles: Mask) -> Outcome:
    rules, player = position.rules, position.leader
    if doubles.bit_count() == 7 and rules.seven_doubles:
        return Outcome(_sign(player) * rules.seven_doubles, position, over=True)
    worth = tricks.declaration_points(rules, doubles)
    shown = position.shown | doubles
    if rules.declaration_counts == "with-its-trick":
        return Outcome(0, replace(position, shown=shown, pending=worth))
    after = replace(position, shown=shown, declared=_plus(position.declared, player, worth))
    return _reach(position, after, player)


def _reply(position: Position, tile: Tile) -> Outcome:
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
    gain, after, over = _reach(position, after, winner)
    if {led, tile} == {BINGO, double(position.trump)} and position.trump != 0:
        gain += _sign(winner) * rules.capture
    if over:
        return Outcome(gain, after, over)
    won_with = tile if wins else led
    if (
        rules.declare == "after-winning"
        and is_double(won_with)
        and (rules.redeclare or not position.shown >> won_with & 1)
    ):
        showing = replace(after, stage=Stage.SHOW, won_with=won_with)
        if any(_shows(showing)):
            return Outcome(gain, showing)
    return _draw(after, gain)


def _show(position: Position, doubles: Mask) -> Outcome:
    settled = replace(position, won_with=None)
    if not doubles:
        return _draw(settled, 0)
    gain, after, over = _declare(settled, doubles)
    return Outcome(gain, after, over) if over else _draw(after, gain)


def _draw(position: Position, gain: int) -> Outcome:
    """After a trick is settled: draw in phase one, end the deal after the last tile."""
    if not position.open:
        if not any(position.hands):
            return Outcome(gain + _finish(position), position, over=True)
        return Outcome(gain, _between(position))
    winner, stock, turned = position.leader, position.stock, position.turned
    assert turned is not None
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
    return Outcome(gain, _between(drawn))


def _between(position: Position, after: Stage | None = None) -> Position:
    leader = position.leader
    if after is None and can_claim(position, leader):
        return replace(position, stage=Stage.CLAIM)
    if after is not Stage.ANSWER and can_claim(position, 1 - leader):
        return replace(position, stage=Stage.ANSWER)
    return replace(position, stage=Stage.LEAD)


# --- scoring -----------------------------------------------------------------------------------------


def _reach(before: Position, after: Position, player: int) -> Outcome:
    """Score a player who has just reached the target, under rules that need no claim."""
    rules = after.rules
    crossed = before.card_points(player) < rules.target <= after.card_points(player)
    if not crossed or rules.at_target in ("claim", "points"):
        return Outcome(0, after)
    gain = _sign(player) * win_score(after, player)
    return Outcome(gain, after, over=rules.at_target == "first-ends")


def win_score(position: Position, player: int) -> int:
    """Game points of ``player`` for being at the target now (a correct claim)."""
    rules, closed, other = position.rules, position.closed, 1 - player
    points, taken = position.card_points(other), position.tricks[other]
    if closed and closed.by != player and rules.others_win == "two":
        return 2
    if closed and closed.by == player and rules.closed_win == "at-close":
        points, taken = closed.points, closed.tricks
    if (points if rules.shutout == "no-points" else taken) == 0:
        return 3
    return 2 if points < rules.low else 1


def _claim(position: Position, player: int, gained: int = 0) -> Outcome:
    if position.card_points(player) >= position.rules.target:
        return Outcome(gained + _sign(player) * win_score(position, player), position, over=True)
    closed = position.closed
    if position.rules.false_claim == "no-trick":
        cost = 3 if 0 in position.tricks else 2
    else:
        cost = failed_close(position) if closed and closed.by == player else 2
    return Outcome(gained - _sign(player) * cost, position, over=True)


def failed_close(position: Position) -> int:
    """Game points of the closer's opponent if the close failed now."""
    rule = position.rules.failed_close
    assert position.closed is not None
    if rule == "no-trick-at-close":
        return 3 if position.closed.tricks == 0 else 2
    if rule == "no-trick-at-end":
        return 3 if 0 in position.tricks else 2
    return 2


def _finish(position: Position) -> int:
    """Game points after the last tile; ``position.leader`` won the last trick."""
    rules, closed, last = position.rules, position.closed, position.leader
    reached = [position.card_points(p) >= rules.target for p in (YOU, OPPONENT)]
    if rules.at_target == "points":
        return _difference(position)
    if closed and not reached[closed.by]:
        return _sign(1 - closed.by) * failed_close(position)
    if rules.at_target == "claim":
        for player in (last, closed.by if closed else 1 - last):
            if reached[player]:
                return _sign(player) * win_score(position, player)
    return 0


def _difference(position: Position) -> int:
    closed = position.closed
    worth = [position.card_points(p) for p in (YOU, OPPONENT)]
    if closed and position.rules.failed_close == "shortfall":
        short = position.rules.target - position.carried[closed.by] - worth[closed.by]
        if short > 0:
            worth[1 - closed.by] += max(7, short)
    return worth[YOU] - worth[OPPONENT]


# --- small helpers -----------------------------------------------------------------------------------


def _sign(player: int) -> int:
    return 1 if player == YOU else -1


def _plus(pair: Pair, player: int, more: int) -> Pair:
    return (pair[0] + more, pair[1]) if player == YOU else (pair[0], pair[1] + more)


def _without(hands: tuple[Mask, Mask], player: int, tile: Tile) -> tuple[Mask, Mask]:
    return (hands[0] & ~(1 << tile), hands[1]) if player == YOU else (hands[0], hands[1] & ~(1 << tile))


@cache
def _points_table(rules: Rules, trump: int) -> tuple[int, ...]:
    return tuple(tricks.points(rules, trump, t) for t in range(28))


@cache
def _classes_table(rules: Rules, trump: int, led: Tile) -> tuple[Mask, ...]:
    return tricks.reply_classes(rules, trump, led)


def _worth(position: Position, tile: Tile) -> int:
    return _points_table(position.rules, position.trump)[tile]


def _reply_classes(position: Position) -> tuple[Mask, ...]:
    assert position.led is not None
    if position.open:
        return (ALL,)
    return _classes_table(position.rules, position.trump, position.led)
