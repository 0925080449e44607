"""One puzzle after the other: what is typed between and beside moves, and the score."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bingo.cli.asking import ask
from bingo.cli.quiz import HiddenQuiz, KnownQuiz, Posed, Quiz
from bingo.solver.errors import counted
from bingo.solver.game.position import Position
from bingo.solver.render.puzzle import pose
from bingo.solver.render.screen import Screen, screen_of, wrap

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
    """Puts puzzles until they or the patience of whoever solves them come to an end."""

    def __init__(
        self,
        quizzes: Iterable[tuple[str, Quiz]],
        *,
        what: str = "puzzle",
        several: bool = True,
        on_over: Callable[[Quiz], str] | None = None,
    ) -> None:
        """Each with its title. The score is told where there are ``several``; what ``on_over`` says to one that is
        solved or given up stands below it.
        """
        self.score = Tally(what)
        self._quizzes = quizzes
        self._several = several
        self._on_over = on_over
        self._screen = screen_of(sys.stdout)
        self._skipped = False
        self._told = 0  # puzzles of which the score was told last

    def run(self) -> None:
        """All rounds. However they end, the score is told where there were several."""
        try:
            for rounds, (title, quiz) in enumerate(self._quizzes):
                if (rounds and not self._another()) or not self._round(title, quiz):
                    break
            else:
                if self._several and not self._on_over:
                    self.say(f"That was the last of {counted(self.score.posed, 'puzzle')}.")
        finally:  # also when it is interrupted
            if self._several and self.score.posed != self._told:
                print(f"\n{self.score}", flush=True)

    def _round(self, title: str, quiz: Quiz) -> bool:
        """Put one puzzle until it is solved, given up or skipped; False if that is the end of all."""
        self._skipped = False
        self._pose(title, quiz)
        self.say(f'Type a move, for example "{quiz.example}"; or "hint", "give up", "help".')
        while not quiz.over and not self._skipped:
            line = ask("Your move: ")
            word = "quit" if line is None else _command(line)
            if word == "quit":
                return False
            print()
            if word == "next":
                self._skipped = True
            elif word == "again":
                self._pose(title, quiz)
            elif word in ("help", "score"):
                self.say(*(HELP.splitlines() if word == "help" else [str(self.score)]))
            else:
                print("\n".join([*quiz.hear(word), ""]), flush=True)
        self.score.add(quiz)
        if quiz.over and self._on_over:
            self.say(self._on_over(quiz))
        return True

    def _pose(self, title: str, quiz: Quiz) -> None:
        print("\n".join([*pose(quiz.posed, title, self._screen), ""]))

    def _another(self) -> bool:
        """Whether the next puzzle is wanted."""
        if self._skipped:
            return True
        self.say(str(self.score))
        self._told = self.score.posed
        while (line := ask(f'Enter for the next {self.score.what}, or "quit": ')) is not None:
            word = _command(line)
            if word in ("quit", "no"):
                return False
            if word in ("", "next", "y", "yes"):
                print()
                return True
        return False

    def say(self, *paragraphs: str) -> None:
        """Tell something between two puzzles, a line or more each."""
        lines = [line for text in paragraphs for line in wrap(text, self._screen.width, 0, 2)]
        print("\n".join([*lines, ""]), flush=True)


def quiz_of(known: Posed, screen: Screen) -> Quiz:
    """The puzzle that a position is."""
    return KnownQuiz(known, screen) if isinstance(known, Position) else HiddenQuiz(known, screen)


def _command(line: str) -> str:
    word = " ".join(line.lower().split()).rstrip(".!")
    return _SYNONYMS.get(word, word)
