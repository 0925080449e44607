"""``bingo puzzle``: chooses the puzzles that ``rounds`` poses one after the other."""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Annotated

import typer

from bingo.cli.options import argument, insist, number_option, one_of, option
from bingo.cli.quiz import Posed
from bingo.cli.rounds import Rounds, quiz_of
from bingo.positions import read
from bingo.positions.shipped import puzzles
from bingo.solver.compose.themes import LEVELS, level
from bingo.solver.errors import BingoError, counted
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import YOU
from bingo.solver.render.puzzle import about
from bingo.solver.render.screen import Screen, columns, plain, screen_of, wrap


def run(
    theme: Annotated[str | None, argument("THEME", "Only puzzles on this theme; see --list.")] = None,
    difficulty: Annotated[str | None, option("--difficulty LEVEL", "easy, medium or hard.")] = None,
    number: Annotated[
        int | None, number_option("--number", "Only this one, instead of all in random order.", 1)
    ] = None,
    seed: Annotated[int | None, number_option("--seed", "The same seed gives the same order.", 0)] = None,
    file: Annotated[
        str | None, option("--file FILE", "Puzzles of this file instead of those that come with the program.")
    ] = None,
    listed: Annotated[bool, option("--list", "List the themes, with the number of puzzles for each.")] = False,
) -> None:
    """Solve puzzles: type a move such as 4-4 or "close, lead 4-4"; type "help" for more."""
    one_of("--difficulty", difficulty, LEVELS)
    troubled, every = (False, puzzles()) if file is None else _of_file(file)
    if listed:
        print("\n".join(_table(every, screen_of(sys.stdout))))
    else:
        fitting = _fitting(every, theme, difficulty, number)
        order = random.Random(seed).sample(range(len(fitting)), len(fitting)) if number is None else [number - 1]
        screen = screen_of(sys.stdout)
        quizzes = ((f"Puzzle {n + 1} of {len(fitting)}", quiz_of(fitting[n], screen)) for n in order)
        Rounds(quizzes, several=len(order) > 1).run()
    if troubled:
        raise typer.Exit(1)


def _of_file(file: str) -> tuple[bool, list[Posed]]:
    """Whether anything in a file was complained of, and its puzzles."""
    refused: list[BingoError] = []
    found = list(read(file, on_error=refused.append))
    for error in refused:
        print("\n".join(map(plain, str(error).splitlines())), file=sys.stderr)
    lacks = [_lack(position) for position in found]
    puzzles = [p for p, lack in zip(found, lacks, strict=True) if not lack]
    if others := "; ".join(f"{counted(n, 'position')} {why}" for why, n in Counter(filter(None, lacks)).items()):
        expected = "expected a puzzle: a position with you to move, all tiles known and one best move"
        wrong = f"{expected} (expect: {{best: lead 4-4}}); found {others}"
        print(f"{plain(file)}: {f'left out {others}' if puzzles else wrong}", file=sys.stderr)
    if not puzzles:
        raise typer.Exit(1)
    return bool(refused), puzzles


def _lack(position: Posed) -> str:
    """Why a position is no puzzle; nothing if it is one."""
    if isinstance(position, InformationSet):
        return "with hidden tiles"
    if (position.leader == YOU) != (position.led is None):
        return "in which the opponent is to move"
    best = position.expect.best if position.expect else ()
    if len(best) == 1:
        return ""
    return "with several best moves" if best else "without a best move in `expect`"


def _fitting(every: list[Posed], theme: str | None, difficulty: str | None, number: int | None) -> list[Posed]:
    """The puzzles asked for.

    Raises:
        typer.BadParameter: there are none, or not so many. Status 2.
    """
    fitting = [p for p in every if _fits(p, theme, difficulty)]
    if not fitting:
        known = sorted({name for p in every if p.expect for name in p.expect.themes[:1]})
        expected = f"one of {', '.join(known)}" if known else "none, as these puzzles name no theme"
        insist("THEME", theme is None or theme in known, f"{expected}; found {theme!r}")
        about = f" about {theme}" if theme else ""
        raise typer.BadParameter(f"there is no {difficulty} puzzle{about}: see bingo puzzle --list")
    insist("--number", number is None or number <= len(fitting), f"1 to {len(fitting)}; found {number}")
    return fitting


def _fits(position: Posed, theme: str | None, difficulty: str | None) -> bool:
    assert position.expect
    of_level = difficulty is None or level(position.expect.difficulty or 0) == difficulty
    return of_level and (theme is None or theme in position.expect.themes[:1])


def _table(puzzles: list[Posed], screen: Screen) -> list[str]:
    """Themes with the number of puzzles of each level."""
    counts: Counter[tuple[str, str]] = Counter()
    for p in puzzles:
        assert p.expect
        name = p.expect.themes[0] if p.expect.themes else "(no theme)"
        counts.update([(name, level(p.expect.difficulty or 0))])
    rows = [("theme", *LEVELS, "in all")]
    for theme in dict.fromkeys(name for name, _ in counts):
        cells = [counts[theme, name] for name in LEVELS]
        rows.append((theme, *map(str, cells), str(sum(cells))))
    table = columns(rows, right=frozenset(range(1, len(LEVELS) + 2)))
    told = [line for row in rows[1:] for line in wrap(f"{row[0]}: {about(row[0])}", screen.width, 0, 2)]
    return [*table, "", *told, "", f"{counted(len(puzzles), 'puzzle')} in all."]
