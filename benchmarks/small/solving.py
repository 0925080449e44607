"""Equilibria and best responses of games in sequence form.

Equilibria by the linear program of :mod:`tests.oracles.sequence_program`, and by regrets: Tammelin, "Solving
large imperfect information games using CFR+", 2014. The two share no code but the game; a test holds them together.
"""

from __future__ import annotations

import numpy as np

from benchmarks.small.games import Game, Sequences, Vector
from tests.oracles.sequence_program import Side, program_value


def best_response(sequences: Sequences, gains: Vector) -> tuple[float, Vector]:
    """What the best plan wins, and the plan, if each sequence wins ``gains`` (see :meth:`Game.against`)."""
    worth = gains.copy()
    choice = np.zeros(len(sequences.parent), dtype=np.int64)
    for number in reversed(range(len(choice))):
        first = sequences.first[number]
        choice[number] = first + int(np.argmax(worth[first : first + len(sequences.moves[number])]))
        worth[sequences.parent[number]] += worth[choice[number]]
    plan = np.zeros(sequences.size)
    plan[0] = 1
    for number, sequence in enumerate(choice.tolist()):
        plan[sequence] = plan[sequences.parent[number]]
    return float(worth[0]), plan


def exploited(game: Game, plans: tuple[Vector, Vector]) -> tuple[float, float]:
    """What a best response wins from each player's plan."""
    return (
        best_response(game.players[1], game.against(1, plans[0]))[0],
        best_response(game.players[0], game.against(0, plans[1]))[0],
    )


def local_best_response(game: Game, player: int, plan: Vector, theirs: Vector) -> Vector:
    """The plan of a player who knows the other's and chooses each move as if going on by ``plan`` from there."""
    sequences = game.players[player]
    worth = game.against(player, theirs)
    chances = _matched(sequences, plan)
    best = np.zeros(sequences.size)
    choice = np.zeros(len(sequences.parent), dtype=np.int64)
    for number in reversed(range(len(choice))):
        first = sequences.first[number]
        here = slice(first, first + len(sequences.moves[number]))
        choice[number] = first + int(np.argmax(worth[here]))
        worth[sequences.parent[number]] += float(worth[here] @ chances[here])
    best[0] = 1
    for number, sequence in enumerate(choice.tolist()):
        best[sequence] = best[sequences.parent[number]]
    return best


def equilibrium(game: Game) -> float:
    """The value of the game for player 0, by a linear program."""
    first, second = (
        Side(
            player.size,
            [0],
            [
                (parent, range(start, start + len(moves)))
                for parent, start, moves in zip(player.parent, player.first, player.moves, strict=True)
            ],
        )
        for player in game.players
    )
    pairs = zip(game.rows.tolist(), game.columns.tolist(), strict=True)
    return program_value(first, second, dict(zip(pairs, game.values.tolist(), strict=True)))


def regret_matching(game: Game, rounds: int) -> tuple[Vector, Vector]:
    """Plans of both close to an equilibrium, by CFR+: averages of the plans of all rounds, later ones counting more."""
    regrets = [np.zeros(player.size) for player in game.players]
    totals = [np.zeros(player.size) for player in game.players]
    plans = [_plan(player, regret) for player, regret in zip(game.players, regrets, strict=True)]
    for n in range(1, rounds + 1):
        for player, sequences in enumerate(game.players):
            worth = game.against(player, plans[1 - player])
            chances = _matched(sequences, regrets[player])
            for number in reversed(range(len(sequences.parent))):
                first = sequences.first[number]
                here = slice(first, first + len(sequences.moves[number]))
                value = float(worth[here] @ chances[here])
                regrets[player][here] = np.maximum(regrets[player][here] + worth[here] - value, 0)
                worth[sequences.parent[number]] += value
            plans[player] = _plan(sequences, regrets[player])
            totals[player] += n * plans[player]
    return totals[0] / totals[0][0], totals[1] / totals[1][0]


def _matched(sequences: Sequences, regrets: Vector) -> Vector:
    """The chance of each move at its decision: by regrets, where there are any."""
    chances = np.ones(sequences.size)
    for first, moves in zip(sequences.first, sequences.moves, strict=True):
        here = slice(first, first + len(moves))
        total = regrets[here].sum()
        chances[here] = regrets[here] / total if total > 0 else 1 / len(moves)
    return chances


def _plan(sequences: Sequences, regrets: Vector) -> Vector:
    plan = _matched(sequences, regrets)
    for number, parent in enumerate(sequences.parent):
        first = sequences.first[number]
        plan[first : first + len(sequences.moves[number])] *= plan[parent]
    return plan
