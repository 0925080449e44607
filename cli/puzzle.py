"""``bingo puzzle``: poses a puzzle, takes a move, and says why it wins or how it is refuted."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Annotated

import typer

from bingo.cli.quiz import Quiz
from bingo.cli.render.puzzle import about, pose
from bingo.cli.render.screen import columns, count, plain, screen_of, wrap
from bingo.positions import read
from bingo.positions.shipped import shipped
from bingo.solver.compose.levels import LEVELS, level
from bingo.solver.errors import BingoError
from bingo.solver.game.position import Position

Theme = Annotated[
    str | None, typer.Argument(metavar="THEME", help="What it is to be about; see --list.", show_default=False)
]
Level = Annotated[str | None, typer.Option("--difficulty", metavar="LEVEL", help="easy, medium or hard.")]
Number = Annotated[
    int | None, typer.Option("--number", min=1, help="This one of those that fit, instead of one by chance.")
]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="The same seed chooses the same puzzle.")]
File = Annotated[
    str | None, typer.Option("--file", metavar="FILE", help="Puzzles of this file instead of those that come with it.")
]
List = Annotated[bool, typer.Option("--list", help="Show the themes and how many puzzles there are of each.")]


def run(
    theme: Theme = None,
    difficulty: Level = None,
    number: Number = None,
    seed: Seed = None,
    file: File = None,
    listed: List = False,
) -> None:
    """Pose a puzzle: type a move such as 4-4 or "close, lead 4-4"; "hint" and "give up" help."""
    if difficulty is not None and difficulty not in LEVELS:
        expected = f"expected one of {', '.join(LEVELS)}; found {difficulty!r}"
        raise typer.BadParameter(expected, param_hint="--difficulty")
    every = list(_puzzles(file))
    if listed:
        print("\n".join(_table(every)))
        return
    fitting = [p for p in every if _fits(p, theme, difficulty)]
    if not fitting:
        known = sorted({name for p in every if p.expect for name in p.expect.themes[:1]})
        if theme is not None and theme not in known:
            raise typer.BadParameter(f"expected one of {', '.join(known)}; found {theme!r}", param_hint="THEME")
        raise typer.BadParameter("no puzzle is of that theme and difficulty; see bingo puzzle --list")
    if number is not None and number > len(fitting):
        raise typer.BadParameter(f"expected 1 to {len(fitting)}; found {number}", param_hint="--number")
    chosen = random.Random(seed).randrange(len(fitting)) if number is None else number - 1
    _pose(fitting[chosen], f"puzzle {chosen + 1} of {len(fitting)}")


def _puzzles(file: str | None) -> Iterator[Position]:
    """The puzzles to choose from: positions with everything known and one best move written with them."""
    try:
        for position in shipped() if file is None else read(file):
            if isinstance(position, Position) and position.expect and len(position.expect.best) == 1:
                yield position
    except BingoError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from None


def _fits(position: Position, theme: str | None, difficulty: str | None) -> bool:
    assert position.expect
    of_level = difficulty is None or level(position.expect.difficulty or 0) == difficulty
    return of_level and (theme is None or theme in position.expect.themes[:1])


def _table(puzzles: list[Position]) -> list[str]:
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
    told = [f"{row[0]}: {about(row[0])}" for row in rows[1:]]
    return [*table, "", *told, "", f"{count(len(puzzles), 'puzzle')} in all."]


def _pose(position: Position, which: str) -> None:
    screen = screen_of(sys.stdout)
    quiz = Quiz(position, screen)
    print("\n".join(pose(position, f"{plain(position.name)} ({which})", screen)))
    how = f'Type a move, for example "{quiz.example}"; or "hint"; or "give up".'
    print("\n".join([*wrap(how, screen.width), ""]))
    ask = _ask(echo=not sys.stdin.isatty())
    while not quiz.over and (answer := ask()) is not None:
        print("\n".join(["", *quiz.hear(answer), ""]), flush=True)


def _ask(echo: bool) -> Callable[[], str | None]:
    """Asks for a line; None at the end of input. What comes out of a pipe is shown as if it were typed."""

    def ask() -> str | None:
        print("Your move: ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print("(no more input)")
            return None
        if echo:
            print(plain(line.rstrip("\n")))
        return line

    return ask
