"""Closing: at the wrong time, by what closing and playing on are worth, with the hands that decide it."""

from __future__ import annotations

from typing import NamedTuple

from bingo.solver.game.moves import Move
from bingo.solver.game.tiles import text_mask
from bingo.solver.reviewing.decision import Reason
from bingo.solver.reviewing.reasons.case import Case, signed


def close_too_late(case: Case) -> Reason | None:
    """Closing now is worth more than any way of playing on."""
    if not case.best.close or case.move.close or case.move.claim:
        return None
    going_on = case.top(lambda move: not move.close and not move.claim)
    if going_on is None:
        return None
    close, stay = case.worths[case.best], case.worths[going_on]
    if not case.material(close - stay):
        return None
    sentence = f"Time to close: {case.best} is worth {signed(close)}, playing on {signed(stay)} at best ({going_on})."
    found = _hands(case, case.best)
    if case.rules.at_target != "points":
        sentence += f" With both hands seen it wins {case.against(found.won)}."
    return Reason("close-too-late", sentence, found.line, found.hand)


def close_too_early(case: Case) -> Reason | None:
    """Playing on is worth more than any close."""
    if not case.move.close or case.best.close or case.best.claim:
        return None
    closing = case.top(lambda move: move.close)
    if closing is None:
        return None
    close, stay = case.worths[closing], case.worths[case.best]
    if not case.material(stay - close):
        return None
    sentence = f"Closed too early: closing is worth {signed(close)} at best, playing on {signed(stay)} ({case.best})."
    found = _hands(case, case.move)
    if case.rules.at_target != "points" and found.won < len(case.worlds):
        failing = case.against(len(case.worlds) - found.won)
        sentence += f" With both hands seen {case.move} fails {failing}."
    return Reason("close-too-early", sentence, found.line, found.hand)


class _Hands(NamedTuple):
    """Against how many hands a close wins, and best play against one of them."""

    won: int
    hand: str
    line: tuple[str, ...]


def _hands(case: Case, move: Move) -> _Hands:
    """How a close fares; the line shows it failing if it was made, and winning if it was not, where it ever does."""
    values = case.values(move)
    n = values.index(min(values) if move == case.move else max(values))
    world = case.worlds[n]
    return _Hands(sum(value > 0 for value in values), text_mask(world.hands[case.other]), case.line(world, move))
