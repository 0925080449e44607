"""A puzzle with hidden tiles put to somebody: a wrong move has them dealt against it, and is played out.

A close that wins against every hand is played on, until nothing can go wrong any more: the opponent keeps every hand in
reserve that fits their play.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import lru_cache

from bingo.cli.quiz import Finding, Quiz
from bingo.cli.render import unseen
from bingo.cli.render.screen import Screen, wrap
from bingo.solver.compose.defence import Defence, refute
from bingo.solver.compose.unseen import Verdict, judge, same_answer, slot, wins_against_all
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import YOU
from bingo.solver.hidden.deals import draw
from bingo.solver.hidden.estimates import estimate
from bingo.solver.hidden.settings import Settings

#: Deals in which moves are put in order for hints, and in which playing on is told of.
GLANCE, WORLDS = 256, 4_096


class UnseenQuiz(Quiz):
    """Judges moves against all that may be hidden. Needs the kernel."""

    def __init__(self, known: InformationSet, screen: Screen) -> None:
        assert known.expect is not None
        super().__init__(known, screen, known.name)
        self.position = next(draw(known, 1).positions(known))
        self._right = known.expect.best[0]
        self._known = known
        self.defence: Defence | None = None
        seen = [one.move for one in estimate(known, Settings(worlds=GLANCE), prune=False).moves]
        self.moves = [self._right, *(move for move in seen if slot(move) != slot(self._right))]

    def copied(self) -> UnseenQuiz:
        """The same, which goes on apart."""
        other = copy(self)
        other.defence = self.defence and replace(self.defence, played=[*self.defence.played])
        return other

    def judge(self, move: Move) -> Finding:
        """Whether it is right; once the puzzle goes on, whether the deal is won against every hand after it."""
        if self.defence is not None:
            return self._played_on(self.defence, move)
        if not same_answer(move, self._right, closing=bool(self._known.tricks[YOU])):
            return self._wrong(unseen.refuted(refute(self._known, move, self._right), move))
        if not wins_against_all(_verdict(self._known).closing, self._right):
            what = str(self._right) if slot(move) == slot(self._right) else f"do not close. Best is {self._right}"
            return Finding(True, [f"Right: {what}."])
        defence = Defence.after(self._known, self._right)
        if defence.decided:
            return Finding(True, [unseen.proved(self._right, defence)])
        self._turn(defence)
        words = unseen.to_prove(self._right)
        return Finding(None, [*map(self._screen.good, wrap(words, self._screen.width)), "", *self.board()])

    def _played_on(self, defence: Defence, move: Move) -> Finding:
        loss = defence.try_move(move)
        if loss is not None:
            return self._wrong(unseen.lost(loss, move))
        if defence.decided:
            return Finding(True, [unseen.proved(self._right, defence)])
        self._turn(defence)
        return Finding(None, self.board())

    def _wrong(self, found: unseen.Refutation) -> Finding:
        return Finding(False, found.lines(self._screen), found)

    def _turn(self, defence: Defence) -> None:
        """From now on the moves are those of the next turn; the first of them wins."""
        winning = defence.winning()
        self.defence, self.position = defence, defence.position
        self.moves = [*winning, *(move for move in legal_moves(defence.position) if move not in winning)]

    def board(self) -> list[str]:
        """The board where the puzzle goes on; nothing before."""
        return [] if self.defence is None else unseen.turn(self.defence, self._screen)

    def proof(self) -> list[str]:
        """What the right move and its rivals are worth."""
        return unseen.reasons(_verdict(self._known), self._screen)


@lru_cache(maxsize=64)
def _verdict(known: InformationSet) -> Verdict:
    return judge(known, WORLDS, (0,))
