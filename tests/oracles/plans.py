"""A strategy that takes given values in given worlds, if there is one: what the engine says of best defence, made."""

from __future__ import annotations

from collections.abc import Sequence

from bingo.solver.compose.defence import opponent_does, opponents_moves, showing
from bingo.solver.game.moves import Move
from bingo.solver.game.play import Scored, legal_moves, play_scored
from bingo.solver.game.position import YOU, Position
from bingo.solver.game.scoring import difference
from bingo.solver.search.exact import Engine
from tests.oracles.strategist import OpponentNode, OwnNode, Plan, World, lower_bound


def plan(positions: Sequence[Position], move: Move, values: Sequence[int], engine: Engine) -> Plan:
    """A strategy that begins with ``move`` and takes at least these values in these positions, one a position.

    The positions differ in the opponent's hand only, and it is your turn. With the values fixed, each decision stands
    for itself: what :func:`limits` found for all worlds together is made sure of in each. Nothing in it looks at the
    hand, not even where one alone is left.

    Raises:
        ValueError: there is no such strategy.
    """
    found, then = _made([World(p, v) for p, v in zip(positions, values, strict=True)], move, engine)
    if not found:
        raise ValueError(f"plan: expected values that some strategy takes; found {list(values)}")
    return OwnNode(move, then)


# What follows says whether your play can take its cap, or more, in every world, and by which plan.


def _made(worlds: Sequence[World], move: Move, engine: Engine) -> tuple[bool, Plan]:
    return _after([(world, play_scored(world.position, move)) for world in worlds], engine)


def _after(made: Sequence[tuple[World, Scored]], engine: Engine) -> tuple[bool, Plan]:
    left: list[World] = []
    for world, (scores, after, over) in made:
        gain = difference(scores)
        if over and gain < world.cap:
            return False, None
        if not over and world.cap > lower_bound(world.position):
            left.append(World(after, world.cap - gain))
    return _taken(left, engine) if left else (True, None)


def _taken(worlds: Sequence[World], engine: Engine) -> tuple[bool, Plan]:
    if any(engine.value(world.position) < world.cap for world in worlds):
        return False, None
    shows = showing([world.position for world in worlds])
    if worlds[0].position.to_move == YOU and not shows:
        for move in legal_moves(worlds[0].position):
            found, then = _made(worlds, move, engine)
            if found:
                return True, OwnNode(move, then)
        return False, None
    doing: dict[Move, list[World]] = {}
    for world in worlds:
        for move in opponents_moves(world.position, shows=shows):
            doing.setdefault(move, []).append(world)
    replies: dict[Move, Plan] = {}
    for move, those in doing.items():
        made = [(world, opponent_does(world.position, move, shows=shows)) for world in those]
        found, replies[move] = _after(made, engine)
        if not found:
            return False, None
    return True, OpponentNode(replies, shows)
