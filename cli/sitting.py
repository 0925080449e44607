"""A sitting with the program, deal after deal: who is asked for what, and what becomes of a word that is said.

How it is drawn, where it is kept and who says the words is left to others: the terminal and the board of the browser.
What is kept of it is the records of its deals, nothing else; so it can be taken up again wherever these are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from bingo.cli import advice
from bingo.cli.kept import written
from bingo.cli.render.telling import card_points, told
from bingo.cli.turns import parse_turn
from bingo.positions.hints import explained
from bingo.solver.errors import BingoError
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import OPPONENT, YOU, Pair, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.rules import Rules
from bingo.solver.opponents.duplicate import deal_after
from bingo.solver.opponents.levels import LEVELS, Level
from bingo.solver.opponents.table import Table, first_deal, level_of, next_deal, won_match

DEFAULT_LEVEL = "strongest"
#: Whom the first deal has lead: you, or the program; the same tiles either way.
SEATS = {"first": YOU, "second": OPPONENT}
MEASURED = "In duplicate no move is taken back, and nothing is told of one before the deal is over."
_SYNONYMS = {
    **dict.fromkeys(("?", "h", "commands"), "help"),
    **dict.fromkeys(("exit", "q", "bye", "stop", "end"), "quit"),
    **dict.fromkeys(("again", "show", "position", "table"), "board"),
    **dict.fromkeys(("undo", "take back"), "back"),
    **dict.fromkeys(("points", "score"), "count"),
}


class Asked(Enum):
    """What is to come now."""

    LEAD = "lead"
    REPLY = "reply"
    CLAIM = "claim"  #: the opponent is about to lead: you may claim, or wait
    SHOW = "show"  #: you won the trick with a double: you may declare, or wait
    PROGRAM = "program"  #: the program makes its turn
    NEXT = "next"  #: the deal is over, and another may follow
    NOTHING = "nothing"  #: the match is over, or all deals are played


class Became(Enum):
    """What became of a word."""

    TOLD = "told"  #: something was told
    REFUSED = "refused"  #: it cannot be done or is not understood, and the reason was told
    MADE = "made"  #: your turn was made
    FORESTALLED = "forestalled"  #: the program claimed before your turn
    WAITED = "waited"  #: you let the play go on
    BACK = "back"  #: your last turn was taken back
    DEALT = "dealt"  #: another deal was dealt
    ASIDE = "aside"  #: ``board``, ``help`` or ``quit``, which are for who draws; ``word`` says which


@dataclass(frozen=True, slots=True)
class Heard:
    """A word that was said, what became of it, and what there is to tell: paragraphs."""

    word: str
    became: Became
    told: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a game is to be: ``level`` None is that of the deals there are, or the default; the rest is for a new one.

    ``leader`` is who leads the first deal, None whoever is drawn.
    """

    rules: Rules
    level: Level | None
    match: bool
    seed: int
    leader: int | None = None


Keep: TypeAlias = Callable[[str], object]


def _forget(_text: str) -> None:
    """Keep no records."""


