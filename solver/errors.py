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


def counted(number: int, thing: str) -> str:
    """``1 trick``, ``6,144 deals``."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def range_text(low: object, high: object) -> str:
    """``2``, ``2 to 3``."""
    return str(low) if low == high else f"{low} to {high}"


def as_text(value: object, form: Callable[[object], str] = str) -> str:
    """``str`` of a value, or another form of it; of a number that is too long for Python to write, what it is."""
    try:
        return form(value)
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
        where = self.field if self.line is None else f"{self.field} (line {self.line})"
        return f"{where}: {self.sentence_about('here') or f'expected {self.expected}; found {self.found}'}"

    def sentence_about(self, file: str) -> str:
        """The sentence; of a file or folder it has a place for the name. What somebody typed may have braces, too."""
        return self.sentence.replace("{}", file) if self.field in ("file", "folder") else self.sentence

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


def whole_number(least: int, most: int | None) -> str:
    """How messages describe the whole number they expect."""
    return f"a whole number of at least {least}" if most is None else f"a whole number from {least} to {most}"


def check_int(name: str, value: object, least: int, most: int | None = None) -> None:
    """Insist on a whole number of at least ``least``, and at most ``most`` if that is given.

    Raises:
        TypeError: it is no whole number.
        NotationError: it is too small or too large.
    """
    expected = whole_number(least, most)
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise WrongType.of(name, expected, as_text(value, repr)) from None
    if number < least or (most is not None and number > most):
        raise NotationError.of(name, expected, value)


def check_duration(name: str, value: object) -> None:
    """Insist on so many seconds: more than 0, and an end to them.

    Raises:
        TypeError: it is no number.
        NotationError: it is not above 0, infinite, or not a number at all (nan).
    """
    expected = "a finite number of seconds above 0"
    if not isinstance(value, Real):
        raise WrongType.of(name, expected, as_text(value, repr))
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.inf
    if not 0 < seconds < math.inf:
        raise NotationError.of(name, expected, value)


def check_choice(name: str, value: object, names: tuple[str, ...]) -> None:
    """Insist on one of these names.

    Raises:
        NotationError: it is none of them.
    """
    if value not in names:
        raise NotationError.of(name, f"one of {', '.join(names)}", as_text(value, repr))


def check_type(name: str, value: object, *kinds: type) -> None:
    """Insist on an object of one of these kinds; numpy's whole numbers are of the kind ``int``.

    Raises:
        TypeError: it is of another.
    """
    if not isinstance(value, kinds) and not (int in kinds and isinstance(value, Integral)):
        raise WrongType.of(name, " or ".join(kind.__name__ for kind in kinds), type(value).__name__)
