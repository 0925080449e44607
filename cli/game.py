"""A game at the terminal: the table drawn, lines typed, and what comes of them told. The engine plays it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import typer

from bingo.cli.asking import ask
from bingo.cli.files import write_whole
from bingo.cli.playing import Json, record_of, said, settings_for
from bingo.cli.progress import ProgressLine, busy
from bingo.cli.render.board import board_of, draw
from bingo.cli.render.review import effort, explain
from bingo.cli.render.screen import plain, screen_of, wrap
from bingo.cli.render.telling import LEVELS, told
from bingo.positions.hints import explained
from bingo.solver.errors import BingoError
from bingo.solver.game import moves
from bingo.solver.game.position import YOU, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.reviewing.deal import review_deal

HELP = """\
Type a move: a tile such as 4-4, or in full "close, declare 6-6 5-5, lead 6-6"; "claim" when you have counted enough. \
Or one of these words:
board: draws the table again
moves: lists the possible moves
count: tells the card points of both
hint: tells the move that is worth most, going by what you can know
what if MOVE: tells what a move would be worth, without making it
why: tells what your last move lost, and why
back: takes back your last move, and the answer to it
quit: ends; the game is saved, and `bingo play` resumes it (exit and Ctrl-D do the same)
`bingo rules` explains the rules.
"""
_QUIT = ("quit", "exit", "q", "bye", "stop", "end")
_PROMPTS = {
    "lead": "Your lead: ",
    "reply": "Your reply: ",
    "claim": "The opponent is about to lead. Enter, or claim: ",
    "show": "You won the trick with a double. Declare it with others, or Enter: ",
    "next": 'Enter for the next deal, "back" or "quit": ',
}


@dataclass
class Game:
    """Plays deal after deal, and writes them to a file as they go. ``answer`` is what the engine said last: of a game
    that was begun, or of one in the file.

    ``count`` draws the card points of both, ``coach`` speaks up on mistakes; ``level`` is another one for the program.
    """

    file: Path
    answer: Json
    count: bool = False
    coach: bool = False
    level: str = ""

    def __post_init__(self) -> None:
        self._left = self.file.read_bytes() if self.file.is_file() else b""
        self._screen = screen_of(sys.stdout)

    def run(self) -> None:
        """Play until somebody has had enough.

        Raises:
            KeyboardInterrupt: it was interrupted; the message says how to go on.
        """
        try:
            self._play()
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"Interrupted. {self._kept}") from None

    @property
    def _shown(self) -> Json:
        found: Json = self.answer["game"]
        return found

    @property
    def _kept(self) -> str:
        if not self.file.is_file():
            return "Nothing was saved, as no turn was played."
        return f"The game is in {self.file}: `bingo play {self.file}` resumes it."

    @cached_property
    def _record(self) -> Record:
        """The deal on the table; forgotten with every answer."""
        return record_of(self.answer["records"][-1])

    def _play(self) -> None:
        self._greet()
        if self._shown["over"]:
            self._tell_end()
        else:
            self._board()
        while self._shown["asked"] != "nothing":
            before = self._shown["over"], self._shown["deal"]
            if self._shown["asked"] == "program":
                self._go()
            elif not self._turn():
                return
            if self._shown["over"] and before != (True, self._shown["deal"]):
                self._tell_end()

    def _go(self) -> None:
        """Let the program make its turns, and tell of them."""
        known = len(self._shown["log"])
        self._take(self._ask("go", "the program is thinking"))
        self._tell(event for event in self._shown["log"][known:] if event["code"] == "turn")

    def _ask(self, word: str, doing: str = "thinking") -> Json:
        with busy(doing) as tell:
            return said(self.answer["records"], word, tell, passed=self._shown["passed"], level=self.level)

    def _take(self, answer: Json) -> None:
        self.answer = answer
        self.__dict__.pop("_record", None)
        self._save()

    def _save(self) -> None:
        """Write the game down, unless the file is not as it was left: then another game would be lost."""
        written = self.answer["text"].encode()
        if written == self._left:
            return
        if self.file.is_file() and self.file.read_bytes() != self._left:
            self._say(
                f"Another program has changed {self.file}, so your last turn was not saved:"
                f" `bingo play {self.file}` resumes the game as it stands there."
            )
            raise typer.Exit(1)
        write_whole(self.file, self.answer["text"])
        self._left = written

    def _turn(self) -> bool:
        """Ask for a line until something comes of it; False to leave."""
        if self._shown["asked"] in ("lead", "reply"):
            self._say_hand()
        while True:
            line = ask(_PROMPTS[self._shown["asked"]])
            word = "quit" if line is None else " ".join(line.lower().split()).rstrip(".!")
            if word in _QUIT or (word == "no" and self._shown["over"]):
                if not self._shown["over"]:
                    self._say(self._kept)
                return False
            if self._become(word):
                return True

    def _become(self, word: str) -> bool:
        """Have the engine hear a word; whether something came of it."""
        known = len(self._shown["log"])
        found = self._ask(word)
        became, events = found["became"], found["told"]
        if became in ("told", "refused", "aside"):
            self._aside(became, events, word)
            return False
        self._take(found)
        if became in ("back", "dealt"):
            self._board()
        elif became in ("made", "forestalled"):
            self._tell(event for event in self._shown["log"][known:] if event["code"] == "turn")
        if became == "made" and self.coach:
            mistake = self._ask("coach", "the coach is thinking")["told"]
            self._tell(mistake)
            self._say(*(['Type "back" to take it back.'] if mistake else []))
        return True

    def _aside(self, became: str, events: Sequence[Json], word: str) -> None:
        """Tell what there is to tell, where the game stays as it is."""
        if events[0]["code"] == "help":
            self._say(*HELP.splitlines())
        elif events[0]["code"] == "board":
            self._board()
        elif became == "refused":
            lines = [self._explained(word)] if events[0]["code"] == "no-move" else told(events[0])
            self._say(*(f'{line} ("help" lists what you can type)' for line in lines))
        else:
            self._tell(events)

    def _explained(self, word: str) -> str:
        """Why a line is no move, with what may be meant."""
        try:
            moves.parse(word.removeprefix("what if").strip(" ?"), replying=self._shown["asked"] == "reply")
        except BingoError as error:
            return explained(str(error))
        return "That is no move."

    def _greet(self) -> None:
        level = self._shown["level"]
        seed = "".join(f" {line}" for event in self.answer["told"] for line in told(event))
        self._say(
            f"You play against the program, level {level}: it {LEVELS[level]}.{seed} The game is saved in"
            f' {self.file} after every turn. "help" lists what you can type.'
        )

    def _tell_end(self) -> None:
        self._tell(event for event in self._shown["log"] if event["code"] == "end")
        settings = settings_for(self._record.rules)
        with ProgressLine() as progress:
            found = review_deal(self._record, settings, partial(progress.show, "reviewing the deal"))
        self._print([*explain(found, "Review of the deal", self._screen), *self._screen.footnote(effort(found))])

    def _board(self) -> None:
        now = replay(self._record).end
        if now.position.stage is Stage.SHOW:  # between a trick and its draw there is little to draw
            self._say_hand()
            return
        title = "Your table" if self._shown["match"] is None else "Your match"
        self._print(draw(board_of(now.seen_by(YOU)), title, self._screen, count=self.count))

    def _say_hand(self) -> None:
        self._say(f"Your hand: {self._shown['board']['you']['hand']}.")

    def _tell(self, events: Iterable[Json]) -> None:
        for event in events:
            self._say(*told(event))

    @staticmethod
    def _print(lines: Iterable[str]) -> None:
        print("\n".join([*lines, ""]), flush=True)

    def _say(self, *paragraphs: str) -> None:
        lines = [line for text in paragraphs for line in wrap(plain(text), self._screen.width, 0, 2)]
        if lines:
            self._print(lines)
