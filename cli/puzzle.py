"""``bingo puzzle``: puzzles one after the other, what each answer is worth, hints, solutions and the score."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

import typer

from bingo.cli.console import ask_word, say
from bingo.cli.options import argument, choice_option, number_option, option, require
from bingo.cli.session import Session
from bingo.positions import read
from bingo.positions.hints import explained
from bingo.positions.shipped import judgement_of, puzzles
from bingo.solver.analysis import analyze, line_after, listed_value
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import BingoError, NotationError, counted
from bingo.solver.game import SCALE, YOU, InformationSet, Move, Position, Stage, moves, tiles
from bingo.solver.game.legal import apply, at_lead, legal_moves
from bingo.solver.match import match_objective
from bingo.solver.puzzles.themes import ABOUT, LEVELS, THEMES, level, refuting_deal
from bingo.solver.render.analysis import table
from bingo.solver.render.board import draw, line_sheet
from bingo.solver.render.puzzle import about, board_against, brings, lesson, pose, praise, why_right, why_wrong
from bingo.solver.render.screen import Screen, plain, tabulate, wrap

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
    **dict.fromkeys(("skip", "n"), "next"),
    **dict.fromkeys(("board", "show", "position"), "again"),
    **dict.fromkeys(("giveup", "i give up", "solution", "solve"), "give up"),
}


def puzzle(
    theme: Annotated[
        str | None, argument("THEME", "Only puzzles on this theme; see --list.", (*THEMES, *ABOUT))
    ] = None,
    difficulty: Annotated[str | None, choice_option("--difficulty LEVEL", "easy, medium or hard.", LEVELS)] = None,
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
    session = Session()
    every = puzzles() if file is None else _read_puzzles(file, session)
    screen = session.screen
    if listed:
        print("\n".join(_table(every, screen)))
    else:
        fitting = _fitting(every, theme, difficulty, number)
        order = random.Random(seed).sample(range(len(fitting)), len(fitting)) if number is None else [number - 1]
        quizzes = ((f"Puzzle {n + 1} of {len(fitting)}", quiz_of(fitting[n], screen)) for n in order)
        Rounds(quizzes, several=len(order) > 1).run()
    session.finish()


# --- one puzzle ---------------------------------------------------------------------------------------


@dataclass
class Quiz:
    """One puzzle put to somebody, which hears answers until it is solved or given up.

    Attributes:
        posed: What is drawn.
        position: Tells what is legal.
        moves: Sensible ones, the right one first.
        judge: Whether a legal move is right, and the lines that say so; of a right one a paragraph.
        proof: What shows that the solution is right.
    """

    posed: Posed
    position: Position
    moves: list[Move]
    judge: Callable[[Move], tuple[bool, list[str]]]
    proof: Callable[[], list[str]]
    screen: Screen
    over: bool = False
    solved: bool = False
    wrong: int = 0
    hints: int = 0

    @property
    def at_once(self) -> bool:
        """Whether it was solved on the first try and without a hint."""
        return self.solved and not self.wrong and not self.hints

    @property
    def example(self) -> str:
        """How a move may be typed: a wrong one, as plain as there is."""
        return str(min(self.moves[1:] or self.moves[:1], key=lambda move: len(str(move))))

    def handle(self, word: str) -> list[str]:
        if word == "give up":
            self.over = True
            return self._solution(f"The solution is {self.moves[0]}.")
        if word == "hint":
            return self._hint()
        if word == "moves":
            return self._one_of(sorted(map(str, self._legal_moves())))
        try:
            move = self._parse_move(word)
        except BingoError as error:
            return wrap(f'{explained(str(error))} ("help" lists what you can type)', self.screen.width, 0, 2)
        right, lines = self.judge(move)
        if right:
            self.over = self.solved = True
            return self._solution(" ".join(lines))
        self.wrong += 1
        return lines

    def _solution(self, verdict: str) -> list[str]:
        screen, expect = self.screen, self.posed.expect
        name = f"(This was {plain(self.posed.name)!r}.)" if expect and self.posed.name else ""
        return [
            *map(screen.good, wrap(verdict, screen.width)),
            *wrap(lesson(self.posed), screen.width),
            *wrap(name, screen.width),
            "",
            *self.proof(),
        ]

    def _hint(self) -> list[str]:
        """First the theme, then three moves of which one is right."""
        self.hints += 1
        themes = self.posed.expect.themes if self.posed.expect else ()
        if self.hints == 1 and themes:
            return wrap(about(themes[0]), self.screen.width)
        return self._one_of(sorted(map(str, (*self.moves[:2], *self.moves[-1:])), key=lambda text: text[::-1]))

    def _one_of(self, listed: Iterable[str]) -> list[str]:
        return wrap(f"One of: {'; '.join(listed)}.", self.screen.width, 0, 2)

    def _parse_move(self, word: str) -> Move:
        move = moves.parse(word, replying=self.position.stage is Stage.REPLY)
        if move.tile is not None and not move.declare and not any(verb in word for verb in ("lead", "play")):
            for listed in self.moves:
                if (listed.close, listed.tile) == (move.close, move.tile):
                    return listed
        if move not in self._legal_moves():
            hand = self.position.hands[YOU]
            own = move.tile is None or hand >> move.tile & 1
            expected = f"one of: {'; '.join(sorted(map(str, self.moves)))}"
            expected = expected if own else f"a tile of yours: {tiles.text_mask(hand)}"
            raise NotationError.of("move", expected, str(move))
        return move

    def _legal_moves(self) -> list[Move]:
        node, claims = self.position, list[Move]()
        while node.stage in (Stage.CLAIM, Stage.ANSWER):
            claims += [move for move in legal_moves(node) if move.claim]
            node = apply(node, moves.WAIT).position
        return [*claims, *legal_moves(node)]


def quiz_of(posed: Posed, screen: Screen) -> Quiz:
    return _visible_quiz(posed, screen) if isinstance(posed, Position) else _hidden_quiz(posed, screen)


def _visible_quiz(position: Position, screen: Screen) -> Quiz:
    """Where everything is known, moves are judged by their values, with a match score by the chance to win."""
    analysis, goal = analyze(position), match_objective(position)
    engine = Kernel(position.rules, objective=goal)
    chances = {choice.move: choice.chance for choice in analysis.moves}

    def judge(move: Move) -> tuple[bool, list[str]]:
        line = line_after(position, move, engine)
        value, chance = sum(step.gain for step in line), chances.get(move)
        if goal is not None and chance is None:  # with another declaration than the best
            chance = listed_value(position, move, engine) / SCALE
        brought = f"{move} {brings(value, position.rules.unit, chance)}"
        if value == analysis.value if chance is None else chance == analysis.chance:
            return True, [f"Right: {brought}."]
        words = f"{brought}; the right move {brings(int(analysis.value), position.rules.unit, analysis.chance)}."
        refutation = line_sheet(position, line, screen, "The refutation")
        return False, [*screen.heading(words), "", *refutation]

    def proof() -> list[str]:
        return [*table(analysis, screen), "", *line_sheet(position, analysis.line, screen)]

    return Quiz(position, position, [choice.move for choice in analysis.moves], judge, proof, screen)


def _hidden_quiz(known: InformationSet, screen: Screen) -> Quiz:
    """Where tiles are hidden, by the answers that are stored with the puzzle."""
    judgement = judgement_of(known)

    def judge(move: Move) -> tuple[bool, list[str]]:
        """A wrong one has the hidden tiles laid against it, and is played out."""
        answer = judgement.answer(move)
        if answer.right:
            return True, [praise(judgement, answer)]
        verdict, often = why_wrong(judgement, answer)
        lines = [*screen.heading(verdict), ""]
        if answer.against:
            deal, line = refuting_deal(known, answer.against)
            board = board_against(deal, answer.against)
            lines += [*draw(board, "", screen)[1:], "", *line_sheet(deal, line, screen, "The refutation"), ""]
        return False, [*lines, *wrap(often, screen.width)]

    others = list(tiles.members(known.unseen & ~known.held))[: known.hidden - known.held.bit_count()]
    position = at_lead(known.world(known.held | tiles.mask(others)))  # any: your own tiles count
    answers = [moves.parse(answer.move) for answer in judgement.answers]
    return Quiz(known, position, answers, judge, lambda: why_right(judgement, screen), screen)


# --- one after the other ------------------------------------------------------------------------------


@dataclass
class Rounds:
    """Puts puzzles until they or the patience of whoever solves them come to an end, each with its title.

    The score is told where there are ``several``; what ``on_over`` says to one that is solved or given up stands below
    it. A streak is of puzzles (or cards: ``what``) solved on the first try and without a hint.
    """

    quizzes: Iterable[tuple[str, Quiz]]
    what: str = "puzzle"
    several: bool = True
    on_over: Callable[[Quiz], str] | None = None
    posed: int = 0
    solved: int = 0
    at_once: int = 0
    streak: int = 0
    longest: int = 0

    @property
    def score(self) -> str:
        if not self.posed:
            return f"Score: no {self.what} finished yet."
        solved = f"Score: {self.solved} of {counted(self.posed, self.what)} solved, {self.at_once} on the first try"
        return f"{solved}; streak {self.streak}, longest {self.longest}."

    def run(self) -> None:
        """All rounds. However they end, the score is told where there were several."""
        reported = skipped = 0  # puzzles of which the score was told last
        try:
            for n, (title, quiz) in enumerate(self.quizzes):
                if n and not skipped:
                    say(self.score)
                    reported = self.posed
                    if not self._wants_another():
                        break
                if not self._round(title, quiz):
                    break
                skipped = not quiz.over
            else:
                if self.several and not self.on_over:
                    say(f"That was the last of {counted(self.posed, 'puzzle')}.")
        finally:  # also when it is interrupted
            if self.several and self.posed != reported:
                print(f"\n{self.score}", flush=True)

    def _round(self, title: str, quiz: Quiz) -> bool:
        """Put one puzzle until it is solved, given up or skipped; False if that is the end of all."""
        board = "\n".join([*pose(quiz.posed, title, quiz.screen), ""])
        print(board)
        say(f'Type a move, for example "{quiz.example}"; or "hint", "give up", "help".')
        while not quiz.over:
            word = _read_word("Your move: ")
            if word == "quit":
                return False
            print()
            if word == "next":
                break
            if word == "again":
                print(board)
            elif word in ("help", "score"):
                say(*(HELP.splitlines() if word == "help" else [self.score]))
            else:
                print("\n".join([*quiz.handle(word), ""]), flush=True)
        self.posed += 1
        self.solved += quiz.solved
        self.at_once += quiz.at_once
        self.streak = self.streak + 1 if quiz.at_once else 0
        self.longest = max(self.longest, self.streak)
        if quiz.over and self.on_over:
            say(self.on_over(quiz))
        return True

    def _wants_another(self) -> bool:
        while (word := _read_word(f'Enter for the next {self.what}, or "quit": ')) not in ("quit", "no"):
            if word in ("", "next", "yes"):
                print()
                return True
        return False


def _read_word(prompt: str) -> str:
    """Read a word, in full where it was shortened."""
    word = ask_word(prompt)
    return _SYNONYMS.get(word, word)


# --- choosing -----------------------------------------------------------------------------------------


def _read_puzzles(file: str, session: Session) -> list[Posed]:
    """Read the puzzles of a file; report what is none."""
    positions = list(read(file, on_error=session.complain))
    session.report_repeats(session.screen.width)
    lacks = [_missing_part(position) for position in positions]
    puzzles = [position for position, lack in zip(positions, lacks, strict=True) if not lack]
    if others := "; ".join(f"{counted(n, 'position')} {why}" for why, n in Counter(filter(None, lacks)).items()):
        expected = "expected a puzzle: a position with you to move, all tiles known and one best move"
        wrong = f"{expected} (expect: {{best: lead 4-4}}); found {others}"
        print(f"{plain(file)}: {f'left out {others}' if puzzles else wrong}", file=sys.stderr)
    if not puzzles:
        raise typer.Exit(1)
    return puzzles


def _missing_part(position: Posed) -> str:
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
    fitting = [p for p in every if theme in (None, _facts(p)[0]) and difficulty in (None, _facts(p)[1])]
    if not fitting:
        known = sorted({name for name, _ in map(_facts, every) if name})
        expected = f"one of {', '.join(known)}" if known else "none, as these puzzles name no theme"
        require("THEME", theme is None or theme in known, f"{expected}; found {theme!r}")
        about = f" about {theme}" if theme else ""
        raise typer.BadParameter(f"there is no {difficulty} puzzle{about}: see bingo puzzle --list")
    require("--number", number is None or number <= len(fitting), f"1 to {len(fitting)}; found {number}")
    return fitting


def _facts(posed: Posed) -> tuple[str, str]:
    """The theme of a puzzle, if it names one, and its level."""
    assert posed.expect
    return next(iter(posed.expect.themes), ""), level(posed.expect.difficulty or 0)


def _table(puzzles: list[Posed], screen: Screen) -> list[str]:
    """Themes with the number of puzzles of each level."""
    counts = Counter(map(_facts, puzzles))
    rows = [("theme", *LEVELS, "in all")]
    for theme in dict.fromkeys(theme for theme, _ in counts):
        cells = [counts[theme, name] for name in LEVELS]
        rows.append((theme or "(no theme)", *map(str, cells), str(sum(cells))))
    lines = tabulate(rows, screen, frozenset(range(1, len(LEVELS) + 2)))
    sentences = [line for row in rows[1:] for line in wrap(f"{row[0]}: {about(row[0])}", screen.width, 0, 2)]
    return [*lines, "", *sentences, "", f"{counted(len(puzzles), 'puzzle')} in all."]
