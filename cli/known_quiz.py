"""A puzzle with everything known put to somebody: a wrong move is refuted by best play."""

from __future__ import annotations

from dataclasses import replace

from bingo.cli.quiz import Finding
from bingo.cli.render.answer import principal_line, table
from bingo.cli.render.puzzle import brings
from bingo.cli.render.screen import Screen, wrap
from bingo.solver import analyze
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position
from bingo.solver.search.engines import engine
from bingo.solver.search.exact import line_after


class KnownQuiz:
    """Judges moves by their values."""

    def __init__(self, position: Position, screen: Screen) -> None:
        self.position = position
        self._screen = screen
        self._analysis = analyze(position)
        self.moves = [choice.move for choice in self._analysis.moves]

    def judge(self, move: Move) -> Finding:
        """Right is what brings as much as the best move."""
        line = line_after(self.position, move, engine(self.position.rules))
        value = sum(step.gain for step in line)
        if value == self._analysis.value:
            return Finding(True, [f"Right: {move} {self._brings(value)}."])
        wrong = replace(self._analysis, line=line)
        words = f"{move} {self._brings(value)}; the right move {self._brings(self._analysis.value)}."
        refutation = principal_line(wrong, self._screen, "The refutation")
        return Finding(False, [*map(self._screen.strong, wrap(words, self._screen.width)), "", *refutation])

    def board(self) -> list[str]:
        """Nothing: the board stays as it was posed."""
        return []

    def proof(self) -> list[str]:
        """Every move with its value, and best play."""
        return [*table(self._analysis, self._screen), "", *principal_line(self._analysis, self._screen)]

    def _brings(self, value: int) -> str:
        return brings(value, self.position.rules.unit)
