"""``bingo train``: mistakes put again, at the times that FSRS says, once more deals have confirmed them."""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
import typer
from fsrs import Card as Memory, Rating, Scheduler

from bingo.cli import options
from bingo.cli.console import say, show_progress
from bingo.cli.options import effort_of, option, require, write_atomically
from bingo.cli.puzzle import AnswerKey, Attempt, Quiz, put_quizzes
from bingo.cli.review import FILES, PLAYER, load_reviews
from bingo.cli.session import CommandSession
from bingo.positions import reads_records
from bingo.solver.analysis import Settings
from bingo.solver.batch.reviews import UNEXPLAINED, PlayerDecision, ReviewedDeal
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import BingoError, NotationError, counted
from bingo.solver.game import PLAYER_NAMES, WAIT, YOU, Moment, Move, Stage, Turn, replay, split_player
from bingo.solver.render import Screen, points, screen_of
from bingo.solver.render.review import REASON_SENTENCES
from bingo.solver.reviewing import judge
from bingo.solver.reviewing.decision import BAD_LOSS, DOUBTFUL_LOSS, Judged
from bingo.solver.reviewing.judging import worlds_compared

#: A mistake is judged again with another seed and so many times the deals.
RECHECK_DEALS_FACTOR, RECHECK_SEED = 4, 1


def train(
    files: list[str] = FILES,
    player: str | None = PLAYER,
    cause: str | None = option(
        "--cause KIND", "Only mistakes of this cause, as profile names it.", values=(*REASON_SENTENCES, UNEXPLAINED)
    ),
    effort: str | None = options.EFFORT,
    quick: bool = options.QUICK,
) -> None:
    """Practise your own mistakes: each comes again when you are about to forget it.

    A mistake of 0.15 or more becomes a card once four times as many deals confirm it. When each is due is kept beside
    the first file: of reviews.jsonl in reviews.train.json.
    """
    require("FILE...", "-" not in files, "files, as your moves are read from standard input; found -")
    with CommandSession() as session:
        name, deals = load_reviews(files, player, Settings(effort=effort_of(effort, quick)), session)
    mistakes = mistakes_of(name, deals)
    causes = sorted({str(mistake.decision.cause) for mistake in mistakes.values()})
    require("--cause", cause in (None, *causes), f"one of your causes ({', '.join(causes) or 'none'}); found {cause!r}")
    selected_mistakes = {name: mistake for name, mistake in mistakes.items() if cause in (None, mistake.decision.cause)}
    lessons = Lessons(selected_mistakes, Path(files[0]).with_suffix(".train.json"))
    print(f"{len(lessons.due)} due, {len(lessons.new)} new.\n" if selected_mistakes else "", end="")
    try:
        put_quizzes(lessons.next_quizzes(), "card")
    except BingoError as error:  # a record that is damaged
        session.complain(error)
    if deals and not lessons.last_asked:
        due_times = lessons.due_times
        nothing_text = "There is nothing to train: more deals confirm no mistake of 0.15 or more."
        say(f"Nothing is due: the next card comes {time_until(due_times[0][0])}." if due_times else nothing_text)
    session.exit_on_complaints()


# --- mistakes -----------------------------------------------------------------------------------------


class Solution(msgspec.Struct):
    """What more deals say: the move made, what it lost, each move's value for the player, the best first; and why."""

    made: str
    lost: float
    moves: dict[str, float]
    why: list[str]


class Mistake(PlayerDecision):
    @property
    def name(self) -> str:
        return f"{sha256(self.deal.key.encode()).hexdigest()[:16]}:{self.decision.n}"

    @property
    def seat(self) -> int:
        return PLAYER_NAMES.index(self.decision.player)

    @cached_property
    def moment(self) -> Moment:
        """The position as it was, without the match score: cards go by game points. A damaged record is refused."""
        (record,) = reads_records(msgspec.json.encode(self.deal.record).decode())
        decision = self.decision
        for moment in replay(replace(record, match=None)).moments:
            turn_played = moment.turn and (moment.trick, moment.turn.player, str(moment.turn.move))
            if turn_played == (decision.trick, self.seat, decision.move):
                return moment
        raise NotationError.of("record", f"{decision.move} in trick {decision.trick}", "another move")

    def judge_again(self, move: Move | None = None) -> Judged | None:
        rules = self.moment.position.rules
        settings = Settings(
            worlds=RECHECK_DEALS_FACTOR * worlds_compared(rules), seed=RECHECK_SEED, threads=os.cpu_count() or 1
        )
        moment = replace(self.moment, turn=Turn(self.seat, move)) if move else self.moment
        return judge(moment, settings, Kernel(rules))

    def solution(self) -> Solution | None:
        if self.moment.position.stage is Stage.SHOW or self.moment.to_play != self.seat:
            return None  # no lead, no reply, and no claim on lead: it cannot be put as a question
        decision = self.judge_again()
        if decision is None or not decision.mistake or decision.lost < BAD_LOSS * self.deal.unit:
            return None
        moves = {str(option.move): option.value if self.seat == YOU else -option.value for option in decision.options}
        reason = decision.reason
        against_text = f"Against {reason.hand}: " if reason and reason.hand else ""
        turns = (split_player(turn_text) for turn_text in (reason.line if reason else ()))
        line_text = "; ".join(f"{PLAYER_NAMES[(player or 0) ^ self.seat]} {move_text}" for player, move_text in turns)
        reason_lines = [str(reason), against_text + line_text] if reason else []
        return Solution(str(decision.move), decision.lost, moves, reason_lines)


