"""The three levels of difficulty, and how far shallow play is followed to measure it."""

from __future__ import annotations

#: Farthest that shallow play looks, in tricks.
FARTHEST = 4
#: Lowest difficulty of each level, easiest first.
LEVELS = {"easy": 0, "medium": 35, "hard": 55}


def level(difficulty: int) -> str:
    """The name of a difficulty (0 to 100): easy, medium or hard."""
    return [name for name, least in LEVELS.items() if difficulty >= least][-1]
