"""The equilibrium of the last tricks once more, as a linear program over sequences (OR-Tools).

Koller, Megiddo, von Stengel, "Efficient computation of equilibria for extensive two-person games", 1996. It shares
nothing with CFR+ in the kernel, and has the rules of the game module.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.play import begin, legal_moves, play_unchecked
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.tiles import Mask


def deals_value(deals: Sequence[tuple[Position, float]]) -> float:
    """What the game is worth to you: deals, which both suppose, with how often each counts; nothing is drawn any more.

    They differ in the hands only.

    Raises:
        RuntimeError: the program was not solved.
    """
    game = _Game()
    whole = sum(weight for _, weight in deals)
    for position, weight in deals:
        hands = position.hands
        sequences = [game.sequence(player, None, ((), False, hands[player])) for player in (0, 1)]
        _walk(game, begin(position), (), hands, (sequences[0], sequences[1]), weight / whole, 0)
    return program_value(game.side(0), game.side(1), game.gains)


#: What a player knows: what was done, whether doubles may be shown, their hand.
Key = tuple[tuple[Move, ...], bool, Mask]


class _Game:
    """Sequences of both players, with the information set that each belongs to, and what pairs of them bring."""

    def __init__(self) -> None:
        self.numbers: tuple[dict[tuple[Key, Move | None], int], ...] = ({}, {})
        self.sets: tuple[dict[Key, tuple[int, set[int]]], ...] = ({}, {})
        self.roots: tuple[set[int], ...] = (set(), set())
        self.gains: defaultdict[tuple[int, int], float] = defaultdict(float)

    def sequence(self, player: int, parent: int | None, key: Key, move: Move | None = None) -> int:
        """The number of a sequence: of a move in what the player knows, after another sequence."""
        number = self.numbers[player].setdefault((key, move), len(self.numbers[player]))
        if parent is None:
            self.roots[player].add(number)
        else:
            self.sets[player].setdefault(key, (parent, set()))[1].add(number)
        return number

    def side(self, player: int) -> Side:
        """The sequences of one player, for the program."""
        sets = [(parent, sorted(moves)) for parent, moves in self.sets[player].values()]
        return Side(len(self.numbers[player]), sorted(self.roots[player]), sets)


def _walk(
    game: _Game,
    position: Position,
    done: tuple[Move, ...],
    dealt: tuple[Mask, Mask],
    sequences: tuple[int, int],
    weight: float,
    gained: int,
) -> None:
    """All that can be done from here on in one deal. Who keeps doubles back after a trick looks like one with none."""
    me, moves, showing = position.to_move, list(legal_moves(position)), position.stage is Stage.SHOW
    for move in moves:
        after = sequences
        if len(moves) > 1:
            number = game.sequence(me, sequences[me], (done, showing, dealt[me]), move)
            after = (number, sequences[1]) if me == 0 else (sequences[0], number)
        gain, then, over = play_unchecked(position, move)
        if over:
            game.gains[after] += weight * (gained + gain)
        else:
            seen = done if showing and move == WAIT else (*done, move)
            _walk(game, then, seen, dealt, after, weight, gained + gain)


class Side(NamedTuple):
    """One side, its sequences numbered from 0: the empty ones (``roots``, one for each hand that it may be dealt), and
    for each information set the sequence before it and one for each action there.
    """

    sequences: int
    roots: Sequence[int]
    sets: Sequence[tuple[int, Sequence[int]]]


def program_value(first: Side, second: Side, gains: Mapping[tuple[int, int], float]) -> float:
    """What the game is worth to the first side. ``gains``: what a pair of sequences brings it, times how often chance
    allows both.

    Raises:
        RuntimeError: the program was not solved.
    """
    from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

    program = pywraplp.Solver.CreateSolver("GLOP")
    free = program.infinity()
    plan = [program.NumVar(0, free, "") for _ in range(first.sequences)]
    for root in first.roots:
        program.Add(plan[root] == 1)
    for parent, actions in first.sets:
        program.Add(program.Sum([plan[n] for n in actions]) == plan[parent])
    # What the second side leaves at most in each of its information sets, and with each hand.
    left = [program.NumVar(-free, free, "") for _ in second.sets]
    dealt = {root: program.NumVar(-free, free, "") for root in second.roots}
    owner = {n: most for most, (_, actions) in zip(left, second.sets, strict=True) for n in actions} | dealt
    terms: list[list[Any]] = [[] for _ in range(second.sequences)]
    for most, (parent, _) in zip(left, second.sets, strict=True):
        terms[parent].append(most)
    for (mine, theirs), gain in gains.items():
        terms[theirs].append(gain * plan[mine])
    for n, most in owner.items():
        program.Add(most <= program.Sum(terms[n]))
    program.Maximize(program.Sum(list(dealt.values())))
    if program.Solve() != pywraplp.Solver.OPTIMAL:
        raise RuntimeError("expected the linear program to be solved")
    return float(program.Objective().Value())
