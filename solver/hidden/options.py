"""What you can do while tiles are hidden, and what of it needs no estimate."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import has_claim, legal_moves, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.scoring import win_score


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


def options(known: InformationSet, sample: Position) -> Options:
    """Your options in a world that fits what you know (any one: they do not depend on what is hidden).

    Each tile that may be led comes without a declaration and with the largest one that it allows.
    """
    if known.led is not None:
        moves = tuple(legal_moves(sample)) if known.leader == OPPONENT else (WAIT,)
        return Options(moves)
    certain: list[tuple[Move, int]] = []
    if has_claim(sample, YOU) and not (known.leader == OPPONENT and has_claim(sample, OPPONENT)):  # the leader is first
        certain.append((CLAIM, win_score(sample, YOU)))
    cap = -win_score(sample, OPPONENT) if has_claim(sample, OPPONENT) else None
    if known.leader == OPPONENT:
        return Options((WAIT,), tuple(certain), cap)
    node = at_lead(sample)
    return Options(leads(node), (*certain, *endings(node, cap)), cap)


def at_lead(position: Position) -> Position:
    """The same with nobody claiming any more before this lead; a led tile is replied to."""
    return position if position.stage is Stage.REPLY else replace(position, stage=Stage.LEAD)


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
