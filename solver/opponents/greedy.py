"""A sensible player without search, under any rules: takes what is worth taking, keeps what is strong, ducks the rest.

It claims when it can, declares when it can, and closes when its card points and its sure tricks reach the target.
Whatever it weighs is in card points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bingo.solver.game import tricks
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import subsets
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, Tile, mask, members, shows
from bingo.solver.opponents.choices import stage

#: What the Bingo is worth in hand beyond its card points, for the trick it takes later.
BINGO_KEPT = 14
#: Of a trump's card points, those that a trick taken with it makes sure of; the others it would bring later as well.
SECURED = 3
#: What a double is worth in hand that may be declared with another one later.
DOUBLE_KEPT = 8


def greedy(seen: InformationSet, moves: Sequence[Move], _seed: int) -> Move:
    """The move of the greedy player."""
    now = stage(seen, moves)
    if now in (Stage.CLAIM, Stage.ANSWER):
        return CLAIM if card_points(seen) >= seen.rules.target else WAIT
    if now is Stage.SHOW:
        return max(moves, key=lambda move: move.declare.bit_count())
    if now is Stage.REPLY:
        return max(moves, key=lambda move: _reply(seen, move))
    return _lead(seen, moves)


def card_points(seen: InformationSet, player: int = YOU) -> int:
    """Card points of a player that count now."""
    return seen.points[player] + (seen.declared[player] if seen.tricks[player] else 0)


def declarable(seen: InformationSet) -> Mask:
    """Doubles in hand that may be declared."""
    return seen.hand & DOUBLES & ~(0 if seen.rules.redeclare else seen.shown)


def sure(seen: InformationSet) -> Mask:
    """Tiles of the hand that no unseen tile beats in phase two: led one after the other they all win."""
    return mask(
        t for t in members(seen.hand) if not tricks.winners(seen.rules, seen.trump, t, phase_two=True) & unheld(seen)
    )


def sure_points(seen: InformationSet) -> int:
    """Card points that are yours for certain if you close now and lead.

    Those there are, the sure tricks with the least that can be played to them, and the doubles to declare: while
    leading one of them, or after the sure tricks, when you are still on lead.
    """
    rules, winners, doubles = seen.rules, sure(seen), declarable(seen)
    worth = sorted(tricks.points_table(rules, seen.trump)[t] for t in members(unheld(seen)))
    total = card_points(seen) + sum(tricks.points_table(rules, seen.trump)[t] for t in members(winners))
    total += sum(worth[: winners.bit_count()])
    simple = rules.declare == "leading" and rules.declaration_counts == "once-a-trick-is-won"
    return total + (_declaration(rules, doubles) if simple or doubles & winners else 0)


def unheld(seen: InformationSet) -> Mask:
    """Unseen tiles that the opponent may hold."""
    return seen.unseen & ~seen.barred


# --- leads -------------------------------------------------------------------------------------------


def _lead(seen: InformationSet, moves: Sequence[Move]) -> Move:
    largest = max(move.declare.bit_count() for move in moves)
    declaring = [m for m in moves if m.declare.bit_count() == largest and not m.close]
    settled = [m for m in declaring if m.claim or m.tile is None]
    if settled:
        return settled[0]  # the declaration reaches the target, or is of all seven doubles
    target = seen.rules.target - seen.carried[YOU]
    closing = [m for m in moves if m.close and m.lead is not None and sure(seen) >> m.lead & 1]
    if closing and sure_points(seen) >= target and card_points(seen, OPPONENT) < target:
        return max(closing, key=lambda m: (m.declare.bit_count(), _worth(seen, m.lead)))
    return max(declaring, key=lambda m: _lead_appeal(seen, m))


def _lead_appeal(seen: InformationSet, move: Move) -> float:
    """What leading the tile brings if all unseen tiles are as likely to be the reply, less what it is worth in hand."""
    assert move.lead is not None
    others = unheld(seen)
    beaten = (tricks.winners(seen.rules, seen.trump, move.lead, phase_two=not seen.open) & others).bit_count()
    risk = min(1.0, beaten * seen.hidden / max(others.bit_count(), 1) / 2)
    return _worth(seen, move.lead) * (1 - 2 * risk) - _kept(seen, move.lead)


# --- replies -----------------------------------------------------------------------------------------


def _reply(seen: InformationSet, move: Move) -> float:
    """Card points that the reply wins or loses, and those it lets you declare, less what the tile is worth kept."""
    assert seen.led is not None
    assert move.play is not None
    at_stake = _worth(seen, seen.led) + _worth(seen, move.play)
    wins = tricks.beats(seen.rules, seen.trump, seen.led, move.play, phase_two=not seen.open)
    return (at_stake + _next(seen, move.play) if wins else -at_stake) - _kept(seen, move.play)


def _next(seen: InformationSet, reply: Tile) -> int:
    """What can be declared with the lead, and the points of one's own declaration that now count."""
    left = declarable(seen) & ~(1 << reply)
    waiting = 0 if seen.tricks[YOU] else seen.declared[YOU]
    return waiting + _declaration(seen.rules, left)


# --- what tiles are worth ----------------------------------------------------------------------------


def _worth(seen: InformationSet, t: Tile | None) -> int:
    return 0 if t is None else tricks.points_table(seen.rules, seen.trump)[t]


def _kept(seen: InformationSet, t: Tile) -> int:
    """What a tile is worth in hand. Points of the Bingo and of trumps can wait, the more so the more trumps they beat;
    those of others are soon lost.
    """
    kept = DOUBLE_KEPT if declarable(seen) >> t & 1 else 0
    if t == BINGO:
        return kept + _worth(seen, t) + BINGO_KEPT
    if not shows(t, seen.trump):
        return kept
    return kept + _worth(seen, t) - SECURED + _beaten_trumps(seen.rules, seen.trump, t)


@cache
def _beaten_trumps(rules: Rules, trump: int, t: Tile) -> int:
    """How many trumps this one beats."""
    others = tricks.suit_mask(trump) & ~(1 << t)
    return (others & ~tricks.winners(rules, trump, t, phase_two=True)).bit_count()


@cache
def _declaration(rules: Rules, doubles: Mask) -> int:
    """The most that declaring some of these doubles brings."""
    allowed = [part for part in subsets(doubles) if tricks.may_declare(rules, part.bit_count())]
    return max((tricks.declaration_points(rules, part) for part in allowed), default=0)
