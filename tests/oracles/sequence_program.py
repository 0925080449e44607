"""The value of a game of two in sequence form, by a linear program (OR-Tools).

Koller, Megiddo, von Stengel, "Efficient computation of equilibria for extensive two-person games", 1996. It shares
nothing with CFR+ in the kernel, which it is there to check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


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
