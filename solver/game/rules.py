"""The rules record: every rule on which the published descriptions differ, as a field of data, and what it may be.

What each decides and means is in words in ``solver/render/rules.py``; the named sets are in ``presets``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args, get_origin, get_type_hints

from bingo.solver.errors import NotationError, Reason, as_text

Value = str | int | bool | tuple[int, ...]


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
    def counts_card_points(self) -> bool:
        """Whether a deal is worth card points, not game points."""
        return self.at_target == "points"

    @property
    def unit(self) -> str:
        """The unit of values: ``game point``, or ``card point`` where a deal is worth those."""
        return "card point" if self.counts_card_points else "game point"

    def clashes(self) -> list[Reason]:
        """Pairs of fields that contradict each other; empty for a playable set."""
        no_game_points = "no game points where a deal is worth card points"
        after_the_trick = "once-a-trick-is-won, as the trick is won before declaring"
        six = "points for two to six doubles where seven are a declaration"
        false_claim_rules = "claims (at_target: claim) to be false"
        counts_late = self.declare == "after-winning" and self.declaration_counts == "with-its-trick"
        pairs = [
            (
                self.counts_card_points != (self.failed_close == "shortfall"),
                "at_target",
                "failed_close",
                "points together with shortfall",
            ),
            (self.counts_card_points and self.capture > 0, "at_target", "capture", no_game_points),
            (self.counts_card_points and self.seven_doubles > 0, "at_target", "seven_doubles", no_game_points),
            (self.false_claims and self.at_target != "claim", "false_claims", "at_target", false_claim_rules),
            (counts_late, "declare", "declaration_counts", after_the_trick),
            (self.low > self.target, "low", "target", "low at most the target"),
            (self.seven_doubles > 0 and len(self.declaration_points) < 5, "seven_doubles", "declaration_points", six),
        ]
        return [
            Reason(f"rules: {a} and {b}", expected, f"{a}: {show(self[a])}, {b}: {show(self[b])}")
            for is_clash, a, b, expected in pairs
            if is_clash
        ]

    def __str__(self) -> str:
        from bingo.solver.game.presets import label  # here: presets are made of rules

        return label(self)

    def __repr__(self) -> str:
        return f"rules({str(self)!r})"

    def __getitem__(self, name: str) -> Value:
        value: Value = getattr(self, name)
        return value


_NUMBER_RANGES = {
    "last_trick": range(41), "bingo_bonus": range(41), "seven_doubles": range(8), "target": range(30, 121),
    "low": range(71), "capture": range(4),
}  # fmt: skip


def _values(field_name: str, field_type: type) -> Sequence[Value]:
    if field_type is bool:
        return True, False
    return get_args(field_type) if get_origin(field_type) is Literal else _NUMBER_RANGES.get(field_name, ())


#: What each field of :class:`Rules` may be: its values, or a range of numbers; none for the list of numbers.
FIELDS: Mapping[str, Sequence[Value]] = {name: _values(name, kind) for name, kind in get_type_hints(Rules).items()}


def show(value: Value) -> str:
    """A value as it is written in a file: ``false``, ``20 40 50``, ``led-suit``."""
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_value(name: str, written: object) -> Value:
    """Read the value of one field as it stands in a file or option (text, number, truth value or list).

    Raises:
        NotationError: no such field, or not one of its values.
    """
    if name not in FIELDS:
        raise NotationError.of("rules", f"one of the fields {', '.join(FIELDS)}", repr(name))
    choices = FIELDS[name]
    words = (
        (" ".join(map(as_text, written)) if isinstance(written, (list, tuple)) else as_text(written)).strip().lower()
    )
    if name == "declaration_points":
        points = words.replace(",", " ").split()
        if 1 <= len(points) <= 6 and all(_is_in(number, range(201)) for number in points):
            return tuple(map(int, points))
        raise NotationError.of(f"rules: {name}", "one to six numbers, for two to seven doubles", as_text(written, repr))
    if isinstance(choices, range):
        if _is_in(words, choices):
            return int(words)
        raise NotationError.of(f"rules: {name}", f"a number from {choices[0]} to {choices[-1]}", as_text(written, repr))
    if True in choices:
        words = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(words, words)
    for value in choices:
        if words == show(value):
            return value
    expected = " or ".join(map(show, choices))
    raise NotationError.of(f"rules: {name}", expected, as_text(written, repr))


def _is_in(digits: str, numbers: range) -> bool:
    """Whether a text is one of these numbers, which have three digits at most."""
    return digits.isascii() and digits.isdigit() and len(digits) <= 9 and int(digits) in numbers


def override(base_rules: Rules, changes: Mapping[str, object]) -> Rules:
    """``base_rules`` with single fields replaced.

    Raises:
        NotationError: unknown fields or values, or fields that clash; all of them are listed.
    """
    reasons: list[Reason] = []
    changed_values: dict[str, Value] = {}
    for name, value in changes.items():
        try:
            changed_values[name] = read_value(name, value)
        except NotationError as error:
            reasons += error.reasons
    new_rules = replace(base_rules, **changed_values)  # type: ignore[arg-type]
    reasons += new_rules.clashes()
    if reasons:
        raise NotationError(reasons)
    return new_rules


def differences(first: Rules, second: Rules) -> list[str]:
    """Names of the fields in which two sets differ, in the order of the record."""
    return [rule.name for rule in fields(first) if first[rule.name] != second[rule.name]]
