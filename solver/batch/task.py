"""What a batch is asked to do, and what comes of a block that was done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from bingo.solver.game.rules import Rules

if TYPE_CHECKING:
    from bingo.solver.batch.blocks import Mark


class Detail(str, Enum):
    """How much is found out: the value; the best moves too; every move; also a line that shows why."""

    VALUE = "value"
    BEST = "best"
    MOVES = "moves"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Task:
    """What is wanted of every position. ``rules`` replace those of the files; what these expect is then not compared.

    ``no_match`` ignores match scores. ``failed`` asks for a record of what failed too. Where tiles are hidden, deals
    are drawn with ``seed``.
    """

    rules: Rules | None = None
    detail: Detail = Detail.BEST
    failed: bool = False
    seed: int = 0
    no_match: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong: its kind, as ``error`` has it in a result; every reason in words; all of it with its place."""

    kind: str
    reasons: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Result:
    """A block that was done: lines of JSON, what failed, how many positions have which value (rounded, where it is a
    mean), how many are what their file expects (``met``).

    ``end`` is where the block ends; ``size`` its bytes; ``seconds`` is what it took.
    """

    records: bytes
    failures: tuple[Failure, ...]
    values: dict[int, int]
    met: int
    end: Mark
    positions: int
    size: int
    seconds: float
