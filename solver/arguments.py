"""Checks of what programs hand in: numbers that would otherwise never end a search, or end it in a traceback."""

from __future__ import annotations

import math
from numbers import Real
from operator import index

from bingo.solver.errors import NotationError

#: The most threads that may be asked for; so many never help.
MOST_THREADS = 1024


def whole_number(least: int, most: int | None) -> str:
    """What a whole number is asked for with."""
    return f"a whole number of at least {least}" if most is None else f"a whole number from {least} to {most}"


def whole(name: str, value: object, least: int, most: int | None = None) -> None:
    """Insist on a whole number of at least ``least``, and at most ``most`` if that is given.

    Raises:
        TypeError: it is no whole number.
        NotationError: it is too small or too large.
    """
    expected = whole_number(least, most)
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: expected {expected}; found {value!r}") from None
    if number < least or (most is not None and number > most):
        raise NotationError.of(name, expected, value)


def duration(name: str, value: object) -> None:
    """Insist on so many seconds: more than 0, and an end to them.

    Raises:
        TypeError: it is no number.
        NotationError: it is not above 0, infinite, or not a number at all (nan).
    """
    expected = "a finite number of seconds above 0"
    if not isinstance(value, Real):
        raise TypeError(f"{name}: expected {expected}; found {value!r}")
    if not (math.isfinite(value) and float(value) > 0):
        raise NotationError.of(name, expected, value)


def one_of(name: str, value: object, names: tuple[str, ...]) -> None:
    """Insist on one of these names.

    Raises:
        NotationError: it is none of them.
    """
    if value not in names:
        raise NotationError.of(name, f"one of {', '.join(names)}", repr(value))


def kind(name: str, value: object, *kinds: type) -> None:
    """Insist on an object of one of these kinds.

    Raises:
        TypeError: it is of another.
    """
    if not isinstance(value, kinds):
        listed = " or ".join(one.__name__ for one in kinds)
        raise TypeError(f"{name}: expected {listed}; found {type(value).__name__}")
