"""What is asked about: positions and moments of files in turn, and how they are answered; positions of programs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import typer

from bingo.cli.console import ProgressLine, drop_output
from bingo.cli.options import require
from bingo.positions.documents import document_of
from bingo.positions.entries import Block
from bingo.positions.reading import entry_setup, read_entries, read_entry
from bingo.solver.analysis import mover
from bingo.solver.errors import BingoError, NotationError, counted
from bingo.solver.game import InformationSet, Move, Record, Rules, Setup, check, information_set
from bingo.solver.game.play import play
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage
from bingo.solver.game.tiles import ALL, members, parse as parse_tile, text
from bingo.solver.render import plain, screen_of

Json: TypeAlias = dict[str, Any]
OnRecord = Callable[[Record, str], None]
_AT_PATTERN = re.compile(r"(?:([1-9][0-9]{0,5}):)?([1-9]|1[0-4])(r?)")


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A position that was read, where it stands, how to call it, and which player of a record ``you`` are."""

    position: Position | InformationSet
    where: str
    title: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class RecordMoment:
    """A moment of every deal, or of one only (``deal``, from 1)."""

    deal: int | None
    trick: int
    reply: bool
    with_all_hands: bool

    @classmethod
    def of(cls, at: str | None, with_all_hands: bool) -> RecordMoment | None:
        """The moment that the options ask for, None without ``--at``."""
        require("--open", at is not None or not with_all_hands, "--at as well, as it is about a moment of a record")
        if at is None:
            return None
        at_match = _AT_PATTERN.fullmatch(at.strip())
        expected = "a trick 1 to 14 such as 9, 9r (before the reply) or 3:9 (of deal 3)"
        require("--at", at_match is not None, f"{expected}; found {at!r}")
        assert at_match
        return cls(int(at_match[1]) if at_match[1] else None, int(at_match[2]), bool(at_match[3]), with_all_hands)

    def position(self, record: Record) -> tuple[Position | InformationSet, str]:
        """The position of the player who leads or replies there, who becomes ``you``, and which that is."""
        from bingo.solver.game.replay import replay  # here: only records need it

        moment = replay(record).at(self.trick, reply=self.reply)
        player = moment.to_play
        place_text = f"reply in trick {self.trick}" if self.reply else f"before trick {self.trick}"
        player_name = (record.players or ("", ""))[player] or ("" if player == 0 else "the opponent")
        name = ", ".join(filter(None, (record.name, place_text, player_name and f"as {player_name} sees it")))
        view = moment.with_all_hands(player, name) if self.with_all_hands else moment.seen_by(player, name)
        return view, PLAYER_NAMES[player]


