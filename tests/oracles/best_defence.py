"""Best defence by brute force: every pure strategy of yours against an opponent who sees everything.

Shares nothing with the searches: it plays by the rules alone (:mod:`bingo.solver.game.moves`), and of all strategies
drops only those that another one equals or beats in every world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from bingo.solver.game import WAIT, Move, Outcome, apply, legal_moves
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage

#: What a strategy takes in each world, the worlds in ascending order of their numbers.
Taken = tuple[int, ...]


class _World(NamedTuple):
    """A position, and the game points gained on the way there."""

    position: Position
    gained: int = 0


_Worlds = Mapping[int, _World]


def outcomes(positions: Sequence[Position], move: Move) -> set[Taken]:
    """What strategies that begin with ``move`` take in each of these positions, those that another beats left out.

    The positions differ in the opponent's hand only; where it is their turn, the move is to wait. A strategy may look
    at what has been done, never at the hand; the opponent knows the strategy and both hands.
    """
    worlds = {i: _World(position) for i, position in enumerate(positions)}
    return _taken_by_move(worlds, move) if positions[0].to_move == YOU else _taken_from(worlds)


def _taken_by_move(worlds: _Worlds, move: Move, *, shows: bool = False) -> set[Taken]:
    """What can be taken by making a move in all these worlds; ``shows``: where the opponent may show doubles."""
    results = {i: _played(world.position, move, shows=shows) for i, world in worlds.items()}
    after = {i: _World(result.position, worlds[i].gained + result.gain) for i, result in results.items()}
    if all(result.over for result in results.values()):
        return {tuple(world.gained for world in after.values())}
    return _taken_from(after)


def _taken_from(worlds: _Worlds) -> set[Taken]:
    """What strategies take from here on, in worlds that look alike."""
    any_position = next(iter(worlds.values())).position
    shows = any_position.leader == OPPONENT and any(world.position.stage is Stage.SHOW for world in worlds.values())
    if any_position.to_move == YOU and not shows:
        return _undominated({outcome for move in legal_moves(any_position) for outcome in _taken_by_move(worlds, move)})
    by_move: dict[Move, dict[int, _World]] = {}
    for i, world in worlds.items():
        for move in [WAIT] if shows and world.position.stage is not Stage.SHOW else legal_moves(world.position):
            by_move.setdefault(move, {})[i] = world
    outcomes = {tuple([10**6] * len(worlds))}
    column_of = {i: n for n, i in enumerate(worlds)}
    for move, group in by_move.items():
        columns = [column_of[i] for i in group]
        pairs = product(outcomes, _taken_by_move(group, move, shows=shows))
        outcomes = _undominated({_worse(outcome, columns, other) for outcome, other in pairs})
    return outcomes


def _played(position: Position, move: Move, *, shows: bool) -> Outcome:
    """Who has no doubles to show after a trick looks like one who keeps them back."""
    return Outcome(0, position) if shows and position.stage is not Stage.SHOW else apply(position, move)


def _worse(outcome: Taken, columns: list[int], other: Taken) -> Taken:
    """The worse of two in each world."""
    lower_outcome = list(outcome)
    for column, value in zip(columns, other, strict=True):
        lower_outcome[column] = min(lower_outcome[column], value)
    return tuple(lower_outcome)


def _undominated(outcomes: set[Taken]) -> set[Taken]:
    best: list[Taken] = []
    for outcome in sorted(outcomes, reverse=True):  # whatever dominates comes first
        if not any(all(a >= b for a, b in zip(other, outcome, strict=True)) for other in best):
            best.append(outcome)
    return set(best)
