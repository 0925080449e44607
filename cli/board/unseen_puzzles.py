"""Puzzles with hidden tiles on the board: a wrong move has them dealt against it, and is played out.

A close that wins against every hand is to be proved, as at the terminal (:mod:`bingo.cli.unseen_quiz`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from bingo.cli.page.data import Json, board_json
from bingo.cli.render import unseen
from bingo.cli.render.board import Board, board_of
from bingo.cli.render.puzzle import about
from bingo.cli.render.screen import Screen
from bingo.cli.unseen_quiz import WORLDS
from bingo.solver.compose.adapting import refute
from bingo.solver.compose.defence import Defence
from bingo.solver.compose.judging import Verdict, judge, same_answer, wins_against_all
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.moves import parse as parse_move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import YOU
from bingo.solver.hidden.deals import draw
from bingo.solver.hidden.options import options
from bingo.solver.search.exact import Step

#: What a table is laid out for.
SCREEN = Screen(72)


def choices(known: InformationSet) -> list[str]:
    """The moves to choose from, in an order that tells nothing."""
    return sorted(map(str, _moves(known)))


@lru_cache(maxsize=64)
def _moves(known: InformationSet) -> tuple[Move, ...]:
    world = next(draw(known, 1).positions(known))
    assert known.expect
    return tuple({**dict.fromkeys(options(known, world).open), **dict.fromkeys(known.expect.best)})


def tried(known: InformationSet, move: str, made: Sequence[str]) -> Json:
    """Whether a move is right against all hands, in words; if it is not, the deal against it and the line.

    Where closing wins against every hand, the puzzle goes on (``on``) until nothing can go wrong any more; ``made`` are
    your moves by then, the close first. Without a move: what is right.

    Raises:
        NotationError: it is none of the moves to choose from.
    """
    assert known.expect
    right = known.expect.best[0]
    if made:
        _check(made[0], [str(right)])
        return _played_on(known, right, tuple(map(parse_move, made[1:])), move)
    _check(move, choices(known))
    wrong = parse_move(move) if move else right
    if not same_answer(wrong, right, closing=bool(known.tricks[YOU])):
        found = refute(known, wrong, right)
        words = f"No: {unseen.verdict(found.value, wrong)} {unseen.often(found, wrong)}"
        board = board_of(found.deal)
        return _refuted(words, move, board if found.drawn else replace(board, stock=None), found.line)
    if move and wins_against_all(_verdict(known).closing, right):
        defence = _reached(known, right, ())
        if not defence.decided:
            return _goes_on(unseen.to_prove(right), defence, [str(right)])
        return _solved(known, move, unseen.proved(right, defence))
    return _solved(known, move, f"{'Right' if move else 'The solution is'}: {right} is right against all hands.")


def _played_on(known: InformationSet, right: Move, made: tuple[Move, ...], move: str) -> Json:
    """As :func:`tried`, where these moves of yours followed the close."""
    defence = _reached(known, right, made)
    if not move:
        return _solved(known, move, f"The solution is {defence.winning()[0]}.")
    _check(move, _turns(defence))
    loss = (after := _copy(defence)).try_move(parse_move(move))
    if loss is not None:
        board = replace(board_of(loss.world), stock=None)
        return _refuted(f"No: {unseen.verdict(loss.value, parse_move(move))}", move, board, loss.line)
    if after.decided:
        return _solved(known, move, unseen.proved(right, after))
    return _goes_on("Right so far.", after, [*map(str, (right, *made)), move])


@lru_cache(maxsize=64)
def _reached(known: InformationSet, right: Move, made: tuple[Move, ...]) -> Defence:
    """How the opponent stands after the close and these moves of yours; not to be changed.

    Raises:
        NotationError: one of them does not win against every hand, or is not possible.
    """
    if not made:
        return Defence.after(known, right)
    defence = _copy(_reached(known, right, made[:-1]))
    _check(str(made[-1]), _turns(defence))
    if defence.try_move(made[-1]) is not None:
        raise NotationError.of("made", "moves that win against every hand", str(made[-1]))
    return defence


def _copy(defence: Defence) -> Defence:
    return replace(defence, played=[*defence.played])


def _turns(defence: Defence) -> list[str]:
    return [] if defence.decided else sorted(map(str, legal_moves(defence.position)))


def _check(move: str, among: Sequence[str]) -> None:
    if move and move not in among:
        raise NotationError.of("move", f"one of: {'; '.join(among)}", repr(move))


@lru_cache(maxsize=64)
def _verdict(known: InformationSet) -> Verdict:
    return judge(known, WORLDS, (0,))


# --- answers -----------------------------------------------------------------------------------------


def _refuted(words: str, move: str, board: Board, line: Sequence[Step]) -> Json:
    steps = [str(step) for step in line if step.move != WAIT]
    return {"right": False, "words": words, "board": board_json(board), "line": steps, "first": move}


def _goes_on(words: str, defence: Defence, made: Sequence[str]) -> Json:
    """The next turn, without what is right in it."""
    asked = f"{unseen.happened(defence)} {unseen.to_find(defence)}"
    on = {"board": board_json(unseen.seen(defence)), "asked": asked, "moves": _turns(defence), "made": made}
    return {"right": True, "words": words, "board": None, "line": [], "on": on}


def _solved(known: InformationSet, move: str, words: str) -> Json:
    assert known.expect
    told = " ".join((words, *map(about, known.expect.themes)))
    proof = unseen.reasons(_verdict(known), SCREEN)
    return {"right": bool(move), "words": told, "board": None, "line": [], "proof": proof}
