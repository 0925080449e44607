"""Puzzles on the board: how they are posed, and whether a move solves one."""

from __future__ import annotations

import json
from functools import cache
from typing import TypeAlias

from bingo.cli.page.items import tree_with_chances
from bingo.positions import dumps_json, shipped
from bingo.positions.shipped import judgement_of
from bingo.solver.analysis.questions import analyze
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import Position
from bingo.solver.puzzles.judgements import refuting_deal
from bingo.solver.render.board import Json, board_of
from bingo.solver.render.puzzle import ROWS, board_against, brings, lesson, praise, question, why_wrong
from bingo.solver.render.screen import signed
from bingo.solver.render.verdict import row, said, typeset

Posed: TypeAlias = Position | InformationSet
#: Branches of a tree that comes with an answer; more are asked for when they are needed.
BRANCHES = 150
_every = cache(shipped.puzzles)


def _puzzles(theme: str) -> list[Posed]:
    """The puzzles about something; all of them without a theme.

    Raises:
        NotationError: there is no such theme.
    """
    puzzles = [p for p in _every() if p.expect and (not theme or theme in p.expect.themes[:1])]
    if not puzzles:
        raise NotationError.of("theme", f"one of {', '.join(themes())}", repr(theme))
    return puzzles


def themes() -> list[str]:
    """The themes that there are puzzles about."""
    return sorted({p.expect.themes[0] for p in _every() if p.expect and p.expect.themes})


def posed(number: int, theme: str) -> Json:
    """A puzzle without its solution: the question, and the moves to choose from."""
    puzzles = _puzzles(theme)
    position = puzzles[number % len(puzzles)]
    written = json.loads(dumps_json(position))
    written.pop("expect", None)
    answers = analyze(position).moves if isinstance(position, Position) else judgement_of(position).answers
    return {
        "number": number % len(puzzles),
        "puzzles": len(puzzles),
        "themes": [["", "All"], *([name, name.replace("-", " ").capitalize()] for name in themes())],
        "position": written,
        "board": board_of(position),
        "question": question(position),
        "moves": sorted(str(answer.move) for answer in answers),
    }


def _judged(position: Position, move: str) -> Json:
    """Whether a move solves a puzzle of which all tiles are seen, and how it goes on."""
    analysis = analyze(position)
    values = {str(option.move): int(option.value) for option in analysis.moves}
    if move and move not in values:
        raise NotationError.of("move", f"one of: {'; '.join(sorted(values))}", repr(move))
    best, unit = str(analysis.best), position.rules.unit
    more = {"move": move or best, "tree": tree_with_chances(position, BRANCHES)}
    solution = f"{said(move or best)} {brings(int(analysis.value), unit)}. {lesson(position)}".strip()
    if not move or values[move] == analysis.value:
        return {"right": bool(move), "words": f"{'Right: ' if move else 'The solution: '}{solution}", **more}
    words = f"{said(move)} {brings(values[move], unit)}. This is what happens:"
    return {"right": False, "words": typeset(words), "text": typeset(signed(values[move])), **more}


def tried(number: int, theme: str, move: str) -> Json:
    """Whether a move solves a puzzle, in words; if it does not and tiles are hidden, the deal against it and the line.
    Without a move, the solution.

    Raises:
        NotationError: it is none of the moves to choose from.
    """
    puzzles = _puzzles(theme)
    known = puzzles[number % len(puzzles)]
    if isinstance(known, Position):
        return _judged(known, move)
    judgement = judgement_of(known)
    answers = {answer.move: answer for answer in judgement.answers}
    if move and move not in answers:
        raise NotationError.of("move", f"one of: {'; '.join(sorted(answers))}", repr(move))
    if not move or answers[move].right:
        words = praise(judgement, answers[move]) if move else f"The solution is {judgement.answers[0].move}."
        words = f"{words} {lesson(known)}".rstrip()
        rows = [
            row(option.move, option.value, f"{option.value:+.2f}", best=option.right)
            for option in judgement.answers[:ROWS]
        ]
        return {"right": bool(move), "words": typeset(words), "rows": rows}
    words = " ".join(("No:", *why_wrong(judgement, answers[move])))
    against = answers[move].against
    if against is None:
        return {"right": False, "words": typeset(words)}
    deal, steps = refuting_deal(known, against)
    line = [str(step) for step in steps if step.move != WAIT]
    return {"right": False, "words": typeset(words), "board": board_against(deal, against), "line": line}
