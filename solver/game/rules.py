"""The rules record: every rule on which the published descriptions differ, as a field of data.

What each field decides, its values, and every value in plain words is in ``FIELDS``: ``bingo rules`` and the messages
about rules are made from this. The named sets are in ``presets``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal

from bingo.solver.errors import NotationError, Reason

Value = str | int | bool | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """What a field of :class:`Rules` decides, and each value it may take in plain words.

    Numbers take any value of ``span`` (least, most); ``words`` then has one sentence under ``None``,
    in which ``{}`` stands for the number.
    """

    about: str
    words: Mapping[Value | None, str]
    span: tuple[int, int] | None = None

    def explain(self, value: Value) -> str:
        """One sentence for this value."""
        if value in self.words:
            return self.words[value]
        return self.words[None].format(_counts(value) if isinstance(value, tuple) else value)


def _counts(points: tuple[int, ...]) -> str:
    """``Two declared doubles count 20 card points, three 40``, and where that ends."""
    first = f"Two declared doubles count {points[0]} card points"
    more = zip(("three", "four", "five", "six", "seven"), points[1:], strict=False)
    listed = ", ".join([first, *(f"{name} {number}" for name, number in more)])
    return listed if len(points) > 4 else f"{listed}; no more can be declared at a time"


FIELDS: Mapping[str, Field] = {
    "plain_trick": Field(
        "Who wins a trick without a trump or the Bingo",
        {
            "led-suit": "The higher end of the led tile is its suit; a reply wins only if it is of that suit"
            " and ranks higher.",
            "either-end": "A reply wins if it shares either end with the led tile and ranks higher in that suit.",
            "either-end-in-phase-two": "The higher end of the led tile is its suit; in phase two a reply that"
            " follows the lower end is judged in that suit.",
            "heavier": "The tile with more pips wins, whatever the suits; on a tie the leader.",
            "heavier-if-matching": "The heavier tile wins if the two share an end; otherwise the leader.",
        },
    ),
    "double_rank": Field(
        "Where a double ranks in its suit",
        {
            "high": "A double is the highest tile of its suit.",
            "pips": "A double ranks by its pips, in trumps too (4-4 between 5-4 and 4-3).",
        },
    ),
    "blank_rank": Field(
        "What a blank counts when tiles are compared",
        {7: "A blank ranks as a seven.", 0: "A blank ranks lowest."},
    ),
    "trump_from": Field(
        "How the turned tile makes trumps",
        {
            "higher-end": "The higher end of the turned tile is trumps (a blank is a seven).",
            "either-end": "The first player chooses either end of the turned tile as trumps.",
        },
    ),
    "tile_points": Field(
        "Card points of the tiles",
        {
            "standard": "The double of trumps counts 28; other doubles and other trumps the sum of their ends"
            " (a blank is 7); 6-4 and 3-0 always 10; all else nothing.",
            "simplified": "The double of trumps counts the sum of its ends, other trumps their other end"
            " (a blank is 0), other doubles 3; all else nothing.",
        },
    ),
    "must_beat": Field(
        "Whether a reply in phase two must win if it can",
        {
            True: "In phase two, of the tiles that must follow, one that wins the trick must be played if there is one,"
            " whatever makes it win.",
            False: "In phase two nobody is obliged to beat the led tile.",
        },
    ),
    "follow": Field(
        "What follows a plain lead in phase two",
        {
            "led-suit": "A plain lead is followed in the suit of its higher end.",
            "lower-end-next": "A plain lead is followed in the suit of its higher end, else of its lower end.",
            "any-end": "A lead, plain or trump, is followed by any tile that matches one of its ends.",
        },
    ),
    "trump_follows": Field(
        "Whether a trump also follows as a tile of its other suit",
        {
            True: "A trump may follow a plain lead whose suit it shows.",
            False: "A trump is a trump and nothing else.",
        },
    ),
    "void": Field(
        "Unable to follow a plain lead in phase two",
        {
            "trump-or-bingo": "Unable to follow a plain lead, a trump or the Bingo must be played.",
            "trump-then-bingo": "Unable to follow a plain lead, a trump must be played, without trumps the Bingo.",
            "anything": "Unable to follow a plain lead, any tile may be played.",
        },
    ),
    "bingo_on_trumps": Field(
        "Unable to follow a trump lead in phase two",
        {
            True: "Unable to follow a trump lead, the Bingo must be played.",
            False: "Unable to follow a trump lead, any tile may be played.",
        },
    ),
    "last_trick": Field(
        "Card points for the 14th trick",
        {0: "The last trick counts nothing extra.", None: "The 14th trick counts {} extra."},
        (0, 40),
    ),
    "last_draw": Field(
        "What the winner of the 7th trick draws",
        {
            "face-down": "The winner of the 7th trick draws the last face-down tile, the loser the turned tile.",
            "turned": "The winner of the 7th trick draws the turned tile, the loser the last face-down tile.",
        },
    ),
    "declare": Field(
        "When doubles are declared",
        {
            "leading": "A player about to lead may declare doubles and must lead one of them.",
            "after-winning": "A player who has just won a trick with a double may, before drawing, declare it"
            " together with doubles in hand.",
        },
    ),
    "declaration_counts": Field(
        "When declared points count",
        {
            "once-a-trick-is-won": "A declaration counts as soon as its player has won a trick in the deal.",
            "with-its-trick": "A declaration counts only if the double led with it wins its trick.",
        },
    ),
    "declaration_points": Field("Card points for declaring two, three ... doubles", {None: "{}."}),
    "bingo_bonus": Field(
        "Extra card points with the Bingo among the declared doubles",
        {0: "The Bingo among declared doubles adds nothing.", None: "The Bingo among declared doubles adds {}."},
        (0, 40),
    ),
    "redeclare": Field(
        "Whether a double can be declared again",
        {True: "A double still in hand may be declared again.", False: "A declared double cannot be declared again."},
    ),
    "seven_doubles": Field(
        "Game points for declaring all seven doubles",
        {
            0: "All seven doubles count card points like any declaration.",
            None: "Declaring all seven doubles scores {} game points and ends the deal.",
        },
        (0, 7),
    ),
    "target": Field("Card points to reach", {None: "The target is {} card points."}, (30, 120)),
    "at_target": Field(
        "What reaching the target does",
        {
            "claim": "A player at the target may claim, between tricks; that ends the deal. Waiting is allowed.",
            "first-ends": "The first player to reach the target scores at once and the deal ends.",
            "each-scores": "Each player scores once on reaching the target; play goes on to the last tile.",
            "points": "No target within a deal: it is worth the difference of card points.",
        },
    ),
    "shutout": Field(
        "When a win scores 3",
        {
            "no-trick": "A win scores 3 game points if the other has no trick.",
            "no-points": "A win scores 3 game points if the other has no card points.",
        },
    ),
    "low": Field(
        "Below how many card points of the other a win scores 2",
        {None: "A win scores 2 if the other has fewer than {} card points, else 1."},
        (0, 70),
    ),
    "closed_win": Field(
        "When the closer's win is judged",
        {
            "at-close": "The closer's win is judged by what the other had at the close.",
            "when-reached": "The closer's win is judged by what the other has when it is scored.",
        },
    ),
    "failed_close": Field(
        "What a failed close costs",
        {
            "no-trick-at-close": "A failed close gives the other 2, or 3 if they had no trick when it was closed.",
            "no-trick-at-end": "A failed close gives the other 2, or 3 if either player has no trick at the end.",
            "two": "A failed close gives the other 2.",
            "shortfall": "A failed close gives the other 7 card points, or what the closer is short of the"
            " target (with points carried from earlier deals) if that is more.",
        },
    ),
    "others_win": Field(
        "What the closer's opponent scores for reaching the target",
        {
            "two": "The closer's opponent scores 2 for reaching the target.",
            "as-usual": "The closer's opponent scores as usual for reaching the target.",
        },
    ),
    "false_claims": Field(
        "Whether the searches may claim falsely",
        {True: "A player may claim falsely to limit the loss.", False: "Only true claims are made."},
    ),
    "false_claim": Field(
        "What a false claim costs",
        {
            "two": "A false claim gives the other 2; the closer's costs what a failed close does.",
            "no-trick": "A false claim gives the other 2, or 3 if either player has no trick at that moment.",
        },
    ),
    "capture": Field(
        "Game points when the Bingo takes the double of trumps",
        {
            0: "Taking the double of trumps with the Bingo scores nothing extra.",
            None: "Taking the double of trumps with the Bingo scores {} game point at once.",
        },
        (0, 3),
    ),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules. Immutable and hashable; two sets are equal when they play alike.

    Build one from a preset and single fields with :func:`bingo.solver.game.presets.rules`.
    """

    plain_trick: Literal["led-suit", "either-end", "either-end-in-phase-two", "heavier", "heavier-if-matching"]
    double_rank: Literal["high", "pips"]
    blank_rank: Literal[7, 0]
    trump_from: Literal["higher-end", "either-end"]
    tile_points: Literal["standard", "simplified"]
    must_beat: bool
    follow: Literal["led-suit", "lower-end-next", "any-end"]
    trump_follows: bool
    void: Literal["trump-or-bingo", "trump-then-bingo", "anything"]
    bingo_on_trumps: bool
    last_trick: int
    last_draw: Literal["face-down", "turned"]
    declare: Literal["leading", "after-winning"]
    declaration_counts: Literal["once-a-trick-is-won", "with-its-trick"]
    declaration_points: tuple[int, ...]
    bingo_bonus: int
    redeclare: bool
    seven_doubles: int
    target: int
    at_target: Literal["claim", "first-ends", "each-scores", "points"]
    shutout: Literal["no-trick", "no-points"]
    low: int
    closed_win: Literal["at-close", "when-reached"]
    failed_close: Literal["no-trick-at-close", "no-trick-at-end", "two", "shortfall"]
    others_win: Literal["two", "as-usual"]
    false_claims: bool
    false_claim: Literal["two", "no-trick"]
    capture: int

    @property
    def unit(self) -> str:
        """The unit of values: ``game point``, or ``card point`` where a deal is worth those."""
        return "card point" if self.at_target == "points" else "game point"

    def clashes(self) -> list[Reason]:
        """Pairs of fields that contradict each other; empty for a playable set."""
        return [
            Reason(f"rules: {a} and {b}", expected, f"{a}: {show(self[a])}, {b}: {show(self[b])}")
            for wrong, a, b, expected in _clashes(self)
            if wrong
        ]

    def __str__(self) -> str:
        from bingo.solver.game.presets import label  # here: presets are made of rules

        return label(self)

    def __repr__(self) -> str:
        return f"rules({str(self)!r})"

    def __getitem__(self, name: str) -> Value:
        value: Value = getattr(self, name)
        return value


