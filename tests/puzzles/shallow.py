"""Shallow play told in Python: what the native one is held against."""

from __future__ import annotations

from bingo.solver.game import tricks
from bingo.solver.game.moves import WAIT, Move, apply, declarable, legal_moves
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.scoring import failed_close, sign
from bingo.solver.puzzles.composing import POINT


def seems(position: Position, move: Move, ahead: int) -> int:
    """What a lead, reply or claim of yours seems worth to somebody who looks so many tricks ahead."""
    while not move.claim and position.stage in (Stage.CLAIM, Stage.ANSWER):
        position = apply(position, WAIT).position
    return _after(position, move, ahead)


def _after(position: Position, move: Move, ahead: int) -> int:
    gain, after, over, _ = apply(position, move)
    played = position.stage is Stage.REPLY
    return _unit(position) * gain + (0 if over else _look(after, ahead - played))


def _look(position: Position, ahead: int) -> int:
    if position.stage is Stage.LEAD and not ahead:
        return _estimate(position)
    best = max if position.to_move == YOU else min
    return best(_after(position, move, ahead) for move in _seen(position, ahead))


def _seen(position: Position, ahead: int) -> list[Move]:
    """The moves looked at: true claims, and of declarations the largest."""
    moves = list(legal_moves(position))
    if position.stage in (Stage.CLAIM, Stage.ANSWER):
        true = position.card_points(position.to_move) >= position.rules.target
        claims = [move for move in moves if move.claim and true]
        if claims and position.stage is Stage.ANSWER and not ahead:
            return claims
        return [*claims, WAIT]
    if position.stage is Stage.REPLY:
        return moves
    return [move for move in moves if not move.declare or _largest(position, move)]


def _largest(position: Position, move: Move) -> bool:
    doubles = declarable(position, position.leader)
    if position.won_with is not None:
        doubles |= 1 << position.won_with
    true = position.card_points(position.leader) + _worth(position, move) >= position.rules.target
    return move.declare == doubles and (not move.claim or (true and position.tricks[position.leader] > 0))


def _worth(position: Position, move: Move) -> int:
    return tricks.declaration_points(position.rules, move.declare)


def _estimate(p: Position) -> int:
    points = [p.card_points(player) for player in (YOU, OPPONENT)]
    if p.rules.at_target == "points":
        return points[YOU] - points[OPPONENT]
    value = min(points[YOU], p.rules.target) - min(points[OPPONENT], p.rules.target)
    if p.closed and points[p.closed.by] < p.rules.target:
        value -= sign(p.closed.by) * POINT * failed_close(p)
    return value


def _unit(position: Position) -> int:
    return 1 if position.rules.at_target == "points" else POINT
