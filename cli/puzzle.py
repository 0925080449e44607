"""``bingo puzzle``: puzzles one after the other, what each answer is worth, hints, solutions and the score."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import NamedTuple, TypeAlias

import typer

from bingo.cli.console import ask_word, print_lines, say
from bingo.cli.options import argument, choice_option, flag, number_option, option, require
from bingo.cli.session import CommandSession
from bingo.positions.hints import name_lookalikes
from bingo.positions.shipped import judgement_of, puzzles
from bingo.solver.analysis import Step, analyze, line_after, value_of
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import BingoError, NotationError, counted
from bingo.solver.game import SCALE, YOU, InformationSet, Move, Position, at_lead, text, text_mask
from bingo.solver.game.play import illegal_reason
from bingo.solver.match import match_objective
from bingo.solver.puzzles import HIDDEN_THEMES, LEVELS, THEMES, level, refuting_deal
from bingo.solver.render import Screen, capitalize, plain
from bingo.solver.render.analysis import table
from bingo.solver.render.board import board_of, draw, line_sheet
from bingo.solver.render.game import outcome_text
from bingo.solver.render.puzzle import about, lesson, praise, puzzle_lines, why_right, why_wrong

Posed: TypeAlias = Position | InformationSet

HELP = """\
Type a move: a tile such as 4-4, or in full "close, declare 6-6 5-5, lead 6-6". Or one of these words:
hint: names the theme, if there is one; after that three moves, one of them right
moves: lists the possible moves
board: draws the board again
give up: shows the solution
next: skips this one unsolved
score: tells how many you have solved
quit: ends (as do exit and Ctrl-D)
"""


def puzzle(
    theme: str | None = argument("THEME", "Only puzzles on this theme; see --list.", values=(*THEMES, *HIDDEN_THEMES)),
    difficulty: str | None = choice_option("--difficulty LEVEL", "easy, medium or hard.", LEVELS),
    number: int | None = number_option("--number", "Only this one, instead of all in random order.", 1),
    seed: int | None = number_option("--seed", "The same seed gives the same order.", 0),
    file: str | None = option("--file FILE", "Puzzles of this file instead of those that come with the program."),
    lists_themes: bool = flag("--list", "List the themes, with the number of puzzles for each."),
) -> None:
    """Solve puzzles: type a move such as 4-4 or "close, lead 4-4"; type "help" for more."""
    require("--file", file != "-" or lists_themes, "a file, as your moves are read from standard input; found -")
    session = CommandSession()
    all_puzzles = puzzles() if file is None else _read_puzzles(file, session)
    screen = session.screen
    if lists_themes:
        print("\n".join(_table(all_puzzles, screen)))
    else:
        selected = _select_puzzles(all_puzzles, theme, difficulty, number)
        order = random.Random(seed).sample(range(len(selected)), len(selected)) if number is None else [number - 1]
        titled_puzzles = ((f"Puzzle {n + 1} of {len(selected)}", selected[n]) for n in order)
        quizzes = ((title, Quiz(posed, answers_of(posed), screen)) for title, posed in titled_puzzles)
        put_quizzes(quizzes, several=len(order) > 1)
    session.exit_on_complaints()


# --- what a move is worth ------------------------------------------------------------------------------


class Attempt(NamedTuple):
    """A move in a puzzle: whether it is right, words, an ``explanation``, and a ``line`` in a ``deal`` to show it."""

    right: bool
    words: str
    explanation: str = ""
    deal: Position | None = None
    line: Sequence[Step] = ()


class AnswerKey(NamedTuple):
    """The sensible ``moves`` of a puzzle, the right one first; what judges any that is legal, and proves the right."""

    moves: list[Move]
    legal_moves: Sequence[Move]
    judge: Callable[[Move], Attempt]
    proof: Callable[[Screen], list[str]]


def answers_of(posed: Posed) -> AnswerKey:
    """How a puzzle is judged, that of a file or one of those that come with the program."""
    return _by_value(posed) if isinstance(posed, Position) else _by_judgement(posed)


def _by_value(position: Position) -> AnswerKey:
    """Where everything is known, by what is won, with a match score by the chance to win."""
    analysis, objective = analyze(position), match_objective(position)
    kernel = Kernel(position.rules, objective=objective)
    chance_by_move = {choice.move: choice.chance for choice in analysis.moves}

    def judge(move: Move) -> Attempt:
        line = line_after(position, move, kernel)
        value, chance = sum(step.gain for step in line), chance_by_move.get(move)
        if objective is not None and chance is None:  # with another declaration than the best
            chance = value_of(at_lead(position), move, kernel) / SCALE
        move_outcome = f"{move} {outcome_text(value, position.rules.unit, chance)}"
        if value == analysis.value if chance is None else chance == analysis.chance:
            return Attempt(True, f"Right: {move_outcome}.", "", position, line)
        best_outcome = outcome_text(int(analysis.value), position.rules.unit, analysis.chance)
        return Attempt(False, f"{move_outcome}; the right move {best_outcome}.", "", position, line)

    def proof(screen: Screen) -> list[str]:
        return [*table(analysis, screen), "", *line_sheet(position, analysis.line, screen)]

    return AnswerKey([choice.move for choice in analysis.moves], position.legal_moves, judge, proof)


def _by_judgement(view: InformationSet) -> AnswerKey:
    """Where tiles are hidden, by the answers that are stored with the puzzle; the deal against a wrong one too."""
    judgement = judgement_of(view)

    def judge(move: Move) -> Attempt:
        answer = judgement.answer(move)
        if answer.right:
            return Attempt(True, praise(judgement, answer))
        refutation = refuting_deal(view, answer.against) if answer.against else (None, ())
        return Attempt(False, *why_wrong(judgement, answer), *refutation)

    listed_moves = [Move.parse(answer.move) for answer in judgement.answers]
    legal_moves = [move for move in view.legal_moves if not move.claim]
    return AnswerKey(listed_moves, legal_moves, judge, partial(why_right, judgement))


# --- one puzzle ---------------------------------------------------------------------------------------


@dataclass
class Quiz:
    """One puzzle put to somebody, which hears answers until it is solved or given up."""

    posed: Posed
    answers: AnswerKey
    screen: Screen
    over: bool = False
    solved: bool = False
    wrong_tries: int = 0
    hint_count: int = 0

    @property
    def at_once(self) -> bool:
        return self.solved and not self.wrong_tries and not self.hint_count

    def handle(self, typed_word: str) -> list[str]:
        if typed_word == "give up":
            self.over = True
            return self._solution(f"The solution is {self.answers.moves[0]}.")
        if typed_word == "hint":
            return self._hint()
        if typed_word == "moves":
            return self._one_of(sorted(map(str, self.answers.legal_moves)))
        try:
            attempt = self.answers.judge(self._parse_move(typed_word))
        except BingoError as error:
            fault_text = capitalize(str(error).removeprefix("move: "))
            return self.screen.wrap(f'{name_lookalikes(fault_text)} ("help" lists what you can type)', 0, 2)
        if attempt.right:
            self.over = self.solved = True
            return self._solution(attempt.words)
        self.wrong_tries += 1
        return self._refutation(attempt)

    def _refutation(self, attempt: Attempt) -> list[str]:
        """Why a move is wrong: where tiles were hidden they are drawn, as far as the play comes upon them."""
        screen, lines = self.screen, self.screen.heading(attempt.words)
        if attempt.deal and isinstance(self.posed, InformationSet):
            board = board_of(attempt.deal)
            draws_tiles = any(step.drawn for step in attempt.line)
            lines += ["", *draw(board if draws_tiles else {**board, "stock": None}, "", screen)[1:]]
        if attempt.deal:
            lines += ["", *line_sheet(attempt.deal, attempt.line, screen, "The refutation")]
        return [*lines, *([""] if attempt.explanation else []), *screen.wrap(attempt.explanation)]

    def _solution(self, verdict: str) -> list[str]:
        screen, expect = self.screen, self.posed.expect
        name_text = f"(This was {plain(self.posed.name)!r}.)" if expect and self.posed.name else ""
        return [
            *map(screen.good, screen.wrap(verdict)),
            *screen.wrap(lesson(self.posed)),
            *screen.wrap(name_text),
            "",
            *self.answers.proof(screen),
        ]

    def _hint(self) -> list[str]:
        self.hint_count += 1
        themes = self.posed.expect.themes if self.posed.expect else ()
        if self.hint_count == 1 and themes:
            return self.screen.wrap(about(themes[0]))
        moves = self.answers.moves
        three_moves = dict.fromkeys(map(str, (*moves[:2], *moves[-1:])))
        return self._one_of(sorted(three_moves, key=lambda text: text[::-1]))  # the right one is not always first

    def _one_of(self, move_texts: Iterable[str]) -> list[str]:
        return self.screen.wrap(f"One of: {'; '.join(move_texts)}.", 0, 2)

    def _parse_move(self, typed_word: str) -> Move:
        answers, posed = self.answers, self.posed
        move = Move.parse(typed_word, replying=posed.led is not None)
        if move.tile is not None and not move.declare and not any(verb in typed_word for verb in ("lead", "play")):
            for listed in answers.moves:
                if (listed.close, listed.tile) == (move.close, move.tile):
                    return listed
        if move not in answers.legal_moves:
            position = posed if isinstance(posed, Position) else posed.example_position()
            expected, rule = f"one of: {'; '.join(sorted(map(str, answers.moves)))}", illegal_reason(position, move)
            sentence, hand = f"{move} is not possible here: {rule}." if rule else "", position.hands[YOU]
            if move.tile is not None and not hand >> move.tile & 1:
                expected, sentence = f"a tile of yours: {text_mask(hand)}", f"You do not hold {text(move.tile)}."
            raise NotationError.of("move", expected, str(move), sentence)
        return move


# --- one after the other ------------------------------------------------------------------------------


def put_quizzes(quizzes: Iterable[tuple[str, Quiz]], noun: str = "puzzle", *, several: bool = True) -> None:
    """Ask puzzles (or cards: ``noun``), each under its title, until there are no more or the player quits. With
    ``several`` the score is shown; a streak counts those solved on the first try without a hint.
    """
    finished: list[Quiz] = []
    for title, quiz in quizzes:
        if finished and finished[-1].over:
            if ask_word(f'Enter for the next {noun}, or "quit": ') in ("quit", "no"):
                return
            print()
        if not _put_quiz(title, quiz, lambda: _score(finished, noun)):
            return
        finished.append(quiz)
        if several:
            say(_score(finished, noun))
    if several and finished:
        place_text = f"the last of {counted(len(finished), noun)}" if len(finished) > 1 else f"the only {noun}"
        say(f"That was {place_text}.")


def _score(finished: Sequence[Quiz], noun: str) -> str:
    solved_count, solved_at_once = sum(quiz.solved for quiz in finished), [quiz.at_once for quiz in finished]
    streaks = list(accumulate(solved_at_once, lambda streak, first_try: streak + 1 if first_try else 0, initial=0))
    score = f"Score: {solved_count} of {counted(len(finished), noun)} solved, {sum(solved_at_once)} on the first try"
    return f"{score}; streak {streaks[-1]}, longest {max(streaks)}."


def _put_quiz(title: str, quiz: Quiz, score_text: Callable[[], str]) -> bool:
    """Ask one puzzle until it is solved, given up or skipped; False if the player quits."""
    board = puzzle_lines(quiz.posed, title, quiz.screen)
    print_lines(board)
    right, *wrong_moves = quiz.answers.moves
    example = min(map(str, wrong_moves or [right]), key=len)  # a wrong one, as plain as there is
    say(f'Type a move, for example "{example}"; or "hint", "give up", "help".')
    while not quiz.over:
        typed_word = ask_word("Your move: ")
        if typed_word == "quit":
            return False
        print()
        if typed_word == "next":
            break
        if typed_word == "board":
            print_lines(board)
        elif typed_word in ("help", "score"):
            say(*(HELP.splitlines() if typed_word == "help" else [score_text()]))
        else:
            print_lines(quiz.handle(typed_word))
    return True


# --- choosing -----------------------------------------------------------------------------------------


def _read_puzzles(file: str, session: CommandSession) -> list[Posed]:
    puzzles = list[Posed]()
    expected = "expected a puzzle: you to move, all tiles known and one best move (expect: {best: lead 4-4})"
    for item in session.items([file], None):
        if reason := _why_no_puzzle(item.position):
            session.complain(f"{item.where}: {expected}; found one {reason}")
        else:
            puzzles.append(item.position)
    if not puzzles:
        session.exit_on_complaints()
    return puzzles


def _why_no_puzzle(position: Posed) -> str:
    if isinstance(position, InformationSet):
        return "with hidden tiles"
    if (position.leader == YOU) != (position.led is None):
        return "in which the opponent is to move"
    best_moves = position.expect.best if position.expect else ()
    if len(best_moves) == 1:
        return ""
    return "with several best moves" if best_moves else "without a best move in `expect`"


def _select_puzzles(puzzles: list[Posed], theme: str | None, difficulty: str | None, number: int | None) -> list[Posed]:
    fitting = [p for p in puzzles if theme in (None, _tags(p)[0]) and difficulty in (None, _tags(p)[1])]
    if not fitting:
        known_themes = sorted({name for name, _ in map(_tags, puzzles) if name})
        expected = f"one of {', '.join(known_themes)}" if known_themes else "none, as these puzzles name no theme"
        require("THEME", theme is None or theme in known_themes, f"{expected}; found {theme!r}")
        about_text = f" about {theme}" if theme else ""
        raise typer.BadParameter(f"there is no {difficulty} puzzle{about_text}: see bingo puzzle --list")
    require("--number", number is None or number <= len(fitting), f"1 to {len(fitting)}; found {number}")
    return fitting


def _tags(posed: Posed) -> tuple[str, str]:
    assert posed.expect
    return next(iter(posed.expect.themes), ""), level(posed.expect.difficulty or 0)


def _table(puzzles: list[Posed], screen: Screen) -> list[str]:
    tag_counts = Counter(map(_tags, puzzles))
    rows = [("theme", *LEVELS, "in all")]
    for theme in dict.fromkeys(theme for theme, _ in tag_counts):
        level_counts = [tag_counts[theme, name] for name in LEVELS]
        rows.append((theme or "(no theme)", *map(str, level_counts), str(sum(level_counts))))
    lines = screen.tabulate(rows)
    sentences = screen.paragraphs((f"{theme}: {about(theme)}" for theme, *_ in rows[1:]), 0, 2)
    return [*lines, "", *sentences, "", f"{counted(len(puzzles), 'puzzle')} in all."]
