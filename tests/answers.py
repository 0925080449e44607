"""What every answer looks like that ``--json`` writes: its keys, their types, and what holds between them.

Each key stands in one place. ``msgspec.json.decode(line, type=...)`` of one of these, or ``checked`` of an answer as
data, raises ``msgspec.ValidationError`` at the first key that is unknown, missing, of another type or at odds with
the others.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

#: Sums of floats made in another order.
NEARLY = 1e-9

_TILE = "[0-6]-[0-6]"
_TILES = f"{_TILE}( {_TILE})*"
_MOVE = f"claim|wait|play {_TILE}|(close, )?(declare {_TILES}(, (lead {_TILE}|claim))?|lead {_TILE})"
Move = Annotated[str, Meta(pattern=f"^({_MOVE})$")]
Step = Annotated[str, Meta(pattern=f"^(you|opponent) ({_MOVE})$")]
Tiles = Annotated[str, Meta(pattern=f"^({_TILES})?$")]
Player = Literal["you", "opponent"]
Share = Annotated[float, Meta(ge=-NEARLY, le=1 + NEARLY)]
#: Game points that a deal can bring, and card points under ``berndt``.
Value = Annotated[float, Meta(ge=-200, le=200)]
Points = Annotated[int, Meta(ge=-200, le=200)]
Count = Annotated[int, Meta(ge=0)]
Spent = Annotated[float, Meta(ge=0)]
ByValue = dict[Annotated[str, Meta(pattern=r"^(0|[+-][1-9]\d*)$")], Spent]


class Object(Struct, forbid_unknown_fields=True, kw_only=True):
    """A JSON object with just these keys."""

    #: Keys, and what the keys of their limits begin with.
    LIMITED: ClassVar[dict[str, str]] = {"value": "", "win": "win_", "chance": "chance_"}

    def __post_init__(self) -> None:
        """See that what it says fits together."""
        for key, limit in self.LIMITED.items():
            numbers = [getattr(self, name, UNSET) for name in (f"{limit}low", key, f"{limit}high")]
            rising(numbers, f"{key} between its limits")
        self.holds()

    def holds(self) -> None:
        """See to what is said of this kind of object alone."""


T = TypeVar("T", bound=Object)


def checked(answer: dict[str, Any], kind: type[T]) -> T:
    """An answer that is data already, such as ``as_dict()`` returns."""
    return msgspec.json.decode(msgspec.json.encode(answer), type=kind)


def that(holds: object, words: str) -> None:
    """Refuse an answer."""
    if not holds:
        raise ValueError(words)


def rising(numbers: Iterable[Any], words: str) -> None:
    """These are in order, those that there are."""
    given = [n for n in numbers if isinstance(n, (int, float))]
    that(all(a <= b + NEARLY for a, b in itertools.pairwise(given)), f"expected {words}; found {given}")


def sign(player: str) -> int:
    """What this player wants more of."""
    return 1 if player == "you" else -1


# --- analyze -----------------------------------------------------------------------------------------


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
            self.kind == "estimate"
            or self.chance is not UNSET
            or (self.kind == "limits") != (self.high - self.low <= NEARLY),
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

    LIMITED = {}

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
    remarks: list[str]
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


# --- close -------------------------------------------------------------------------------------------


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
    remarks: list[str]
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
    """The best move that is no claim."""

    move: Move
    chance: Share
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
    remarks: list[str]
    limit: Spent
    seconds: Spent
    chance: ClaimChance | UnsetType = UNSET  # type: ignore[valid-type]

    def holds(self) -> None:
        rising((self.least, self.most), "least <= most")
        that((self.gain is None) == (self.cost is None), "expected a gain with a cost")
        if self.gain is not None and self.least is not None and self.most is not None:
            certain, possible = self.least >= self.target, self.most >= self.target
            told = "certain" if certain else "possible" if possible else "impossible"
            that(self.verdict == told, f"expected {told}")


# --- batch -------------------------------------------------------------------------------------------


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
    remarks: list[str]
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

    LIMITED = {"lost": ""}

    best: Move
    chance: Share
    best_chance: Share
    lost: Share
    low: float
    high: float
    mistake: bool


class Decision(Object, kw_only=True):
    """A moment at which a player had a choice; the limits are of what was lost."""

    LIMITED = {"lost": ""}

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
                that(abs(sum(one.lost for one in mine) - lost) < 1e-6, "expected losses that add up")
            that(marked == sum(one.mistake for one in mine), "expected all mistakes counted")
        if self.result is not None and self.luck is not None:
            told = self.start + self.luck.you - self.lost.you + self.lost.opponent
            that(abs(self.result - told) < NEARLY, "expected result = start + luck - lost + lost by the opponent")


def decoded(lines: str, kind: Any) -> Sequence[Any]:
    """Every line of what a command wrote."""
    return [msgspec.json.decode(line, type=kind) for line in lines.splitlines()]
