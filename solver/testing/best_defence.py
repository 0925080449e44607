"""Best defence by brute force: every pure strategy of yours against an opponent who sees everything.

Shares nothing with the searches: it plays by the rules alone (:mod:`bingo.solver.game.play`), and of all strategies
drops only those that another one equals or beats in every world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.play import Outcome, legal_moves, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage

#: What a strategy takes in each world, the worlds in ascending order of their numbers.
Taken = tuple[int, ...]
_Worlds = Mapping[int, Position]


def outcomes(positions: Sequence[Position], move: Move) -> set[Taken]:
    """What strategies that begin with ``move`` take in each of these positions, those that another beats left out.

    The positions differ in the opponent's hand only, and it is your turn. A strategy may look at what has been done,
    never at the hand; the opponent knows the strategy and both hands.
    """
    return _made(dict(enumerate(positions)), move)


def best_defence(positions: Sequence[Position], move: Move, weights: Sequence[float] | None = None) -> float:
    """The most that any strategy which begins with ``move`` takes on (weighted) average over the positions."""
    shares = weights or [1.0] * len(positions)
    best = max(sum(w * v for w, v in zip(shares, o, strict=True)) for o in outcomes(positions, move))
    return best / sum(shares)


def _made(worlds: _Worlds, move: Move) -> set[Taken]:
    """What can be taken by making a move in all these worlds."""
    after = {i: _played(position, move) for i, position in worlds.items()}
    over = {i: played.gain for i, played in after.items() if played.over}
    if len(over) == len(worlds):
        return {tuple(over.values())}
    gains = [played.gain for played in after.values()]
    rest = _taken({i: played.position for i, played in after.items()})
    return {tuple(g + v for g, v in zip(gains, outcome, strict=True)) for outcome in rest}


def _taken(worlds: _Worlds) -> set[Taken]:
    """What strategies take from here on, in worlds that look alike."""
    some = next(iter(worlds.values()))
    shows = some.leader == OPPONENT and any(position.stage is Stage.SHOW for position in worlds.values())
    if some.to_move == YOU and not shows:
        return _undominated({outcome for move in legal_moves(some) for outcome in _made(worlds, move)})
    doing: dict[Move, dict[int, Position]] = {}
    for i, position in worlds.items():
        for move in [WAIT] if shows and position.stage is not Stage.SHOW else legal_moves(position):
            doing.setdefault(move, {})[i] = position
    found = {tuple([10**6] * len(worlds))}
    where = {i: n for n, i in enumerate(worlds)}
    for move, those in doing.items():
        places = [where[i] for i in those]
        found = _undominated(
            {_lowered(outcome, places, other) for outcome, other in product(found, _made(those, move))}
        )
    return found


def _played(position: Position, move: Move) -> Outcome:
    """Who has no doubles to show after a trick looks like one who keeps them back."""
    if move == WAIT and position.stage not in (Stage.SHOW, Stage.CLAIM, Stage.ANSWER):
        return Outcome(0, position, over=False)
    return play_unchecked(position, move)


def _lowered(outcome: Taken, places: list[int], other: Taken) -> Taken:
    """The worse of two in each world."""
    lowered = list(outcome)
    for place, value in zip(places, other, strict=True):
        lowered[place] = min(lowered[place], value)
    return tuple(lowered)


def _undominated(found: set[Taken]) -> set[Taken]:
    kept: list[Taken] = []
    for outcome in sorted(found, reverse=True):  # whatever dominates comes first
        if not any(all(a >= b for a, b in zip(other, outcome, strict=True)) for other in kept):
            kept.append(outcome)
    return set(kept)
