"""Puzzles with hidden tiles on the board: posed with their moves, and what :class:`UnseenQuiz` finds told as data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bingo.cli.page.data import Json
from bingo.cli.quiz import Finding
from bingo.cli.render import unseen
from bingo.cli.render.puzzle import about
from bingo.cli.render.screen import Screen
from bingo.cli.unseen_quiz import UnseenQuiz
from bingo.solver.compose.defence import Defence
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT, parse as parse_move
from bingo.solver.game.play import at_lead, legal_moves
from bingo.solver.hidden.deals import draw
from bingo.solver.hidden.options import leads

#: What a table is laid out for, a sentence on a line.
SCREEN = Screen(72)


@lru_cache(maxsize=64)
def choices(known: InformationSet) -> list[str]:
    """The moves to choose from, in an order that tells nothing."""
    world = next(draw(known, 1).positions(known))
    assert known.expect
    return sorted({str(move) for move in (*leads(at_lead(world)), *known.expect.best)})


def tried(known: InformationSet, move: str, made: Sequence[str]) -> Json:
    """Whether a move is right against all hands, in words; if it is not, the deal against it and the line.

    Where closing wins against every hand, the puzzle goes on (``on``) until nothing can go wrong any more; ``made`` are
    your moves by then, the close first. Without a move: what is right.

    Raises:
        NotationError: it is none of the moves to choose from.
    """
    quiz = _reached(known, tuple(made)).copied()
    if not move:
        return _over(known, quiz, f"The solution is {quiz.moves[0]}.", right=False)
    found = _judged(known, quiz, "move", move)
    if found.refuted:
        words = " ".join(filter(None, ("No:", found.refuted.verdict, found.refuted.often)))
        line = [str(step) for step in found.refuted.analysis.line if step.move != WAIT]
        return {"right": False, "words": words, "board": found.refuted.board, "line": line, "first": move}
    if found.solved or quiz.defence is None:
        return _over(known, quiz, " ".join(found.lines), right=True)
    words = "Right so far." if made else unseen.to_prove(parse_move(move))
    return {"right": True, "words": words, "board": None, "line": [], "on": _goes_on(quiz.defence, [*made, move])}


@lru_cache(maxsize=64)
def _reached(known: InformationSet, made: tuple[str, ...]) -> UnseenQuiz:
    """The puzzle after these moves of yours; not to be changed.

    Raises:
        NotationError: after one of them it does not go on.
    """
    if not made:
        return UnseenQuiz(known, SCREEN)
    quiz = _reached(known, made[:-1]).copied()
    if _judged(known, quiz, "made", made[-1]).solved is not None:
        raise NotationError.of("made", "moves that win against every hand", made[-1])
    return quiz


def _judged(known: InformationSet, quiz: UnseenQuiz, field: str, move: str) -> Finding:
    among = choices(known) if quiz.defence is None else _turns(quiz.defence)
    if move not in among:
        raise NotationError.of(field, f"one of: {'; '.join(among)}", repr(move))
    return quiz.judge(parse_move(move))


def _turns(defence: Defence) -> list[str]:
    return sorted(map(str, legal_moves(defence.position)))


def _goes_on(defence: Defence, made: Sequence[str]) -> Json:
    """The next turn, without what is right in it."""
    asked = f"{unseen.happened(defence)} {unseen.to_find(defence)}"
    return {"board": unseen.seen(defence), "asked": asked, "moves": _turns(defence), "made": made}


def _over(known: InformationSet, quiz: UnseenQuiz, words: str, *, right: bool) -> Json:
    assert known.expect
    told = " ".join((words, *map(about, known.expect.themes)))
    return {"right": right, "words": told, "board": None, "line": [], "proof": quiz.proof()}
