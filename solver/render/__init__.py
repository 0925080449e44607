"""Answers as text for a person: pure functions from what the library gave to lines that fit a screen. Here: what a
screen can show, and how text is laid out on it.
"""

from __future__ import annotations

import locale
import os
import re
import shutil
import textwrap
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TextIO, TypeAlias

from bingo.solver.errors import signed as signed
from bingo.solver.game.position import YOU

#: How much is told of an answer: itself alone, what fits a terminal, all of it.
Detail: TypeAlias = Literal["brief", "short", "full"]
MIN_WIDTH, MAX_WIDTH = 30, 100
#: Moves that a short answer shows, at most.
MOVES = 5
#: Columns that anything beside a first word needs.
MIN_TEXT_COLUMNS = 16
#: The spaces at which no line is broken, and what stands for them meanwhile.
_NO_BREAK_PATTERN, NO_BREAK_SPACE = re.compile(r"(?<=\d) (?=(?:ms|s)(?!\w))|(?<=\b(?:lead|play)) (?=\d-\d)"), "\xa0"
#: A move of several parts, with what stands at it on both sides.
_MOVE_PATTERN = re.compile(r"(?<!\S)\S??\b(?:close, )?(?:declare(?: \d-\d)+, )?(?:lead|play) \d-\d\S*")


@dataclass(frozen=True, slots=True)
class Screen:
    """Columns to fill, whether box characters can be shown, whether colour is wanted; lines that answers may take."""

    width: int = 80
    unicode: bool = True
    colour: bool = False
    height: int = 24

    @property
    def narrow(self) -> bool:
        """Whether words are abbreviated to fit."""
        return self.width < 60

    @property
    def separator(self) -> str:
        """What separates short remarks on a line."""
        return " · " if self.unicode else " - "

    def strong(self, text: str) -> str:
        return self._paint("1", text)

    def heading(self, text: str) -> list[str]:
        return [*map(self.strong, self.wrap(text))]

    def faint(self, text: str) -> str:
        return self._paint("2", text)

    def footnote(self, text: str) -> list[str]:
        return ["", *map(self.faint, self.wrap(text))]

    def good(self, text: str) -> str:
        return self._paint("32", text)

    def trump(self, text: str) -> str:
        return self._paint("33", text)

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def wrap(self, text: str, indent: int = 0, hanging: int | None = None) -> list[str]:
        """A paragraph in lines that fit; the lines after the first start at ``hanging``.

        A number stays with its unit, and a move stays whole where a line can hold it.

        >>> Screen(22).wrap("play lead 6-4, in 1.1 s")
        ['play lead 6-4, in', '1.1 s']
        """
        hanging_space = " " * (indent if hanging is None else hanging)
        room = self.width - len(hanging_space)
        unbroken = _MOVE_PATTERN.sub(
            lambda move: move[0].replace(" ", NO_BREAK_SPACE) if len(move[0]) <= room else move[0], text
        )
        lines = textwrap.wrap(
            _NO_BREAK_PATTERN.sub(NO_BREAK_SPACE, unbroken),
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=hanging_space,
            break_on_hyphens=False,
            break_long_words=False,
        )
        return [line.replace(NO_BREAK_SPACE, " ") for line in lines]

    def paragraphs(self, texts: Iterable[str], indent: int = 0, hanging: int | None = None) -> list[str]:
        """The same of several paragraphs."""
        return [line for text in texts for line in self.wrap(text, indent, hanging)]

    def flow(self, items: Iterable[str], first: str = "", between: str = "  ") -> list[str]:
        """Items after a first word, broken only between items; later lines start below the first item.

        Where the first word leaves too little room, items begin on the next line; one too long for any line is wrapped.

        >>> Screen(20).flow(["lead 4-4", "close, lead 0-0"], "+2  ", "; ")
        ['+2  lead 4-4;', '    close, lead 0-0']
        """
        items, indent = list(items), len(first) - len(first.lstrip())
        rows, room = [""], self.width - len(first) - len(between.rstrip())
        longest, room_below = max(map(len, items), default=0), len(first) - indent - 2
        if first.strip() and (len(first) > self.width - MIN_TEXT_COLUMNS or room < longest <= room + room_below):
            later_lines = self.flow(items, " " * (indent + 2), between) if longest else []
            return [*self.wrap(first.strip(), indent), *later_lines]
        for item in items:
            if rows[-1] and len(rows[-1] + between + item) > room:
                rows[-1] += between.rstrip()
                rows.append(item)
            else:
                rows[-1] += between + item if rows[-1] else item
        beside_first = self.narrower(len(first))
        fitted = [line for row in rows for line in (beside_first.wrap(row, 0, 2) if len(row) > room else [row])]
        return [f"{first if n == 0 else ' ' * len(first)}{line}".rstrip() for n, line in enumerate(fitted)]

    def narrower(self, columns: int) -> Screen:
        """What so many columns leave of it."""
        return replace(self, width=self.width - columns)

    def tabulate(self, rows: Sequence[Sequence[str]]) -> list[str]:
        """Rows below their heads, which are the first row, in columns, all but the first flush right; where these are
        too wide, each row a paragraph that names its cells.

        >>> Screen(12).tabulate([("", "you", "they"), ("lost", "0.40", "1.47")])
        ['lost', '  you 0.40,', '  they 1.47']
        """
        lines = columns(rows, right=frozenset(range(1, len(rows[0]))))
        if max(map(len, lines)) <= self.width:
            return lines
        lines, (headings, *other_rows) = [], rows
        for first, *cells in other_rows:
            lines += self.wrap(first or headings[0], 0, 2)
            named_cells = [f"{head} {cell}".strip() for head, cell in zip(headings[1:], cells, strict=True) if cell]
            lines += self.flow(named_cells, "  ", ", ")
        return lines

    def move_table(
        self, rows: Sequence[Sequence[str]], moves: Sequence[object], good_moves: Container[object]
    ) -> list[str]:
        """A row of figures for each move, and the move behind them; those in ``good_moves`` stand out."""
        lines: list[str] = []
        for figure_row, move in zip(columns(rows, right=frozenset(range(len(rows[0])))), moves, strict=True):
            row = self.flow([str(move)], f"  {figure_row}  ")
            lines += map(self.good, row) if move in good_moves else row
        return lines


