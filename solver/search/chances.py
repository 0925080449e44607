"""Exact analysis that minds the match: every move by the chance to win it, with its game points beside."""

from __future__ import annotations

import time
from dataclasses import replace

from bingo.solver.game.objective import SCALE
from bingo.solver.game.position import Position
from bingo.solver.game.scoring import sign
from bingo.solver.search.exact import Analysis, Choice, Engine, analyze_exact, choices, listed_value, mover


def analyze_for_match(position: Position, points: Engine, chances: Engine) -> Analysis:
    """As :func:`~bingo.solver.search.exact.analyze_exact`, by the utilities of the engine ``chances``.

    Moves are ordered by ``chance``, those of equal chance by ``value``: their exact value in game points, which the
    engine ``points`` finds, as if that were all that counted. The line maximizes the chance.

    Raises:
        IllegalMove: the deal is over.
    """
    start, before = time.perf_counter(), points.nodes
    found = analyze_exact(position, chances)
    moves = by_chance(position, found.moves, points)
    nodes = found.nodes + points.nodes - before
    return replace(
        found,
        value=moves[0].value,
        chance=moves[0].chance,
        moves=moves,
        nodes=nodes,
        seconds=time.perf_counter() - start,
    )


def by_chance(position: Position, utilities: tuple[Choice, ...], points: Engine) -> tuple[Choice, ...]:
    """Moves with their utilities, as moves with chances and game points, the best first."""
    direction = sign(mover(position))
    known = {choice.move: choice.value for choice in choices(position, points)}
    moves = []
    for utility in utilities:
        value = known.get(utility.move)  # else with another declaration than is best for points
        value = listed_value(position, utility.move, points) if value is None else value
        moves.append(Choice(utility.move, value, utility.value / SCALE))
    return tuple(sorted(moves, key=lambda c: (-direction * (c.chance or 0), -direction * c.value)))
