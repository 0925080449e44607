"""Levels of play, from one that hardly looks ahead to one that sees every tile: what the engine plays at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bingo.solver.analysis.estimates import move_of
from bingo.solver.engine import OnProgress, engine_for, monitor
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import YOU, Position, Stage


def decide(
    level: str,
    position: Position,
    seen: Callable[[], InformationSet],
    moves: Sequence[Move],
    seed: int,
    worlds: int | None = None,
    on_progress: OnProgress | None = None,
    objective: Objective | None = None,
    *,
    without: int = 0,
) -> Move:
    """One of these moves, by a player who knows what is ``seen`` of the position, and plays by it alone at all levels
    but ``cheat``, which sees every tile. With fewer ``worlds`` than are usual it replies sooner, and plays worse. With
    an ``objective`` it plays for the chance to win the match that this says; ``without``: rules that ``textbook``
    leaves out (engine/levels/textbook.hpp).
    """
    if len(moves) == 1:
        return moves[0]
    if position.stage is Stage.SHOW:  # before drawing, which no position file can say: as many as there are
        return max(moves, key=lambda move: move.declare.bit_count())
    known = seen()
    mine = None
    if level == "cheat":
        mine = position if position.to_move == YOU else position.swapped()
    return reply(
        level, known, position.stage, seed, worlds, on_progress, position=mine, objective=objective, without=without
    )


def reply(
    level: str,
    known: InformationSet,
    stage: Stage,
    seed: int,
    worlds: int | None = None,
    on_progress: OnProgress | None = None,
    *,
    position: Position | None = None,
    objective: Objective | None = None,
    without: int = 0,
) -> Move:
    """The same of what ``you``, who are to move at this stage, know. ``position`` is the same with all tiles known, for
    the level that sees them; ``without``: rules that ``textbook`` leaves out (``engine/levels/textbook.hpp``).
    """
    with engine_for(known.rules) as engine:
        move = engine.reply(level, known, stage, position, objective, worlds or 0, seed, without, monitor(on_progress))
    return move_of(move, reply=stage is Stage.REPLY)
