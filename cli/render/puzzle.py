"""Puzzles in words: what is asked, what a composed puzzle is called, and what is remarked in its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bingo.cli.render.board import board_of, draw
from bingo.cli.render.screen import Screen, signed, wrap
from bingo.solver.compose.themes import ABOUT, FARTHEST, THEMES
from bingo.solver.errors import counted
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import YOU, Position
from bingo.solver.game.presets import PAGAT, label
from bingo.solver.game.tiles import text

if TYPE_CHECKING:
    from bingo.solver.compose.composing import Puzzle

#: Numbers of tiles in words.
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def pose(position: Position | InformationSet, title: str, screen: Screen) -> list[str]:
    """The puzzle as it is put: the board, and what is to be found."""
    return [*draw(board_of(position), title, screen), "", *map(screen.strong, wrap(asked(position), screen.width))]


def asked(position: Position | InformationSet) -> str:
    """What is to be found, from the value that is written with the position."""
    led = "You are to lead." if position.led is None else f"The opponent led {text(position.led)}: you are to reply."
    value = position.expect.value if position.expect else None
    if isinstance(position, InformationSet):
        return f"{led} {_asked_unseen(position) if position.expect else 'What is best?'}"
    if value is None:
        return f"{led} What is best?"
    return f"{led} One move alone {_reaches(position, int(value))}. Which?"


def _asked_unseen(known: InformationSet) -> str:
    """What is to be found where tiles are hidden."""
    if known.open and known.tricks[YOU]:
        return "Close now or not, and with which lead? One answer is right, whatever is hidden."
    return "Which lead is right, whatever is hidden?"


def _reaches(position: Position, value: int) -> str:
    if position.rules.at_target == "points":
        return f"brings a difference of {signed(value)} card points"
    if value > 0:
        return f"wins {counted(value, 'game point')}"
    return f"loses no more than {counted(-value, 'game point')}" if value else "loses nothing"


def brings(value: int, unit: str = "game point") -> str:
    """What comes of a move, behind its name."""
    if not value:
        return "brings nothing to either"
    return f"{'wins' if value > 0 else 'loses'} {counted(abs(value), unit)}"


def name_of(puzzle: Puzzle, number: int) -> str:
    """``Sacrifice 7: lead and win 2, five tiles``; the rules stand behind the number if they are not pagat's."""
    title = puzzle.theme.replace("-", " ").capitalize().replace("bingo", "Bingo")
    act = "lead" if puzzle.position.led is None else "reply"
    goal = f"win {puzzle.value}" if puzzle.value > 0 else f"lose only {-puzzle.value}"
    tiles = WORDS[puzzle.position.hands[YOU].bit_count()]
    rules = "" if puzzle.position.rules == PAGAT else f", {label(puzzle.position.rules)}"
    return f"{title} {number}{rules}: {act} and {goal if puzzle.value else 'lose nothing'}, {tiles} tiles"


def remark(puzzle: Puzzle) -> list[str]:
    """Why a puzzle is one, in comment lines of at most 100 columns."""
    facts = puzzle.facts
    far = f"{facts.horizon} tricks" if facts.horizon <= FARTHEST else f"more than {FARTHEST} tricks"
    words = (
        f"{puzzle.level.capitalize()}, {facts.difficulty} of 100.",
        f"Only {puzzle.solution} brings {signed(puzzle.value)};",
        f"{facts.greedy} looks better and brings {signed(facts.greedy_value)}.",
        f"One has to look {far} ahead;",
        f"of {facts.moves - 1} wrong moves {facts.plausible} {'looks' if facts.plausible == 1 else 'look'} as good,",
        f"the longest refutation takes {counted(facts.depth, 'trick')}.",
        f"Also: {', '.join(puzzle.themes[1:])}." if len(puzzle.themes) > 1 else "",
    )
    return [f"# {line}" for line in wrap(" ".join(filter(None, words)), 98)]


def about(theme: str) -> str:
    """What a theme is, in one sentence; its name where nothing is known of it."""
    return THEMES[theme].about if theme in THEMES else ABOUT.get(theme, f"{theme}.")
