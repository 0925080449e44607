"""What a batch says of one position: the keys of ``bingo analyze --json``, as far as they were asked for.

Nothing in a record depends on how fast it was made or on what was solved before it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bingo.solver import Settings, analyze
from bingo.solver.batch.detail import Detail
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.match.objectives import match_objective
from bingo.solver.search.chances import analyze_for_match, by_chance
from bingo.solver.search.engines import engine
from bingo.solver.search.exact import Analysis, analyze_exact, choices

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
    if objective is None:
        if detail is Detail.LINE:
            return analyze_exact(position, points)
        if detail is Detail.VALUE:
            return Analysis(position, points.value(position), (), (), 0, 0.0)
        listed = choices(position, points)
    else:
        chances = _engine(position.rules, objective)
        if detail is Detail.LINE:
            return analyze_for_match(position, points, chances)
        listed = by_chance(position, choices(position, chances), points)
    return Analysis(position, listed[0].value, listed, (), 0, 0.0, listed[0].chance)


def _kept(found: dict[str, Any], detail: Detail) -> dict[str, Any]:
    out = _LEFT_OUT[detail] | _MEASURED
    return {key: value for key, value in found.items() if key not in out}


#: One for each rule set and objective in use: making an engine takes longer than most positions do.
_engine: Any = lru_cache(maxsize=64)(engine)
