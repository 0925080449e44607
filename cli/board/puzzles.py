"""Puzzles on the board. Those with hidden tiles are judged here, the others by the page, from what they are worth."""

from __future__ import annotations

import json
from functools import cache
from typing import TypeAlias

from bingo.cli.page.data import Json
from bingo.positions import dumps_json, shipped
from bingo.positions.shipped import judgement_of
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import Position
from bingo.solver.puzzles.judgements import refuting_deal
from bingo.solver.render.board import board_of
from bingo.solver.render.puzzle import about, asked, board_against, praise, why_right, why_wrong
from bingo.solver.render.screen import Screen

Posed: TypeAlias = Position | InformationSet


#: What a table is laid out for, a sentence on a line.
SCREEN = Screen(72)
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
    moves = sorted(answer.move for answer in judgement_of(position).answers)
    return {**place, "asked": asked(position), "board": board_of(position), "moves": moves}


def tried(number: int, theme: str, move: str) -> Json:
    """Whether a move solves a puzzle with hidden tiles, in words; if it does not, the deal against it and the line.
    Without a move, the solution.

    Raises:
        NotationError: all tiles are seen, or it is none of the moves to choose from.
    """
    found = _puzzles(theme)
    known = found[number % len(found)]
    if not isinstance(known, InformationSet):
        raise NotationError.of("number", "a puzzle with hidden tiles", number)
    assert known.expect
    judgement = judgement_of(known)
    answers = {answer.move: answer for answer in judgement.answers}
    if move and move not in answers:
        raise NotationError.of("move", f"one of: {'; '.join(sorted(answers))}", repr(move))
    if not move or answers[move].right:
        words = praise(judgement, answers[move]) if move else f"The solution is {judgement.answers[0].move}."
        words = " ".join((words, *map(about, known.expect.themes)))
        return {"right": bool(move), "words": words, "proof": why_right(judgement, SCREEN)}
    words = " ".join(("No:", *why_wrong(judgement, answers[move])))
    against = answers[move].against
    if against is None:
        return {"right": False, "words": words}
    deal, steps = refuting_deal(known, against)
    line = [str(step) for step in steps if step.move != WAIT]
    return {"right": False, "words": words, "board": board_against(deal, against), "line": line}
