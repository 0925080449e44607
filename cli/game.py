"""A sitting with the program: what is asked and told turn by turn, and what is typed beside moves."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

from bingo.cli.advice import Advice
from bingo.cli.asking import ask
from bingo.cli.files import write_whole
from bingo.cli.render.board import board_of, draw
from bingo.cli.render.screen import screen_of, wrap
from bingo.cli.render.telling import card_points, hand_of, outcome, told
from bingo.cli.turns import parse_turn
from bingo.positions import write_records
from bingo.positions.hints import explained
from bingo.solver.errors import BingoError
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.rules import Rules
from bingo.solver.opponents.levels import Level
from bingo.solver.opponents.table import Table, first_deal, level_of, next_deal, won_match

HELP = """\
Type a move: a tile such as 4-4, or in full "close, declare 6-6 5-5, lead 6-6"; "claim" when you have counted enough. \
Or one of these words:
board: draws the table again
moves: lists the moves that are possible
count: tells the card points of both
hint: tells the move that is worth most, by what you can know
what if MOVE: tells what a move would be worth, without making it
why: tells what your last move lost, and why
back: takes back your last move, and the answer to it
quit: ends; the game is in the file, and `bingo play` goes on with it (as do exit and Ctrl-D)
"""
_SYNONYMS = {
    **dict.fromkeys(("?", "h", "commands"), "help"),
    **dict.fromkeys(("exit", "q", "bye", "stop", "end"), "quit"),
    **dict.fromkeys(("again", "show", "position", "table"), "board"),
    **dict.fromkeys(("undo", "take back"), "back"),
    **dict.fromkeys(("points", "score"), "count"),
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for: ``level`` None where nothing was said, then that of the game, or ``usual``."""

    rules: Rules
    level: Level | None
    usual: Level
    match: bool
    seed: int
    count: bool
    coach: bool


