"""One run over files: every position in turn, what is written where, and the exit status it ends with."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from bingo.cli.moments import At
from bingo.cli.progress import ProgressLine
from bingo.positions import read
from bingo.positions.parsing import A_RECORD, A_SETUP
from bingo.positions.reading import read_either, read_records
from bingo.solver.errors import BingoError, NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.game.record import Record
from bingo.solver.game.rules import Rules
from bingo.solver.render.screen import plain, screen_of

OnRecord = Callable[[Record, str], None]


@dataclass(frozen=True, slots=True)
class Item:
    """A position that was read: where it stands, and how to call it."""

    position: Position | InformationSet
    where: str
    title: str


def compact(record: object) -> str:
    """One line of JSON without blanks, in plain ASCII: no locale can spoil it."""
    return json.dumps(record, separators=(",", ":"), allow_nan=False)


class Session(ProgressLine):
    """Reads positions, writes answers to standard output and troubles to standard error, beside the progress line.

    Whatever is complained of makes the exit status 1; the rest is done all the same.
    """

    def __init__(self, *, no_match: bool = False) -> None:
        """``no_match``: match scores are read and then forgotten."""
        super().__init__()
        self._no_match = no_match
        self.screen = screen_of(sys.stdout)
        self._troubled = False
        self._written = 0
        self._refused = 0
        self._wrong_kind = ""
        self._alike = 0  # complaints left out since

    def items(
        self,
        files: Sequence[str],
        rules: Rules | None,
        asked: At | None = None,
        on_record: OnRecord | None = None,
    ) -> Iterator[Item]:
        """Every position of the files that can be read, in order; or the moment ``asked`` for of every record.

        Records between positions are errors, unless ``on_record`` takes them, each with its title.
        """
        for file in files:
            shown = "standard input" if file == "-" else plain(file)
            self.show(f"reading {shown}")
            self._refused = 0
            if Path(file).is_dir():
                self.complain(f"{shown}: expected a file; found a folder, which `bingo batch` would take")
                continue
            for position, where in self._positions(file, shown, rules, asked, on_record):
                if self._no_match:
                    position = replace(position, match=None)
                name = plain(position.name)
                self.show(where)
                yield Item(position, f"{where} {name!r}" if name else where, name or where)
                self.advance()

    def _positions(
        self, file: str, shown: str, rules: Rules | None, asked: At | None, on_record: OnRecord | None
    ) -> Iterator[tuple[Position | InformationSet, str]]:
        reader: Callable[..., Iterable[Position | InformationSet | Record]]
        reader = read_records if asked else read_either if on_record else read
        good = 0
        for good, one in enumerate(reader(file, rules=rules, on_error=self._refuse), 1):
            number = good + self._refused
            if not isinstance(one, Record):
                yield one, f"{shown}, position {number}"
                continue
            where = f"{shown}, deal {number}"
            if on_record and not asked:
                on_record(one, plain(one.name) or where)
            elif asked and asked.deal in (None, number):
                try:
                    yield asked.position(one), where
                except BingoError as error:
                    called = f" {plain(one.name)!r}" if one.name else ""
                    self.complain(f"{where}{called}: {error}")
        deals = good + self._refused
        if asked and asked.deal is not None and asked.deal > deals:
            self.complain(f"{shown}: expected a deal {asked.deal}; found {deals}")

    def _refuse(self, error: BingoError) -> None:
        self._refused += 1
        self.complain(error)

    def complain(self, trouble: BingoError | str) -> None:
        """Report what went wrong, in words, and go on. A file of the wrong kind is reported once."""
        self._troubled = True
        kind = _wrong_kind(trouble)
        if kind and kind == self._wrong_kind:
            self._alike += 1
            return
        self._tell_alike()
        self._wrong_kind = kind
        self.tell_above(str(trouble), self.screen.width)

    def _tell_alike(self) -> None:
        if self._alike:
            self.tell_above(f"... and {self._alike:,} more like it.", self.screen.width)
        self._alike = 0

    def write(self, lines: Iterable[str]) -> None:
        """Write the answer to one position for a person, set apart from the one before."""
        with self.paused():
            if self._written:
                print("\n" + ("─" if self.screen.unicode else "-") * self.screen.width + "\n")
            print("\n".join(lines), flush=True)
        self._written += 1

    def write_json(self, answer: object) -> None:
        """Write the answer to one position for a machine, as ``batch`` does."""
        with self.paused():
            print(compact(answer), flush=True)

    def finish(self) -> None:
        """End with status 1 if anything was complained of."""
        self._tell_alike()
        if self._troubled:
            raise typer.Exit(1)


def _wrong_kind(trouble: BingoError | str) -> str:
    """The file that has entries of one kind where the other is read; empty where that is not all that is wrong."""
    if not isinstance(trouble, NotationError) or [one.found for one in trouble.reasons] not in ([A_SETUP], [A_RECORD]):
        return ""
    return re.split(r", (?:position|deal) \d", trouble.where)[0]
