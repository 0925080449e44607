"""One answer to every question: the best move, what it is worth, and all moves; its keys in JSON are owned here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from bingo.solver.analysis.leads import Interval
from bingo.solver.errors import counted
from bingo.solver.game import WAIT, InformationSet, Move, has_claim, text_mask
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Position, Shown, Stage, by_player, members_dict
from bingo.solver.game.presets import label

if TYPE_CHECKING:
    from bingo.solver.analysis.exact import Step
    from bingo.solver.analysis.leads import CloseAnalysis, Lead

#: How a value was come by: a mean over deals; play that never sees the hand between two limits; nothing left untried;
#: known at once.
Kind = Literal["estimate", "limits", "exact", "certain"]
KINDS: tuple[Kind, ...] = get_args(Kind)
#: What may be advised.
ClosingAdvice = Literal["close", "play on", "too close to call"]
CLOSE: ClosingAdvice = "close"
PLAY_ON: ClosingAdvice = "play on"
TOO_CLOSE: ClosingAdvice = "too close to call"
#: The method where nothing is drawn any more.
BEST_DEFENCE = "best defence"


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move and what it is worth, seen from ``you``: ``value``, which lies between ``low`` and ``high``.

    ``kind`` is ``exact``; ``limits``, of what play that never sees the hidden hand is sure of (``value`` is the lower
    one); ``estimate``, a mean over deals with its 95% interval; or ``certain``. ``chance`` is that to win the match,
    with its limits, where there is a score.

    Attributes:
        worlds: How many deals or hands it was tried in; 0 where the value is known.
        gap: The standard error of what an estimate falls short of the best one, compared deal by deal; infinite where
            it was not compared.
        worse: Of a move that was given up before the others what it falls short by at least, with the same confidence;
            ``chance_worse`` in chances.
        error: The standard error, of the chance where that counts, of what a sample of hands was solved for.
        lead: What more is known of a move that was solved.
    """

    move: Move
    value: float
    low: float
    high: float
    kind: Kind
    chance: float | None = None
    chance_low: float | None = None
    chance_high: float | None = None
    worlds: int = 0
    gap: float = 0.0
    worse: float | None = None
    chance_worse: float | None = None
    error: float = 0.0
    lead: Lead | None = None

    def __str__(self) -> str:
        return f"{self.move}: {self.value:+g}" if self.low == self.high else f"{self.move}: {self.value:+.2f}"

    @classmethod
    def exact(cls, move: Move, value: int, chance: float | None = None) -> MoveValue:
        """A move with nothing left untried."""
        return cls(move, value, value, value, "exact", chance, chance, chance)

    @property
    def criterion(self) -> Interval:
        """What moves are ordered by, with its limits: the chance to win the match with a score, else the value."""
        if self.chance is None:
            return Interval(self.value, self.low, self.high)
        return Interval(self.chance, self.chance_low or 0.0, self.chance_high or 0.0)

    @property
    def solved(self) -> bool:
        """Whether the value is proved, and no estimate."""
        return self.kind != "estimate"

    def as_dict(self) -> dict[str, Any]:
        """A row of an answer in which tiles are hidden."""
        if self.lead is not None:
            return {**self.lead.as_dict(), "worlds": self.worlds}
        row = {"move": str(self.move), "kind": self.kind, **self.worth(), "worlds": self.worlds}
        behind = {"worse": self.worse, "chance_worse": self.chance_worse}
        return row | {key: least for key, least in behind.items() if least is not None}

    def worth(self) -> dict[str, Any]:
        """What it is worth, with its limits; with the chance, where the match counts."""
        return members_dict(self, "value", "low", "high", *(CHANCES if self.chance is not None else ()))


