"""A deal at a table: you against the program, as a record that grows turn by turn.

Nothing is kept beside the record, so a game can be written down after any turn and taken up again from there.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from random import Random

from bingo.solver.errors import IllegalMove
from bingo.solver.game import tricks
from bingo.solver.game.dealing import deal
from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import MATCH_TO, OPPONENT, YOU, Match, Pair, Position, Stage
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.refusal import objection
from bingo.solver.game.replay import Replay, replay
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ENDS, members, shows
from bingo.solver.opponents.levels import LEVELS, Level, choose

_BETWEEN = (Stage.CLAIM, Stage.ANSWER, Stage.LEAD)


class Table:
    """A deal under way. You are player 0, the program is player 1."""

    def __init__(self, record: Record, level: Level) -> None:
        self.record = replace(record, players=("", level.name))
        self.level = level

    @cached_property
    def played(self) -> Replay:
        """The deal so far."""
        return replay(self.record)

    @property
    def now(self) -> Moment:
        """The moment whose turn is to be made."""
        return self.played.end

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.now.position.over

    @property
    def finished(self) -> Record:
        """The record as it is to be written, with the result once there is one."""
        turns = self.played.turns
        return replace(self.record, turns=turns, result=self.now.score if self.over else None)

    def answer(self) -> Move:
        """Let the program make its turn, which it is; it may be to wait with a claim, or with doubles to show."""
        move = choose(self.level, self.played, self.record)
        self._take(Turn(OPPONENT, move))
        return move

    def check(self, move: Move) -> None:
        """See that you may make this turn now. A claim between two tricks is heard, true or false.

        Raises:
            IllegalMove: the rules do not allow it; the message says which one stands against it.
        """
        position = self.now.position
        leading = position.leader == OPPONENT and position.led is None and position.stage is not Stage.SHOW
        if (move == CLAIM and self.may_claim) or (move == WAIT and leading):
            return
        if leading:
            raise IllegalMove(f"{move} is not possible here: the opponent is on lead, and you may only claim")
        if move not in legal_moves(self.waited):
            because = objection(self.waited, move)
            raise IllegalMove(f"{move} is not possible here{because and f': {because}'}")

    def make(self, move: Move) -> None:
        """Make a turn of yours, or let the program lead (``WAIT``). Before another turn you wait with a claim.

        Raises:
            IllegalMove: as :meth:`check`.
        """
        self.check(move)
        stage = self.now.position.stage
        yours = self.now.position.to_move == YOU
        if move not in (CLAIM, WAIT) and stage is Stage.CLAIM:
            self._take(Turn(YOU, WAIT))
            if self._program_claims():
                return
        if move != WAIT or stage is Stage.SHOW or (yours and stage is Stage.ANSWER):
            self._take(Turn(YOU, move))

    @property
    def may_claim(self) -> bool:
        """Whether a claim of yours is heard now, true or false: between two tricks, under rules that know claims."""
        position = self.now.position
        return position.rules.at_target == "claim" and position.stage in _BETWEEN and any(position.tricks)

    @property
    def waited(self) -> Position:
        """The position if you, and the program, do not claim now."""
        position = self.now.position
        between = position.stage in (Stage.CLAIM, Stage.ANSWER)
        return replace(position, stage=Stage.LEAD) if between else position

    def back(self) -> bool:
        """Take back your last turn and all that followed; whether there was one."""
        turns = self.record.turns
        mine = [n for n, turn in enumerate(turns) if turn.player == YOU and turn.move != WAIT]
        if mine:
            self._turns(turns[: mine[-1]])
        return bool(mine)

    def after(self, move: Move) -> Moment:
        """This moment with a move of yours made in it, for somebody to judge; waits with a claim come first."""
        moment = self.now
        if moment.position.stage in (Stage.CLAIM, Stage.ANSWER) and move not in (CLAIM, WAIT):
            moment = replace(moment, position=self.waited)
        return replace(moment, turn=Turn(YOU, move))

    def _program_claims(self) -> bool:
        position = self.now.position
        return position.stage is Stage.ANSWER and position.to_move == OPPONENT and self.answer() == CLAIM

    def _take(self, turn: Turn) -> None:
        self._turns((*self.record.turns, turn))

    def _turns(self, turns: tuple[Turn, ...]) -> None:
        self.record = replace(self.record, turns=turns)
        self.__dict__.pop("played", None)


# --- from deal to deal -------------------------------------------------------------------------------


def first_deal(rules: Rules, seed: int, *, match: bool, leader: int | None = None) -> Record:
    """The first deal of a game: the same for the same seed, and seen from the side that has ``leader`` lead it."""
    start = deal(rules, Random(f"game {seed}"))
    sat = start if leader in (None, start.leader) else start.swapped()
    return _recorded(sat, Match() if match else None)


def next_deal(record: Record, score: Pair) -> Record:
    """The deal after one that brought both so much. It depends on that one's tiles alone.

    Whoever won that one leads, who led it if neither or both scored; in a match the score goes on.
    """
    both = (score[YOU] > 0) == (score[OPPONENT] > 0)
    leader = record.leader if both else int(score[OPPONENT] > 0)
    before = record.match and record.match.score
    match = before and Match(before[YOU] + score[YOU], before[OPPONENT] + score[OPPONENT])
    start = deal(record.rules, Random(f"{record.turned} {record.dealt} {record.stock}"))
    return _recorded(replace(start, leader=leader), match)


def won_match(record: Record, score: Pair) -> int | None:
    """Who has won the match with a deal that brought both so much; None where it goes on, or none is played."""
    if record.match is None:
        return None
    total = [a + b for a, b in zip(record.match.score, score, strict=True)]
    return next((player for player in (YOU, OPPONENT) if total[player] >= MATCH_TO), None)


def level_of(record: Record) -> Level | None:
    """The level that a record says it was played against."""
    return LEVELS.get(record.players[OPPONENT]) if record.players else None


def _recorded(start: Position, match: Match | None) -> Record:
    return Record.of(replace(start, match=match, trump=_trump(start)), [])


def _trump(start: Position) -> int:
    """The trump suit; where the leader may choose it, that of which they hold more tiles."""
    assert start.turned is not None
    if start.rules.trump_from != "either-end":
        return tricks.trump_of(start.turned)
    hand = list(members(start.hands[start.leader]))
    return max(ENDS[start.turned], key=lambda end: sum(shows(t, end) for t in hand))