def _clashes(r: Rules) -> list[tuple[bool, str, str, str]]:
    points = r.at_target == "points"
    no_game_points = "no game points where a deal is worth card points"
    already_won = "once-a-trick-is-won, as the trick is won before declaring"
    six = "points for two to six doubles where seven are a declaration"
    late_trick = r.declare == "after-winning" and r.declaration_counts == "with-its-trick"
    return [
        (points != (r.failed_close == "shortfall"), "at_target", "failed_close", "points together with shortfall"),
        (points and r.capture > 0, "at_target", "capture", no_game_points),
        (points and r.seven_doubles > 0, "at_target", "seven_doubles", no_game_points),
        (
            r.false_claims and r.at_target != "claim",
            "false_claims",
            "at_target",
            "claims (at_target: claim) to be false",
        ),
        (late_trick, "declare", "declaration_counts", already_won),
        (r.low > r.target, "low", "target", "low at most the target"),
        (r.seven_doubles > 0 and len(r.declaration_points) < 5, "seven_doubles", "declaration_points", six),
    ]


def show(value: Value) -> str:
    """A value as it is written in a file: ``false``, ``20 40 50``, ``led-suit``."""
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_value(name: str, given: object) -> Value:
    """Read the value of one field as it stands in a file or option (text, number, truth value or list).

    Raises:
        NotationError: no such field, or not one of its values.
    """
    if name not in FIELDS:
        raise NotationError.of("rules", f"one of the fields {', '.join(FIELDS)}", repr(name))
    field = FIELDS[name]
    words = str(given).strip().lower() if not isinstance(given, (list, tuple)) else " ".join(map(str, given))
    if name == "declaration_points":
        parts = words.replace(",", " ").split()
        if 1 <= len(parts) <= 6 and all(_in_span(part, (0, 200)) for part in parts):
            return tuple(map(int, parts))
        raise NotationError.of(f"rules: {name}", "one to six numbers, for two to seven doubles", repr(given))
    if True in field.words:
        words = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(words, words)
    for value in field.words:
        if value is not None and words == show(value):
            return value
    if field.span and _in_span(words, field.span):
        return int(words)
    choices = [show(v) for v in field.words if v is not None and not field.span]
    expected = " or ".join(choices) or f"a number from {field.span[0]} to {field.span[1]}"  # type: ignore[index]
    raise NotationError.of(f"rules: {name}", expected, repr(given))


def _in_span(digits: str, span: tuple[int, int]) -> bool:
    """Whether a text is a number in this span, which has three digits at most."""
    return digits.isascii() and digits.isdigit() and len(digits) <= 9 and span[0] <= int(digits) <= span[1]


def override(base: Rules, given: Mapping[str, object]) -> Rules:
    """``base`` with single fields replaced.

    Raises:
        NotationError: unknown fields or values, or fields that clash; all of them are listed.
    """
    reasons: list[Reason] = []
    values: dict[str, Value] = {}
    for name, value in given.items():
        try:
            values[name] = read_value(name, value)
        except NotationError as error:
            reasons += error.reasons
    changed = replace(base, **values)  # type: ignore[arg-type]
    reasons += changed.clashes()
    if reasons:
        raise NotationError(reasons)
    return changed


def differences(a: Rules, b: Rules) -> list[str]:
    """Names of the fields in which two sets differ, in the order of the record."""
    return [f.name for f in fields(a) if a[f.name] != b[f.name]]
