"""What a move is worth once nothing is drawn any more and the other hand is hidden, as the engine tells it.

Two means bracket each move. Above, its double-dummy value: what it is worth if you saw the hand from then on. Below,
what is guaranteed: what one strategy that never sees the hand takes from an opponent who does. The best such strategy
(best defence) lies between, and mostly the two limits on it meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bingo.solver.game import Mask, Move, members_dict, text_mask

if TYPE_CHECKING:
    from bingo.solver.engine import _kernel

#: Standard errors on either side of a mean that make a 95% confidence interval.
STANDARD_ERRORS_95 = 1.96
#: Means that differ by no more are the same.
TOLERANCE = 1e-9

#: Hands by the value that they have, the best first: the value, how many hands, and what part of all by their weights.
Outcomes = tuple[tuple[int, int, float], ...]


@dataclass(frozen=True, slots=True)
class Interval:
    """A number between two limits that hold it with 95% confidence; all three are the same where it is exact."""

    value: float
    low: float
    high: float

    def as_dict(self, key: str = "value", prefix: str = "") -> dict[str, float]:
        """The number under a key, with its limits."""
        return {key: self.value, f"{prefix}low": self.low, f"{prefix}high": self.high}


@dataclass(frozen=True, slots=True)
class Mean:
    """What a move is worth over all hands: game points (card points under ``berndt``) on average, and the share of
    hands in which that is more than 0. ``exact`` if no hand was left out; of a close, also the ``outcomes``.
    """

    points: Interval
    wins: Interval
    exact: bool
    outcomes: Outcomes = ()

    @property
    def value(self) -> float:
        """Points on average."""
        return self.points.value

    @property
    def win(self) -> float:
        """The share of hands with a value above 0."""
        return self.wins.value


@dataclass(frozen=True, slots=True)
class Limits:
    """What best defence leaves a move lies between ``low`` and ``high``: points on average; and the share of hands won
    by the strategy that wins most often between ``win_low`` and ``win_high``.
    """

    low: float
    high: float
    win_low: float
    win_high: float

    @property
    def exact(self) -> bool:
        """Whether the two limits on points have met."""
        return self.high - self.low <= TOLERANCE


@dataclass(frozen=True, slots=True)
class MatchChances:
    """The chances to win the match with a move.

    Attributes:
        double_dummy: If you saw the hand from then on.
        guaranteed: What one strategy that never sees the hand takes from an opponent who sees everything.
        between: The limits of what the best such strategy takes; None where hands were left out.
    """

    double_dummy: Interval
    guaranteed: Interval
    between: tuple[float, float] | None = None

    @property
    def exact(self) -> bool:
        """Whether best defence is known."""
        return self.between is not None and self.between[1] - self.between[0] <= TOLERANCE

    @property
    def most(self) -> float:
        """What no play can exceed that never sees the hand; of a sample, what it would be if the hand were seen."""
        return self.double_dummy.value if self.between is None else self.between[1]


@dataclass(frozen=True, slots=True)
class Lead:
    """A move, and what it is worth over all hands.

    Attributes:
        move: The declaration and the lead, after closing if it closes; a reply; or a declaration that is claimed with
            at once.
        double_dummy: What it is worth if you saw the hand from then on.
        guaranteed: What one strategy that never sees the hand takes from an opponent who sees everything.
        best_defence: Between what the best such strategy is; None where hands were left out.
        match: Where the match counts, the chances to win it.
    """

    move: Move
    double_dummy: Mean
    guaranteed: Mean
    best_defence: Limits | None
    match: MatchChances | None = None

    @classmethod
    def of(cls, move: Move, lead: _kernel.Lead, *, exact: bool, weights: Sequence[float] | None = None) -> Lead:
        """What the engine says of a move; ``exact`` if no hand was left out. With ``weights``, outcomes too."""
        points, wins, chance = lead.points, lead.wins, lead.chance
        limits = None
        if points.best is not None:
            limits = Limits(*points.best, *(wins.best or (wins.guaranteed[1], wins.double_dummy[2])))
        match = None
        if chance is not None:
            between = chance.best or (chance.guaranteed[1], chance.double_dummy[2])
            match = MatchChances(
                _interval(chance.double_dummy, exact), _interval(chance.guaranteed, exact), between if limits else None
            )
        seen, sure = (
            Mean(_interval(mean, exact), _interval(won, exact), exact, _outcomes(values, weights))
            for mean, won, values in (
                (points.double_dummy, wins.double_dummy, lead.double_dummy),
                (points.guaranteed, wins.guaranteed, lead.guaranteed),
            )
        )
        return cls(move, seen, sure, limits, match=match)

    @property
    def low(self) -> float:
        """The least that best defence leaves, on average; of a sample, that with 95% confidence."""
        return self.guaranteed.points.low if self.best_defence is None else self.best_defence.low

    @property
    def high(self) -> float:
        """The most that it leaves; of a sample, what it would be if the hand were seen."""
        return self.double_dummy.points.high if self.best_defence is None else self.best_defence.high

    @property
    def chance(self) -> Interval | None:
        """The chance to win the match that the strategy is sure of, between the limits of best defence."""
        if self.match is None:
            return None
        low, high = self.match.between or (self.match.guaranteed.low, self.match.double_dummy.high)
        return Interval(self.match.guaranteed.value, low, high)

    @property
    def most(self) -> float:
        """The most that play which never sees the hand can be sure of, as far as that is known: on average, or of the
        chances to win the match.
        """
        return self.high if self.chance is None else self.chance.high

    @property
    def kind(self) -> str:
        """How the value was found: a sample of hands, two limits, or limits that have met."""
        if self.best_defence is None:
            return "estimate"
        exact = self.best_defence.exact and (self.match is None or self.match.exact)
        return "exact" if exact else "limits"

    def as_dict(self) -> dict[str, Any]:
        """A row of an answer, with the keys of ``--json``."""
        limits, chance = self.best_defence, self.chance
        chances = {} if chance is None else chance.as_dict("chance", "chance_")
        between = limits and {
            **members_dict(limits, "low", "high", "win_low", "win_high"),
            **{key: chances[key] for key in chances if key != "chance"},
        }
        return {
            "move": str(self.move),
            "kind": self.kind,
            **Interval(self.guaranteed.value, self.low, self.high).as_dict(),
            "win": self.guaranteed.win,
            **chances,
            "exact": limits is not None and limits.exact,
            "best_defence": between,
            "sure": self._mean_as_dict(self.guaranteed),
            "double_dummy": self._mean_as_dict(self.double_dummy),
        }

    def _mean_as_dict(self, mean: Mean) -> dict[str, Any]:
        row: dict[str, Any] = {"value": mean.value, "win": mean.win}
        if not mean.exact:
            row |= {"low": mean.points.low, "high": mean.points.high}
            row |= {"win_low": mean.wins.low, "win_high": mean.wins.high}
        if self.match is not None:
            chance = self.match.guaranteed if mean is self.guaranteed else self.match.double_dummy
            row |= {"chance": chance.value} if mean.exact else chance.as_dict("chance", "chance_")
        if mean.outcomes:
            row["outcomes"] = {_signed(value): hands for value, hands, _ in mean.outcomes}
            row["chances"] = {_signed(value): share for value, _, share in mean.outcomes}
        return row


@dataclass(frozen=True, slots=True)
class Pattern:
    """Tiles that, in the opponent's hand, make the close fail in ``failing`` of ``hands`` hands, and what part of them
    that is by their weights.
    """

    tiles: Mask
    failing: int
    hands: int
    share: float

    def as_dict(self) -> dict[str, Any]:
        """As ``--json`` has it."""
        return {"opponent": text_mask(self.tiles), **members_dict(self, "failing", "hands", "share")}


@dataclass(frozen=True, slots=True)
class Why:
    """In how many of the hands tried a lead is not sure to win, and in what part of them by their weights; which tiles
    all these have, and a telling pattern.
    """

    failing: int
    hands: int
    share: float
    always: Mask
    pattern: Pattern | None

    def as_dict(self) -> dict[str, Any]:
        """As ``--json`` has it."""
        pattern = self.pattern and self.pattern.as_dict()
        return {**members_dict(self, "failing", "hands", "share"), "always": text_mask(self.always), "pattern": pattern}


@dataclass(frozen=True, slots=True)
class Refutation:
    """A hand of the opponent against which a lead does not win though you saw it, and the line of best play."""

    hand: Mask
    value: int
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CloseAnalysis:
    """All leads after closing, the highest guaranteed mean first; where the match counts, the highest chance.

    Attributes:
        leads: The advised lead first; among equals the one with the higher double-dummy mean.
        hands: How many hands the opponent may hold.
        tried: How many of them were solved; the others were left out for want of time.
        weighted: Whether they count by how likely the opponent's play was with each; else all count alike.
        exact: Whether no hand was left out.
        feasible: Whether some lead wins against some hand that was tried.
        certain: Whether the strategy wins with some lead whatever the opponent holds; never told from a sample.
        why: When the strategy that begins with the advised lead does not win.
        refutation: A hand that beats the advised lead even if you saw it; None if there is none among those tried.
        stopped: Whether it was ended before it was done.
        seconds: The time that all this took.
    """

    leads: tuple[Lead, ...]
    hands: int
    tried: int
    weighted: bool
    exact: bool
    feasible: bool
    certain: bool
    why: Why
    refutation: Refutation | None
    stopped: bool
    seconds: float

    @property
    def best(self) -> Lead:
        """The advised lead: the one with the highest guaranteed mean, or chance to win the match."""
        return self.leads[0]

    @property
    def highest(self) -> Lead:
        """The lead with the highest double-dummy mean: the advised one, if it is among them."""
        return max(self.leads, key=lambda lead: lead.double_dummy.value)


def _outcomes(values: Iterable[int], weights: Sequence[float] | None) -> Outcomes:
    if weights is None:
        return ()
    hands: dict[int, int] = {}
    shares: dict[int, float] = {}
    for value, weight in zip(values, weights, strict=True):
        hands[value] = hands.get(value, 0) + 1
        shares[value] = shares.get(value, 0.0) + weight
    total = sum(weights)
    return tuple((value, hands[value], shares[value] / total) for value in sorted(hands, reverse=True))


def _interval(three: tuple[float, float, float], exact: bool) -> Interval:
    return Interval(three[0], three[0], three[0]) if exact else Interval(*three)


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"
