"""What the puzzles with hidden tiles are judged by: every answer with its worth, and a deal against each wrong one."""

from __future__ import annotations

import msgspec

from bingo.solver.analysis.exact import Step, make
from bingo.solver.game.information import InformationSet
from bingo.solver.game.legal import at_lead, legal_moves
from bingo.solver.game.moves import WAIT, Move, parse
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.tiles import mask, members, parse_all


class Refutation(msgspec.Struct, frozen=True):
    """The hidden tiles as they lie against a wrong answer.

    Attributes:
        hand: The opponent's hand.
        stock: What lies face down, in drawing order; nothing where it is never drawn, as both answers close.
        line: The play from the wrong answer to the end of the deal. A close is followed by best play, even though
            both see all hands; before it both play by what they see.
        value: Game points that it brings you.
        right: What the right answer brings in the same deal; a close, without sight of the hand.
        worse: In how many of ``tried`` deals the wrong answer brings less; a close, even though both hands are seen.
            They are all hands there are if both answers close.
    """

    hand: str
    line: str
    value: int
    right: int
    worse: int
    tried: int
    stock: str = ""


class JudgedMove(msgspec.Struct, frozen=True):
    """A move, whether it is ``right``, and the limits of what it brings on average over all that may be hidden.

    At trick one ``value`` is that mean, and the limits are of how far it falls short of the right move. There a wrong
    answer is worse on average only, and nothing is stored ``against`` it.
    """

    move: str
    low: float
    high: float
    right: bool = False
    value: float = 0.0
    against: Refutation | None = None


class Judgement(msgspec.Struct, frozen=True):
    """All answers to the puzzle of this name, each with the declaration that suits it best, the best one first.

    ``worlds`` deals were drawn for playing on, or are ``all`` there are. Where closing is a question it was solved for
    all ``hands``; the right close wins against so many of them (``wins``).
    """

    name: str
    worlds: int
    all: bool
    answers: tuple[JudgedMove, ...]
    hands: int = 0
    wins: int = 0

    def answer(self, move: Move) -> JudgedMove:
        """The answer that a move is, whatever is declared with it."""
        moves = map(parse, (answer.move for answer in self.answers))
        return next(a for a, m in zip(self.answers, moves, strict=True) if (m.close, m.tile) == (move.close, move.tile))


def refuting_deal(known: InformationSet, refutation: Refutation) -> tuple[Position, tuple[Step, ...]]:
    """The deal against a wrong answer, and the line, replayed move by move."""
    hand = mask(parse_all(refutation.hand))
    stock = tuple(parse_all(refutation.stock)) or tuple(members(known.unseen & ~hand))[: known.face_down]
    deal = at_lead(known.world(hand, stock))
    position, line = deal, list[Step]()
    for word in refutation.line.split("; "):
        move = parse(word)
        while position.stage in (Stage.CLAIM, Stage.ANSWER, Stage.SHOW) and move not in legal_moves(position):
            step, position, _ = make(position, WAIT)
            line.append(step)
        step, position, _ = make(position, move)
        line.append(step)
    return deal, tuple(line)
