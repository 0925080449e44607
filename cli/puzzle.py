"""``bingo puzzle``: puzzles one after the other, what each answer is worth, hints, solutions and the score."""

from __future__ import annotations

import random
import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

import typer

from bingo.cli.console import ask
from bingo.cli.options import argument, insist, number_option, one_of, option
from bingo.positions import read
from bingo.positions.parsing import explained
from bingo.positions.shipped import judgement_of, puzzles
from bingo.solver.analysis.exact import line_after
from bingo.solver.analysis.questions import analyze
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import BingoError, NotationError, counted
from bingo.solver.game import moves, tiles
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, apply, at_lead, legal_moves
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.puzzles.judgements import refuting_deal
from bingo.solver.puzzles.themes import LEVELS, level
from bingo.solver.render.board import draw
from bingo.solver.render.exact import principal_line, table
from bingo.solver.render.puzzle import about, board_against, brings, pose, praise, why_right, why_wrong
from bingo.solver.render.screen import Screen, plain, screen_of, tabulate, wrap

Posed: TypeAlias = Position | InformationSet


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a move solves the puzzle, and the lines that say so; of a right one a paragraph."""

    solved: bool
    lines: Sequence[str]


class Quiz(ABC):
    """One puzzle put to somebody, which hears answers until it is solved or given up.

    Attributes:
        posed: What is drawn.
        position: Tells what is legal.
        moves: Sensible ones, the right one first.
    """

    def __init__(self, posed: Posed, screen: Screen, name: str = "") -> None:
        self.posed = posed
        self.position: Position
        self.moves: list[Move]
        self.over = False
        self.solved = False
        self.wrong = 0
        self._themes = posed.expect.themes if posed.expect else ()
        self._name = plain(name)
        self._screen = screen
        self._hints = 0

    @abstractmethod
    def judge(self, move: Move) -> Finding:
        """What there is to say to a legal move."""

    @abstractmethod
    def proof(self) -> list[str]:
        """What shows that the solution is right."""

    @property
    def at_once(self) -> bool:
        """Whether it was solved on the first try and without a hint."""
        return self.solved and not self.wrong and not self._hints

    @property
    def example(self) -> str:
        """How a move may be typed: a wrong one, as plain as there is."""
        return str(min(self.moves[1:] or self.moves[:1], key=lambda move: len(str(move))))

    def hear(self, answer: str) -> Sequence[str]:
        """What there is to say to a line that was typed."""
        word = " ".join(answer.lower().split())
        if word in ("give up", "giveup", "i give up", "solution", "solve"):
            self.over = True
            return self._solution(f"The solution is {self.moves[0]}.")
        if word == "hint":
            return self._hint()
        if word == "moves":
            return wrap(f"One of: {'; '.join(sorted(map(str, self._possible())))}.", self._screen.width, 0, 2)
        try:
            move = self._understand(word)
        except BingoError as error:
            return wrap(f'{explained(str(error))} ("help" lists what you can type)', self._screen.width, 0, 2)
        return self._answer(move)

    def _answer(self, move: Move) -> Sequence[str]:
        found = self.judge(move)
        if found.solved:
            self.over = self.solved = True
            return self._solution(" ".join(found.lines))
        self.wrong += 1
        return found.lines

    def _solution(self, verdict: str) -> list[str]:
        screen = self._screen
        return [
            *map(screen.good, wrap(verdict, screen.width)),
            *wrap(" ".join(map(about, self._themes)), screen.width),
            *wrap(f"(This was {self._name!r}.)" if self._name else "", screen.width),
            "",
            *self.proof(),
        ]

    def _hint(self) -> list[str]:
        """First the theme, then three moves of which one is right."""
        self._hints += 1
        if self._hints == 1 and self._themes:
            return wrap(about(self._themes[0]), self._screen.width)
        listed = self.moves
        few = sorted(map(str, (*listed[:2], *listed[-1:])), key=lambda text: text[::-1])
        return wrap(f"One of: {'; '.join(few)}.", self._screen.width, 0, 2)

    # --- understanding what was typed ----------------------------------------------------------------

    def _understand(self, word: str) -> Move:
        """The move that is meant.

        Raises:
            NotationError: no move, or none that is possible here.
        """
        replying = self.position.stage is Stage.REPLY
        move = moves.parse(word, replying=replying)
        if move.tile is not None and not move.declare and not any(verb in word for verb in ("lead", "play")):
            for listed in self.moves:
                if (listed.close, listed.tile) == (move.close, move.tile):
                    return listed
        if move not in self._possible():
            raise NotationError.of("move", self._expected(move), str(move))
        return move

    def _possible(self) -> list[Move]:
        node, found = self.position, []
        while node.stage in (Stage.CLAIM, Stage.ANSWER):
            found += [m for m in legal_moves(node) if m.claim]
            node = apply(node, moves.WAIT).position
        return [*found, *legal_moves(node)]

    def _expected(self, move: Move) -> str:
        hand = self.position.hands[YOU]
        if move.tile is not None and not hand >> move.tile & 1:
            return f"a tile of yours: {tiles.text_mask(hand)}"
        return f"one of: {'; '.join(sorted(map(str, self.moves)))}"


class KnownQuiz(Quiz):
    """Judges moves where everything is known, by their values."""

    def __init__(self, position: Position, screen: Screen) -> None:
        super().__init__(position, screen, position.name)
        self.position = position
        self._analysis = analyze(position)
        self.moves = [choice.move for choice in self._analysis.moves]

    def judge(self, move: Move) -> Finding:
        """Right is what brings as much as the best move."""
        line = line_after(self.position, move, Kernel(self.position.rules))
        value = sum(step.gain for step in line)
        if value == self._analysis.value:
            return Finding(True, [f"Right: {move} {self._brings(value)}."])
        words = f"{move} {self._brings(value)}; the right move {self._brings(int(self._analysis.value))}."
        refutation = principal_line(self.position, line, self._screen, "The refutation")
        return Finding(False, [*map(self._screen.strong, wrap(words, self._screen.width)), "", *refutation])

    def proof(self) -> list[str]:
        """Every move with its value, and best play."""
        line = principal_line(self.position, self._analysis.line, self._screen)
        return [*table(self._analysis, self._screen), "", *line]

    def _brings(self, value: int) -> str:
        return brings(value, self.position.rules.unit)


class HiddenQuiz(Quiz):
    """Judges moves where tiles are hidden, by the answers that are stored with the puzzle."""

    def __init__(self, known: InformationSet, screen: Screen) -> None:
        super().__init__(known, screen, known.name)
        self._known = known
        self._judgement = judgement_of(known)
        others = list(tiles.members(known.unseen & ~known.held))[: known.hidden - known.held.bit_count()]
        self.position = at_lead(known.world(known.held | sum(1 << t for t in others)))  # any: your own tiles count
        self.moves = [moves.parse(answer.move) for answer in self._judgement.answers]

    def judge(self, move: Move) -> Finding:
        """A wrong one has the hidden tiles laid against it, and is played out."""
        screen, answer = self._screen, self._judgement.answer(move)
        if answer.right:
            return Finding(True, [praise(self._judgement, answer)])
        verdict, often = why_wrong(self._judgement, answer)
        lines = [*screen.heading(verdict), ""]
        if answer.against:
            deal, line = refuting_deal(self._known, answer.against)
            board = board_against(deal, answer.against)
            lines += [*draw(board, "", screen)[1:], "", *principal_line(deal, line, screen, "The refutation"), ""]
        return Finding(False, [*lines, *wrap(often, screen.width)])

    def proof(self) -> list[str]:
        """What the right move and its rivals are worth."""
        return why_right(self._judgement, self._screen)


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


def run(
    theme: Annotated[str | None, argument("THEME", "Only puzzles on this theme; see --list.")] = None,
    difficulty: Annotated[str | None, option("--difficulty LEVEL", "easy, medium or hard.")] = None,
    number: Annotated[
        int | None, number_option("--number", "Only this one, instead of all in random order.", 1)
    ] = None,
    seed: Annotated[int | None, number_option("--seed", "The same seed gives the same order.", 0)] = None,
    file: Annotated[
        str | None, option("--file FILE", "Puzzles of this file instead of those that come with the program.")
    ] = None,
    listed: Annotated[bool, option("--list", "List the themes, with the number of puzzles for each.")] = False,
) -> None:
    """Solve puzzles: type a move such as 4-4 or "close, lead 4-4"; type "help" for more."""
    one_of("--difficulty", difficulty, LEVELS)
    troubled, every = (False, puzzles()) if file is None else _of_file(file)
    if listed:
        print("\n".join(_table(every, screen_of(sys.stdout))))
    else:
        fitting = _fitting(every, theme, difficulty, number)
        order = random.Random(seed).sample(range(len(fitting)), len(fitting)) if number is None else [number - 1]
        screen = screen_of(sys.stdout)
        quizzes = ((f"Puzzle {n + 1} of {len(fitting)}", quiz_of(fitting[n], screen)) for n in order)
        Rounds(quizzes, several=len(order) > 1).run()
    if troubled:
        raise typer.Exit(1)


def _of_file(file: str) -> tuple[bool, list[Posed]]:
    """Whether anything in a file was complained of, and its puzzles."""
    refused: list[BingoError] = []
    found = list(read(file, on_error=refused.append))
    for error in refused:
        print("\n".join(map(plain, str(error).splitlines())), file=sys.stderr)
    lacks = [_lack(position) for position in found]
    puzzles = [p for p, lack in zip(found, lacks, strict=True) if not lack]
    if others := "; ".join(f"{counted(n, 'position')} {why}" for why, n in Counter(filter(None, lacks)).items()):
        expected = "expected a puzzle: a position with you to move, all tiles known and one best move"
        wrong = f"{expected} (expect: {{best: lead 4-4}}); found {others}"
        print(f"{plain(file)}: {f'left out {others}' if puzzles else wrong}", file=sys.stderr)
    if not puzzles:
        raise typer.Exit(1)
    return bool(refused), puzzles


def _lack(position: Posed) -> str:
    """Why a position is no puzzle; nothing if it is one."""
    if isinstance(position, InformationSet):
        return "with hidden tiles"
    if (position.leader == YOU) != (position.led is None):
        return "in which the opponent is to move"
    best = position.expect.best if position.expect else ()
    if len(best) == 1:
        return ""
    return "with several best moves" if best else "without a best move in `expect`"


def _fitting(every: list[Posed], theme: str | None, difficulty: str | None, number: int | None) -> list[Posed]:
    """The puzzles asked for.

    Raises:
        typer.BadParameter: there are none, or not so many. Status 2.
    """
    fitting = [p for p in every if _fits(p, theme, difficulty)]
    if not fitting:
        known = sorted({name for p in every if p.expect for name in p.expect.themes[:1]})
        expected = f"one of {', '.join(known)}" if known else "none, as these puzzles name no theme"
        insist("THEME", theme is None or theme in known, f"{expected}; found {theme!r}")
        about = f" about {theme}" if theme else ""
        raise typer.BadParameter(f"there is no {difficulty} puzzle{about}: see bingo puzzle --list")
    insist("--number", number is None or number <= len(fitting), f"1 to {len(fitting)}; found {number}")
    return fitting


def _fits(position: Posed, theme: str | None, difficulty: str | None) -> bool:
    assert position.expect
    of_level = difficulty is None or level(position.expect.difficulty or 0) == difficulty
    return of_level and (theme is None or theme in position.expect.themes[:1])


def _table(puzzles: list[Posed], screen: Screen) -> list[str]:
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
    table = tabulate(rows, screen, frozenset(range(1, len(LEVELS) + 2)))
    told = [line for row in rows[1:] for line in wrap(f"{row[0]}: {about(row[0])}", screen.width, 0, 2)]
    return [*table, "", *told, "", f"{counted(len(puzzles), 'puzzle')} in all."]
