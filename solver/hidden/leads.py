"""What a move is worth once nothing is drawn any more and the other hand is hidden, as the engine tells it.

Two means bracket each move. Above, its double-dummy value: what it is worth if you saw the hand from then on. Below,
what is guaranteed: what one strategy that never sees the hand takes from an opponent who does. The best such strategy
(best defence) lies between, and mostly the two limits on it meet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bingo.solver.game.moves import Move

#: Standard errors on either side of a mean that make a 95% confidence interval.
STANDARD_ERRORS_95 = 1.96
#: Means that differ by less are the same.
NEARLY = 1e-9

Outcomes = tuple[tuple[int, int], ...]
Chances = tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Interval:
    """A number between two limits that hold it with 95% confidence; all three are the same where it is exact."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, row: Mapping[str, Any], key: str = "value", prefix: str = "") -> Interval:
        """The number under a key, with its limits where there are any."""
        value = row[key]
        return cls(value, row.get(f"{prefix}low", value), row.get(f"{prefix}high", value))


@dataclass(frozen=True, slots=True)
class Mean:
    """What a move is worth over all hands: game points (card points under ``berndt``) on average, and the share of
    hands in which that is more than 0. ``exact`` if no hand was left out.
    """

    points: Interval
    wins: Interval
    exact: bool

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Mean:
        """As it stands under ``sure`` or ``double_dummy``."""
        return cls(Interval.of(row), Interval.of(row, "win", "win_"), "low" not in row)

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
        return self.high - self.low <= NEARLY


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
        return self.between is not None and self.between[1] - self.between[0] <= NEARLY

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
        outcomes: Hands tried by their double-dummy value, the best first.
        guaranteed_outcomes: Hands tried by what the strategy takes, the best first.
        chances: What part of the hands tried has each double-dummy value, by their weights.
        guaranteed_chances: The same of what the strategy takes.
        match: Where the match counts, the chances to win it.
    """

    move: Move
    double_dummy: Mean
    guaranteed: Mean
    best_defence: Limits | None
    outcomes: Outcomes
    guaranteed_outcomes: Outcomes
    chances: Chances
    guaranteed_chances: Chances
    match: MatchChances | None = None

    @property
    def most(self) -> float:
        """The most that play which never sees the hand can be sure of, as far as that is known: on average, or of the
        chances to win the match.
        """
        if self.match is not None:
            return self.match.double_dummy.high if self.match.between is None else self.match.between[1]
        return self.double_dummy.points.high if self.best_defence is None else self.best_defence.high

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Lead:
        """From a row of an answer."""
        seen, sure, between = row["double_dummy"], row["sure"], row["best_defence"]
        limits = None if between is None else Limits(*(between[key] for key in ("low", "high", "win_low", "win_high")))
        match = None
        if "chance" in row:
            ends = None if between is None else (between["chance_low"], between["chance_high"])
            by_chance = Interval.of(seen, "chance", "chance_"), Interval.of(sure, "chance", "chance_")
            match = MatchChances(*by_chance, ends)
        return cls(
            move=Move.parse(row["move"]),
            double_dummy=Mean.of(seen),
            guaranteed=Mean.of(sure),
            best_defence=limits,
            outcomes=_by_value(seen.get("outcomes", {})),
            guaranteed_outcomes=_by_value(sure.get("outcomes", {})),
            chances=_by_value(seen.get("chances", {})),
            guaranteed_chances=_by_value(sure.get("chances", {})),
            match=match,
        )


def _by_value(parts: Mapping[str, Any]) -> tuple[tuple[int, Any], ...]:
    return tuple((int(value), part) for value, part in parts.items())
