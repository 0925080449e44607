"""A game at the terminal: the table drawn, lines typed, and what comes of them told."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import typer

from bingo.cli.console import ProgressLine, ask_word, say, show_progress
from bingo.cli.game.session import Reply, Session
from bingo.cli.options import write_atomically
from bingo.solver.analysis.settings import Settings
from bingo.solver.game.position import YOU, Stage
from bingo.solver.render.board import board_of, draw
from bingo.solver.render.game import HELP, LEVELS
from bingo.solver.render.review import effort, explain
from bingo.solver.render.screen import screen_of
from bingo.solver.reviewing.deal import review_deal

_PROMPTS = {
    "lead": "Your lead: ",
    "reply": "Your reply: ",
    "claim": "The opponent is about to lead. Enter, or claim: ",
    "show": "You won the trick with a double. Declare it with others, or Enter: ",
    "next": 'Enter for the next deal, "back" or "quit": ',
}


class Terminal:
    """Plays deal after deal, and writes them to a file as they go.

    ``count`` draws the card points of both, ``coach`` speaks up on mistakes.
    """

    def __init__(self, game: Session, file: Path | None, *, count: bool = False, coach: bool = False) -> None:
        self._game, self._file, self._count, self._coach = game, file, count, coach
        self._left = file.read_bytes() if file and file.is_file() else b""
        self._screen = screen_of(sys.stdout)

    def run(self, seed: int | None) -> None:
        """Play until somebody has had enough; a game that has just begun has a seed.

        Raises:
            KeyboardInterrupt: it was interrupted; the message says how to go on.
        """
        try:
            self._greet(seed)
            self._play()
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"Interrupted. {self._saved_where}") from None

    @property
    def _saved_where(self) -> str:
        if not self._file or not self._file.is_file():
            return "Nothing was saved, as no turn was played." if self._file else "Nothing was saved."
        return f"The game is in {self._file}: `bingo play {self._file}` resumes it."

    def _play(self) -> None:
        if self._game.over:
            self._print_ending()
        else:
            self._board()
        while self._game.awaits != "nothing":
            before = self._game.over, self._game.number
            if self._game.awaits == "program":
                events = len(self._game.log)
                with show_progress("the program is thinking") as tell:
                    self._game.play_program(tell)
                self._save_and_print(events)
            elif not self._turn():
                return
            if self._game.over and before != (True, self._game.number):
                self._print_ending()

    def _save_and_print(self, events: int) -> None:
        """Save the game, and print what has happened since so many events."""
        self._save()
        _say_each(line for _, line in self._game.log[events:])

    def _save(self) -> None:
        """Write the game down, unless the file is not as it was left: then another game would be lost."""
        if not self._file:
            return
        text = self._game.text
        if text.encode() == self._left:
            return
        if self._file.is_file() and self._file.read_bytes() != self._left:
            say(
                f"Another program has changed {self._file}, so your last turn was not saved:"
                f" `bingo play {self._file}` resumes the game as it stands there."
            )
            raise typer.Exit(1)
        write_atomically(self._file, text)
        self._left = text.encode()

    def _turn(self) -> bool:
        """Ask for a line until something comes of it; False to leave."""
        if self._game.awaits in ("lead", "reply"):
            self._say_hand()
        claim = ""  # which was typed once
        while True:
            word = ask_word(_PROMPTS[self._game.awaits])
            if claim and word == "yes":
                word = claim
            if word.endswith("claim") and word != claim and self._game.may_claim and not word.startswith("what if"):
                say(f'To claim ends the deal. Type "{word}" again, or "yes", if you mean it.')
                claim = word
                continue
            declined, claim = claim and word in ("no", "n"), ""
            if declined:
                continue
            if word == "quit" or (word in ("no", "n") and self._game.over):
                if not self._game.over:
                    say(self._saved_where)
                return False
            events = len(self._game.log)
            with show_progress("thinking") as tell:
                reply = self._game.handle(word, tell)
            if reply.changes_game:
                self._follow(reply, events)
                return True
            self._print_reply(reply)

    def _follow(self, reply: Reply, events: int) -> None:
        """Tell what has come of a line by which the game goes on."""
        self._save_and_print(events if reply.status in ("played", "forestalled") else len(self._game.log))
        if reply.status in ("back", "dealt"):
            self._board()
        if reply.status == "played" and self._coach:
            with show_progress("the coach is thinking") as tell:
                mistake = self._game.coach(tell)
            _say_each([*mistake, 'Type "back" to take it back.'] if mistake else [])

    def _print_reply(self, reply: Reply) -> None:
        """Print a reply that leaves the game as it is."""
        if reply.status == "help":
            say(*HELP.splitlines())
        elif reply.status == "board":
            self._board()
        else:
            more = ' ("help" lists what you can type)' if reply.status == "refused" else ""
            _say_each(f"{line}{more}" for line in reply.lines)

    def _greet(self, seed: int | None) -> None:
        level = self._game.level
        seeded = "" if seed is None else f" Seed {seed}."
        saved = f"The game is saved in {self._file} after every turn." if self._file else "Nothing is saved."
        say(
            f"You play against the program, level {level}: it {LEVELS[level]}.{seeded} {saved}"
            ' "help" lists what you can type.'
        )

    def _print_ending(self) -> None:
        say(*self._game.ending)
        if not self._game.records:
            return
        with ProgressLine() as progress:
            show = partial(progress.show, "reviewing the deal")
            review = review_deal(self._game.records[-1], Settings(effort="quick"), show)
        self._print([*explain(review, "Review of the deal", self._screen), *self._screen.footnote(effort(review))])

    def _board(self) -> None:
        now = self._game.now
        if now.position.stage is Stage.SHOW:  # between a trick and its draw there is little to draw
            self._say_hand()
            return
        title = "Your table" if self._game.match is None else "Your match"
        self._print(draw(board_of(now.seen_by(YOU)), title, self._screen, count=self._count))

    def _say_hand(self) -> None:
        say(f"Your hand: {self._game.hand}.")

    @staticmethod
    def _print(lines: Iterable[str]) -> None:
        print("\n".join([*lines, ""]), flush=True)


def _say_each(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)
