"""What ``batch`` and ``review`` write."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from tests.answers.analyzing import ExactMove, HiddenMove, Kind, best_first
from tests.answers.common import NEARLY, Count, Move, Object, Player, Share, Spent, Step, Value, sign, that


class Origin(Object, kw_only=True):
    """Where a position stands."""

    file: str
    position: Annotated[int, Meta(ge=1)]
    line: Annotated[int, Meta(ge=1)] | list[Step] | UnsetType = UNSET
    line_number: Annotated[int, Meta(ge=1)]
    name: str | UnsetType = UNSET


class Refused(Origin, kw_only=True):
    """What failed, and why."""

    error: Literal["file", "empty", "unreadable", "impossible", "hidden", "unexpected", "broken"]
    reasons: Annotated[list[str], Meta(min_length=1)]


class Solved(Origin, kw_only=True):
    """A value, and as much more as was asked for."""

    rules: str
    exact: bool
    to_move: Player
    value: Value
    chance: Share | UnsetType = UNSET
    best: list[Move] | UnsetType = UNSET
    moves: list[ExactMove] | UnsetType = UNSET
    unexpected: list[str] | UnsetType = UNSET

    def holds(self) -> None:
        that(self.exact, "expected exact")
        if self.moves is not UNSET:
            best_first(self, self.to_move)


class SolvedHidden(Solved, kw_only=True):
    """The same where tiles are hidden."""

    moves: list[HiddenMove] | UnsetType = UNSET  # type: ignore[assignment]
    low: Value
    high: Value
    chance_low: Share | UnsetType = UNSET
    chance_high: Share | UnsetType = UNSET
    alike: list[Move]
    kind: Kind
    wait: HiddenMove | UnsetType = UNSET
    hands: Count | UnsetType = UNSET
    tried: Count | UnsetType = UNSET
    method: str
    worlds: Count
    every: bool
    weighted: bool
    remarks: list[dict[str, Any]]
    seed: Count

    def holds(self) -> None:
        that(not self.exact, "expected an answer that is not exact")
        if self.moves:
            best_first(self, "you")


# --- review ------------------------------------------------------------------------------------------


class Luck(Object, kw_only=True):
    """Luck, and what it is made of."""

    you: float
    deal: float
    draws: float
    hidden: float

    def holds(self) -> None:
        that(abs(self.you - self.deal - self.draws - self.hidden) < NEARLY, "expected luck that adds up")


class Both(Object, kw_only=True):
    """A number of either player."""

    you: float
    opponent: float


class Names(Object, kw_only=True):
    """What the players are called."""

    you: str
    opponent: str


class Totals(Object, kw_only=True):
    """All decisions of a player."""

    decisions: Count
    doubtful: Count
    bad: Count
    very_bad: Count
    lost: Spent
    per_decision: Spent
    rating: str | None


class EachTotals(Object, kw_only=True):
    """Those of both."""

    you: Totals
    opponent: Totals


class Turning(Object, kw_only=True):
    """What moved the deal most."""

    swing: float
    n: Count | UnsetType = UNSET
    draw: Count | UnsetType | None = UNSET


class Draw(Object, kw_only=True):
    """What the tiles drawn after a trick were worth."""

    trick: Count
    worth: float


class ReasonWhy(Object, kw_only=True):
    """Why a decision was a mistake."""

    kind: str
    line: list[str]
    hand: str | None


class Option(Object, kw_only=True):
    """A sensible move."""

    move: Move
    value: Value


class Laid(Object, kw_only=True):
    """The same with all tiles seen."""

    best: Move
    value: Value
    best_value: Value
    lost: Spent


class ForMatch(Object, kw_only=True):
    """The same by the chance to win the match."""

    LIMITED: ClassVar[dict[str, str]] = {"lost": ""}

    best: Move
    chance: Share
    best_chance: Share
    lost: Share
    low: float
    high: float
    mistake: bool


class Decision(Object, kw_only=True):
    """A moment at which a player had a choice; the limits are of what was lost."""

    LIMITED: ClassVar[dict[str, str]] = {"lost": ""}

    n: Annotated[int, Meta(ge=1)]
    trick: Annotated[int, Meta(ge=1, le=14)]
    player: Player
    move: Move
    best: Move
    value: Value
    best_value: Value
    chance: Share | UnsetType = UNSET
    best_chance: Share | UnsetType = UNSET
    lost: Spent
    low: float
    high: float
    exact: bool
    worlds: Count
    mistake: bool
    repeated: bool
    grade: Literal["doubtful", "bad", "very bad"] | None
    luck: Literal["lucky", "unlucky"] | None
    ending: Literal["close", "claim"] | None
    why: str | None
    reason: ReasonWhy | None
    options: Annotated[list[Option], Meta(min_length=1)]
    open: Laid | None
    match: ForMatch | UnsetType = UNSET

    def holds(self) -> None:
        that(self.mistake == (self.grade is not None), "expected a grade of a mistake")
        that((self.why is None) == (self.reason is None), "expected a reason with why")
        that({self.move, self.best} <= {option.move for option in self.options}, "expected the move among the options")
        lost = sign(self.player) * (self.best_value - self.value)
        that(abs(lost - self.lost) < NEARLY, "expected as loss what the best is worth more")
        that(not self.mistake or self.low > 0, "expected a mistake only beyond doubt")
        that(not (self.mistake and self.repeated), "expected a close missed again to be marked once")


class Review(Object, kw_only=True):
    """*Where did this deal go wrong?*"""

    name: str
    rules: str
    result: float | None
    start: float
    luck: Luck | None
    lost: Both
    mistakes: Both
    adjusted: float | None
    judged: list[Player]
    players: Names | None
    totals: EachTotals
    turning: Turning | None
    draws: list[Draw]
    decisions: list[Decision]
    worlds: Count | None
    limit: float | None
    seed: Count

    def holds(self) -> None:
        that([one.n for one in self.decisions] == [*range(1, len(self.decisions) + 1)], "expected numbers from 1")
        for player in ("you", "opponent"):
            mine = [one for one in self.decisions if one.player == player]
            lost, marked = getattr(self.lost, player), getattr(self.mistakes, player)
            if player in self.judged:
                that(
                    abs(sum(one.lost for one in mine if not one.repeated) - lost) < 1e-6, "expected losses that add up"
                )
            that(marked == sum(one.mistake for one in mine), "expected all mistakes counted")
        if self.result is not None and self.luck is not None:
            told = self.start + self.luck.you - self.lost.you + self.lost.opponent
            that(abs(self.result - told) < NEARLY, "expected result = start + luck - lost + lost by the opponent")