def screen_of(stream: TextIO) -> Screen:
    """The screen behind a stream; in colour on a terminal, or as ``NO_COLOR``, ``FORCE_COLOR`` and ``TERM`` say."""
    width = min(max(shutil.get_terminal_size((80, 24)).columns, MIN_WIDTH), MAX_WIDTH)
    is_colour_forced = os.environ.get("FORCE_COLOR", "0") not in ("", "0")
    shows_colour = stream.isatty() and os.environ.get("TERM") != "dumb"
    colour = (is_colour_forced or shows_colour) and not os.environ.get("NO_COLOR")
    return Screen(width, _shows_unicode(stream), colour)


def _shows_unicode(stream: TextIO) -> bool:
    if not (stream.encoding or "").lower().startswith("utf"):
        return False
    if "PYTHONIOENCODING" in os.environ or not hasattr(locale, "nl_langinfo"):
        return True
    # Under LC_ALL=C Python still writes UTF-8; the terminal was said not to read it.
    return locale.nl_langinfo(locale.CODESET).lower().startswith("utf")


def columns(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """Rows of cells as lines with aligned columns; columns in ``right`` are flush right."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def listed(names: Sequence[str]) -> str:
    """``6-6, 5-5 and 0-0``."""
    *first_names, last_name = names
    return f"{', '.join(first_names)} and {last_name}" if first_names else last_name


def phrase(move: object) -> str:
    """A move within a sentence.

    >>> phrase("close, declare 6-6 0-0, lead 6-6")
    'close, declare 6-6 0-0 and lead 6-6'
    """
    return listed(str(move).split(", "))


def capitalize(words: str) -> str:
    """The words with a capital letter before them."""
    return words[:1].upper() + words[1:]


def verb(player: int, stem: str) -> str:
    """``score``, of the opponent ``scores``."""
    return stem if player == YOU else f"{stem}s"


def sentence(words: str) -> str:
    """The same with a full stop behind."""
    return f"{capitalize(words)}."


def plain(text: str) -> str:
    """Text out of a file, safe to print: no control characters."""
    return "".join(c if c.isprintable() else " " for c in text)


def points(value: float) -> str:
    """Mean game points: ``+1.69``; what rounds to nothing has no minus.

    >>> points(-0.001)
    '+0.00'
    """
    return f"{round(value, 2) + 0.0:+.2f}"


def percent(chance: float) -> str:
    """``64.8%``, always with one decimal; 0 and 100 only where the match is over."""
    if 0 < chance < 1:
        chance = min(max(chance, 0.001), 0.999)
    return f"{100 * chance:.1f}%"


def share_text(share: float) -> str:
    """A share in a sentence, in whole percent.

    >>> share_text(0.309), share_text(0.001), share_text(0.999)
    ('31%', 'under 1%', 'over 99%')
    """
    if 0 < share < 0.005:
        return "under 1%"
    return "over 99%" if 0.995 <= share < 1 else f"{share:.0%}"
