"""The tree of play, which the engine grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bingo.positions.writing import document_of
from bingo.solver import seam
from bingo.solver.game.position import Position
from bingo.solver.game.setup import Setup
from bingo.solver.match.objectives import match_objective

#: Branches that a tree may have (a line that was begun is finished all the same), and positions searched for it.
BRANCHES, NODES = 2000, 20_000_000


def tree(
    position: Position,
    branches: int = BRANCHES,
    nodes: int = NODES,
    after: Sequence[str] = (),
    on_progress: seam.OnProgress | None = None,
) -> list[list[Any]]:
    """The tree of play below a position, or after these moves of it, as ``engine/play/exact.hpp`` says.

    Raises:
        IllegalMove: the rules do not allow one of them, or the deal is over then.
    """
    objective = match_objective(position)
    goal = objective and {"table": objective.table}
    limits = {"branches": branches, "nodes": nodes}
    grown: list[list[Any]] = _found("follow", position, after, on_progress, **limits, objective=goal)["tree"]
    return grown


def played(position: Position, after: Sequence[str]) -> dict[str, Any]:
    """After these moves of a position: the table as a page draws it, what they brought, whether the deal is over.

    Raises:
        IllegalMove: the rules do not allow one of them.
    """
    return _found("play", position, after)


def _found(
    ask: str, position: Position, after: Sequence[str], on_progress: seam.OnProgress | None = None, **more: Any
) -> dict[str, Any]:
    match = position.match and replace(position.match, scored=(0, 0))  # the objective has it
    written = replace(Setup.of(position), name="", expect=None, match=match)
    document = {**document_of(written), "rules": position.rules}
    stage = position.stage.name.lower()
    return seam.found(ask, on_progress, position=document, stage=stage, after=[*after], **more)
