"""Numbers as answers write them."""

from __future__ import annotations


def number(n: int) -> str:
    """``31,824``."""
    return f"{n:,}"


def points(value: float) -> str:
    """Mean game points: ``+1.69``; what rounds to nothing has no minus.

    >>> points(-0.001)
    '+0.00'
    """
    return f"{round(value, 2) + 0.0:+.2f}"


def count_of(hands: int) -> str:
    """``31,824 hands`` or ``the only hand``."""
    return f"{number(hands)} hands" if hands > 1 else "the only hand"