def compact(data: object) -> str:
    """One line of JSON without blanks, in plain ASCII: no locale can spoil it."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


class CommandSession(ProgressLine):
    """Reads positions, writes answers, and complains above the progress line; a complaint makes the exit status 1."""

    def __init__(self, *, no_match: bool = False, keep_going: bool = False) -> None:
        """``no_match``: ignore match scores. ``keep_going``: go on without an output, as a file is written too."""
        super().__init__()
        self._no_match, self._keep_going = no_match, keep_going
        self.screen = screen_of(sys.stdout)
        self._has_complained = False
        self._written = 0

    def items(
        self,
        files: Sequence[str],
        rules: Rules | None,
        moment: RecordMoment | None = None,
        on_record: OnRecord | None = None,
    ) -> Iterator[ReadPosition]:
        """Every position that can be read, or the ``moment`` of each record; ``on_record`` takes other records."""
        for file in files:
            file_name = "standard input" if file == "-" else plain(file)
            self.show(f"reading {file_name}")
            if Path(file).is_dir():
                self.complain(f"{file_name}: expected a file; found a folder: name the files in it")
                continue
            for item in self._items(file, file_name, rules, moment, on_record):
                self.show(item.where)
                yield item
                self.advance()

    def _items(
        self, file: str, file_name: str, rules: Rules | None, moment: RecordMoment | None, on_record: OnRecord | None
    ) -> Iterator[ReadPosition]:
        entry_number = 0
        entries = read_entries(file, rules, positions=moment is None, records=bool(moment or on_record))
        for entry_number, entry in enumerate(entries, 1):
            place = f"{file_name}, deal {entry_number}"
            if isinstance(entry, BingoError):
                self.complain(entry)
            elif not isinstance(entry, Record):
                yield self._item(entry, f"{file_name}, position {entry_number}")
            elif on_record and not moment:
                on_record(entry, plain(entry.name) or place)
            elif moment and moment.deal in (None, entry_number):
                try:
                    position, seat = moment.position(entry)
                    yield self._item(position, place, seat)
                except BingoError as error:
                    quoted_name = f" {plain(entry.name)!r}" if entry.name else ""
                    self.complain(f"{place}{quoted_name}: {error}")
        if moment and moment.deal is not None and moment.deal > entry_number:
            self.complain(f"{file_name}: there is no deal {moment.deal}, only {counted(entry_number, 'deal')}")

    def _item(self, position: Position | InformationSet, place: str, seat: str = "") -> ReadPosition:
        name = plain(position.name)
        position = replace(position, match=None) if self._no_match else position
        return ReadPosition(position, f"{place} {name!r}" if name else place, name or place, seat)

    def complain(self, complaint: BingoError | str) -> None:
        self._has_complained = True
        self.report(str(complaint))

    def write(self, lines: Iterable[str]) -> None:
        """Write the answer to one position for a person, set apart from the one before."""
        rule = ("─" if self.screen.unicode else "-") * self.screen.width
        self._print("\n".join((*(("", rule, "") if self._written else ()), *lines)))
        self._written += 1

    def write_json(self, answer: object) -> None:
        self._print(compact(answer))

    def _print(self, words: str) -> None:
        with self.paused():
            try:
                print(words, flush=True)
            except BrokenPipeError:
                if not self._keep_going:
                    raise
                drop_output()

    def exit_on_complaints(self) -> None:
        self.report_rest()
        if self._has_complained:
            raise typer.Exit(1)


# --- a position that a program writes ------------------------------------------------------------------


class PositionDocument:
    """The document of a position, and ``replied``, the reply that an answer of ``play`` may have added to it."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self.replied = None
        if isinstance(document, dict):
            self.replied = document.get("replied")
            document = {key: value for key, value in document.items() if key != "replied"}
        json_text = document if isinstance(document, bytes) else json.dumps(document).encode()
        self._entry = Block("position", [json_text], is_json=True)

    def _read(self) -> Position | InformationSet:
        position_read = read_entry(self._entry, None)
        try:
            if not isinstance(position_read, (Position, InformationSet)):
                raise position_read
            return position_read
        finally:
            del position_read  # else an error holds this frame, and the frame the error, with all that was written

    def read(self) -> Position | InformationSet:
        position_read = self._read()
        if self.replied is None:
            return position_read
        if not isinstance(position_read, Position):
            raise NotationError.of("replied", "nothing where tiles are hidden", str(self.replied))
        return self._after_reply(position_read)

    def read_open(self, needed_text: str = "so that it can be played on") -> Position:
        position_read = self.read()
        if not isinstance(position_read, Position):
            raise NotationError.of("position", f"one in which all tiles are known, {needed_text}", "hidden tiles")
        return position_read

    def to_decide(self) -> Position:
        """What is to be decided: the moves of the player to move do not depend on tiles that they cannot see."""
        position_read, reply_text = self._read(), self.replied
        if isinstance(position_read, InformationSet):
            reply_mask = 0 if reply_text is None or position_read.leader else 1 << parse_tile(str(reply_text))
            position_to_decide = self._after_reply(information_set(position_read).example_position(reply_mask))
            if mover(position_to_decide):
                raise NotationError.of(
                    "position", "you to lead or to reply, or the opponent's hand", "a hidden hand to move"
                )
            return position_to_decide
        return self._after_reply(position_read)

    def _after_reply(self, position: Position) -> Position:
        """The position after a reply with which somebody won the right to declare."""
        if self.replied is None:
            return position
        next_position = play(position, Move(play=parse_tile(str(self.replied)))).position
        if next_position.stage is not Stage.SHOW:
            expected = "a reply after which the winner of the trick may declare"
            raise NotationError.of("replied", expected, str(self.replied))
        return next_position

    def seen_by(self, player: int) -> InformationSet:
        setup = entry_setup(self._entry)
        if setup.sides[player].hand is None:
            raise NotationError.of(
                f"{PLAYER_NAMES[player]}.hand", "the tiles of the player who is asked for", "nothing"
            )
        played_tiles, knows_tricks = setup.played, any(side.won is not None or side.took for side in setup.sides)
        if isinstance(self._read(), Position) and not knows_tricks:
            played_tiles = setup.with_played().played  # in tricks, where everybody saw them
        view = check(replace(setup.seen_by(player), played=played_tiles))
        assert isinstance(view, InformationSet)  # the other hand is left out
        return view

    def after(self, move: Move, next_position: Position) -> dict[str, Any]:
        """The position after a move, as a file has it; before the winner of a trick declares, with the reply added."""
        if next_position.stage is Stage.SHOW:
            expect_key = {"expect": None} if "expect" in self._document else {}
            return {**self._document, "replied": text(move.tile or 0), **expect_key}
        setup = replace(Setup.of(next_position), expect=None)
        if next_position.closed is not None:  # else what lies in tricks follows from where the other tiles are
            setup_before = entry_setup(self._entry)
            trick_tiles = setup_before.tiles_in("you.won", "opponent.won", "you.took", "opponent.took", "played")
            if setup_before.closed is None:
                trick_tiles = ALL & ~setup_before.not_in_tricks
            trick_tiles |= setup_before.tiles_in("you.hand", "opponent.hand", "led") & ~setup.not_in_tricks
            setup = replace(setup, played=tuple(members(trick_tiles)))
        return document_of(setup)
