"""How much a batch is asked to find out."""

from __future__ import annotations

from enum import Enum


class Detail(str, Enum):
    """The value; the best moves too; every move; also a line that shows why."""

    VALUE = "value"
    BEST = "best"
    MOVES = "moves"
    LINE = "line"
