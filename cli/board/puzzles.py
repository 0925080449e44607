"""Puzzles on the board: posed without the answer, and each try judged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from bingo.cli.page import items
from bingo.cli.page.data import Json, board_json
from bingo.cli.render.board import board_of
from bingo.cli.render.puzzle import about, asked, brings
from bingo.positions.shipped import shipped, unseen
from bingo.solver import analyze, native
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position

#: Branches of the tree that shows a solution or a refutation.
BRANCHES = 800


Posed: TypeAlias = Position | InformationSet


@cache
def _every() -> tuple[Posed, ...]:
    return (*shipped(), *(unseen() if native.built() else ()))


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


def posed(number: int, theme: str) -> Json:
    """A puzzle without its solution: its board, what is asked, the moves to choose from, the themes there are."""
    found = _puzzles(theme)
    position = found[number % len(found)]
    if isinstance(position, InformationSet):
        from bingo.cli.board import unseen_puzzles  # here and below: it needs the kernel

        moves = unseen_puzzles.choices(position)
    else:
        moves = sorted(str(choice.move) for choice in analyze(position).moves)
    return {
        "number": number % len(found),
        "puzzles": len(found),
        "themes": themes(),
        "board": board_json(board_of(position)),
        "asked": asked(position),
        "moves": moves,
    }


def tried(number: int, theme: str, move: str, made: Sequence[str] = ()) -> Json:
    """Whether a move solves a puzzle, in words, and the play that shows it; without a move, the solution. Where the
    puzzle has gone on, ``made`` is what that answer says.

    Raises:
        NotationError: it is none of the moves to choose from.
    """
    found = _puzzles(theme)
    position = found[number % len(found)]
    if isinstance(position, InformationSet):
        from bingo.cli.board import unseen_puzzles

        return unseen_puzzles.tried(position, move, made)
    analysis = analyze(position)
    values = {str(choice.move): choice.value for choice in analysis.moves}
    if move and move not in values:
        raise NotationError.of("move", f"one of: {'; '.join(sorted(values))}", repr(move))
    right = values.get(move) == analysis.value
    first, unit = move or str(analysis.best[0]), position.rules.unit
    told = " ".join(about(theme) for theme in position.expect.themes) if position.expect else ""
    if right or not move:
        words = f"{'Right' if right else 'The solution is'}: {first} {brings(analysis.value, unit)}. {told}"
    else:
        right_move = f"the right move {brings(analysis.value, unit)}"
        words = f"No: {move} {brings(values[move], unit)}; {right_move}. This is what happens:"
    item = items.analyzed(position.name, position, analysis).finished(BRANCHES)
    return {"right": right, "words": words, "item": item, "first": first}
