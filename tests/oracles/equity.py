"""What match equity tables are made and held by: results of deals that the networks play, errors, the data file."""

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game import MATCH_TO, OPPONENT, SCALE, YOU, Objective, Pair, Rules, next_leader, objective
from bingo.solver.match import Counts, Equity, MatchTable, scores
from tests.oracles import players

#: Digits after the point of a chance in the data.
DECIMALS = 5


def results(
    rules: Rules,
    deals: NDArray[np.uint8],
    trumps: NDArray[np.int32],
    leaders: Iterable[int],
    needs: Pair,
    inner_goal: Objective | None = None,
) -> NDArray[np.int16]:
    """Game points of you and the opponent in deals that the networks play: shape (n, 2), int16.

    Deals as in :func:`tests.oracles.players.results`; each ends when somebody has scored the game points that they
    need, 31 at most. What is solved maximizes ``inner_goal`` if given.
    """
    goal = tell_apart(needs, inner_goal)
    played = players.results(rules, deals, trumps, leaders, goal)
    utilities, indices = np.unique(played, return_inverse=True)
    pairs = np.array([pair(goal, utility) for utility in utilities.tolist()], dtype=np.int16).reshape(-1, 2)
    return np.ascontiguousarray(pairs[indices])


def tell_apart(needs: Pair, inner_goal: Objective | None = None) -> Objective:
    """The objective that tells by its utility how many game points both scored (:func:`pair`).

    It prefers what ``inner_goal`` (of the same ``needs``) prefers, if given, then the higher difference of game points,
    then more points for both. Its utilities tell the order of pairs, nothing else.
    """
    score_pairs = [(a, b) for a in range(needs[YOU]) for b in range(needs[OPPONENT])]
    score_pairs.sort(key=lambda pair: (inner_goal.utility(*pair) if inner_goal else 0, pair[0] - pair[1], pair[0]))
    rows = [[0] * (needs[OPPONENT] + 1) for _ in range(needs[YOU])]
    for rank, (a, b) in enumerate(score_pairs, 1):
        rows[a][b] = rank
    return objective([*rows, [SCALE] * (needs[OPPONENT] + 1)])


def pair(goal: Objective, utility: int) -> Pair:
    """The game points that have this utility, where no others have; those needed stand for a match that is over."""
    return next((a, b) for a, row in enumerate(goal.table) for b, value in enumerate(row) if value == utility)


def standard_errors(counts: Callable[[Pair], Counts], table: Equity, to: int = MATCH_TO) -> dict[Pair, float]:
    """The standard error of each chance, by the delta method: the deals at each score are a sample of their own.

    An error in the chance at one score moves all those that come to it, by how often they do; seen from the leader, so
    with the sign turned round at each change of the lead.
    """
    influences: dict[Pair, dict[Pair, float]] = {}
    variances: dict[Pair, float] = {}
    errors: dict[Pair, float] = {}
    for score in scores(to):
        decided_counts = {brought: times for brought, times in counts(score).items() if any(brought)}
        deals = sum(decided_counts.values())
        spread = sum(times * table.after(score, brought) ** 2 for brought, times in decided_counts.items()) / deals
        variances[score] = max(spread - table.chances[score] ** 2, 0) / deals
        influences[score] = {score: 1.0}
        for (your_points, other_points), times in decided_counts.items():
            needs_left = score[0] - your_points, score[1] - other_points
            if min(needs_left) > 0:
                leads = next_leader(YOU, (your_points, other_points)) == YOU
                sign, to_score = (1, needs_left) if leads else (-1, needs_left[::-1])
                for origin, weight in influences[to_score].items():
                    share = sign * weight * times / deals
                    influences[score][origin] = influences[score].get(origin, 0.0) + share
        errors[score] = math.sqrt(sum(weight**2 * variances[origin] for origin, weight in influences[score].items()))
    return errors


def dumps(table: MatchTable) -> str:
    """The text of the data file, a score a line; scores and results as the leader's number and the other's, ``3 0``."""
    chances = {_text(score): round(chance, DECIMALS) for score, chance in table.equity.chances.items()}
    counts = {
        _text(score): {_text(brought): times for brought, times in sorted(results.items())}
        for score, results in table.counts.items()
    }
    fields = {
        "preset": json.dumps(table.preset),
        "made": json.dumps(dict(table.made)),
        "error": json.dumps(round(table.error, DECIMALS)),
        "chances": _lines(chances),
        "counts": _lines(counts),
    }
    return "{\n" + ",\n".join(f' "{key}": {text}' for key, text in fields.items()) + "\n}\n"


def _text(pair: Pair) -> str:
    return "{} {}".format(*pair)


def _lines(mapping: Mapping[str, Any]) -> str:
    rows = (f'  "{key}": {json.dumps(value)}' for key, value in mapping.items())
    return "{\n" + ",\n".join(rows) + "\n }"
