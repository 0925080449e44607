"""A game in progress: one deal after the other against the program, and all that can be said in it.

It is the game that its records tell. Beside them stands only whether you have passed: let the program lead without a
claim, or not declared the double that has won, which no record writes down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bingo.positions import dumps_record, reads_records
from bingo.positions.hints import name_lookalikes
from bingo.solver.analysis import LEVELS, Advice, advise, deal_hidden, hint
from bingo.solver.analysis.playing import level_move
from bingo.solver.engine import OnProgress
from bingo.solver.errors import NotationError, check_choice
from bingo.solver.game import CLAIM, WAIT, InformationSet, Move, Rules, at_lead, deal, legal_moves, next_leader, replay
from bingo.solver.game.notation import seed_of
from bingo.solver.game.play import illegal_reason
from bingo.solver.game.position import MATCH_TO, OPPONENT, YOU, Match, Pair, Position, Stage
from bingo.solver.game.record import Continuation, Moment, Record, Turn
from bingo.solver.game.tiles import ENDS, members, shows
from bingo.solver.render import game as telling
from bingo.solver.render.board import hand_in_order
from bingo.solver.reviewing import mistake, reason_for

DEFAULT_LEVEL, SEATS = "strongest", ("first", "second")
_COMMENT_PATTERN = re.compile(r"^#|\s#", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Response:
    """What came of a typed line, the lines to show, and the move that a hint is about.

    ``status`` is ``played``, ``forestalled`` (the program claimed first), ``passed``, ``back`` or ``dealt``, by which
    the game has gone on; or ``told``, ``refused``, ``help`` or ``board``.
    """

    status: str
    lines: tuple[str, ...] = ()
    hint: Move | None = None

    @property
    def changes_game(self) -> bool:
        return self.status not in ("told", "refused", "help", "board")


class GameSession:
    """A game against the program, which may be a match; you are player 0 of its records.

    ``level`` is what the program plays at, ``passed`` whether you have passed since the last turn.

    >>> game = GameSession.begin(presets.rules("pagat"), "greedy", seed=3)
    >>> game.awaits in ("program", "lead")
    True
    """

    def __init__(self, records: Sequence[Record | Continuation], *, passed: bool = False) -> None:
        """Take up a game, whose deals went by the rules."""
        self._past_records = [record for record in records[:-1] if isinstance(record, Record)]
        self.set_level((records[-1].players or ("", DEFAULT_LEVEL))[OPPONENT])
        self._load_deal(records[-1])
        if passed and self.awaits in ("claim", "show"):
            self._pass_claim()

    @classmethod
    def begin(
        cls, rules: Rules, level: str = DEFAULT_LEVEL, *, match: bool = False, seed: int = 0, seat: str | None = None
    ) -> GameSession:
        """A new game; ``seat`` says who leads the first deal, else the seed does. A ``NotationError`` says why not."""
        if seat is not None:
            check_choice("seat", seat, SEATS)
        if match and rules.counts_card_points:
            expected = f"rules that are worth game points, of which {MATCH_TO} win"
            raise NotationError.of("match", expected, str(rules))
        first_position = deal(rules, seed)
        if seat not in (None, SEATS[first_position.leader]):
            first_position = first_position.swapped()
        return cls([_first_record(first_position, first_position.leader, level, Match() if match else None)])

    @classmethod
    def read(cls, text: str, *, passed: bool = False) -> GameSession | None:
        """Take up the game of a text, None if it is empty; an error says what is no game, or would be lost."""
        records = list(reads_records(text)) if text.strip() else []
        for record in records:
            if None in record.dealt or record.stock is None:
                raise NotationError.of("document", "a game of which all tiles are recorded", "one with hidden tiles")
            if not record.players or record.players[OPPONENT] not in LEVELS:
                raise NotationError.of("players", f"a game against one of {', '.join(LEVELS)}", "another record")
            if record.players[YOU] in LEVELS:
                expected = "a game in which the program plays your tiles too"
                raise NotationError.of("players", "deals that you play", expected)
        if _COMMENT_PATTERN.search(text) and "---\n".join(map(dumps_record, records)) != text:
            raise NotationError.of("document", "a game without remarks, which would be lost", "some")
        return cls(records, passed=passed) if records else None

    @classmethod
    def continue_from(
        cls, position: Position | InformationSet, level: str = DEFAULT_LEVEL, seed: int = 0
    ) -> GameSession:
        """Play a position on to the end of its deal, what is hidden dealt by chance; an error says why not."""
        check_choice("level", level, LEVELS)
        return cls([Continuation(deal_hidden(position, seed), players=("", level))])

    def set_level(self, level: str) -> None:
        check_choice("level", level, LEVELS)
        self.level = level

    # --- how it stands -------------------------------------------------------------------------------

    @property
    def records(self) -> list[Record]:
        """All deals, with their results as far as there are any; none where the game goes on from a position."""
        if isinstance(self._replayed.record, Continuation):
            return []
        result = self.now.score if self.over else None
        players, turns = ("", self.level), self._replayed.turns
        return [*self._past_records, replace(self._replayed.record, players=players, turns=turns, result=result)]

    @property
    def text(self) -> str:
        return "---\n".join(map(dumps_record, self.records))

    @property
    def now(self) -> Moment:
        return self._replayed.end

    @property
    def over(self) -> bool:
        return self.now.position.over

    @property
    def number(self) -> int:
        return len(self._past_records) + 1

    @property
    def rules(self) -> Rules:
        return self.now.position.rules

    @property
    def match(self) -> Pair | None:
        """The game points of both with what the deal on the table has brought so far; None where it is no match."""
        match = self.now.position.match
        return None if match is None else match.score

    @property
    def awaits(self) -> str:
        """What is asked of you now: ``lead``, ``reply``, ``claim`` (the opponent is about to lead) or ``show`` (declare
        the double that has won); else it is the turn of the ``program``, or time for the ``next`` deal or ``nothing``.
        """
        position = self.now.position
        if self.over:
            has_ended = isinstance(self._replayed.record, Continuation) or (self.match and max(self.match) >= MATCH_TO)
            return "nothing" if has_ended else "next"
        if self._opponent_leads:
            return "claim" if self.may_claim and position.tricks[YOU] and not self.passed else "program"
        if position.to_move == OPPONENT:
            return "program"
        return {Stage.SHOW: "show", Stage.REPLY: "reply"}.get(position.stage, "lead")

    @property
    def may_claim(self) -> bool:
        """Whether a claim of yours is heard now, true or false: between two tricks, under rules that know claims."""
        position = self.now.position
        is_before_lead = position.stage in (Stage.CLAIM, Stage.ANSWER, Stage.LEAD)
        return is_before_lead and any(position.tricks) and self.rules.at_target == "claim"

    @property
    def hand(self) -> str:
        return " ".join(hand_in_order(self.now.position.hands[YOU], self.now.position.trump))

    @property
    def moves(self) -> list[Move]:
        """What you may do now; claims between two tricks are heard besides."""
        if self.awaits == "claim":
            return [WAIT]
        is_your_turn = self.awaits in ("lead", "reply", "show")
        return list(legal_moves(at_lead(self.now.position))) if is_your_turn else []

    @property
    def log(self) -> list[tuple[int, str]]:
        """What has happened in the deal on the table: whose turn it was, and what it brought."""
        moment_pairs = pairwise([*self._replayed.moments, self.now])
        lines = [(before.turn.player, telling.turn(before, after)) for before, after in moment_pairs if before.turn]
        return [(player, line) for player, line in lines if player is not None and line]

    @property
    def ending(self) -> list[str]:
        """How the deal ended, and how the match stands; nothing before."""
        return telling.ending(self.now, self.match) if self.over else []

    @property
    def _opponent_leads(self) -> bool:
        position = self.now.position
        return position.leader == OPPONENT and position.led is None and position.stage is not Stage.SHOW

    @property
    def _last_move_of_yours(self) -> tuple[Moment, Move] | None:
        turns = ((moment, moment.turn) for moment in reversed(self._replayed.moments) if moment.turn)
        return next(((moment, turn.move) for moment, turn in turns if turn.player == YOU and turn.move != WAIT), None)

    # --- what is said --------------------------------------------------------------------------------

    def handle(self, typed_word: str, on_progress: OnProgress = lambda _share: None) -> Response:
        """Answer a word in small letters: a move, or one of those that ``help`` lists."""
        position = self.now.position
        if position.stage is Stage.ANSWER and position.to_move == OPPONENT:  # it may claim before you lead
            self.play_program(on_progress)
        match typed_word:
            case "help" | "board":
                return Response(typed_word)
            case "back":
                return self._take_back()
            case "count":
                return Response("told", (telling.card_points(self.now.position),))
            case "why":
                return Response("told", tuple(self._verdict_on_your_move(on_progress)))
        if self.over:
            return self._begin_next_deal(typed_word)
        if self.awaits == "program":
            return Response("refused", (telling.OPPONENTS_TURN,))
        return self._handle_turn(typed_word, on_progress)

    def _handle_turn(self, typed_word: str, on_progress: OnProgress) -> Response:
        if typed_word in ("", "wait", "no") and self.awaits in ("claim", "show"):
            self._pass_claim()
            return Response("passed")
        if typed_word == "moves":
            return Response("told", (telling.possible([*self.moves, *([CLAIM] if self.may_claim else [])]),))
        if typed_word == "hint":
            advice = hint(self.now, on_progress)
            return Response("told", (telling.hint(self.now.position, advice),), advice.best.move if advice else None)
        is_what_if = typed_word.startswith("what if")
        try:
            move = self._parse_move(typed_word.removeprefix("what if").strip(" ?") if is_what_if else typed_word)
        except NotationError as error:
            return Response("refused", (name_lookalikes(str(error)),))
        if (illegal_text := self._illegal_reason(move)) is not None:
            return Response("refused", (telling.illegal(move, illegal_text),))
        if is_what_if:
            return Response("told", tuple(_verdict(self.now, move, advise(self.now, move, on_progress))))
        return self._play_turn(move, on_progress)

    def play_program(self, on_progress: OnProgress = lambda _share: None) -> None:
        """Play the program's turns, and wait for you where you have passed."""
        while self.awaits == "program":
            mover = self.now.position.to_move
            move = WAIT if mover == YOU else level_move(self.level, self.now, on_progress=on_progress)
            self._add_turn(Turn(mover, move))

    def coach(self, on_progress: OnProgress = lambda _share: None) -> list[str]:
        """Say what your last turn lost, and why, if it was a mistake."""
        last_turn = self._last_move_of_yours
        advice = last_turn and mistake(*last_turn, on_progress)
        return _verdict(*last_turn, advice) if last_turn and advice else []

    def _verdict_on_your_move(self, on_progress: OnProgress) -> list[str]:
        last_turn = self._last_move_of_yours
        return _verdict(*last_turn, advise(*last_turn, on_progress)) if last_turn else [telling.NO_TURN_YET]

    def _parse_move(self, move_text: str) -> Move:
        """A move; whichever of lead and play it names for its tile, there is one that can be meant."""
        is_reply = self.now.position.stage is Stage.REPLY
        move = Move.parse(move_text, replying=is_reply)
        if is_reply and move == Move(lead=move.lead):
            return Move(play=move.lead)
        return move if is_reply or move.play is None else replace(move, lead=move.play, play=None)

    def _illegal_reason(self, move: Move) -> str | None:
        """Say which rule forbids a move of yours; None where it is legal."""
        opponent_leads, position = self._opponent_leads, at_lead(self.now.position)
        if (move == CLAIM and self.may_claim) or (move == WAIT and opponent_leads):
            return None
        if opponent_leads:
            return "the opponent is on lead, and you may only claim"
        return None if move in legal_moves(position) else illegal_reason(position, move)

    # --- what comes of it ----------------------------------------------------------------------------

    def _load_deal(self, record: Record | Continuation) -> None:
        self.passed, self._replayed = False, replay(record)

    def _add_turn(self, turn: Turn) -> None:
        self._replayed.make(turn)
        self.passed = self.passed and turn.move == WAIT

    def _pass_claim(self) -> None:
        self.passed = True
        position = self.now.position
        if position.to_move == YOU and position.stage in (Stage.SHOW, Stage.ANSWER):
            self._add_turn(Turn(YOU, WAIT))

    def _play_turn(self, move: Move, on_progress: OnProgress) -> Response:
        """Play a legal turn. Before it you pass on your claim, and the program may claim first."""
        if move != CLAIM and self.now.position.stage is Stage.CLAIM:
            self._add_turn(Turn(YOU, WAIT))
            if self.awaits == "program":
                self.play_program(on_progress)
                if self.over:
                    return Response("forestalled", (self.log[-1][1],))
        self._add_turn(Turn(YOU, move))
        return Response("played")

    def _take_back(self) -> Response:
        turns = self._replayed.turns
        last_turn_index = max((n for n, turn in enumerate(turns) if turn.player == YOU), default=None)
        if last_turn_index is None:
            return Response("refused", (telling.NOTHING_BACK,))
        self._load_deal(replace(self._replayed.record, turns=turns[:last_turn_index]))
        return Response("back")

    def _begin_next_deal(self, typed_word: str) -> Response:
        """The deal after one that is over: who won that one leads, who led it if neither or both scored."""
        if self.awaits == "nothing" or isinstance(self._replayed.record, Continuation):
            return Response("refused", (telling.MATCH_OVER,))
        if typed_word not in ("", "next", "yes"):
            return Response("refused", (telling.DEAL_OVER,))
        self._past_records = self.records
        leader = next_leader(self._replayed.record.leader, self.now.score)
        next_start = deal(self.rules, seed_of(self._replayed.record.start))
        self._load_deal(_first_record(next_start, leader, self.level, self.match and Match(*self.match)))
        return Response("dealt")


def _first_record(first_position: Position, leader: int, level: str, match: Match | None) -> Record:
    """The record of a deal before its first lead; a trump suit that can be chosen is the one the leader has more of."""
    record = replace(Record.of(first_position, []), leader=leader, match=match, players=("", level))
    if first_position.rules.trump_from != "either-end":
        return record

    hand = list(members(first_position.hands[leader]))
    return replace(record, trump=max(ENDS[record.turned], key=lambda end: (sum(shows(t, end) for t in hand), end)))


def _verdict(moment: Moment, move: Move, advice: Advice | None) -> list[str]:
    return telling.verdict(moment.position, move, advice, reason_for(moment, advice) if advice else None)
