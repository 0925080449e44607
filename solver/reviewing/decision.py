"""A decision of a played deal, judged by what its player could know and with all tiles seen; what was luck; and a
review as data: the object that ``bingo review --json`` writes, and the rows of ``--csv``.

A mistake is called by what it loses, in game points. Where a deal is worth card points, 66 of them win a rubber as 7
game points win a match: a game point stands for ``CARD_POINTS`` of them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bingo.solver.game.moves import CLAIM, Move
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Shown, Stage, by_player, members_dict
from bingo.solver.game.presets import label
from bingo.solver.game.record import Moment
from bingo.solver.game.rules import Rules

if TYPE_CHECKING:
    from bingo.solver.reviewing.deal import Review, Totals


@dataclass(frozen=True, slots=True)
class Option:
    """A move that could be made, and what the deal is then worth, seen from ``you`` of the record."""

    move: Move
    value: float


@dataclass(frozen=True, slots=True)
class DoubleDummy:
    """A decision judged with all tiles seen: exact values of the best move and of that made, seen from ``you``.

    ``best`` is the move made where none is better. ``lost`` is the mover's and never negative.
    """

    best: Move
    value: int
    best_value: int
    lost: int


@dataclass(frozen=True, slots=True)
class Reason(Shown):
    """Why a move was a mistake: a ``kind``, the ``facts`` that ``str`` makes a sentence of (``render/reasons.py``), and
    the line (moves as text) or hand that proves it. Code has checked all that the sentence says.
    """

    kind: str
    facts: Mapping[str, Any] = field(hash=False)
    line: tuple[str, ...] = ()
    hand: str = ""


@dataclass(frozen=True, slots=True)
class ForMatch:
    """What a decision did to the match. Chances to win it are seen from ``you``, 0 to 1.

    Attributes:
        best: The best move for the match by what the mover could know; the move made where none is better.
        chance: After the move made, and ``best_chance`` after ``best``.
        chance_by_points: After the move that is best by game points.
        lost: What the move made cost the mover, 0 or more, with the limits of its 95% interval.
        mistake: Whether that interval excludes 0, and the loss is at least the smallest that is marked.
    """

    best: Move
    chance: float
    best_chance: float
    chance_by_points: float
    lost: float
    low: float
    high: float
    mistake: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with a choice. Values are of the whole deal, points already scored included, seen from ``you``.

    Attributes:
        n: Counts the decisions of the deal from 1.
        moment: The position with all tiles, whose turn it was, and what was seen; ``player`` (0 or 1) made ``move``
            there, which may be to wait with a claim.
        best: The best move by what ``player`` could know; ``move`` itself where none is better.
        value: What the deal was worth after ``move``, and ``best_value`` after ``best``.
        lost: The mover's loss, 0 or more, with the limits of its 95% interval; exact where all was known.
        mistake: Whether that interval excludes 0, and the loss is at least the smallest that is marked; not if it is
            ``repeated``.
        worlds: How many deals or hands ``lost`` comes from; 1 where all was known.
        options: The sensible moves and the one made, the best for the mover first.
        open: The same with all tiles seen; None where some are not recorded.
        reason: Why it was a mistake, where that could be proved.
        match: The same by the chance to win the match; None without a score.
        repeated: A close missed that lost more in another trick of the deal, where it counts.
    """

    n: int
    moment: Moment
    player: int
    move: Move
    best: Move
    value: float
    best_value: float
    lost: float
    low: float
    high: float
    exact: bool
    mistake: bool
    worlds: int
    options: Sequence[Option]
    open: DoubleDummy | None = None
    reason: Reason | None = None
    match: ForMatch | None = None
    repeated: bool = False

    @property
    def counted(self) -> float:
        """What of the loss counts in sums."""
        return 0.0 if self.repeated else self.lost

    @property
    def trick(self) -> int:
        """The number of the trick under way or about to begin, from 1."""
        return self.moment.trick

    @property
    def phase(self) -> str:
        """``open``, ``closed`` or ``exhausted``, as the boneyard was."""
        position = self.moment.position
        return "open" if position.open else "closed" if position.closed else "exhausted"


