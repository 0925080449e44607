"""What you can do while tiles are hidden, and what of it needs no estimate."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    found = (move for move in legal_moves(position) if move.lead is not None and not move.claim)
    return tuple(_largest(found, lambda move: (move.close, move.lead, bool(move.declare))))


def endings(position: Position, cap: int | None) -> list[tuple[Move, int]]:
    """Declarations that end the deal, or reach the target for a claim, closed or not: the largest of each."""
    found: dict[Move, int] = {}
    for move in legal_moves(position):
        if move.lead is not None or not move.declare:
            continue
        gain, _, over = play_unchecked(position, move)
        if over and gain > 0:
            found[move] = gain if cap is None else min(gain, cap)
    return [(move, found[move]) for move in _largest(found, lambda move: (move.close, move.claim))]


def _largest(moves: Iterable[Move], kind: Callable[[Move], object]) -> Iterable[Move]:
    """Of moves of one kind, the first of those with the most doubles declared."""
    found: dict[object, Move] = {}
    for move in moves:
        if move.declare.bit_count() > found.setdefault(kind(move), move).declare.bit_count():
            found[kind(move)] = move
    return found.values()
