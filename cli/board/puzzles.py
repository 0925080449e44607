"""Puzzles on the board. Those with hidden tiles are judged here, the others by the page, from what they are worth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from bingo.cli.page.data import Json
from bingo.cli.render.board import board_of
from bingo.cli.render.puzzle import about, asked
from bingo.positions import dumps_json, shipped
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position

Posed: TypeAlias = Position | InformationSet


_every = cache(shipped.puzzles)


def _puzzles(theme: str) -> list[Posed]:
    """The puzzles about something; all of them without a theme.

    Raises:
        NotationError: there is no such theme.
    """
    found = [p for p in _every() if p.expect and (not theme or theme in p.expect.themes[:1])]
    if not found:
        raise NotationError.of("theme", f"one of {', '.join(themes())}", repr(theme))
    return found


def themes() -> list[str]:
    """The themes that there are puzzles about."""
    return sorted({p.expect.themes[0] for p in _every() if p.expect and p.expect.themes})


def document(position: Posed) -> Json:
    """A puzzle as the page poses it, without its solution."""
    written = json.loads(dumps_json(position))
    written.pop("expect", None)
    about_it = position.expect.themes if position.expect else ()
    lesson = " ".join(map(about, about_it))
    return {"position": written, "theme": about_it[0] if about_it else "", "asked": asked(position), "about": lesson}


def posed(number: int, theme: str) -> Json:
    """A puzzle; with hidden tiles, its board and the moves to choose from too."""
    found = _puzzles(theme)
    position = found[number % len(found)]
    place = {"number": number % len(found), "puzzles": len(found), "themes": themes()}
    if not isinstance(position, InformationSet):
        return {**place, **document(position)}
    from bingo.cli.board import unseen_puzzles  # here and below: numpy takes a tenth of a second

    moves = unseen_puzzles.choices(position)
    return {**place, "asked": asked(position), "board": board_of(position), "moves": moves}


def tried(number: int, theme: str, move: str, made: Sequence[str] = ()) -> Json:
    """Whether a move solves a puzzle with hidden tiles, in words, and what shows it; without a move, the solution.

    Where the puzzle has gone on, ``made`` is what that answer says.

    Raises:
        NotationError: all tiles are seen, or it is none of the moves to choose from.
    """
    found = _puzzles(theme)
    position = found[number % len(found)]
    if not isinstance(position, InformationSet):
        raise NotationError.of("number", "a puzzle with hidden tiles", number)
    from bingo.cli.board import unseen_puzzles

    return unseen_puzzles.tried(position, move, made)