class Game:
    """Plays deal after deal, and writes them to a file as they go."""

    def __init__(self, file: Path, records: list[Record], wishes: Wishes) -> None:
        self._file = file
        self._screen = screen_of(sys.stdout)
        self._wishes = wishes
        self._advice = Advice(self._screen)
        last = records[-1] if records else None
        level = wishes.level or (last and level_of(last)) or wishes.usual
        if last is None:
            self._done, record = [], first_deal(wishes.rules, wishes.seed, match=wishes.match)
        else:
            self._done, record = records[:-1], last
        self._table = Table(record, level)
        self._passed = -1  # turns made when you last let the program lead

    def run(self) -> None:
        """Play until somebody has had enough."""
        self._greet()
        while self._deal() and self._another():
            pass

    # --- a deal --------------------------------------------------------------------------------------

    def _deal(self) -> bool:
        """Play the deal to its end; False if you leave before it."""
        self._save()
        if not self._table.over:
            self._board()
        while not self._table.over:
            position = self._table.now.position
            if position.to_move == OPPONENT and not self._heard():
                self._let_program()
            elif not self._turn():
                return False
        self._tell_end()
        return True

    def _heard(self) -> bool:
        """Whether you may still speak before the program leads, which asks whether you claim, and have not yet."""
        position = self._table.now.position
        leads = position.leader == OPPONENT and position.stage is Stage.LEAD
        return leads and self._table.may_claim and position.tricks[YOU] > 0 and self._passed != self._turns

    @property
    def _turns(self) -> int:
        return sum(turn.move != WAIT for turn in self._table.record.turns)

    def _let_program(self) -> None:
        before = self._table.now
        move = self._table.answer()
        if move != WAIT:
            self._save()
            self._say(*told(before, OPPONENT, move, self._table.now))

    def _turn(self) -> bool:
        """Ask for your turn and make it; False to leave."""
        if not self._may_pass():
            self._say(f"Your hand: {hand_of(self._table.now.position)}.")
        while True:
            line = ask(self._prompt())
            word = "quit" if line is None else self._word(line)
            if word == "quit":
                self._say(f"The game is in {self._file}: `bingo play {self._file}` goes on with it.")
                return False
            if word in ("", "wait", "no") and self._may_pass():
                self._passed = self._turns
                self._table.make(WAIT)
                return True
            if word == "back":
                if self._table.back():
                    self._save()
                    self._board()
                    return True
                self._say("There is no move of yours to take back.")
            elif not self._told(word) and self._made(word):
                return True

    def _prompt(self) -> str:
        position = self._table.now.position
        if position.stage is Stage.SHOW:
            return "You won the trick with a double. Declare it with others, or Enter: "
        if position.leader == OPPONENT and position.led is None:
            return "The opponent is about to lead. Enter, or claim: "
        return "Your reply: " if position.led is not None else "Your lead: "

    def _may_pass(self) -> bool:
        position = self._table.now.position
        return position.stage is Stage.SHOW or (position.leader == OPPONENT and position.led is None)

    def _told(self, word: str) -> bool:
        """Whether the word asks for something to be told."""
        table = self._table
        if word == "help":
            self._say(*HELP.splitlines())
        elif word == "board":
            self._board()
        elif word == "moves":
            self._say(f"Possible: {'; '.join(map(str, legal_moves(table.waited)))}.")
        elif word == "count":
            self._say(card_points(table.now.position))
        elif word == "hint":
            self._say(*self._advice.hint(table))
        elif word == "why":
            self._say(*self._advice.why(table))
        elif word.startswith("what if"):
            self._say(*self._supposed(word.removeprefix("what if").strip(" ?")))
        else:
            return False
        return True

    def _supposed(self, word: str) -> list[str]:
        try:
            move = self._understood(word)
            self._table.check(move)
        except BingoError as error:
            return [explained(str(error))]
        return self._advice.supposed(self._table, move)

    def _made(self, word: str) -> bool:
        """Make the turn that was typed; False if it cannot be."""
        before = self._table.now
        try:
            move = self._understood(word)
            judged = self._table.after(move)
            self._table.make(move)
        except BingoError as error:
            self._say(f'{explained(str(error))} ("help" says what can be typed)')
            return False
        self._save()
        made = self._table.record.turns[-1]
        self._say(*told(before, made.player or YOU, made.move, self._table.now))
        if self._wishes.coach and made.player == YOU:
            self._say(*self._advice.coach(judged))
        return True

    def _understood(self, word: str) -> Move:
        replying = self._table.now.position.stage is Stage.REPLY
        return parse_turn(word, replying=replying)[0]

    # --- around deals --------------------------------------------------------------------------------

    def _greet(self) -> None:
        level = self._table.level
        seed = "" if self._done or self._table.record.turns else f" Seed {self._wishes.seed}."
        self._say(
            f"You play against the program, level {level.name}: it {level.words}.{seed} The game is written to"
            f' {self._file} as it goes. "help" says what can be typed.'
        )

    def _tell_end(self) -> None:
        record = self._table.finished
        self._say(*outcome(self._table.now, record))
        print("\n".join([*self._advice.review(record), ""]), flush=True)

    def _another(self) -> bool:
        """Whether another deal is wanted; it is dealt then."""
        record = self._table.finished
        assert record.result is not None
        if won_match(record, record.result) is not None:
            return False
        while (line := ask('Enter for the next deal, "back" or "quit": ')) is not None:
            word = self._word(line)
            if word in ("quit", "no"):
                return False
            if word == "back" and self._table.back():
                return True
            if word in ("", "next", "y", "yes"):
                print()
                self._done.append(record)
                self._table = Table(next_deal(record, record.result), self._table.level)
                self._passed = -1
                return True
        return False

    def _save(self) -> None:
        text = StringIO()
        write_records([*self._done, self._table.finished], text)
        write_whole(self._file, text.getvalue())

    def _board(self) -> None:
        if self._table.now.position.stage is Stage.SHOW:  # between a trick and its draw there is little to draw
            self._say(f"Your hand: {hand_of(self._table.now.position)}.")
            return
        seen = self._table.now.seen_by(YOU)
        board = replace(board_of(seen), counted=self._wishes.count)
        score = self._table.record.match
        print("\n".join([*draw(board, "Your table" if score is None else "Your match", self._screen), ""]))

    @staticmethod
    def _word(line: str) -> str:
        word = " ".join(line.lower().split()).rstrip(".!")
        return _SYNONYMS.get(word, word)

    def _say(self, *paragraphs: str) -> None:
        lines = [line for text in paragraphs for line in wrap(text, self._screen.width, 0, 2)]
        if lines:
            print("\n".join([*lines, ""]), flush=True)
