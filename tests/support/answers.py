"""What every answer looks like that ``--json`` writes: its keys, what each holds, and what holds between them.

A key means one thing wherever it stands (``KEYS``); an object names its keys, and those few that are another thing in
it. ``msgspec.json.decode(line, type=...)`` of one of these, or ``checked`` of an answer as data, raises
``msgspec.ValidationError`` at the first key that is unknown, missing, of another type or at odds with the others.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

#: Sums of floats made in another order.
TOLERANCE = 1e-9

_TILE = "[0-6]-[0-6]"
_TILES = f"{_TILE}( {_TILE})*"
_MOVE = f"claim|wait|play {_TILE}|(close, )?(declare {_TILES}(, (lead {_TILE}|claim))?|lead {_TILE})"
Move = Annotated[str, Meta(pattern=f"^({_MOVE})$")]
Step = Annotated[str, Meta(pattern=f"^(you|opponent) ({_MOVE})$")]
Tiles = Annotated[str, Meta(pattern=f"^({_TILES})?$")]
Player = Literal["you", "opponent"]
Share = Annotated[float, Meta(ge=-TOLERANCE, le=1 + TOLERANCE)]
#: Game points that a deal can bring, and card points under ``berndt``.
Value = Annotated[float, Meta(ge=-200, le=200)]
Points = Annotated[int, Meta(ge=-200, le=200)]
Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Spent = Annotated[float, Meta(ge=0)]
ByValue = dict[Annotated[str, Meta(pattern=r"^(0|[+-][1-9]\d*)$")], Spent]

#: By kind of value: the keys that hold one, wherever they stand.
KEYS_BY_KIND: dict[Any, str] = {
    Move: "move",
    Tiles: "always hand",
    Player: "player seat to_move",
    Share: "best_chance chance chance_high chance_low chance_worse frequency share win win_high win_low",
    Value: "best_value high low value worse",
    Count: "bad cost deals decisions doubtful failing hands histories iterations nodes now proved seed target tried "
    "very_bad worlds",
    Number: "line_number n position trick",
    Spent: "exploitability limit lost per_decision seconds",
    float: "adjusted deal draws hidden start swing worth",
    bool: "barred certain complete every exact feasible mistake repeated tight weighted",
    str: "file name rules",
    ByValue: "chances outcomes",
    list[Move]: "alike best",
    list[Step]: "line",
    list[str]: "unexpected",
    list[dict[str, Any]]: "remarks",
    Count | None: "excluded least most",
    Literal["estimate", "limits", "exact", "certain"]: "kind",
    Literal["rollout", "pimc", "best defence"]: "method",
}
KIND_BY_KEY = {key: kind for kind, keys in KEYS_BY_KIND.items() for key in keys.split()}


def check(condition: object, words: str) -> None:
    if not condition:
        raise ValueError(words)


def ascending(numbers: Iterable[Any], words: str) -> None:
    """These are in order, those that there are."""
    present = [n for n in numbers if isinstance(n, (int, float))]
    check(all(a <= b + TOLERANCE for a, b in itertools.pairwise(present)), f"expected {words}; found {present}")


def struct(
    keys: str,
    check_more: Callable[[Any], object] = lambda _: None,
    *,
    limited: Mapping[str, str] = {"value": "", "win": "win_", "chance": "chance_"},
    **other: Any,
) -> Any:
    """JSON objects with just these keys, ``?`` behind those that may be missing; ``other`` are of a kind of their own.

    What is ``limited`` lies between two keys that begin so; ``check_more`` sees to what is said of these objects alone.
    """

    def check_object(self: Any) -> None:
        for key, limit in limited.items():
            names = f"{limit}low", key, f"{limit}high"
            ascending([getattr(self, name, UNSET) for name in names], f"{key} between its limits")
        check_more(self)

    kinds = {key: other.get(key.strip("?")) or KIND_BY_KEY[key.strip("?")] for key in keys.split()}
    fields = [(key[:-1], kind | UnsetType, UNSET) if key[-1] == "?" else (key, kind) for key, kind in kinds.items()]
    return msgspec.defstruct(
        "Object", fields, namespace={"__post_init__": check_object}, kw_only=True, forbid_unknown_fields=True
    )


def list_of(kind: Any, least: int = 0) -> Any:
    return Annotated[list[kind], Meta(min_length=least)]


def convert(answer: dict[str, Any], kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(answer), type=kind)


def decode_lines(lines: str, kind: Any) -> Sequence[Any]:
    return [msgspec.json.decode(line, type=kind) for line in lines.splitlines()]


def untimed(answer: dict[str, Any], *beside: str) -> dict[str, Any]:
    """The same without what changes from run to run, and without those keys."""
    return {key: value for key, value in answer.items() if key not in ("nodes", "seconds", *beside)}


# --- analyze -----------------------------------------------------------------------------------------

#: Limits of best defence; with a match score those of the chance too.
LIMIT_KEYS = "low high win_low win_high chance_low? chance_high?"
#: A mean over hands, with limits where some were left out.
MEAN_KEYS = "value win low? high? win_low? win_high? chance? chance_low? chance_high?"
DefenceLimits, MeanWorth = struct(LIMIT_KEYS), struct(MEAN_KEYS)


def _check_defence(move: Any) -> None:
    """Against best defence it is worth what is guaranteed or more, and at most what it would be if hands were open."""
    limits = move.best_defence
    check((move.low, move.high) == (limits.low, limits.high), "expected the limits of best defence")
    ascending(
        (move.value, limits.low, limits.high, move.double_dummy.value), "guaranteed <= best defence <= double-dummy"
    )
    ascending((move.sure.win, limits.win_low, limits.win_high, move.double_dummy.win), "guaranteed <= most wins")


def _hidden_move(move: Any) -> None:
    ascending((move.low, move.value, move.high), "low <= value <= high")
    check(move.worlds or move.kind == "certain", "expected that nothing else is certain")
    for worse in (move.worse, move.chance_worse):
        check(worse is UNSET or (move.kind == "estimate" and worse > 0), "expected only estimates to be given up")
    check(
        move.kind == "estimate" or move.chance is not UNSET or (move.kind == "limits") == (move.high != move.low),
        "expected limits that have met of what is exact",
    )
    check(len({key is UNSET for key in (move.sure, move.exact, move.double_dummy)}) == 1, "expected all or none")
    if move.sure is not UNSET and move.best_defence:
        _check_defence(move)


ExactMove = struct("move value chance?", value=Points)
HiddenMove = struct(
    "move kind value low high win? chance? chance_low? chance_high? worse? chance_worse? worlds double_dummy? sure?"
    " exact? best_defence?",
    _hidden_move,
    double_dummy=MeanWorth,
    sure=MeanWorth,
    best_defence=DefenceLimits | None,
)
ANALYSIS_KEYS = "name rules seat? exact to_move chance? value best moves line nodes seconds"


def best_first(answer: Any, player: str) -> None:
    moves = answer.moves
    check(len({move.move for move in moves}) == len(moves), "expected every move once")
    check(len({move.chance is UNSET for move in (*moves, answer)}) == 1, "expected chances of all or none")
    measure = "value" if answer.chance is UNSET else "chance"
    ascending([sign(player) * getattr(move, measure) for move in reversed(moves)], f"moves by {measure}")
    check((answer.value, answer.chance) == (moves[0].value, moves[0].chance), "expected the value of the first move")


def sign(player: str) -> int:
    return 1 if player == "you" else -1


def _exact(answer: Any) -> None:
    check(answer.exact, "expected exact")
    best_first(answer, answer.to_move)
    measure = "value" if answer.chance is UNSET else "chance"
    equal_moves = {move.move for move in answer.moves if getattr(move, measure) == getattr(answer, measure)}
    check({*answer.best} == equal_moves, f"expected as best {equal_moves}; found {answer.best}")
    other = "opponent" if answer.to_move == "you" else "you"
    starts = {f"{other} claim", *(f"{answer.to_move} {move}" for move in answer.best)}
    check(answer.line[0] in starts, f"expected a line that begins with one of {starts}; found {answer.line[0]}")


def _hidden(answer: Any) -> None:
    check(not answer.exact, "expected an answer that is not exact")
    check((answer.to_move == "you") == bool(answer.moves), "expected moves where it is your turn")
    if answer.moves:
        best_first(answer, "you")
        check(answer.best == [answer.moves[0].move], "expected the best move to be the first")
        check({*answer.alike} <= {move.move for move in answer.moves[1:]}, "expected only moves to be alike")


Exact = struct(ANALYSIS_KEYS, _exact, value=Points, moves=list_of(ExactMove, 1), line=list_of(Step, 1))
SAMPLED = "low high chance_low? chance_high? alike kind wait? hands? tried? method worlds every weighted remarks seed"
Hidden = struct(
    f"{ANALYSIS_KEYS} {SAMPLED}",
    _hidden,
    moves=list_of(HiddenMove),
    line=Annotated[list[Step], Meta(max_length=0)],
    nodes=Literal[0],
    wait=HiddenMove,
)

# --- close -------------------------------------------------------------------------------------------


def _check_outcomes(mean: Any) -> None:
    """Counts of hands and their shares, and the mean that they make."""
    check([*mean.outcomes] == [*mean.chances], "expected chances of every outcome")
    ascending(map(int, reversed(mean.outcomes)), "outcomes from the best")
    check(abs(sum(mean.chances.values()) - 1) < TOLERANCE, "expected chances that add up to 1")
    if mean.low is UNSET:
        value = sum(int(key) * chance for key, chance in mean.chances.items())
        win = sum(chance for key, chance in mean.chances.items() if int(key) > 0)
        check(abs(mean.value - value) < TOLERANCE, "expected the mean of the outcomes")
        check(abs(mean.win - win) < TOLERANCE, "expected the share of outcomes above 0")


def _lead(lead: Any) -> None:
    check((lead.value, lead.win) == (lead.sure.value, lead.sure.win), "expected what is guaranteed")
    ascending((lead.low, lead.value, lead.high), "low <= value <= high")
    ascending((lead.sure.value, lead.double_dummy.value), "guaranteed <= double-dummy")
    limits = lead.best_defence
    check(lead.exact == (limits is not None and limits.high - limits.low <= TOLERANCE), "exact where the limits met")
    check((lead.kind == "estimate") == (limits is None), "expected an estimate where hands were left out")
    if limits is not None:
        _check_defence(lead)


def _close(answer: Any) -> None:
    check(answer.exact == (answer.tried == answer.hands), "expected exact where no hand was left out")
    first, leads = answer.leads[0], answer.leads
    check((answer.close.move, answer.close.value) == (first.move, first.value), "expected the first lead as advice")
    check(all(sum(lead.sure.outcomes.values()) == answer.tried for lead in leads), "expected outcomes of all tried")
    measure = "value" if first.sure.chance is UNSET else "chance"
    ascending([getattr(lead.sure, measure) for lead in reversed(leads)], "leads by what is guaranteed")
    wins = any(int(value) > 0 for lead in leads for value in lead.double_dummy.outcomes)
    check(answer.feasible == wins, "expected feasible where some lead wins against some hand")
    check(not answer.certain or (answer.exact and any(lead.sure.win > 1 - TOLERANCE for lead in leads)), "certain")
    failing_count = sum(n for value, n in first.sure.outcomes.items() if int(value) <= 0)
    check((answer.why.failing, answer.why.hands) == (failing_count, answer.tried), "expected the hands that fail")
    is_beaten = any(int(value) <= 0 for value in first.double_dummy.outcomes)
    check((answer.refutation is not None) == is_beaten, "expected a refutation where some hand beats the lead")


Mean = struct(f"{MEAN_KEYS} outcomes chances", _check_outcomes)
Lead = struct(
    "move value win chance? kind low high chance_low? chance_high? worlds sure double_dummy exact best_defence",
    _lead,
    sure=Mean,
    double_dummy=Mean,
    best_defence=DefenceLimits | None,
)
PlayingOn = struct(
    "move value low high chance? chance_low? chance_high? worlds alike every method kind deals moves",
    method=Literal["rollout", "pimc", "exact"],
    moves=list_of(HiddenMove),
)
Proof = struct(
    "verdict target now proved line complete excluded tight barred limit seconds",
    verdict=Literal["certain", "impossible", "open", "undecided"],
    line=list[str],
)
Close = struct(
    "name rules seat? match? hands tried exact weighted advice close leads open feasible certain refutation why remarks"
    " seed seconds proof?",
    _close,
    match=struct("you opponent", you=Count, opponent=Count),
    hands=Number,
    tried=Number,
    advice=Literal["close", "play on", "too close to call"],
    close=struct("move value win chance?"),
    leads=list_of(Lead, 1),
    open=PlayingOn | None,
    refutation=struct("opponent value line", opponent=Tiles, value=Points) | None,
    why=struct(
        "failing hands share always pattern", pattern=struct("opponent failing hands share", opponent=Tiles) | None
    ),
    proof=Proof | None,
)

# --- claim -------------------------------------------------------------------------------------------


def _claim(answer: Any) -> None:
    ascending((answer.least, answer.most), "least <= most")
    stake_count = (answer.chance is not UNSET) + (answer.wait is not UNSET)
    check(stake_count == (answer.cost is not None), "expected the chance or the wait, with a cost")
    check(answer.gain is None or answer.cost is not None, "expected a gain with a cost")
    check(answer.gain or answer.cost is None or answer.verdict == "impossible", "expected a gain of what can be true")
    if answer.gain is not None and answer.least is not None and answer.most is not None:
        certain, possible = answer.least >= answer.target, answer.most >= answer.target
        expected = "certain" if certain else "possible" if possible else "impossible"
        check(answer.verdict == expected, f"expected {expected}")


Arrangement = struct("points you opponent hand", points=Count, you=list[Tiles], opponent=list[Tiles])
Span = struct("least most", lambda one: ascending((one.least, one.most), "least <= most"), least=Value, most=Value)
Claim = struct(
    "name rules seat? verdict least most target for against gain cost remarks limit seconds chance? wait?",
    _claim,
    verdict=Literal["certain", "possible", "impossible", "undecided"],
    **{"for": Arrangement | None},
    against=Arrangement | None,
    gain=Span | None,
    cost=Count | None,
    chance=struct("claim false wait", claim=Span | None, false=Share, wait=struct("move chance exact") | None),
    wait=struct("move value exact") | None,
)

# --- batch -------------------------------------------------------------------------------------------


def _solved(answer: Any) -> None:
    check(answer.exact, "expected exact")
    if answer.moves is not UNSET:
        best_first(answer, answer.to_move)


def _solved_hidden(answer: Any) -> None:
    check(not answer.exact, "expected an answer that is not exact")
    if answer.moves:
        best_first(answer, "you")


#: A value, and as much more as was asked for, of a position of a file.
SOLVED_KEYS = "file position line? line_number name? rules exact to_move value chance? best? moves? unexpected?"
LINE = Number | list[Step]
Solved = struct(SOLVED_KEYS, _solved, line=LINE, moves=list_of(ExactMove))
SolvedHidden = struct(f"{SOLVED_KEYS} {SAMPLED}", _solved_hidden, line=LINE, moves=list_of(HiddenMove), wait=HiddenMove)
