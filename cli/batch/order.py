"""What a batch is asked to do, and what is told of a block that was done."""

from __future__ import annotations

from dataclasses import dataclass

from bingo.positions.blocks import Mark
from bingo.solver.batch.detail import Detail
from bingo.solver.game.rules import Rules

#: Why a position may fail, each with its words in the summary.
KINDS = {
    "unreadable": "could not be read",
    "impossible": "cannot occur",
    "hidden": "hide what the answer needs",
    "unexpected": "are not what the file expects",
    "broken": "broke the program",
}
COLUMNS = ("file", "position", "line", "name", "rules", "to_move", "value", "best", "error")


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted of every position. ``rules`` replace those of the files; what these expect is then not compared.

    ``failed`` asks for a record of what failed too, ``rows`` for rows of a table beside the records. Where tiles are
    hidden, deals are drawn with ``seed``.
    """

    rules: Rules | None = None
    detail: Detail = Detail.BEST
    failed: bool = False
    rows: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong with a position: one of ``KINDS``, and every reason in words."""

    kind: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A block that was done: lines of JSON, rows of CSV, what failed, how many positions have which value (rounded,
    where it is a mean).

    ``end`` is where the block ends; ``size`` its bytes; ``seconds`` is what it took.
    """

    records: bytes
    rows: bytes
    failures: tuple[Failure, ...]
    values: dict[int, int]
    end: Mark
    positions: int
    size: int
    seconds: float
