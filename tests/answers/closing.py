"""What ``close`` and ``claim`` answer."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tests.answers.analyzing import Between, HiddenMove, Kind, Worth
from tests.answers.common import (
    NEARLY,
    ByValue,
    Count,
    Move,
    Object,
    Points,
    Share,
    Spent,
    Step,
    Tiles,
    Value,
    rising,
    that,
)


class Advised(Object, kw_only=True):
    """The lead that is advised, and what it is sure of."""

    move: Move
    value: Value
    win: Share
    chance: Share | UnsetType = UNSET


class Mean(Worth, kw_only=True):
    """A mean with all that it is made of."""

    outcomes: ByValue
    chances: ByValue

    def holds(self) -> None:
        spread(self.outcomes, self.chances, self)


class Lead(Advised, kw_only=True):
    """A lead after closing."""

    kind: Kind
    low: Value
    high: Value
    chance_low: Share | UnsetType = UNSET
    chance_high: Share | UnsetType = UNSET
    sure: Mean
    double_dummy: Mean
    exact: bool
    best_defence: Between | None

    def holds(self) -> None:
        that((self.value, self.win) == (self.sure.value, self.sure.win), "expected what is guaranteed")
        rising((self.low, self.value, self.high), "low <= value <= high")
        rising((self.sure.value, self.double_dummy.value), "guaranteed <= double-dummy")
        limits = self.best_defence
        that(self.exact == (limits is not None and limits.high - limits.low <= NEARLY), "exact where the limits met")
        that((self.kind == "estimate") == (limits is None), "expected an estimate where hands were left out")
        if limits is not None:
            that((self.low, self.high) == (limits.low, limits.high), "expected the limits of best defence")
            rising((self.value, limits.low, limits.high, self.double_dummy.value), "guaranteed <= best defence")
            rising((self.win, limits.win_low, limits.win_high, self.double_dummy.win), "guaranteed <= most wins")


def spread(outcomes: ByValue, chances: ByValue, mean: Worth) -> None:
    """Counts of hands and their shares, and the mean that they make."""
    that([*outcomes] == [*chances], "expected chances of every outcome")
    rising(map(int, reversed(outcomes)), "outcomes from the best")
    that(abs(sum(chances.values()) - 1) < NEARLY, "expected chances that add up to 1")
    if mean.low is UNSET:
        value = sum(int(key) * chance for key, chance in chances.items())
        win = sum(chance for key, chance in chances.items() if int(key) > 0)
        that(abs(mean.value - value) < NEARLY, "expected the mean of the outcomes")
        that(abs(mean.win - win) < NEARLY, "expected the share of outcomes above 0")


class PlayingOn(Object, kw_only=True):
    """The best way of not closing."""

    move: Move
    value: Value
    low: Value
    high: Value
    chance: Share | UnsetType = UNSET
    chance_low: Share | UnsetType = UNSET
    chance_high: Share | UnsetType = UNSET
    worlds: Count
    alike: list[Move]
    every: bool
    method: Literal["rollout", "ismcts", "pimc", "exact"]
    kind: Kind
    deals: Count
    moves: list[HiddenMove]


class Refutation(Object, kw_only=True):
    """A hand that beats the lead."""

    opponent: Tiles
    value: Points
    line: list[Step]


class Pattern(Object, kw_only=True):
    """Tiles that tell hands apart."""

    opponent: Tiles
    failing: Count
    hands: Count
    share: Share


class Why(Object, kw_only=True):
    """Where the lead fails."""

    failing: Count
    hands: Count
    share: Share
    always: Tiles
    pattern: Pattern | None


class Proof(Object, kw_only=True):
    """What is proved of closing."""

    verdict: Literal["certain", "impossible", "open", "undecided"]
    target: Count
    now: Count
    proved: Count
    line: list[str]
    complete: bool
    excluded: Count | None
    tight: bool
    barred: bool
    limit: Spent
    seconds: Spent


class Score(Object, kw_only=True):
    """Game points of a match."""

    you: Count
    opponent: Count


class Close(Object, kw_only=True):
    """*Should I close now?*"""

    name: str
    rules: str
    match: Score | UnsetType = UNSET
    hands: Annotated[int, Meta(ge=1)]
    tried: Annotated[int, Meta(ge=1)]
    exact: bool
    weighted: bool
    advice: Literal["close", "play on", "too close to call"]
    close: Advised
    leads: Annotated[list[Lead], Meta(min_length=1)]
    open: PlayingOn | None
    feasible: bool
    certain: bool
    refutation: Refutation | None
    why: Why
    remarks: list[dict[str, Any]]
    seed: Count
    seconds: Spent
    proof: Proof | UnsetType | None = UNSET

    def holds(self) -> None:
        that(self.exact == (self.tried == self.hands), "expected exact where no hand was left out")
        first = self.leads[0]
        that((self.close.move, self.close.value) == (first.move, first.value), "expected the first lead as advice")
        that(
            all(sum(lead.sure.outcomes.values()) == self.tried for lead in self.leads), "expected outcomes of all tried"
        )
        rising([lead.sure.value if first.sure.chance is UNSET else lead.sure.chance for lead in self.leads[::-1]],
               "leads by what is guaranteed")  # fmt: skip
        wins = any(int(value) > 0 for lead in self.leads for value in lead.double_dummy.outcomes)
        that(self.feasible == wins, "expected feasible where some lead wins against some hand")
        that(not self.certain or (self.exact and any(lead.sure.win > 1 - NEARLY for lead in self.leads)), "certain")
        failing = sum(n for value, n in first.sure.outcomes.items() if int(value) <= 0)
        that((self.why.failing, self.why.hands) == (failing, self.tried), "expected the hands that fail")
        beaten = any(int(value) <= 0 for value in first.double_dummy.outcomes)
        that((self.refutation is not None) == beaten, "expected a refutation where some hand beats the lead")


# --- claim -------------------------------------------------------------------------------------------


class Arrangement(Object, kw_only=True):
    """Tricks that fit what is remembered."""

    points: Count
    you: list[Tiles]
    opponent: list[Tiles]
    hand: Tiles


class Span(Object, kw_only=True):
    """From the least to the most."""

    least: Value
    most: Value

    def holds(self) -> None:
        rising((self.least, self.most), "least <= most")


class Waiting(Object, kw_only=True):
    """The best move that is no claim, and what it makes of the match."""

    move: Move
    chance: Share
    exact: bool


class WaitingForPoints(Object, kw_only=True):
    """The same in game points."""

    move: Move
    value: Value
    exact: bool


#: ``false`` is a word of Python's only in capitals.
ClaimChance = msgspec.defstruct(
    "ClaimChance",
    [("claim", Span), ("false", Share), ("wait", Waiting | None)],
    bases=(Object,),
    kw_only=True,
    forbid_unknown_fields=True,
)


class Claim(Object, rename={"for_": "for"}, kw_only=True):
    """*Can I claim?*"""

    name: str
    rules: str
    verdict: Literal["certain", "possible", "impossible", "undecided"]
    least: Count | None
    most: Count | None
    target: Count
    for_: Arrangement | None
    against: Arrangement | None
    gain: Span | None
    cost: Count | None
    remarks: list[dict[str, Any]]
    limit: Spent
    seconds: Spent
    chance: ClaimChance | UnsetType = UNSET  # type: ignore[valid-type]
    wait: WaitingForPoints | UnsetType | None = UNSET

    def holds(self) -> None:
        rising((self.least, self.most), "least <= most")
        told_of = (self.chance is not UNSET) + (self.wait is not UNSET)
        that(told_of == (self.gain is not None), "expected the chance or the wait, with a gain")
        that((self.gain is None) == (self.cost is None), "expected a gain with a cost")
        if self.gain is not None and self.least is not None and self.most is not None:
            certain, possible = self.least >= self.target, self.most >= self.target
            told = "certain" if certain else "possible" if possible else "impossible"
            that(self.verdict == told, f"expected {told}")
