"""The readable way for one position of a batch: every notation, every rule, every message; a hundred times slower.

A record has the keys of ``bingo analyze --json``, as far as they were asked for. Nothing in it depends on how fast it
was made or on what was solved before it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from bingo.positions.entries import EMPTY, Entry
from bingo.positions.expectation import unmet
from bingo.positions.reading import outcome
from bingo.solver import Settings, analyze
from bingo.solver.analysis.exact import Analysis, analyze_exact, by_chance, choices
from bingo.solver.batch.blocks import Block
from bingo.solver.batch.inputs import EMPTY_FOLDER
from bingo.solver.batch.task import Detail, Failure, Task
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import Position
from bingo.solver.game.rules import Rules
from bingo.solver.match.objectives import match_objective


@dataclass(frozen=True, slots=True)
class Answer:
    """What is found out of an entry: a record if one is wanted, the value if there is one, what went wrong; and
    whether it is what the file expects, where it expects anything.
    """

    record: dict[str, Any] | None = None
    value: float | None = None
    failure: Failure | None = None
    met: bool = False


def answer(task: Task, block: Block, entry: Entry) -> Answer:
    """Read, check, solve, compare. Whatever is wrong with the position is told, also an error of the program's own."""
    try:
        return _answer(task, block, entry)
    except Exception as error:  # a night's work shall not end with it
        return _failed(task, block, entry, _failure("broken", _where(block, entry), f"{type(error).__name__}: {error}"))


def _answer(task: Task, block: Block, entry: Entry) -> Answer:
    found = outcome(entry, block.source, task.rules)
    if isinstance(found, (NotationError, ImpossiblePosition)):
        kind = "impossible" if isinstance(found, ImpossiblePosition) else "unreadable"
        if not entry.number:
            kind = "empty" if entry.problem in (EMPTY, EMPTY_FOLDER) else "file"
        return _failed(task, block, entry, Failure(kind, tuple(map(str, found.reasons)), str(found)))
    if task.no_match:
        found = replace(found, match=None)
    where = _where(block, entry, found)
    try:
        made = record(found, task.detail, task.seed)
    except BingoError as error:
        return _failed(task, block, entry, _failure("hidden", where, str(error)), name=found.name)
    expect = found.expect if task.rules is None and not task.no_match else None
    best = made.get("best") or (record(found, Detail.BEST, task.seed)["best"] if expect and expect.best else [])
    wrong = unmet(expect, made["value"], best, exact=isinstance(found, Position))
    if wrong:
        made["unexpected"] = wrong
    failure = _failure("unexpected", where, *wrong) if wrong else None
    return Answer(_origin(block, entry) | made, made["value"], failure, met=expect is not None and not wrong)


_LEFT_OUT = {
    Detail.VALUE: {"best", "moves", "line"},
    Detail.BEST: {"moves", "line"},
    Detail.MOVES: {"line"},
    Detail.LINE: set[str](),
}
_MEASURED = {"nodes", "seconds"}


def record(position: Position | InformationSet, detail: Detail, seed: int = 0) -> dict[str, Any]:
    """The answer to one position; where tiles are hidden, an estimate on deals drawn with ``seed``.

    Raises:
        BingoError: something that the answer depends on is hidden.
    """
    if isinstance(position, InformationSet):
        return _kept(analyze(position, Settings(seed=seed)).as_dict(), detail)
    return _kept(_analysis(position, detail).as_dict(), detail)


def _analysis(position: Position, detail: Detail) -> Analysis:
    """As much of it as was asked for."""
    objective, points = match_objective(position), _engine(position.rules)
    chances = None if objective is None else _engine(position.rules, objective)
    if detail is Detail.LINE:
        return analyze_exact(position, points, chances)
    if detail is Detail.VALUE and chances is None:
        return Analysis(position, points.value(position), (), (), 0, 0.0)
    listed = choices(position, chances or points)
    if chances is not None:
        listed = by_chance(position, listed, points)
    return Analysis(position, listed[0].value, listed, (), 0, 0.0, listed[0].chance)


def _kept(found: dict[str, Any], detail: Detail) -> dict[str, Any]:
    out = _LEFT_OUT[detail] | _MEASURED
    return {key: value for key, value in found.items() if key not in out}


@lru_cache(maxsize=64)
def _engine(rules: Rules, objective: Objective | None = None) -> Kernel:
    """One for each rule set and objective in use: making it takes longer than most positions do."""
    return Kernel(rules, objective=objective)


def _failure(kind: str, where: str, *reasons: str) -> Failure:
    return Failure(kind, reasons, "\n".join(f"{where}: {reason}" for reason in reasons))


def _failed(task: Task, block: Block, entry: Entry, failure: Failure, **known: str) -> Answer:
    told = {"error": failure.kind, "reasons": failure.reasons}
    return Answer(_origin(block, entry) | known | told if task.failed else None, failure=failure)


def _origin(block: Block, entry: Entry) -> dict[str, Any]:
    return {"file": block.source, "position": entry.number, "line_number": entry.line}


def _where(block: Block, entry: Entry, found: Position | InformationSet | None = None) -> str:
    called = f" {found.name!r}" if found and found.name else ""
    return f"{block.source}, position {entry.number}{called} (line {entry.line})"