def mistakes_of(player: str, deals: Sequence[ReviewedDeal]) -> dict[str, Mistake]:
    """Those of a player that lost much, by the names of their cards, the costliest first."""
    mistakes = sorted(Mistake.of(player, deals), key=lambda mistake: -mistake.lost)
    return {mistake.name: mistake for mistake in mistakes if mistake.decision.mistake and mistake.lost >= BAD_LOSS}


# --- cards --------------------------------------------------------------------------------------------


class Card(msgspec.Struct):
    """What is kept of a mistake: the solution (None: not confirmed), and what FSRS knows once it was put."""

    solution: Solution | None
    memory: Memory | None = None


class Lessons:
    """Cards that are due, then new ones; they are kept in a file, which is written whole after every answer."""

    def __init__(self, mistakes: dict[str, Mistake], path: Path) -> None:
        """Read the cards, if there are any; a file that has something else is wrong usage."""
        self.mistakes, self.path = mistakes, path
        self.last_asked = ""  # the name of the card asked last
        self.cards: dict[str, Card] = {}
        try:
            if path.exists():
                self.cards = msgspec.json.decode(path.read_bytes(), type=dict[str, Card])
        except (msgspec.DecodeError, OSError, RecursionError, ValueError) as error:
            expected = f"expected in {path} what `bingo train` keeps there; found something else ({error})"
            raise typer.BadParameter(f"{expected}. Move the file away to begin anew.") from None

    @property
    def due_times(self) -> list[tuple[datetime, str]]:
        card_memories = [(name, self.cards[name].memory) for name in self.mistakes if name in self.cards]
        return sorted((memory.due, name) for name, memory in card_memories if memory)

    @property
    def due(self) -> list[str]:
        return [name for due, name in self.due_times if due <= _time_now()]

    @property
    def new(self) -> list[str]:
        named_cards = [(name, self.cards.get(name)) for name in self.mistakes]
        return [name for name, card in named_cards if card is None or (card.solution and not card.memory)]

    def next_quizzes(self) -> Iterator[tuple[str, Quiz]]:
        """The cards in the order in which they are put, each with its title; new ones are confirmed first."""
        new_names, screen = iter(self.new), screen_of(sys.stdout)
        while name := next(iter(self.due), None) or next(new_names, None):
            mistake = self.mistakes[name]
            if name not in self.cards:
                with show_progress("checking your mistake in more deals"):
                    self.cards[name] = Card(mistake.solution())
                self.write()
            if solution := self.cards[name].solution:
                self.last_asked = name
                moment_words = "reply in" if mistake.moment.position.led is not None else "before"
                title = f"{mistake.deal.title}, {moment_words} trick {mistake.decision.trick}"
                quiz = card_quiz(mistake, solution, title, screen)
                yield title, quiz
                if quiz.over:
                    solved_at_first = quiz.solved and not quiz.wrong_tries  # perhaps with a hint
                    rating = Rating.Good if quiz.at_once else Rating.Hard if solved_at_first else Rating.Again
                    say(f"It comes again {time_until(self.rate(name, rating, _time_now()))}.")

    def rate(self, name: str, rating: Rating, now: datetime) -> datetime:
        """Note how well a card was answered; return when it comes again."""
        memory = self.cards[name].memory or Memory(card_id=0)
        memory, _ = Scheduler(enable_fuzzing=False).review_card(memory, rating, now)
        self.cards[name].memory = memory
        self.write()
        return memory.due

    def write(self) -> None:
        write_atomically(self.path, msgspec.json.format(msgspec.json.encode(self.cards)).decode() + "\n")


def card_quiz(mistake: Mistake, solution: Solution, title: str, screen: Screen) -> Quiz:
    """A card as a puzzle, judged by what more deals say; a move that they do not list is judged when it is made."""
    values = {WAIT if text == str(WAIT) else Move.parse(text): value for text, value in solution.moves.items()}
    best, best_value = next(iter(values.items()))

    def lost(move: Move) -> float:
        move = WAIT if WAIT in values and not move.claim else move
        if move not in values:
            with show_progress("judging your move"):
                judged = mistake.judge_again(move)
            values[move] = best_value - (judged.lost if judged else 0.0)
        return best_value - values[move]

    def judge(move: Move) -> Attempt:
        """Right is what cannot be told from the best move, or is as good for all that it matters."""
        if (points_lost := lost(move)) < DOUBTFUL_LOSS * mistake.deal.unit:
            equal_moves = "; ".join(str(other) for other in values if other != move and not round(lost(other), 2))
            note = f" Just as good, as far as can be told: {equal_moves}." if equal_moves else ""
            note = note if move == best else f" {best} is as good, or too little better to tell."
            return Attempt(True, f"Right: {move}.{note}")
        note = " It is what you played then." if str(move) == solution.made else ""
        return Attempt(False, f"{move} is worse than the best move by {points_lost:.2f}.{note}")

    def proof(screen: Screen) -> list[str]:
        best_rows = dict(islice(values.items(), 8))
        lines = [*screen.move_table([(points(value),) for value in best_rows.values()], [*best_rows], ()), ""]
        lines += screen.wrap(f"You played {solution.made}, which lost {solution.lost:.2f}.")
        for paragraph, indent in zip(solution.why, (0, 2), strict=False):
            lines += screen.wrap(paragraph, indent, 2 * indent)
        return lines

    posed = mistake.moment.seen_by(mistake.seat, title)
    return Quiz(posed, AnswerKey([*values], posed.legal_moves, judge, proof), screen)


def time_until(due: datetime) -> str:
    days = (due - _time_now()).total_seconds() / 86_400
    if days >= 1:
        return f"in {counted(round(days), 'day')}"
    return f"in {counted(max(round(days * 1440), 1), 'minute')}" if days > 0 else "now"


def _time_now() -> datetime:
    return datetime.now(timezone.utc)
