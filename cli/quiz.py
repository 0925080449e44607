"""One puzzle put to somebody: what each answer is worth, hints, and the solution; where all is known, by best play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bingo.positions.hints import explained
from bingo.positions.refutations import judgement_of
from bingo.solver import analyze
from bingo.solver.analysis.exact import line_after
from bingo.solver.compose.judgements import refuting_deal
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import BingoError, NotationError
from bingo.solver.game import moves, tiles
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, at_lead, legal_moves, play_unchecked
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.render.answer import principal_line, table
from bingo.solver.render.board import draw
from bingo.solver.render.puzzle import about, board_against, brings, praise, why_right, why_wrong
from bingo.solver.render.screen import Screen, plain, wrap

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
            node = play_unchecked(node, moves.WAIT).position
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
        wrong = replace(self._analysis, line=line)
        words = f"{move} {self._brings(value)}; the right move {self._brings(self._analysis.value)}."
        refutation = principal_line(wrong, self._screen, "The refutation")
        return Finding(False, [*map(self._screen.strong, wrap(words, self._screen.width)), "", *refutation])

    def proof(self) -> list[str]:
        """Every move with its value, and best play."""
        return [*table(self._analysis, self._screen), "", *principal_line(self._analysis, self._screen)]

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
        lines = [*map(screen.strong, wrap(verdict, screen.width)), ""]
        if answer.against:
            deal = refuting_deal(self._known, answer.against)
            board = board_against(deal.position, answer.against)
            lines += [*draw(board, "", screen)[1:], "", *principal_line(deal, screen, "The refutation"), ""]
        return Finding(False, [*lines, *wrap(often, screen.width)])

    def proof(self) -> list[str]:
        """What the right move and its rivals are worth."""
        return why_right(self._judgement, self._screen)
