"""One answer to every question: the best move, what it is worth, and all moves; its keys in JSON are owned here.

Two means bracket a move once nothing is drawn any more and the other hand is hidden. Above, its double-dummy value:
what it is worth if you saw the hand from then on. Below, what is guaranteed: what one strategy that never sees the hand
takes from an opponent who does. The best such strategy (best defence) lies between, and mostly the two limits on it
meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from bingo.solver.errors import counted
from bingo.solver.game import WAIT, InformationSet, Mask, Move, has_claim, text_mask
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Position, Shown, Stage, by_player, members_dict
from bingo.solver.game.presets import label

if TYPE_CHECKING:
    from bingo.solver.analysis.exact import Step

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
#: Standard errors on either side of a mean that make a 95% confidence interval.
STANDARD_ERRORS_95 = 1.96
#: Means that differ by no more are the same.
TOLERANCE = 1e-9

#: Hands by the value that they have, the best first: the value, how many hands, and what part of all by their weights.
Outcomes = tuple[tuple[int, int, float], ...]


class Interval(NamedTuple):
    """A number between two limits that hold it with 95% confidence; all three are the same where it is exact."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move and what it is worth, seen from ``you``: ``value``, which lies between ``low`` and ``high``.

    ``kind`` is ``exact``; ``limits``, of what play that never sees the hidden hand is sure of (``value`` is the lower
    one); ``estimate``, a mean over deals or hands with its 95% interval; or ``certain``. ``chance`` is that to win the
    match, with its limits, where there is a score.

    Attributes:
        worlds: How many deals or hands it was tried in; 0 where the value is known.
        gap: The standard error of what an estimate falls short of the best one, compared deal by deal; infinite where
            it was not compared.
        worse: Of a move that was given up before the others what it falls short by at least, with the same confidence;
            ``chance_worse`` in chances.
        error: The standard error, of the chance where that counts, of what a sample of hands was solved for.
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
        row = {"move": str(self.move), "kind": self.kind, **self.worth()}
        return row | present(self, "worlds", "worse", "chance_worse")

    def worth(self) -> dict[str, Any]:
        """What it is worth, with its limits; with the chance, where the match counts."""
        return present(self, "value", "low", "high", "chance", "chance_low", "chance_high")


@dataclass(frozen=True, slots=True)
class Mean:
    """Over all hands tried: game points (card points under ``berndt``) on average, the share of hands in which that is
    more than 0 and, where there is a score, the chance to win the match; of a close also the ``outcomes``.

    The limits hold each with 95% confidence; they are the same as it where no hand was left out.
    """

    outcomes: Outcomes
    value: float
    low: float
    high: float
    win: float
    win_low: float
    win_high: float
    chance: float | None = None
    chance_low: float | None = None
    chance_high: float | None = None

    def as_dict(self, *, exact: bool) -> dict[str, Any]:
        """The object in a row of an answer; with the limits unless it is ``exact``."""
        limits = ("low", "high", "win_low", "win_high", "chance_low", "chance_high")
        row = present(self, "value", "win", "chance", *(() if exact else limits))
        if self.outcomes:
            row["outcomes"] = {_signed(value): hands for value, hands, _ in self.outcomes}
            row["chances"] = {_signed(value): share for value, _, share in self.outcomes}
        return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead(MoveValue):
    """A move after which nothing is drawn any more, as it was solved against every hand, or a sample of them.

    The value, the chance and the share of hands won (``win``) are those that are guaranteed; between the limits of each
    is what best defence leaves. Of a sample, an estimate, the upper ones are of what it would be if you saw the hand.

    Attributes:
        guaranteed: What one strategy that never sees the hand takes from an opponent who sees everything.
        double_dummy: What the move is worth if you saw the hand from then on.
    """

    win: float
    win_low: float
    win_high: float
    guaranteed: Mean
    double_dummy: Mean

    @property
    def tight(self) -> bool:
        """Whether the limits of best defence on points have met."""
        return self.solved and self.high - self.low <= TOLERANCE

    def as_dict(self) -> dict[str, Any]:
        """A row of an answer, with the keys of ``--json``."""
        limits = ("low", "high", "win_low", "win_high", "chance_low", "chance_high")
        return {
            **MoveValue.as_dict(self),
            "win": self.win,
            "exact": self.tight,
            "best_defence": present(self, *limits) if self.solved else None,
            "sure": self.guaranteed.as_dict(exact=self.solved),
            "double_dummy": self.double_dummy.as_dict(exact=self.solved),
        }


@dataclass(frozen=True, slots=True)
class Failures:
    """Hands of the opponent that hold these ``tiles``: in how many of them a close is not sure to win, and what part of
    them that is by their weights.
    """

    tiles: Mask
    failing: int
    hands: int
    share: float


@dataclass(frozen=True, slots=True)
class Refutation:
    """A hand of the opponent against which a lead does not win though you saw it, and the line of best play."""

    hand: Mask
    value: int
    line: tuple[str, ...]


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
        best, most = self.first.criterion, max(lead.criterion.high for lead in self.moves)
        sure = best.value if self.first.solved else best.low
        open_ = self.going_on.first.criterion
        if self.going_on.kind == "certain" and open_.value >= most:
            return PLAY_ON
        if sure > open_.high or (self.certain and sure == open_.high):
            return CLOSE
        return PLAY_ON if most < open_.low else TOO_CLOSE

    def as_dict(self) -> dict[str, Any]:
        """The object that ``--json`` and the engine write; positions/README.md has the keys."""
        head = {"name": self.position.name, "rules": label(self.position.rules)}
        if self.going_on is not None:
            return head | self._closed()
        return head | (self._exact() if self.exact else self._estimated())

    def _exact(self) -> dict[str, Any]:
        return {
            "exact": True,
            "to_move": PLAYER_NAMES[self.mover],
            **present(self.first, "value", "chance"),
            "best": list(map(str, self.best_moves)),
            "moves": [{"move": str(move.move), **present(move, "value", "chance")} for move in self.moves],
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
            **({"wait": self.first.as_dict()} if self.leads and not mine else {}),
            **members_dict(self, "method", "worlds", "every", "weighted"),
            **(members_dict(self, "hands", "tried") if self.tried else {}),
            "remarks": remark_codes(self.known),
            **({"stopped": True} if self.stopped else {}),
            "seed": self.seed,
            "nodes": 0,
            "seconds": round(self.seconds, 4),
        }

    def _closed(self) -> dict[str, Any]:
        going_on, match, beaten, why = self.open, self.position.match, self.refutation, self.why
        return {
            **members_dict(self, "hands", "tried", "feasible", "certain", "exact", "weighted", "advice"),
            "close": {"move": str(self.best), **present(self.first, "value", "win", "chance")},
            "leads": [lead.as_dict() for lead in self.moves],
            "open": {
                **going_on.first.as_dict(),
                "alike": list(map(str, going_on.alike)),
                **members_dict(going_on, "every", "method"),
                "deals": going_on.worlds,
                "moves": [move.as_dict() for move in going_on.moves],
            },
            "refutation": beaten
            and {"opponent": text_mask(beaten.hand), "value": beaten.value, "line": list(beaten.line)},
            "why": why
            and {
                **members_dict(why, "failing", "hands", "share"),
                "always": text_mask(why.tiles),
                "pattern": self.pattern
                and {"opponent": text_mask(self.pattern.tiles), **present(self.pattern, "failing", "hands", "share")},
            },
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


def present(thing: object, *names: str) -> dict[str, Any]:
    """The members of a thing under their own names, but for those that are None."""
    return {name: value for name, value in members_dict(thing, *names).items() if value is not None}


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


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