@dataclass
class Sitting:
    """A game: the deals that are over, and the one on the table. ``keep`` gets all records after every turn.

    ``follow`` deals after a deal that brought both so much. ``measured``: how you play is measured, so that nothing is
    told of moves before the deal is over, and nothing is taken back. ``deals``: after so many there is no other.
    """

    table: Table
    done: list[Record] = field(default_factory=list)
    keep: Keep = _forget
    follow: Callable[[Record, Pair], Record] = next_deal
    measured: bool = False
    deals: int | None = None
    _passed: int = -1  # turns made when you last let the program lead

    @classmethod
    def of(cls, records: Sequence[Record], wishes: Wishes, keep: Keep = _forget) -> Sitting:
        """Take up the game of these records, or begin one if there are none."""
        last = records[-1] if records else None
        level = wishes.level or (last and level_of(last)) or LEVELS[DEFAULT_LEVEL]
        if last is None:
            last = first_deal(wishes.rules, wishes.seed, match=wishes.match, leader=wishes.leader)
        return cls(Table(last, level), list(records[:-1]), keep)

    def measure(self, deals: int | None) -> None:
        """Make it duplicate, of so many deals."""
        self.measured, self.follow, self.deals = True, lambda record, _score: deal_after(record), deals

    @property
    def text(self) -> str:
        """The records of all deals, as a file has them."""
        return written([*self.done, self.table.finished])

    @property
    def asked(self) -> Asked:
        """What is to come now."""
        position = self.table.now.position
        if position.over:
            return Asked.NOTHING if self._last else Asked.NEXT
        if position.leader == OPPONENT and position.led is None and position.stage is not Stage.SHOW:
            may_speak = self.table.may_claim and position.tricks[YOU] > 0
            return Asked.CLAIM if may_speak and self._passed != self._turns else Asked.PROGRAM
        if position.to_move == OPPONENT:
            return Asked.PROGRAM
        return {Stage.SHOW: Asked.SHOW, Stage.REPLY: Asked.REPLY}.get(position.stage, Asked.LEAD)

    @property
    def may_wait(self) -> bool:
        """Whether you may let the play go on without a turn."""
        return self.asked in (Asked.CLAIM, Asked.SHOW)

    @property
    def over(self) -> bool:
        """Whether the deal on the table has ended."""
        return self.table.over

    @property
    def moves(self) -> list[Move]:
        """The turns that you may make now; claims between tricks are heard besides, true or false."""
        if self.asked is Asked.CLAIM:
            return [WAIT]
        yours = self.asked not in (Asked.PROGRAM, Asked.NEXT, Asked.NOTHING)
        return list(legal_moves(self.table.waited)) if yours else []

    def save(self) -> None:
        """Have the records kept as they are now; after every turn this is done without asking."""
        self.keep(self.text)

    def answer(self) -> list[str]:
        """Let the program make the turn that it is asked for; what there is to tell of it."""
        before = self.table.now
        if before.position.to_move == YOU:  # who has let the program lead is not asked again
            self.table.make(WAIT)
            return []
        move = self.table.answer()
        if move == WAIT:
            return []
        self.save()
        return told(before, OPPONENT, move, self.table.now)

    def hear(self, line: str) -> Heard:
        """Do what a line says: a turn, or one of the words beside it."""
        word = " ".join(line.lower().split()).rstrip(".!")
        word = _SYNONYMS.get(word, word)
        if word in ("help", "board", "quit") or (word == "no" and self.over):
            return Heard("quit" if word == "no" else word, Became.ASIDE)
        if self.measured and (word == "back" or (not self.over and word.startswith(("hint", "why", "what if")))):
            return Heard(word, Became.REFUSED, [MEASURED])
        if word == "back":
            return self._back()
        if word in ("count", "why"):
            return Heard(word, Became.TOLD, self._told(word))
        if self.over:
            return self._next(word)
        if self.asked is Asked.PROGRAM:
            return Heard(word, Became.REFUSED, ["It is the opponent's turn."])
        if word in ("", "wait", "no") and self.may_wait:
            self._passed = self._turns
            self.table.make(WAIT)
            return Heard("wait", Became.WAITED)
        if word in ("moves", "hint"):
            return Heard(word, Became.TOLD, self._told(word))
        return self._supposed(word) if word.startswith("what if") else self._turn(word)

    # --- words ---------------------------------------------------------------------------------------

    def _told(self, word: str) -> list[str]:
        """What there is to tell of this moment."""
        if word == "count":
            return [card_points(self.table.now.position)]
        if word == "moves":
            possible = [*self.moves, *([CLAIM] if self.table.may_claim else [])]
            return [f"Possible: {'; '.join(map(str, possible))}."]
        return advice.hint(self.table) if word == "hint" else advice.why(self.table)

    def _back(self) -> Heard:
        if not self.table.back():
            return Heard("back", Became.REFUSED, ["There is no move of yours to take back."])
        self._passed = -1
        self.save()
        return Heard("back", Became.BACK)

    def _next(self, word: str) -> Heard:
        record = self.table.finished
        if self._last or word not in ("", "next", "y", "yes"):
            over = "deal" if not self._last else "match" if record.match else "set"
            return Heard(word, Became.REFUSED, [f"The {over} is over."])
        assert record.result is not None
        self.done.append(record)
        self.table, self._passed = Table(self.follow(record, record.result), self.table.level), -1
        self.save()
        return Heard("next", Became.DEALT)

    def _supposed(self, word: str) -> Heard:
        try:
            move = self._understood(word.removeprefix("what if").strip(" ?"))
            self.table.check(move)
        except BingoError as error:
            return Heard(word, Became.REFUSED, [explained(str(error))])
        return Heard(word, Became.TOLD, advice.supposed(self.table, move))

    def _turn(self, word: str) -> Heard:
        before = self.table.now
        try:
            self.table.make(self._understood(word))
        except BingoError as error:
            return Heard(word, Became.REFUSED, [explained(str(error))])
        self.save()
        made = self.table.record.turns[-1]
        became = Became.MADE if made.player == YOU else Became.FORESTALLED
        return Heard(word, became, told(before, made.player or YOU, made.move, self.table.now))

    def _understood(self, word: str) -> Move:
        return parse_turn(word, replying=self.table.now.position.stage is Stage.REPLY)[0]

    @property
    def _last(self) -> bool:
        """Whether no deal follows the one on the table."""
        played = self.deals is not None and len(self.done) + 1 >= self.deals
        return played or won_match(self.table.record, self.table.now.score) is not None

    @property
    def _turns(self) -> int:
        return sum(turn.move != WAIT for turn in self.table.record.turns)
