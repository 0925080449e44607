"""One answer to every question: the best move, what it is worth, and all moves; its keys in JSON are owned here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from bingo.solver.analysis.values import Failures, Kind, Lead, MoveValue, Refutation, non_null
from bingo.solver.errors import counted
from bingo.solver.game import WAIT, InformationSet, Move, has_claim, text_mask
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Position, Stage, Visual, by_player, members_dict
from bingo.solver.proof import Certificate

if TYPE_CHECKING:
    from bingo.solver.analysis.exact import Step

#: What may be advised.
ClosingAdvice = Literal["close", "play on", "too close to call"]
CLOSE: ClosingAdvice = "close"
PLAY_ON: ClosingAdvice = "play on"
TOO_CLOSE: ClosingAdvice = "too close to call"
#: The method where nothing is drawn any more.
BEST_DEFENCE = "best defence"


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Visual):
    """What a position is worth, and every move of it; ``print`` shows it with the board.

    >>> from bingo import Position, analyze
    >>> answer = analyze(Position.parse("pagat 4 44/65 y 65/41 7/6 0/0 - -"))
    >>> answer.best, answer.value, answer.kind
    (Move.parse('lead 4-4'), 1, 'exact')

    Attributes:
        position: What was asked about; where tiles are hidden, what ``you`` know of it.
        moves: Every sensible move, the best first: by the chance to win the match where there is a score, those of
            equal chance by game points. Of a close the leads after it, by what is guaranteed, then by what they are
            worth if the hand were seen. Only to wait where tiles are hidden and the opponent is to move.
        alike: The other moves that cannot be told from the best one; where all is exact, that are worth as much.
        exact: Whether every tile is known; of a close, whether every hand was solved.
        line: A line of best play to the end of the deal, or of the match; empty where tiles are hidden.
        nodes: Positions that were searched.
        method: How moves were tried, or ``best defence``; ``worlds`` how many deals, ``every`` whether these are all
            that fit. ``weighted`` by what the opponent's play tells of their hand.
        hands: How many hands the opponent may hold, where moves were solved; ``tried`` how many of them were.
        stopped: Whether it was ended before it was done.
        why: Of a close, in how many hands the strategy that begins with the best lead does not win, and the tiles that
            all these hold; ``pattern`` tells them from others by a tile or two more, if any do.
        refutation: A hand that beats the best lead even if you saw it; None if there is none among those tried.
        going_on: What playing on is worth, of a close.
        proof: What was proved of a close, where that was asked for.
    """

    position: Position | InformationSet
    moves: tuple[MoveValue, ...]
    alike: tuple[Move, ...] = ()
    exact: bool = False
    line: tuple[Step, ...] = ()
    nodes: int = 0
    method: str = "exact"
    worlds: int = 0
    every: bool = True
    weighted: bool = False
    seed: int = 0
    hands: int = 0
    tried: int = 0
    stopped: bool = False
    seconds: float = 0.0
    why: Failures | None = None
    pattern: Failures | None = None
    refutation: Refutation | None = None
    going_on: Answer | None = None
    proof: Certificate | None = None

    def __repr__(self) -> str:
        return f"<Answer: {self.first}, {self.kind}, {counted(len(self.moves), 'move')}>"

    @property
    def first(self) -> MoveValue:
        """The best move with all about it."""
        return self.moves[0]

    @property
    def best(self) -> Move:
        """The best move; the first of several equals."""
        return self.moves[0].move

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The best move, and those that cannot be told from it."""
        return (self.best, *self.alike)

    @property
    def value(self) -> float:
        """What the best move is worth."""
        return self.moves[0].value

    @property
    def chance(self) -> float | None:
        """The chance to win the match with it, where there is a score."""
        return self.moves[0].chance

    @property
    def kind(self) -> Kind:
        """How the value of the best move was found."""
        return self.moves[0].kind

    @property
    def known(self) -> InformationSet:
        """What ``you`` know, of an answer in which tiles are hidden."""
        assert isinstance(self.position, InformationSet)
        return self.position

    @property
    def leads(self) -> tuple[Lead, ...]:
        """The moves that were solved against the hidden hand; of a close all."""
        return tuple(move for move in self.moves if isinstance(move, Lead))

    @property
    def feasible(self) -> bool:
        """Whether some lead after closing wins against some hand that was tried."""
        return any(lead.double_dummy.outcomes[0][0] > 0 for lead in self.leads)

    @property
    def certain(self) -> bool:
        """Whether the strategy wins with some lead whatever the opponent holds; never told from a sample."""
        return self.exact and any(lead.win == 1 for lead in self.leads)

    @property
    def open(self) -> Answer:
        """What playing on is worth, of an answer to that question."""
        if self.going_on is None:
            raise AttributeError("open: expected an answer of close; found one of analyze")
        return self.going_on

    @property
    def details(self) -> Answer:
        """All that is known besides the best move and its value: the answer itself."""
        return self

    @property
    def mover(self) -> int:
        """Whose decision it is: who is to lead or to reply; you, if you may claim before the opponent leads."""
        position = self.position
        if isinstance(position, Position):
            if position.stage is Stage.ANSWER and position.to_move == YOU:
                return YOU
            return 1 - position.leader if position.stage is Stage.REPLY else position.leader
        if len(self.moves) > 1 or self.going_on is not None:
            return YOU
        return position.leader if position.led is None else 1 - position.leader

    @property
    def advice(self) -> ClosingAdvice | None:
        """Where closing was asked about: ``close`` if what the advised lead is guaranteed to take is above the whole
        interval of playing on (or equals its upper end, and wins for certain); ``play on`` if the most that any close
        can be sure of is below it, or a claim brings as much; else ``too close to call``. From a sample, the end of an
        interval that is against the advice counts. Where the match counts, all that is said of the chances to win it.
        """
        if self.going_on is None:
            return None
        best_close_interval, highest_limit = self.first.criterion, max(lead.criterion.high for lead in self.moves)
        close_low = best_close_interval.value if self.first.solved else best_close_interval.low
        playing_on_interval = self.going_on.first.criterion
        if self.going_on.kind == "certain" and playing_on_interval.value >= highest_limit:
            return PLAY_ON
        if close_low > playing_on_interval.high or (self.certain and close_low == playing_on_interval.high):
            return CLOSE
        return PLAY_ON if highest_limit < playing_on_interval.low else TOO_CLOSE

    def as_dict(self) -> dict[str, Any]:
        """The object that ``--json`` and the engine write; positions/README.md has the keys."""
        header = {"name": self.position.name, "rules": str(self.position.rules)}
        if self.going_on is not None:
            return header | self._closing_dict()
        return header | (self._exact_dict() if self.exact else self._estimate_dict())

    def _exact_dict(self) -> dict[str, Any]:
        return {
            "exact": True,
            "to_move": PLAYER_NAMES[self.mover],
            **non_null(self.first, "value", "chance"),
            "best": list(map(str, self.best_moves)),
            "moves": [{"move": str(move.move), **non_null(move, "value", "chance")} for move in self.moves],
            "line": [str(step) for step in self.line if step.move != WAIT],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }

    def _estimate_dict(self) -> dict[str, Any]:
        is_own_move = self.mover == YOU
        return {
            "exact": False,
            "to_move": PLAYER_NAMES[self.mover],
            "kind": self.kind,
            **self.first.worth(),
            "best": [str(self.best)] if is_own_move else [],
            "alike": [str(move) for move in self.alike if is_own_move],
            "moves": [move.as_dict() for move in self.moves if is_own_move],
            "line": [],
            **({"wait": self.first.as_dict()} if self.leads and not is_own_move else {}),
            **members_dict(self, "method", "worlds", "every", "weighted"),
            **(members_dict(self, "hands", "tried") if self.tried else {}),
            "remarks": remark_codes(self.known),
            **({"stopped": True} if self.stopped else {}),
            "seed": self.seed,
            "nodes": 0,
            "seconds": round(self.seconds, 4),
        }

    def _closing_dict(self) -> dict[str, Any]:
        going_on, match, refutation, why = self.open, self.position.match, self.refutation, self.why
        return {
            **members_dict(self, "hands", "tried", "feasible", "certain", "exact", "weighted", "advice"),
            "close": {"move": str(self.best), **non_null(self.first, "value", "win", "chance")},
            "leads": [lead.as_dict() for lead in self.moves],
            "open": {
                **going_on.first.as_dict(),
                "alike": list(map(str, going_on.alike)),
                **members_dict(going_on, "every", "method"),
                "deals": going_on.worlds,
                "moves": [move.as_dict() for move in going_on.moves],
            },
            "refutation": refutation
            and {"opponent": text_mask(refutation.hand), "value": refutation.value, "line": list(refutation.line)},
            "why": why
            and {
                **members_dict(why, "failing", "hands", "share"),
                "always": text_mask(why.tiles),
                "pattern": self.pattern
                and {"opponent": text_mask(self.pattern.tiles), **non_null(self.pattern, "failing", "hands", "share")},
            },
            "remarks": remark_codes(self.known),
            **({"stopped": True} if self.stopped else {}),
            "seed": self.seed,
            "seconds": round(self.seconds, 4),
            **({} if match is None else {"match": by_player(match.score)}),
            "proof": self.proof and self.proof.as_dict(),
        }

    def to_json(self) -> str:
        """``as_dict`` on one line."""
        import msgspec  # here: 0.04 s

        return msgspec.json.encode(self.as_dict(), enc_hook=float).decode()  # of numbers of numpy

    def row(self) -> dict[str, Any]:
        """One row of a data frame: the best move and its value, of how many that are as good, nodes and seconds."""
        return {
            "name": self.position.name,
            "best": str(self.best),
            **members_dict(self, "value", "chance", "kind"),
            "alike": len(self.best_moves),
            "moves": len(self.moves),
            **members_dict(self, "nodes", "worlds", "seconds"),
        }


def remark_codes(view: InformationSet) -> list[dict[str, object]]:
    """What is out of the ordinary, and what limits the opponent's hand: a code each, with what it is about."""
    position = view.world(0)
    codes: dict[str, tuple[str, object]] = {
        "opponent-may-claim": ("points", position.card_points(OPPONENT) if has_claim(position, OPPONENT) else None),
        "tiles-not-written": ("number", view.unknown_gone_count),
        "opponent-holds": ("tiles", text_mask(view.known_held)),
        "opponent-cannot-hold": ("tiles", text_mask(view.excluded & view.unseen)),
    }
    return [{"code": code, subject_key: subject} for code, (subject_key, subject) in codes.items() if subject]