#: The keys of a chance with its limits.
CHANCES = "chance", "chance_low", "chance_high"


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Shown):
    """What a position is worth, and every move of it; ``print`` shows it with the board.

    >>> from bingo import Position, analyze
    >>> answer = analyze(Position.parse("pagat 4 44/65 y 65/41 7/6 0/0 - -"))
    >>> answer.best, answer.value, answer.kind
    (Move.parse('lead 4-4'), 1, 'exact')

    Attributes:
        position: What was asked about; where tiles are hidden, what ``you`` know of it.
        moves: Every sensible move, the best first: by the chance to win the match where there is a score, those of
            equal chance by game points. Of a close the leads after it. Only to wait where tiles are hidden and the
            opponent is to move.
        alike: The other moves that cannot be told from the best one; where all is exact, that are worth as much.
        exact: Whether every tile is known; of a close, whether every hand was solved.
        line: A line of best play to the end of the deal, or of the match; empty where tiles are hidden.
        nodes: Positions that were searched.
        method: How moves were tried, or ``best defence``; ``worlds`` how many deals, ``every`` whether these are all
            that fit. ``weighted`` by what the opponent's play tells of their hand.
        hands: How many hands the opponent may hold, and how many of them were tried, where moves were solved.
        stopped: Whether it was ended before it was done.
        close: All about closing now, and ``going_on`` about playing on, where that was asked.
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
    hands: tuple[int, int] | None = None
    stopped: bool = False
    seconds: float = 0.0
    close: CloseAnalysis | None = None
    going_on: Answer | None = None

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
    def closing(self) -> CloseAnalysis:
        """All about closing now, of an answer to that question."""
        if self.close is None:
            raise AttributeError("closing: expected an answer of close; found one of analyze")
        return self.close

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
        if len(self.moves) > 1 or self.close is not None:
            return YOU
        return position.leader if position.led is None else 1 - position.leader

    @property
    def advice(self) -> ClosingAdvice | None:
        """Where closing was asked about: ``close`` if what the advised lead is guaranteed to take is above the whole
        interval of playing on (or equals its upper end, and wins for certain); ``play on`` if the most that any close
        can be sure of is below it, or a claim brings as much; else ``too close to call``. From a sample, the end of an
        interval that is against the advice counts. Where the match counts, all that is said of the chances to win it.
        """
        if self.close is None:
            return None
        best, first, most = self.closing.best, self.open.first, max(lead.most for lead in self.closing.leads)
        sure = best.guaranteed.points.low if best.match is None else best.match.guaranteed.low
        open_ = first.criterion
        if first.kind == "certain" and open_.value >= most:
            return PLAY_ON
        if sure > open_.high or (self.closing.certain and sure == open_.high):
            return CLOSE
        return PLAY_ON if most < open_.low else TOO_CLOSE

    def as_dict(self) -> dict[str, Any]:
        """The object that ``--json`` and the engine write; positions/README.md has the keys."""
        head = {"name": self.position.name, "rules": label(self.position.rules)}
        if self.close is not None:
            return head | self._closed()
        return head | (self._exact() if self.exact else self._estimated())

    def _exact(self) -> dict[str, Any]:
        def worth(move: MoveValue) -> dict[str, Any]:
            return members_dict(move, "value", *(() if move.chance is None else ("chance",)))

        return {
            "exact": True,
            "to_move": PLAYER_NAMES[self.mover],
            **worth(self.first),
            "best": list(map(str, self.best_moves)),
            "moves": [{"move": str(move.move), **worth(move)} for move in self.moves],
            "line": [str(step) for step in self.line if step.move != WAIT],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }

    def _estimated(self) -> dict[str, Any]:
        mine = self.mover == YOU
        return {
            "exact": False,
            "to_move": PLAYER_NAMES[self.mover],
            "kind": self.kind,
            **self.first.worth(),
            "best": [str(self.best)] if mine else [],
            "alike": [str(move) for move in self.alike if mine],
            "moves": [move.as_dict() for move in self.moves if mine],
            "line": [],
            **({} if mine or self.first.lead is None else {"wait": self.first.as_dict()}),
            **members_dict(self, "method", "worlds", "every", "weighted"),
            **({} if self.hands is None else dict(zip(("hands", "tried"), self.hands, strict=True))),
            "remarks": remark_codes(self.known),
            **({"stopped": True} if self.stopped else {}),
            "seed": self.seed,
            "nodes": 0,
            "seconds": round(self.seconds, 4),
        }

    def _closed(self) -> dict[str, Any]:
        closing, going_on, match = self.closing, self.open, self.position.match
        best, beaten = closing.best, closing.refutation
        return {
            **members_dict(closing, "hands", "tried", "feasible", "certain", "exact", "weighted"),
            "advice": self.advice,
            "close": {
                "move": str(best.move),
                **members_dict(best.guaranteed, "value", "win"),
                **({} if best.match is None else {"chance": best.match.guaranteed.value}),
            },
            "leads": [lead.as_dict() for lead in closing.leads],
            "open": {
                **going_on.first.as_dict(),
                "alike": list(map(str, going_on.alike)),
                **members_dict(going_on, "every", "method"),
                "deals": going_on.worlds,
                "moves": [move.as_dict() for move in going_on.moves],
            },
            "refutation": beaten
            and {"opponent": text_mask(beaten.hand), "value": beaten.value, "line": list(beaten.line)},
            "why": closing.why.as_dict(),
            "remarks": remark_codes(self.known),
            **({"stopped": True} if self.stopped else {}),
            "seed": self.seed,
            "seconds": round(self.seconds, 4),
            **({} if match is None else {"match": by_player(match.score)}),
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


def remark_codes(known: InformationSet) -> list[dict[str, object]]:
    """What is out of the ordinary, and what limits the opponent's hand: a code each, with what it is about."""
    now = known.world(0)
    codes: dict[str, tuple[str, object]] = {
        "opponent-may-claim": ("points", now.card_points(OPPONENT) if has_claim(now, OPPONENT) else None),
        "tiles-not-written": ("number", known.unknown_gone),
        "opponent-holds": ("tiles", text_mask(known.held)),
        "opponent-cannot-hold": ("tiles", text_mask(known.excluded & known.unseen)),
    }
    return [{"code": code, what: about} for code, (what, about) in codes.items() if about]
