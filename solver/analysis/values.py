"""What a move is worth: by how much, how sure that is, and of a move that was solved what stands behind it.

Two means bracket a move once nothing is drawn any more and the other hand is hidden. Above, its double-dummy value:
what it is worth if you saw the hand from then on. Below, what is guaranteed: what one strategy that never sees the hand
takes from an opponent who does. The best such strategy (best defence) lies between, and mostly the two limits on it
meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from bingo.solver.errors import signed
from bingo.solver.game import Mask, Move, members_dict

#: How a value was found: a mean over deals; limits on what play without sight of the hand takes; an exhaustive search;
#: known without any.
Kind = Literal["estimate", "limits", "exact", "certain"]
VALUE_KINDS: tuple[Kind, ...] = get_args(Kind)
#: The limits of points, of the share of hands won and of the chance to win the match, by their names.
LIMIT_NAMES = ("low", "high", "win_low", "win_high", "chance_low", "chance_high")
#: Standard errors on either side of a mean that make a 95% confidence interval.
STANDARD_ERRORS_95 = 1.96
#: Means that differ by no more than this are equal.
VALUE_TOLERANCE = 1e-9

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

    @property
    def is_exact(self) -> bool:
        """Whether the value is the exact one, found by a search or known without any."""
        return self.kind in ("exact", "certain")

    def as_dict(self) -> dict[str, Any]:
        """A row of an answer in which tiles are hidden."""
        row = {"move": str(self.move), "kind": self.kind, **self.worth()}
        return row | non_null(self, "worlds", "worse", "chance_worse")

    def worth(self) -> dict[str, Any]:
        """What it is worth, with its limits; with the chance, where the match counts."""
        return non_null(self, "value", "low", "high", "chance", "chance_low", "chance_high")


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
        row = non_null(self, "value", "win", "chance", *(() if exact else LIMIT_NAMES))
        if self.outcomes:
            row["outcomes"] = {signed(value): hands for value, hands, _ in self.outcomes}
            row["chances"] = {signed(value): share for value, _, share in self.outcomes}
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
        return self.solved and self.high - self.low <= VALUE_TOLERANCE

    def as_dict(self) -> dict[str, Any]:
        """A row of an answer, with the keys of ``--json``."""
        return {
            **MoveValue.as_dict(self),
            "win": self.win,
            "exact": self.tight,
            "best_defence": non_null(self, *LIMIT_NAMES) if self.solved else None,
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


def non_null(thing: object, *names: str) -> dict[str, Any]:
    """The members of a thing under their own names, but for those that are None."""
    return {name: value for name, value in members_dict(thing, *names).items() if value is not None}
