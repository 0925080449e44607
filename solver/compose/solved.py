"""A puzzle with everything that its theme and its difficulty are read from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bingo.solver.game import tricks
from bingo.solver.game.moves import Move
from bingo.solver.game.play import Outcome, at_lead, begin, may_claim, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.tiles import members
from bingo.solver.search.exact import Choice, Engine, Step, choices, line_after


@dataclass(frozen=True)
class Solved:
    """A position before your move with one best move: every choice, best first, and the engine to ask about others."""

    position: Position
    choices: tuple[Choice, ...]
    engine: Engine

    @property
    def value(self) -> int:
        """What the deal is worth to you."""
        return self.choices[0].value

    @property
    def solution(self) -> Move:
        """The only move that reaches the value."""
        return self.choices[0].move

    @cached_property
    def line(self) -> tuple[Step, ...]:
        """The solution and best play after it."""
        return line_after(self.position, self.solution, self.engine)

    @property
    def tricks(self) -> int:
        """Tricks until the deal is over, the one on the table counted."""
        return length(self.line)

    @cached_property
    def tiles(self) -> int:
        """Tiles in your hand."""
        return self.position.hands[YOU].bit_count()

    @property
    def likeness(self) -> tuple[object, ...]:
        """What is the same for positions that differ in the names of tiles only: the score, what the tiles of each
        player and of the stock count, what every move is worth. Two puzzles with the same of all that teach the same.
        """
        p = self.position
        worth = tricks.points_table(p.rules, p.trump)
        lying = [tuple(sorted(worth[t] for t in members(hand))) for hand in p.hands]
        led = None if p.led is None else worth[p.led]
        counted = tuple(map(p.card_points, (YOU, OPPONENT)))
        stock = tuple(worth[t] for t in p.stock)
        values = tuple(choice.value for choice in self.choices)
        return p.rules, p.leader, led, counted, p.closed, *lying, stock, values

    def refutation(self, move: Move) -> tuple[Step, ...]:
        """A wrong move and best play after it."""
        return line_after(self.position, move, self.engine)

    def after(self) -> Outcome:
        """What the solution leads to."""
        return play_unchecked(at_lead(self.position), self.solution)

    def later(self) -> Iterator[Position]:
        """The positions of the line at the start of a turn of yours, in which the opponent may not claim first."""
        position = self.position
        for step in self.line:
            yours = position is not self.position and position.to_move == YOU
            turn = position.stage is not Stage.SHOW and begin(position) == position
            if yours and turn and (position.stage is Stage.REPLY or not may_claim(position, OPPONENT)):
                yield position
            position = play_unchecked(position, step.move).position


def solve(position: Position, engine: Engine) -> Solved:
    """The position with the value of every move."""
    return Solved(position, choices(position, engine), engine)


def length(line: tuple[Step, ...]) -> int:
    """How many tricks of a line are played to their end."""
    return sum(step.trick is not None for step in line)
