"""One puzzle after the other: what is typed between and beside moves, and the score."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bingo.cli.asking import ask
from bingo.cli.quiz import Judge, KnownQuiz, Quiz
from bingo.cli.render.puzzle import pose
from bingo.cli.render.screen import Screen, screen_of, wrap
from bingo.solver.errors import counted
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Expect
from bingo.solver.game.position import Position

Posed: TypeAlias = Position | InformationSet
HELP = """\
Type a move: a tile such as 4-4, or in full "close, declare 6-6 5-5, lead 6-6". Or one of these words:
hint: names the theme; the second time, three moves, one of them right
moves: lists the possible moves
again: shows the board again
give up: shows the solution
next: goes to another one, without the solution of this
score: tells how many you have solved
quit: ends (as do exit and Ctrl-D)
"""
_SYNONYMS = {
    **dict.fromkeys(("?", "h", "commands"), "help"),
    **dict.fromkeys(("exit", "q", "bye", "stop", "end"), "quit"),
    **dict.fromkeys(("skip", "n"), "next"),
    **dict.fromkeys(("board", "show", "position"), "again"),
}


@dataclass(slots=True)
class Tally:
    """What was solved so far; a streak is of puzzles (or cards) solved on the first try and without a hint."""

    what: str = "puzzle"
    posed: int = 0
    solved: int = 0
    at_once: int = 0
    streak: int = 0
    longest: int = 0

    def add(self, quiz: Quiz) -> None:
        """Count a puzzle that is over."""
        self.posed += 1
        self.solved += quiz.solved
        self.at_once += quiz.at_once
        self.streak = self.streak + 1 if quiz.at_once else 0
        self.longest = max(self.longest, self.streak)

    def __str__(self) -> str:
        if not self.posed:
            return f"Score: no {self.what} finished yet."
        solved = f"Score: {self.solved} of {counted(self.posed, self.what)} solved, {self.at_once} on the first try"
        return f"{solved}; streak {self.streak}, longest {self.longest}."


class Rounds:
    """Poses puzzles until they or the patience of whoever solves them come to an end."""

    def __init__(self, puzzles: Sequence[Posed], order: Iterable[int], several: bool = True) -> None:
        """Pose those with the numbers in ``order``, which count from 0; the score is told where there are several."""
        self.score = Tally()
        self._puzzles = puzzles
        self._order = order
        self._several = several
        self._screen = screen_of(sys.stdout)
        self._skipped = False
        self._told = 0  # puzzles of which the score was told last

    def run(self) -> None:
        """All rounds. However they end, the score is told where there were several."""
        try:
            for rounds, number in enumerate(self._order):
                if (rounds and not self._another()) or not self._round(number):
                    break
            else:
                self._last()
        finally:  # also when it is interrupted
            if self._several and self.score.posed != self._told:
                print(f"\n{self.score}", flush=True)

    def _last(self) -> None:
        if self._several:
            self._say(f"That was the last of {counted(self.score.posed, 'puzzle')}.")

    def _round(self, number: int) -> bool:
        """Pose one puzzle until it is solved, given up or skipped; False if that is the end of all."""
        quiz, posed, title = self._quiz(number)
        self._skipped = False
        self._pose(quiz, posed, title)
        self._say(f'Type a move, for example "{quiz.example}"; or "hint", "give up", "help".')
        while not quiz.over and not self._skipped:
            line = ask("Your move: ")
            word = "quit" if line is None else _command(line)
            if word == "quit":
                return False
            print()
            if word == "next":
                self._skipped = True
            elif word == "again":
                self._pose(quiz, posed, title)
            elif word in ("help", "score"):
                self._say(*(HELP.splitlines() if word == "help" else [str(self.score)]))
            else:
                print("\n".join([*quiz.hear(word), ""]), flush=True)
        self.score.add(quiz)
        self._over(number, quiz)
        return True

    def _quiz(self, number: int) -> tuple[Quiz, Posed, str]:
        """A puzzle, its board, and what is written above it."""
        posed = self._puzzles[number]
        return quiz_of(posed, self._screen), posed, f"Puzzle {number + 1} of {len(self._puzzles)}"

    def _over(self, number: int, quiz: Quiz) -> None:
        """A puzzle is solved, given up or skipped."""

    def _pose(self, quiz: Quiz, posed: Posed, title: str) -> None:
        print("\n".join([*(quiz.board() or pose(posed, title, self._screen)), ""]))

    def _another(self) -> bool:
        """Whether the next puzzle is wanted."""
        if self._skipped:
            return True
        self._say(str(self.score))
        self._told = self.score.posed
        while (line := ask(f'Enter for the next {self.score.what}, or "quit": ')) is not None:
            word = _command(line)
            if word in ("quit", "no"):
                return False
            if word in ("", "next", "y", "yes"):
                print()
                return True
        return False

    def _say(self, *paragraphs: str) -> None:
        lines = [line for text in paragraphs for line in wrap(text, self._screen.width, 0, 2)]
        print("\n".join([*lines, ""]), flush=True)


def quiz_of(known: Posed, screen: Screen) -> Quiz:
    """The puzzle that a position is."""
    return Quiz(_judge(known, screen), known.expect or Expect(), known.name, screen)


def _judge(known: Posed, screen: Screen) -> Judge:
    if isinstance(known, Position):
        return KnownQuiz(known, screen)
    from bingo.cli.unseen_quiz import UnseenQuiz  # here: it needs the kernel

    return UnseenQuiz(known, screen)


def _command(line: str) -> str:
    word = " ".join(line.lower().split()).rstrip(".!")
    return _SYNONYMS.get(word, word)
