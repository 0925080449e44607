"""One puzzle put to somebody: what each answer is worth, hints, and the solution."""

from __future__ import annotations

from dataclasses import replace

from bingo.cli.render.answer import principal_line, table
from bingo.cli.render.puzzle import about
from bingo.cli.render.screen import Screen, count, plain, wrap
from bingo.cli.turns import parse_turn
from bingo.positions.hints import explained
from bingo.solver import analyze
from bingo.solver.errors import BingoError, NotationError
from bingo.solver.game import moves, tiles
from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves, play_unchecked
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.search.engines import engine
from bingo.solver.search.exact import line_after


class Quiz:
    """Hears answers until the puzzle is solved or given up."""

    def __init__(self, position: Position, screen: Screen) -> None:
        self.over = False
        self.solved = False
        self._wrong = 0
        self._position = position
        self._screen = screen
        self._analysis = analyze(position)
        self._hints = 0

    @property
    def at_once(self) -> bool:
        """Whether it was solved at the first try and without a hint."""
        return self.solved and not self._wrong and not self._hints

    @property
    def example(self) -> str:
        """How a move may be typed: a wrong one, as plain as there is."""
        wrong = [c.move for c in self._analysis.moves[1:]] or [self._analysis.moves[0].move]
        return str(min(wrong, key=lambda move: len(str(move))))

    def hear(self, answer: str) -> list[str]:
        """What there is to say to a line that was typed."""
        word = " ".join(answer.lower().split())
        if word in ("give up", "giveup", "i give up", "solution", "solve"):
            self.over = True
            return self._solution(f"The solution is {self._analysis.best[0]}.")
        if word == "hint":
            return self._hint()
        if word == "moves":
            return wrap(f"One of: {'; '.join(sorted(map(str, self._possible())))}.", self._screen.width, 0, 2)
        try:
            move = self._understand(word)
        except BingoError as error:
            return wrap(f'{explained(str(error))} ("help" says what can be typed)', self._screen.width, 0, 2)
        line = line_after(self._position, move, engine(self._position.rules))
        value = sum(step.gain for step in line)
        if value == self._analysis.value:
            self.over = self.solved = True
            return self._solution(f"Right: {move} {self._brings(value)}.")
        self._wrong += 1
        wrong = replace(self._analysis, line=line)
        verdict = f"{move} {self._brings(value)}; the right move {self._brings(self._analysis.value)}."
        return [
            *map(self._screen.strong, wrap(verdict, self._screen.width)),
            "",
            *principal_line(wrong, self._screen, "The refutation"),
        ]

    def _solution(self, verdict: str) -> list[str]:
        expect, screen = self._position.expect, self._screen
        told = [about(theme) for theme in expect.themes] if expect else []
        name = plain(self._position.name)
        return [
            *map(screen.good, wrap(verdict, screen.width)),
            *wrap(" ".join(told), screen.width),
            *wrap(f"(This was {name!r}.)" if name else "", screen.width),
            "",
            *table(self._analysis, screen),
            "",
            *principal_line(self._analysis, screen),
        ]

    def _brings(self, value: int) -> str:
        unit = "card point" if self._position.rules.at_target == "points" else "game point"
        if not value:
            return "brings nothing to either"
        return f"{'wins' if value > 0 else 'loses'} {count(abs(value), unit)}"

    def _hint(self) -> list[str]:
        """First the theme, then three moves of which one is right."""
        self._hints += 1
        expect = self._position.expect
        if self._hints == 1 and expect and expect.themes:
            return wrap(about(expect.themes[0]), self._screen.width)
        listed = self._analysis.moves
        few = sorted((str(c.move) for c in (*listed[:2], *listed[-1:])), key=lambda text: text[::-1])
        return wrap(f"One of: {'; '.join(few)}.", self._screen.width, 0, 2)

    # --- understanding what was typed ----------------------------------------------------------------

    def _understand(self, word: str) -> Move:
        """The move that is meant.

        Raises:
            NotationError: no move, or none that is possible here.
        """
        move, bare = parse_turn(word, replying=self._position.stage is Stage.REPLY)
        if bare and not move.declare:
            for choice in self._analysis.moves:
                if (choice.move.close, choice.move.tile) == (move.close, move.tile):
                    return choice.move
        if move not in self._possible():
            raise NotationError.of("move", self._expected(move), str(move))
        return move

    def _possible(self) -> list[Move]:
        node, found = self._position, []
        while node.stage in (Stage.CLAIM, Stage.ANSWER):
            found += [m for m in legal_moves(node) if m.claim]
            node = play_unchecked(node, moves.WAIT).position
        return [*found, *legal_moves(node)]

    def _expected(self, move: Move) -> str:
        hand = self._position.hands[YOU]
        if move.tile is not None and not hand >> move.tile & 1:
            return f"a tile of yours: {tiles.text_mask(hand)}"
        return f"one of: {'; '.join(sorted(str(choice.move) for choice in self._analysis.moves))}"
