"""What ``print`` and notebooks show of the objects of the library."""

from __future__ import annotations

from bingo.solver.analysis import Answer, Claim
from bingo.solver.game import PLAYER_NAMES, InformationSet, Position, Record
from bingo.solver.render import answers
from bingo.solver.render.board import board_of, draw_briefly, sheet
from bingo.solver.render.review import explain, reason_sentence
from bingo.solver.render.screen import Screen
from bingo.solver.reviewing.deal import Review
from bingo.solver.reviewing.decision import Reason


def words(thing: object) -> str:
    """What ``print`` shows: a board, a score sheet, an answer in short; without a line break at its end."""
    return "\n".join(_lines(thing, Screen()))


def _lines(thing: object, screen: Screen) -> list[str]:
    if isinstance(thing, Reason):
        return [reason_sentence(thing)]
    if isinstance(thing, Position | InformationSet):
        return draw_briefly(board_of(thing), thing.name or "A position", PLAYER_NAMES, screen)
    if isinstance(thing, Record):
        return sheet(thing, thing.name or "A deal", screen)
    if isinstance(thing, Review):
        return explain(thing, thing.record.name or "A deal", screen)
    if isinstance(thing, Answer):
        title = "Should I close?" if thing.going_on else "Analysis" if thing.exact else "Estimate"
        return answers.answered(thing, thing.position, thing.position.name or title, screen)
    assert isinstance(thing, Claim)
    return answers.claimed(thing, None, None, thing.known, thing.known.name or "Can I claim?", screen)
