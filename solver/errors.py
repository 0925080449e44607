"""The three errors a user can cause: notation, an impossible position, an illegal move; and checks of arguments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self


def counted(count: int, noun: str) -> str:
    """``1 trick``, ``6,144 deals``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def signed(value: float) -> str:
    """``+2``, ``-1``, ``0``."""
    return f"{value:+g}" if value else "0"


def range_text(low: object, high: object) -> str:
    """``2``, ``2 to 3``."""
    return str(low) if low == high else f"{low} to {high}"


def as_text(value: object, to_text: Callable[[object], str] = str) -> str:
    """``str`` of a value, or another form of it; of a number that is too long for Python to write, what it is."""
    try:
        return to_text(value)
    except ValueError:
        return "a number of thousands of digits"


class BingoError(ValueError):
    """Base of all errors whose message is meant for a person."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong with an input: where, what was expected, what stood there.

    ``code`` is for what is only not complete yet: ``no-trumps``, ``no-hand``, ``no-turned``, ``few-tiles``,
    ``few-tricks``, ``few-face-down``, ``few-points`` or ``part-known``; ``wanted`` says how many of what is counted.
    ``sentence`` says it as a player would, where what was expected and what stood there do not.
    """

    field: str
    expected: str
    found: str
    line: int | None = None
    code: str = ""
    wanted: int | None = None
    sentence: str = ""

    def __str__(self) -> str:
        place = self.field if self.line is None else f"{self.field} (line {self.line})"
        return f"{place}: {self.sentence_about('here') or f'expected {self.expected}; found {self.found}'}"

    def sentence_about(self, file_name: str) -> str:
        """The sentence; of a file or folder it has a place for the name. (Not str.format: others may have braces.)"""
        return self.sentence.replace("{}", file_name) if self.field in ("file", "folder") else self.sentence

    def as_dict(self) -> dict[str, str | int]:
        """The same as keys; without a code or a sentence there is none."""
        fields: dict[str, str | int] = {"field": self.field, "expected": self.expected, "found": self.found}
        fields |= {key: value for key, value in (("code", self.code), ("sentence", self.sentence)) if value}
        return fields if self.wanted is None else fields | {"wanted": self.wanted}


class _WithReasons(BingoError):
    def __init__(self, reasons: Sequence[Reason], where: str = "") -> None:
        self.reasons = tuple(reasons)
        self.where = where
        lines = [f"{where}:"] if where else []
        if [reason.field for reason in self.reasons if reason.sentence] in (["file"], ["folder"]):
            lines = [self.reasons[0].sentence_about(where)]
        else:
            lines += map(str, self.reasons)
        super().__init__((" " if len(self.reasons) == 1 else "\n  ").join(lines))

    def __reduce__(self) -> tuple[type[_WithReasons], tuple[tuple[Reason, ...], str]]:
        return type(self), (self.reasons, self.where)  # so that worker processes can hand it back

    @classmethod
    def of(cls, field: str, expected: str, found: object, sentence: str = "") -> Self:
        """The error with a single reason."""
        return cls([Reason(field, expected, as_text(found), sentence=sentence)])


class NotationError(_WithReasons):
    """Text, a field or a rule that cannot be read."""


class ImpossiblePosition(_WithReasons):
    """A setup that no deal can lead to; ``reasons`` lists everything that proves it."""


class WrongType(_WithReasons, TypeError):
    """A value of another type than can be read."""


class IllegalMove(BingoError):
    """A move that the rules do not allow in the position it was tried in; ``reasons`` say so in parts."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reasons = (reason or Reason("position", message, ""),)


# --- what programs hand in ---------------------------------------------------------------------------

#: The most threads that may be asked for; so many never help.
MAX_THREADS = 1024


def whole_number(lowest: int, highest: int | None) -> str:
    """How messages describe the whole number they expect."""
    return f"a whole number of at least {lowest}" if highest is None else f"a whole number from {lowest} to {highest}"


def check_int(argument_name: str, value: object, lowest: int, highest: int | None = None) -> None:
    """Insist on a whole number of at least ``lowest``, and at most ``highest`` if that is given.

    Raises:
        TypeError: it is no whole number.
        NotationError: it is too small or too large.
    """
    expected = whole_number(lowest, highest)
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise WrongType.of(argument_name, expected, as_text(value, repr)) from None
    if number < lowest or (highest is not None and number > highest):
        raise NotationError.of(argument_name, expected, value)


def check_duration(argument_name: str, value: object) -> None:
    """Insist on so many seconds: more than 0, and an end to them.

    Raises:
        TypeError: it is no number.
        NotationError: it is not above 0, infinite, or not a number at all (nan).
    """
    expected = "a finite number of seconds above 0"
    if not isinstance(value, Real):
        raise WrongType.of(argument_name, expected, as_text(value, repr))
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.inf
    if not 0 < seconds < math.inf:
        raise NotationError.of(argument_name, expected, value)


def check_choice(argument_name: str, value: object, choices: tuple[str, ...]) -> None:
    """Insist on one of these names.

    Raises:
        NotationError: it is none of them.
    """
    if value not in choices:
        raise NotationError.of(argument_name, f"one of {', '.join(choices)}", as_text(value, repr))


def check_type(argument_name: str, value: object, *types: type) -> None:
    """Insist on an object of one of these kinds; numpy's whole numbers are of the kind ``int``.

    Raises:
        TypeError: it is of another.
    """
    if not isinstance(value, types) and not (int in types and isinstance(value, Integral)):
        raise WrongType.of(argument_name, " or ".join(kind.__name__ for kind in types), type(value).__name__)
