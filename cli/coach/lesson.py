"""A card put to its owner: every answer is judged against all moves, and the reason shown."""

from __future__ import annotations

from typing import Any

from bingo.cli.coach.cards import Mistake
from bingo.cli.progress import busy
from bingo.cli.quiz import Finding, Quiz
from bingo.cli.render.screen import Screen, columns, points, wrap
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT, Move, parse
from bingo.solver.hidden.view import known
from bingo.solver.reviewing.grades import DOUBTFUL, unit


class CardQuiz(Quiz):
    """Judges answers to a card by what more deals found; a move that was not among them is judged when it is made."""

    def __init__(self, card: Mistake, found: dict[str, Any], screen: Screen) -> None:
        self.seen: InformationSet = card.moment.seen_by(card.detail["side"], card.title)
        super().__init__(self.seen, screen)
        self.position = known(self.seen).world(0)
        self.moves = [WAIT if text == str(WAIT) else parse(text) for text in found["moves"]]
        self._card, self._found = card, found
        self._values: dict[Move, float] = dict(zip(self.moves, found["moves"].values(), strict=True))

    def judge(self, move: Move) -> Finding:
        """Right is what cannot be told from the best move, or is as good for all that it matters."""
        lost = self._lost(move)
        if lost < DOUBTFUL * unit(self.position.rules):
            best = "" if move == self.moves[0] else f" {self.moves[0]} is as good, or too little better to tell."
            return Finding(True, [f"Right: {move}.{best}"])
        then = " It is what you played then." if str(move) == self._found["made"] else ""
        words = f"{move} is worse than the best move by {lost:.2f}.{then}"
        return Finding(False, [*map(self._screen.strong, wrap(words, self._screen.width))])

    def _lost(self, move: Move) -> float:
        if WAIT in self._values and not move.claim:
            move = WAIT
        if move not in self._values:
            with busy("your move is judged"):
                judged = self._card.judged(move)
            self._values[move] = self._values[self.moves[0]] - (judged.lost if judged else 0.0)
        return self._values[self.moves[0]] - self._values[move]

    def proof(self) -> list[str]:
        """What each move is worth, what you played, and why that was worse."""
        found, width = self._found, self._screen.width
        rows = [(points(value), str(move)) for move, value in self._values.items()]
        lines = [*(f"  {line}" for line in columns(rows[:8], right=frozenset((0,)))), ""]
        lines += wrap(f"You played {found['made']}, which lost {found['lost']:.2f}.", width)
        if why := found["why"]:
            lines += wrap(why["sentence"], width)
            against = f"Against {why['hand']}: " if why["hand"] else ""
            lines += wrap(against + "; ".join(why["line"]), width, 2, 4)
        return lines
