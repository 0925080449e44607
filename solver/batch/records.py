"""What a batch says of one position: the keys of ``bingo analyze --json``, as far as they were asked for.

Nothing in a record depends on how fast it was made or on what was solved before it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bingo.solver import Settings, analyze
from bingo.solver.batch.detail import Detail
from bingo.solver.game.information import InformationSet
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import PLAYER_NAMES, Position
from bingo.solver.game.presets import label
from bingo.solver.match.objectives import match_objective
from bingo.solver.search.chances import analyze_for_match, by_chance
from bingo.solver.search.engines import engine
from bingo.solver.search.exact import analyze_exact, choices, mover, with_chance

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
    objective = match_objective(position)
    if objective is not None:
        return _kept(_for_match(position, objective, detail), detail)
    search = _engine(position.rules)
    if detail is Detail.LINE:
        return _kept(analyze_exact(position, search).as_dict(), detail)
    found: dict[str, Any] = {
        "name": position.name,
        "rules": label_of(position.rules),
        "exact": True,
        "to_move": PLAYER_NAMES[mover(position)],
    }
    if detail is Detail.VALUE:
        return {**found, "value": search.value(position)}
    listed = choices(position, search)
    value = listed[0].value
    found |= {
        "value": value,
        "best": [str(choice.move) for choice in listed if choice.value == value],
        "moves": [{"move": str(choice.move), "value": choice.value} for choice in listed],
    }
    return _kept(found, detail)


def _for_match(position: Position, objective: Objective, detail: Detail) -> dict[str, Any]:
    points, chances = _engine(position.rules), _engine(position.rules, objective)
    if detail is Detail.LINE:
        return analyze_for_match(position, points, chances).as_dict()
    listed = by_chance(position, choices(position, chances), points)
    best = listed[0]
    return {
        "name": position.name,
        "rules": label_of(position.rules),
        "exact": True,
        "to_move": PLAYER_NAMES[mover(position)],
        "value": best.value,
        **with_chance(best.chance),
        "best": [str(choice.move) for choice in listed if choice.chance == best.chance],
        "moves": [{"move": str(c.move), "value": c.value, **with_chance(c.chance)} for c in listed],
    }


def _kept(found: dict[str, Any], detail: Detail) -> dict[str, Any]:
    out = _LEFT_OUT[detail] | _MEASURED
    return {key: value for key, value in found.items() if key not in out}


#: One for each rule set and objective in use: making an engine takes longer than most positions do.
_engine: Any = lru_cache(maxsize=64)(engine)
label_of = lru_cache(maxsize=64)(label)
