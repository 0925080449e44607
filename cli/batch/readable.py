"""The readable way for one position of a batch: every notation, every rule, every message; a hundred times slower."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bingo.cli.batch.order import Failure, Order
from bingo.cli.expectation import unmet
from bingo.positions.blocks import Block
from bingo.positions.entries import Entry
from bingo.positions.reading import outcome
from bingo.solver.batch.detail import Detail
from bingo.solver.batch.records import record
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError
from bingo.solver.game.position import Position
from bingo.solver.game.setup import View


@dataclass(frozen=True, slots=True)
class Answer:
    """What is found out of an entry: a record if one is wanted, the value if there is one, what went wrong."""

    record: dict[str, Any] | None = None
    value: float | None = None
    failure: Failure | None = None


def answer(order: Order, block: Block, entry: Entry) -> Answer:
    """Read, check, solve, compare. Whatever is wrong with the position is told, also an error of the program's own."""
    try:
        return _answer(order, block, entry)
    except Exception as error:  # a night's work shall not end with it
        words = f"{_where(block, entry)}: {type(error).__name__}: {error}"
        return _failed(order, block, entry, Failure("broken", (words,)))


def _answer(order: Order, block: Block, entry: Entry) -> Answer:
    found = outcome(entry, block.source, order.rules)
    if isinstance(found, (NotationError, ImpossiblePosition)):
        kind = "impossible" if isinstance(found, ImpossiblePosition) else "unreadable"
        return _failed(order, block, entry, Failure(kind, (str(found),)))
    where = _where(block, entry, found)
    try:
        made = record(found, order.detail, order.seed)
    except BingoError as error:
        return _failed(order, block, entry, Failure("hidden", (f"{where}: {error}",)), name=found.name)
    expect = found.expect if order.rules is None else None
    best = made.get("best") or (record(found, Detail.BEST, order.seed)["best"] if expect and expect.best else [])
    wrong = unmet(expect, made["value"], best)
    if wrong:
        made["unexpected"] = wrong
    failure = Failure("unexpected", tuple(f"{where}: {words}" for words in wrong)) if wrong else None
    return Answer(_origin(block, entry) | made, made["value"], failure)


def _failed(order: Order, block: Block, entry: Entry, failure: Failure, **known: str) -> Answer:
    told = {"error": failure.kind, "reasons": failure.words}
    return Answer(_origin(block, entry) | known | told if order.failed else None, failure=failure)


def _origin(block: Block, entry: Entry) -> dict[str, Any]:
    return {"file": block.source, "position": entry.number, "line": entry.line}


def _where(block: Block, entry: Entry, found: Position | View | None = None) -> str:
    called = f" {found.name!r}" if found and found.name else ""
    return f"{block.source}, position {entry.number}{called} (line {entry.line})"
