"""The three errors a user can cause: notation, an impossible position, an illegal move. And a missing kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


def counted(number: int, thing: str) -> str:
    """``1 trick``, ``6,144 deals``."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


class BingoError(ValueError):
    """Base of all errors whose message is meant for a person."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong with an input: where, what was expected, what stood there.

    ``code`` is for what is only not complete yet: ``no-trumps``, ``no-hand``, ``no-turned``, ``few-tiles``,
    ``few-tricks``, ``few-face-down``, ``few-points`` or ``part-known``; ``wanted`` says how many of what is counted.
    """

    field: str
    expected: str
    found: str
    line: int | None = None
    code: str = ""
    wanted: int | None = None

    def __str__(self) -> str:
        where = self.field if self.line is None else f"{self.field} (line {self.line})"
        return f"{where}: expected {self.expected}; found {self.found}"

    def as_dict(self) -> dict[str, str | int]:
        """The same as keys; without a code there is none."""
        told: dict[str, str | int] = {"field": self.field, "expected": self.expected, "found": self.found}
        if self.code:
            told["code"] = self.code
        return told if self.wanted is None else told | {"wanted": self.wanted}


class _WithReasons(BingoError):
    def __init__(self, reasons: Sequence[Reason], where: str = "") -> None:
        self.reasons = tuple(reasons)
        self.where = where
        lines = [f"{where}:"] if where else []
        lines += map(str, self.reasons)
        super().__init__((" " if len(self.reasons) == 1 else "\n  ").join(lines))

    def __reduce__(self) -> tuple[type[_WithReasons], tuple[tuple[Reason, ...], str]]:
        return type(self), (self.reasons, self.where)  # so that worker processes can hand it back


class NotationError(_WithReasons):
    """Text, a field or a rule that cannot be read."""

    @classmethod
    def of(cls, field: str, expected: str, found: object) -> NotationError:
        """The error with a single reason."""
        return cls([Reason(field, expected, str(found))])


class ImpossiblePosition(_WithReasons):
    """A setup that no deal can lead to; ``reasons`` lists everything that proves it."""


class IllegalMove(BingoError):
    """A move that the rules do not allow in the position it was tried in."""
