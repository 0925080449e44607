"""What ``print`` shows of the objects of the library: a board, a score sheet, an answer in short."""

from __future__ import annotations

from functools import singledispatch

from bingo.cli.render import short
from bingo.cli.render.board import board_of, draw_briefly
from bingo.cli.render.reviews import brief
from bingo.cli.render.screen import Screen
from bingo.cli.render.sheet import sheet
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import PLAYER_NAMES, Position
from bingo.solver.game.record import Record
from bingo.solver.hidden.closing import Decision
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.proof.claims import Claim
from bingo.solver.reviewing.deal import Review
from bingo.solver.search.exact import Analysis

_SCREEN = Screen()


def words(shown: object) -> str:
    """The text, without a line break at its end."""
    return "\n".join(_lines(shown))


@singledispatch
def _lines(shown: object) -> list[str]:
    return [repr(shown)]


@_lines.register
def _(position: Position | InformationSet) -> list[str]:
    return draw_briefly(board_of(position), position.name or "A position", PLAYER_NAMES, _SCREEN)


@_lines.register
def _(record: Record) -> list[str]:
    return sheet(record, record.name or "A deal", _SCREEN)


@_lines.register
def _(found: Analysis) -> list[str]:
    return short.analyzed(found, found.position, found.position.name or "Analysis", _SCREEN)


@_lines.register
def _(found: Estimates) -> list[str]:
    return short.analyzed(found, found.known, found.known.name or "Estimate", _SCREEN)


@_lines.register
def _(found: Decision) -> list[str]:
    return short.decided(found, found.known, found.known.name or "Should I close?", _SCREEN)


@_lines.register
def _(found: Claim) -> list[str]:
    return short.claimed(found, (), found.known, found.known.name or "Can I claim?", _SCREEN)


@_lines.register
def _(found: Review) -> list[str]:
    return brief(found, found.record.name or "A deal", _SCREEN)
