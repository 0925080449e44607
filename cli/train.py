"""``bingo train``: your own mistakes put again, until you no longer make them; shipped puzzles until you have some."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from bingo.cli.coach.adding import remember
from bingo.cli.coach.cards import PUZZLE, Cards, now
from bingo.cli.coach.memory import Memory, MemoryOption, place
from bingo.cli.options import Quick, insist, option, seconds_option
from bingo.cli.profile import Player, Records
from bingo.cli.progress import busy
from bingo.cli.quiz import Posed, Quiz
from bingo.cli.render.screen import screen_of
from bingo.cli.rounds import Rounds, quiz_of
from bingo.positions.shipped import puzzles
from bingo.solver.errors import counted


def run(
    files: Records = None,
    minutes: Annotated[float, seconds_option("--minutes", "Minutes to train.", "minutes")] = 10.0,
    cause: Annotated[str | None, option("--cause KIND", "Only mistakes of this cause, as profile names it.")] = None,
    player: Player = None,
    memory: MemoryOption = None,
    quick: Quick = False,
) -> None:
    """Practise your own mistakes: each comes again when you are about to forget it.

    A mistake of 0.15 or more becomes a card once four times as many deals confirm it. Until then the shipped puzzles
    serve.
    """
    with Memory(place(memory)) as kept:
        keys = remember(kept, files, quick) if files else None
        cards = Cards(kept, player, keys, cause)
        expected = f"one of your causes ({', '.join(sorted(cards.causes)) or 'none yet'})"
        insist("--cause", not cause or cause in cards.causes, f"{expected}; found {cause!r}")
        chosen = files or cause or player
        lessons = Lessons(cards, 60 * minutes, {} if chosen or cards.mistakes else _puzzles(cards))
        print(f"{len(lessons.due)} due, {len(lessons.new)} new.\n" if lessons.names else "", end="")
        what = "puzzle" if lessons.puzzles else "card"
        rounds = Rounds(lessons.coming(), what=what, on_over=lessons.over)
        rounds.run()
        if lessons.dropped:
            rounds.say(f"{counted(lessons.dropped, 'mistake')} dropped, as more deals did not confirm the mistake.")
        if not lessons.put:
            rounds.say("The time was up before a card was put." if lessons.left else nothing(cards))


class Lessons:
    """Cards that are due, then new ones, for so many seconds; or ``puzzles``."""

    def __init__(self, cards: Cards, seconds: float, puzzles: dict[str, Posed]) -> None:
        self._cards, self._end = cards, time.monotonic() + seconds
        self.puzzles = puzzles
        self.names = [*puzzles] or [*cards.mistakes]
        self.due, self.new = cards.due(now(), self.names), cards.new(self.names)
        self.put = ""  # the name of the card that was put last
        self.dropped = 0
        self.left = False  # whether the time was up before all was put

    def coming(self) -> Iterator[tuple[str, Quiz]]:
        """The cards in the order in which they are put, each with its title; new ones are confirmed first."""
        from bingo.cli.coach.lesson import CardQuiz

        new, screen = iter(self.new), screen_of(sys.stdout)
        while (name := next(iter(self._cards.due(now(), self.names)), None) or next(new, None)) is not None:
            self.left = time.monotonic() >= self._end
            if self.left:
                return
            if name in self.puzzles:
                failed = self._cards.failures().get(name)
                often = "" if failed is None else f", not solved {failed:.0%} of the time"
                self.put = name
                yield f"Puzzle{often}", quiz_of(self.puzzles[name], screen)
                continue
            with busy("a mistake is judged in more deals"):
                confirmed = self._cards.confirmed(name)
            if confirmed is None:
                self.dropped += 1
                continue
            self.put, card = name, self._cards[name]
            yield card.title, CardQuiz(card, confirmed, screen)

    def over(self, quiz: Quiz) -> str:
        """When the card that was put last comes again."""
        due = self._cards.answered(self.put, quiz.solved and not quiz.wrong, quiz.at_once, now())
        return f"It comes again {when(due)}."


def _puzzles(cards: Cards) -> dict[str, Posed]:
    """The shipped ones, those most often failed first, then from easy to hard."""
    failed = cards.failures()
    named = {f"{PUZZLE}{one.name}": one for one in puzzles()}
    hard = {name: (one.expect.difficulty if one.expect else None) or 0 for name, one in named.items()}
    return {name: named[name] for name in sorted(named, key=lambda name: (-failed.get(name, 0.0), hard[name]))}


def nothing(cards: Cards) -> str:
    """What there is to say where no card is due and none is new."""
    if due := cards.next_due():
        return f"Nothing is due: the next card comes {when(datetime.fromisoformat(due))}."
    return "There is nothing to train: cards are mistakes of yours in deals that were reviewed to be remembered."


def when(due: datetime) -> str:
    """In how many days or minutes a card comes again."""
    days = (due - now()).total_seconds() / 86_400
    if days >= 1:
        return f"in {counted(round(days), 'day')}"
    return f"in {counted(max(round(days * 1440), 1), 'minute')}" if days > 0 else "now"
