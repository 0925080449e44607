"""What you can do while tiles are hidden, and what of it needs no estimate."""

from __future__ import annotations

from dataclasses import dataclass

from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves, play_unchecked
from bingo.solver.game.position import Position


@dataclass(frozen=True, slots=True)
class Options:
    """The sensible moves of what you know.

    ``certain`` are moves whose value needs no estimate: true claims, and a declaration that ends the deal. ``open``
    are all others; where the decision is the opponent's it is waiting alone. ``cap`` is what an open option can bring
    at most, where the opponent may claim first. ``solved`` are moves whose value was found otherwise, in what counts:
    game points, or chances where those do.
    """

    open: tuple[Move, ...]
    certain: tuple[tuple[Move, float], ...] = ()
    cap: float | None = None
    solved: tuple[tuple[Move, float], ...] = ()


def leads(position: Position) -> tuple[Move, ...]:
    """Every lead, closing before it or not, without a declaration and with the largest that it allows."""
    listed: dict[tuple[bool, int | None, bool], Move] = {}
    for move in legal_moves(position):
        if move.claim or move.lead is None:
            continue
        key = (move.close, move.lead, bool(move.declare))
        if key not in listed or move.declare.bit_count() > listed[key].declare.bit_count():
            listed[key] = move
    return tuple(listed.values())


def endings(position: Position, cap: int | None) -> list[tuple[Move, int]]:
    """Declarations that end the deal, or reach the target for a claim, closed or not: the largest of each."""
    found: dict[tuple[bool, bool], tuple[Move, int]] = {}
    for move in legal_moves(position):
        if not move.declare or move.lead is not None:
            continue
        value = _scores(position, move)
        if value is None:
            continue
        key = move.close, move.claim
        if key not in found or move.declare.bit_count() > found[key][0].declare.bit_count():
            found[key] = (move, value if cap is None else min(value, cap))
    return list(found.values())


def _scores(position: Position, move: Move) -> int | None:
    gain, _, over = play_unchecked(position, move)
    return gain if over and gain > 0 else None
