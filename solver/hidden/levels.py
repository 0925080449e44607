"""Levels of play, from one that hardly looks ahead to one that sees every tile: what the engine plays at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, parse
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.tiles import text_all, text_mask
from bingo.solver.hidden.request import about
from bingo.solver.seam import OnProgress, found


def decide(
    level: str,
    position: Position,
    seen: Callable[[], InformationSet],
    moves: Sequence[Move],
    seed: int,
    worlds: int | None = None,
    on_progress: OnProgress | None = None,
) -> Move:
    """One of these moves, by a player who knows what is ``seen`` of the position, and plays by it alone at all levels
    but ``cheat``, which sees every tile. With fewer ``worlds`` than are usual it replies sooner, and plays worse.
    """
    if len(moves) == 1:
        return moves[0]
    if position.stage is Stage.SHOW:  # before drawing, which no position file can say: as many as there are
        return max(moves, key=lambda move: move.declare.bit_count())
    request = about(seen())
    if level == "cheat":
        laid = position if position.to_move == YOU else position.swapped()
        request["position"]["opponent"]["hand"] = text_mask(laid.hands[OPPONENT])
        if laid.open:
            request["position"]["stock"] = text_all(laid.stock)
    return reply(level, request, position.stage, seed, worlds, on_progress)


def reply(
    level: str,
    request: dict[str, object],
    stage: Stage,
    seed: int,
    worlds: int | None = None,
    on_progress: OnProgress | None = None,
) -> Move:
    """The same for a request that says what ``you``, who are to move at this stage, know."""
    asked = {**request, "level": level, "stage": stage.name.lower(), "seed": seed, "worlds": worlds}
    return parse(found("reply", on_progress, **asked)["move"])
