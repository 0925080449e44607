"""What ``print`` shows of the objects of the library: a board, a score sheet, an answer in short."""

from __future__ import annotations

from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.claim import Claim
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import PLAYER_NAMES, Position
from bingo.solver.game.record import Record
from bingo.solver.render import reasons, short
from bingo.solver.render.board import board_of, draw_briefly, sheet
from bingo.solver.render.review import explain_shortly
from bingo.solver.render.screen import Screen
from bingo.solver.reviewing.deal import Review
from bingo.solver.reviewing.decision import Reason

_SCREEN = Screen()


def words(shown: object) -> str:
    """The text, without a line break at its end."""
    return "\n".join(_lines(shown))


def _lines(shown: object) -> list[str]:
    if isinstance(shown, Position | InformationSet):
        return draw_briefly(board_of(shown), shown.name or "A position", PLAYER_NAMES, _SCREEN)
    if isinstance(shown, Reason):
        return [reasons.sentence(shown)]
    if isinstance(shown, Record):
        return sheet(shown, shown.name or "A deal", _SCREEN)
    if isinstance(shown, Review):
        return explain_shortly(shown, shown.record.name or "A deal", _SCREEN)
    if isinstance(shown, Answer) and shown.close:
        return short.decided(shown, shown.position, shown.position.name or "Should I close?", _SCREEN)
    if isinstance(shown, Answer):
        title = shown.position.name or ("Analysis" if shown.exact else "Estimate")
        return short.analyzed(shown, shown.position, title, _SCREEN)
    assert isinstance(shown, Claim)
    return short.claimed(shown, (), (), shown.known, shown.known.name or "Can I claim?", _SCREEN)