def stage_of(moment: Moment) -> Stage:
    """What was being decided: for a claim, true or false, whether to claim."""
    assert moment.turn is not None
    if moment.turn.move == CLAIM:
        return Stage.CLAIM if moment.turn.player == moment.position.leader else Stage.ANSWER
    return moment.position.stage


@dataclass(frozen=True, slots=True)
class Draw:
    """What both drew after a trick, and what that was worth to ``you``."""

    trick: int
    worth: float


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of ``you``: in the tiles dealt, in those drawn, and in what lay hidden when moves were chosen."""

    deal: float
    draws: float
    hidden: float
    each: tuple[Draw, ...] = ()

    @property
    def you(self) -> float:
        """All of it."""
        return self.deal + self.draws + self.hidden


#: The least loss of a mistake that is marked, by what it is called.
DOUBTFUL, BAD, VERY_BAD = 0.05, 0.15, 0.4
GRADES = (("very bad", VERY_BAD), ("bad", BAD), ("doubtful", DOUBTFUL))
#: The least that a mistake costs of the chance to win the match.
LEAST_CHANCE = 0.01
#: Card points that stand for a game point.
CARD_POINTS = 66 / 7


def unit(rules: Rules) -> float:
    """What a game point is in the values under these rules."""
    return CARD_POINTS if rules.at_target == "points" else 1.0


def grade(lost: float, rules: Rules) -> str | None:
    """Grade a mistake by what it loses; None if it is too small to be marked."""
    return next((name for name, least in GRADES if lost >= least * unit(rules)), None)


#: The columns of ``--csv``.
COLUMNS = (
    "file",
    "deal",
    "name",
    "rules",
    "n",
    "trick",
    "player",
    "move",
    "best",
    "value",
    "best_value",
    "lost",
    "low",
    "high",
    "exact",
    "worlds",
    "mistake",
    "grade",
    "why",
    "open_best",
    "open_lost",
)


@dataclass(frozen=True, slots=True)
class Turning:
    """What moved the deal most: a decision or a draw, and by how much, seen from ``you``."""

    swing: float
    decision: Judged | None = None
    draw: Draw | None = None


def turning_point(review: Review) -> Turning | None:
    """The decision or draw with the largest swing; None where nothing moved."""
    turnings = [Turning(cause.value - cause.best_value, decision=cause) for cause in review.decisions if cause.mistake]
    turnings += [Turning(cause.worth, draw=cause) for cause in (review.luck.each if review.luck else ()) if cause.worth]
    return max(turnings, key=lambda cause: abs(cause.swing), default=None)


def luck_of(decision: Judged) -> str | None:
    """``unlucky``: right by what was known, lost by what was there; ``lucky``: the other way round; else None."""
    if decision.open is None or decision.exact:
        return None
    if decision.mistake:
        return "lucky" if not decision.open.lost else None
    return (
        "unlucky"
        if decision.open.lost >= unit(decision.moment.position.rules) and decision.best == decision.move
        else None
    )


def ending_of(decision: Judged) -> str | None:
    """``close`` or ``claim`` where that was made or would have been best, or a claim was waived; else None."""
    claims = decision.move.claim or decision.best.claim or stage_of(decision.moment) in (Stage.CLAIM, Stage.ANSWER)
    return "claim" if claims else "close" if decision.move.close or decision.best.close else None


def ending_made(decision: Judged) -> bool:
    """Whether the player did close or claim."""
    return decision.move.claim if ending_of(decision) == "claim" else decision.move.close


def as_dict(review: Review) -> dict[str, Any]:
    """The object that ``bingo review --json`` writes."""
    record, luck = review.record, review.luck
    return {
        "name": record.name,
        "rules": label(record.rules),
        **members_dict(review, "result", "start"),
        "luck": luck and members_dict(luck, "you", "deal", "draws", "hidden"),
        "lost": by_player(review.lost),
        "mistakes": by_player((review.totals[YOU].mistakes, review.totals[OPPONENT].mistakes)),
        "adjusted": review.adjusted,
        "judged": [PLAYER_NAMES[player] for player in review.judged],
        "players": record.players and by_player(record.players),
        "totals": by_player((_totals(review.totals[YOU]), _totals(review.totals[OPPONENT]))),
        "turning": _turning(turning_point(review)),
        "draws": [{"trick": item.trick, "worth": item.worth} for item in (luck.each if luck else ())],
        "decisions": [decision_dict(item) for item in review.decisions],
        "worlds": review.worlds if review.settings.seconds is None else None,
        "limit": review.settings.seconds,
        "seed": review.settings.seed,
    }


def decision_dict(decision: Judged) -> dict[str, Any]:
    """A decision of it."""
    double_dummy, reason, match = decision.open, decision.reason, decision.match
    return {
        **members_dict(decision, "n", "trick", "phase"),
        "player": PLAYER_NAMES[decision.player],
        "move": str(decision.move),
        "best": str(decision.best),
        **members_dict(decision, "value", "best_value"),
        **({} if match is None else {"chance": match.chance, "best_chance": match.chance_by_points}),
        **members_dict(decision, "lost", "low", "high", "exact", "worlds", "mistake", "repeated"),
        "grade": graded(decision),
        "luck": luck_of(decision),
        "ending": ending_of(decision),
        "why": reason and str(reason),
        "reason": reason and {"kind": reason.kind, "line": list(reason.line), "hand": reason.hand},
        "options": [{"move": str(option.move), "value": option.value} for option in decision.options],
        "open": double_dummy
        and {"best": str(double_dummy.best), **members_dict(double_dummy, "value", "best_value", "lost")},
        **({} if match is None else {"match": _for_match(match)}),
    }


def _for_match(match: ForMatch) -> dict[str, Any]:
    return {"best": str(match.best), **members_dict(match, "chance", "best_chance", "lost", "low", "high", "mistake")}


def graded(decision: Judged) -> str | None:
    """What a mistake is called."""
    return grade(decision.lost, decision.moment.position.rules) if decision.mistake else None


def rows(review: dict[str, Any]) -> list[list[Any]]:
    """The rows of ``--csv``, a decision each, of what :func:`as_dict` made of a deal, with its ``file`` and number
    (``deal``).
    """
    deal = {key: review[key] for key in ("file", "deal", "name", "rules")}
    listed = []
    for decision in review["decisions"]:
        double_dummy = decision["open"] or {"best": None, "lost": None}
        row = {**decision, **deal, "open_best": double_dummy["best"], "open_lost": double_dummy["lost"]}
        listed.append([row.get(column) for column in COLUMNS])
    return listed


def _totals(totals: Totals) -> dict[str, Any]:
    return {
        "decisions": totals.decisions,
        **{name.replace(" ", "_"): count for name, count in totals.grades.items()},
        **members_dict(totals, "lost", "per_decision"),
    }


def _turning(turning: Turning | None) -> dict[str, Any] | None:
    if turning is None:
        return None
    where = {"n": turning.decision.n} if turning.decision else {"draw": turning.draw.trick if turning.draw else None}
    return {"swing": turning.swing, **where}


@dataclass(slots=True)
class Losses:
    """Sums over deals of what was lost and of how many decisions there were, and of their products."""

    deals: int = 0
    decisions: int = 0
    lost: float = 0.0
    products: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])

    def add(self, lost: float, decisions: int) -> None:
        """Another deal."""
        self.deals += 1
        self.decisions += decisions
        self.lost += lost
        for n, product in enumerate((lost * lost, lost * decisions, float(decisions * decisions))):
            self.products[n] += product

    @property
    def value(self) -> float:
        """The loss per decision."""
        return self.lost / self.decisions if self.decisions else 0.0

    @property
    def error(self) -> float | None:
        """Its standard error; None of a single deal."""
        if self.deals < 2:
            return None
        mean, (squares, mixed, sizes) = self.value, self.products
        spread = max(squares - 2 * mean * mixed + mean * mean * sizes, 0.0)
        return math.sqrt(spread * self.deals / (self.deals - 1)) / self.decisions

    def as_dict(self) -> dict[str, Any]:
        """As data."""
        return {"deals": self.deals, "decisions": self.decisions, "lost": self.value, "error": self.error}
