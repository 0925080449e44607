"""Your own mistakes on the board, put again when they are due: posed without the answer, and each try judged."""

from __future__ import annotations

from pathlib import Path

from bingo.cli.coach.cards import Cards, now
from bingo.cli.coach.figures import figures
from bingo.cli.coach.lesson import CardQuiz
from bingo.cli.coach.memory import Memory
from bingo.cli.page.data import Json
from bingo.cli.page.items import UNBROKEN
from bingo.cli.profile import examples, sentences, told_causes
from bingo.cli.render.board import board_of
from bingo.cli.render.puzzle import asked
from bingo.cli.train import nothing, when
from bingo.solver.errors import NotationError
from bingo.solver.game.moves import parse


def posed(memory: Path, cause: str = "") -> Json:
    """The card that comes next, without its answer; in words if there is none. New ones are confirmed first. With it
    comes the profile, as its causes are what may be chosen.
    """
    with Memory(memory) as kept:
        cards, found = Cards(kept, cause=cause or None), figures(kept)
        dearest = zip(found.causes, told_causes(found, examples(kept, found)), strict=False)
        profile = {
            "profile": sentences(found),
            "causes": [{"cause": one.name, "words": words[:2]} for one, words in dearest],
        }
        for name in (*cards.due(now()), *cards.new()):
            if confirmed := cards.confirmed(name):
                judge = CardQuiz(cards[name], confirmed, UNBROKEN)
                return {
                    **profile,
                    "name": name,
                    "title": cards[name].title,
                    "due": len(cards.due(now())),
                    "new": len(cards.new()),
                    "board": board_of(judge.seen),
                    "asked": asked(judge.seen),
                    "moves": sorted(map(str, judge.moves)),
                }
        return {**profile, "words": nothing(cards)}


def tried(memory: Path, name: str, move: str, failed: bool) -> Json:
    """Whether a move is right, and when the card comes again; without a move, the solution.

    Raises:
        NotationError: there is no such card, or the move is none.
    """
    with Memory(memory) as kept:
        cards = Cards(kept)
        found = cards.confirmed(name) if name in cards.mistakes else None
        if found is None:
            raise NotationError.of("name", "a card", repr(name))
        judge = CardQuiz(cards[name], found, UNBROKEN)
        finding = judge.judge(parse(move)) if move else None
        right = finding is not None and finding.solved is True
        words = " ".join(finding.lines) if finding else f"The solution is {judge.moves[0]}."
        if finding and not right:
            return {"right": False, "words": words}
        due = cards.answered(name, right and not failed, right and not failed, now())
        return {"right": right, "words": f"{words} It comes again {when(due)}.", "proof": judge.proof()}
