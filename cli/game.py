"""A game at the terminal: the table drawn, lines typed, and what comes of them told."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import typer

from bingo.cli import advice
from bingo.cli.asking import ask
from bingo.cli.files import write_whole
from bingo.cli.pairing import Pairing
from bingo.cli.progress import ProgressLine, busy
from bingo.cli.render.board import board_of, draw
from bingo.cli.render.duplicate import explain_deal, explain_score, explain_set
from bingo.cli.render.review import explain
from bingo.cli.render.screen import plain, screen_of, wrap
from bingo.cli.render.telling import hand_of, outcome
from bingo.cli.sitting import Asked, Became, Heard, Sitting, Wishes
from bingo.solver.game.position import YOU, Stage
from bingo.solver.game.record import Record

HELP = """\
Type a move: a tile such as 4-4, or in full "close, declare 6-6 5-5, lead 6-6"; "claim" when you have counted enough. \
Or one of these words:
board: draws the table again
moves: lists the moves that are possible
count: tells the card points of both
hint: tells the move that is worth most, by what you can know
what if MOVE: tells what a move would be worth, without making it
why: tells what your last move lost, and why
back: takes back your last move, and the answer to it
quit: ends; the game is in the file, and `bingo play` goes on with it (as do exit and Ctrl-D)
The rules are told by `bingo rules`.
"""
_PROMPTS = {
    Asked.LEAD: "Your lead: ",
    Asked.REPLY: "Your reply: ",
    Asked.CLAIM: "The opponent is about to lead. Enter, or claim: ",
    Asked.SHOW: "You won the trick with a double. Declare it with others, or Enter: ",
    Asked.NEXT: 'Enter for the next deal, "back" or "quit": ',
}


_NEXT_MEASURED = 'Enter for the next deal, or "quit": '


class Game:
    """Plays deal after deal, and writes them to a file as they go.

    ``count`` draws the card points of both, ``coach`` speaks up on mistakes. With a ``pairing`` the game is duplicate,
    and ends after so many ``deals`` if it says so.
    """

    def __init__(
        self,
        file: Path,
        records: list[Record],
        wishes: Wishes,
        *,
        count: bool = False,
        coach: bool = False,
        pairing: Pairing | None = None,
        deals: int | None = None,
    ) -> None:
        self._file, self._seed = file, wishes.seed
        self._left = file.read_bytes() if file.is_file() else b""
        self._screen = screen_of(sys.stdout)
        self._count, self._coach = count, coach
        self._pairing = pairing
        self._sitting = Sitting.of(records, wishes, self._keep)
        if pairing:
            self._sitting.measure(deals)

    def run(self) -> None:
        """Play until somebody has had enough.

        Raises:
            KeyboardInterrupt: it was interrupted; the message says how to go on.
        """
        try:
            self._play()
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"Interrupted. {self._kept}") from None

    def _play(self) -> None:
        self._greet()
        if not self._sitting.over:
            self._board()
        else:
            self._tell_end()
        while self._sitting.asked is not Asked.NOTHING:
            if self._sitting.asked is Asked.PROGRAM:
                with busy("the program is thinking"):
                    said = self._sitting.answer()
                self._say(*said)
            elif not self._turn():
                return
            if self._sitting.over:
                self._tell_end()

    @property
    def _mine(self) -> list[Record]:
        return [*self._sitting.done, self._sitting.table.finished]

    @property
    def _kept(self) -> str:
        if not self._file.is_file():
            return "Nothing was written, as no turn was made."
        return f"The game is in {self._file}: `bingo play {self._file}` goes on with it."

    def _keep(self, text: str) -> None:
        """Write the game down, unless the file is not as it was left: then another game would be lost."""
        if self._file.is_file() and self._file.read_bytes() != self._left:
            self._say(
                f"Something else has written to {self._file} meanwhile, so your last turn is not kept:"
                f" `bingo play {self._file}` goes on with the game that is there."
            )
            raise typer.Exit(1)
        written = self._pairing.text(self._mine) if self._pairing else text
        write_whole(self._file, written)
        self._left = written.encode()

    def _turn(self) -> bool:
        """Ask for a line until something comes of it; False to leave."""
        if self._sitting.asked in (Asked.LEAD, Asked.REPLY):
            self._say(f"Your hand: {hand_of(self._sitting.table.now.position)}.")
        while True:
            line = ask(_NEXT_MEASURED if self._pairing and self._sitting.over else _PROMPTS[self._sitting.asked])
            heard = self._hear("quit" if line is None else line)
            if heard.word == "quit":
                self._leave()
                return False
            hint = ' ("help" says what can be typed)' if heard.became is Became.REFUSED else ""
            self._say(*(f"{words}{hint}" for words in heard.told))
            if heard.word == "help":
                self._say(*HELP.splitlines())
            elif heard.word == "board" or heard.became in (Became.BACK, Became.DEALT):
                self._board()
            elif heard.became is Became.MADE and self._coach:
                with busy("the coach is thinking"):
                    said = advice.coached(self._sitting.table)
                self._say(*said, *(['Type "back" to take it back.'] if said else []))
            if heard.became not in (Became.TOLD, Became.REFUSED, Became.ASIDE):
                return True

    def _hear(self, line: str) -> Heard:
        if self._sitting.over:  # the program may play the next deal from your seat, which is said there
            return self._sitting.hear(line)
        with busy("thinking"):
            return self._sitting.hear(line)

    def _greet(self) -> None:
        sitting = self._sitting
        level = sitting.table.level
        seed = "" if sitting.done or sitting.table.record.turns else f" Seed {self._seed}."
        self._say(
            f"You play against the program, level {level.name}: it {level.words}.{seed} The game is written to"
            f' {self._file} as it goes. "help" says what can be typed.'
        )
        if self._pairing:
            self._say(
                f"Duplicate: {self._pairing.program.name} plays the same deals from your seat, against the same"
                " opponent. After each you are told how both fared, and how much of the difference is luck."
            )

    def _leave(self) -> None:
        if not self._sitting.over:
            self._say(self._kept)

    def _tell_end(self) -> None:
        record = self._sitting.table.finished
        self._say(*outcome(self._sitting.table.now, record))
        if self._pairing is None:
            with ProgressLine(counting=False) as progress:
                lines = advice.reviewed(record, self._screen, partial(progress.show, "the deal is reviewed"))
            self._print(lines)
            return
        compared = self._pairing.compare(self._mine)
        self._print(explain(compared[-1].one, "The deal reviewed", self._screen))
        self._print(explain_deal(compared[-1], len(compared), self._screen))
        ended = self._sitting.asked is Asked.NOTHING
        self._print((explain_set if ended else explain_score)(compared, self._screen))

    def _board(self) -> None:
        now = self._sitting.table.now
        if now.position.stage is Stage.SHOW:  # between a trick and its draw there is little to draw
            self._say(f"Your hand: {hand_of(now.position)}.")
            return
        board = replace(board_of(now.seen_by(YOU)), counted=self._count)
        score = self._sitting.table.record.match
        self._print(draw(board, "Your table" if score is None else "Your match", self._screen))

    @staticmethod
    def _print(lines: Iterable[str]) -> None:
        print("\n".join([*lines, ""]), flush=True)

    def _say(self, *paragraphs: str) -> None:
        lines = [line for text in paragraphs for line in wrap(plain(text), self._screen.width, 0, 2)]
        if lines:
            self._print(lines)
