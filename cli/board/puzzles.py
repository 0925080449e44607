"""Puzzles on the board: how they are posed, and whether a move solves one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias, TypeVar

from bingo.positions import dumps_json, shipped
from bingo.positions.shipped import judgement_of
from bingo.solver.analysis.exact import Step, line_after, make
from bingo.solver.analysis.questions import analyze
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import Position
from bingo.solver.puzzles.judgements import refuting_deal
from bingo.solver.render.board import Json, board_of
from bingo.solver.render.puzzle import ROWS, board_against, brings, lesson, praise, question, why_wrong
from bingo.solver.render.screen import signed
from bingo.solver.render.verdict import headline_move, row, typeset

Posed: TypeAlias = Position | InformationSet
T = TypeVar("T")
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


def tried(number: int, theme: str, move: str) -> Json:
    """Whether a move solves a puzzle, in words, and the play after it, if there is any to show. Without a move, the
    solution.

    Raises:
        NotationError: it is none of the moves to choose from.
    """
    puzzles = _puzzles(theme)
    position = puzzles[number % len(puzzles)]
    reply = _judged(position, move) if isinstance(position, Position) else _judged_unseen(position, move)
    return {**reply, "words": typeset(reply["words"])}


def _judged(position: Position, move: str) -> Json:
    """A move where all tiles are seen."""
    analysis, unit = analyze(position), position.rules.unit
    option = _named({str(option.move): option for option in analysis.moves}, move or str(analysis.best))
    value, line = int(option.value), _play(position, line_after(position, option.move, Kernel(position.rules)))
    words = f"{headline_move(option.move)} {brings(value, unit)}."
    if value == analysis.value:
        verdict = "Right" if move else "The solution"
        return {"right": bool(move), "words": f"{verdict}: {words} {lesson(position)}".rstrip(), **line}
    return {"right": False, "words": f"{words} This is what happens:", "text": typeset(signed(value)), **line}


def _judged_unseen(known: InformationSet, move: str) -> Json:
    """A move where tiles are hidden: a wrong one is answered by a deal against it."""
    judgement = judgement_of(known)
    best = judgement.answers[0].move
    answer = _named({answer.move: answer for answer in judgement.answers}, move or best)
    if answer.right:
        words = praise(judgement, answer) if move else f"The solution is {best}."
        rows = [
            row(option.move, option.value, f"{option.value:+.2f}", best=option.right)
            for option in judgement.answers[:ROWS]
        ]
        return {"right": bool(move), "words": f"{words} {lesson(known)}".rstrip(), "rows": rows}
    words = " ".join(("No:", *why_wrong(judgement, answer)))
    if answer.against is None:
        return {"right": False, "words": words}
    deal, steps = refuting_deal(known, answer.against)
    return {"right": False, "words": words, **_play(deal, steps), "board": board_against(deal, answer.against)}


def _named(options: dict[str, T], move: str) -> T:
    if move not in options:
        raise NotationError.of("move", f"one of: {'; '.join(sorted(options))}", repr(move))
    return options[move]


def _play(position: Position, steps: Iterable[Step]) -> Json:
    """Turns, and the board before each and after the last."""
    boards, turns = [board_of(position)], []
    for step in steps:
        position = make(position, step.move)[1]
        if step.move != WAIT:
            turns.append(str(step))
            boards.append(board_of(position))
    return {"board": boards[0], "frames": boards, "turns": turns}
