"""What ``analyze`` answers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from tests.answers.common import (
    Count,
    Move,
    Object,
    Player,
    Points,
    Share,
    Spent,
    Step,
    Value,
    rising,
    sign,
    that,
)


class Between(Object, kw_only=True):
    """Limits of best defence; with a match score those of the chance too."""

    low: Value
    high: Value
    win_low: Share
    win_high: Share
    chance_low: Share | UnsetType = UNSET
    chance_high: Share | UnsetType = UNSET


class Worth(Object, kw_only=True):
    """A mean over hands, with limits where some were left out."""

    value: Value
    win: Share
    low: Value | UnsetType = UNSET
    high: Value | UnsetType = UNSET
    win_low: Share | UnsetType = UNSET
    win_high: Share | UnsetType = UNSET
    chance: Share | UnsetType = UNSET
    chance_low: Share | UnsetType = UNSET
    chance_high: Share | UnsetType = UNSET


Kind = Literal["estimate", "limits", "exact", "certain"]


class ExactMove(Object, kw_only=True):
    """A move where everything is known."""

    move: Move
    value: Points
    chance: Share | UnsetType = UNSET


class HiddenMove(Object, kw_only=True):
    """A move where tiles are hidden: an estimate, or solved."""

    move: Move
    kind: Kind
    value: Value
    low: Value
    high: Value
    win: Share | UnsetType = UNSET
    chance: Share | UnsetType = UNSET
    chance_low: Share | UnsetType = UNSET
    chance_high: Share | UnsetType = UNSET
    worse: Value | UnsetType = UNSET
    chance_worse: Share | UnsetType = UNSET
    worlds: Count
    double_dummy: Worth | UnsetType = UNSET
    sure: Worth | UnsetType = UNSET
    exact: bool | UnsetType = UNSET
    best_defence: Between | UnsetType | None = UNSET

    def holds(self) -> None:
        rising((self.low, self.value, self.high), "low <= value <= high")
        that(self.worlds or self.kind == "certain", "expected that nothing else is certain")
        for worse in (self.worse, self.chance_worse):
            that(worse is UNSET or (self.kind == "estimate" and worse > 0), "expected only estimates to be given up")
        that(
            self.kind == "estimate" or self.chance is not UNSET or (self.kind == "limits") == (self.high != self.low),
            "expected limits that have met of what is exact",
        )
        that(len({key is UNSET for key in (self.sure, self.exact, self.double_dummy)}) == 1, "expected all or none")
        if self.sure is not UNSET and self.double_dummy is not UNSET and self.best_defence:
            limits = self.best_defence
            rising((self.value, limits.low, limits.high, self.double_dummy.value), "best defence <= double-dummy")
            rising((self.sure.win, limits.win_low, limits.win_high), "sure <= most wins")
            that((self.low, self.high) == (limits.low, limits.high), "expected the limits of best defence")


class EquilibriumMove(Object, kw_only=True):
    """A move of the game in which neither sees the other's hand."""

    move: Move
    frequency: Share
    value: Value | UnsetType = UNSET
    chance: Share | UnsetType = UNSET


class Equilibrium(Object, kw_only=True):
    """That game; the limits are of all hands that you might hold."""

    LIMITED: ClassVar[dict[str, str]] = {}

    value: Value | UnsetType = UNSET
    chance: Share | UnsetType = UNSET
    low: float
    high: float
    exploitability: Spent
    iterations: Count
    histories: Count
    deals: Count
    weighted: bool
    moves: list[EquilibriumMove]
    seconds: Spent


class Analyzed(Object, kw_only=True):
    """What every answer to *what should I play?* has."""

    name: str
    rules: str
    exact: bool
    to_move: Player
    chance: Share | UnsetType = UNSET
    best: list[Move]


class Exact(Analyzed, kw_only=True):
    """Everything is known."""

    value: Points
    moves: Annotated[list[ExactMove], Meta(min_length=1)]
    line: Annotated[list[Step], Meta(min_length=1)]
    nodes: Count
    seconds: Spent
    equilibrium: Equilibrium | UnsetType = UNSET

    def holds(self) -> None:
        that(self.exact, "expected exact")
        best_first(self, self.to_move)
        worth = [(move.value, move.chance) for move in self.moves]
        equal = {move.move for move, one in zip(self.moves, worth, strict=True) if one[-1] == worth[0][-1]}
        if self.chance is UNSET:
            equal = {move.move for move in self.moves if move.value == self.value}
        that(set(self.best) == equal, f"expected as best {equal}; found {self.best}")
        other = "opponent" if self.to_move == "you" else "you"
        begins = {f"{other} claim", *(f"{self.to_move} {move}" for move in self.best)}
        that(self.line[0] in begins, f"expected a line that begins with one of {begins}; found {self.line[0]}")


class Hidden(Analyzed, kw_only=True):
    """Tiles are hidden."""

    value: Value
    low: Value
    high: Value
    chance_low: Share | UnsetType = UNSET
    chance_high: Share | UnsetType = UNSET
    alike: list[Move]
    moves: list[HiddenMove]
    kind: Kind
    wait: HiddenMove | UnsetType = UNSET
    hands: Count | UnsetType = UNSET
    tried: Count | UnsetType = UNSET
    line: Annotated[list[Step], Meta(max_length=0)]
    method: Literal["rollout", "ismcts", "pimc", "best defence"]
    worlds: Count
    every: bool
    weighted: bool
    remarks: list[dict[str, Any]]
    seed: Count
    nodes: Literal[0]
    seconds: Spent
    equilibrium: Equilibrium | UnsetType = UNSET

    def holds(self) -> None:
        that(not self.exact, "expected an answer that is not exact")
        that((self.to_move == "you") == bool(self.moves), "expected moves where it is your turn")
        if self.moves:
            best_first(self, "you")
            that(self.best == [self.moves[0].move], "expected the best move to be the first")
            that({*self.alike} <= {move.move for move in self.moves[1:]}, "expected only moves to be alike")


def best_first(answer: Any, player: str) -> None:
    """Moves each once, in order, the value that of the first; with a match score by the chance to win it."""
    moves = answer.moves
    that(len({move.move for move in moves}) == len(moves), "expected every move once")
    that(len({move.chance is UNSET for move in (*moves, answer)}) == 1, "expected chances of all or none")
    by = "value" if answer.chance is UNSET else "chance"
    rising([sign(player) * getattr(move, by) for move in reversed(moves)], f"moves by {by}")
    that((answer.value, answer.chance) == (moves[0].value, moves[0].chance), "expected the value of the first move")
