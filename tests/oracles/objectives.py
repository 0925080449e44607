"""Random objectives: any table that an objective may have, many with ties, some that hardly differ from game points."""

import random

from bingo.solver.game import SCALE, Objective, Pair, objective


def random_objective(rng: random.Random) -> Objective:
    needs = rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 7, 9, 31)), rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 7, 9, 31))
    inner = rng.choice((_anything, _anything, _sums, _differences))(needs, rng)
    steps = rng.choice((SCALE, SCALE, 5, 2, 1))  # how many different utilities there may be
    rows = [[value * steps // SCALE * SCALE // steps for value in row] + [0] for row in inner]
    return objective([*rows, [SCALE] * (needs[1] + 1)])


def _anything(needs: Pair, rng: random.Random) -> list[list[int]]:
    """No pattern: each is the most of something random, what fewer own points bring and more of the other's."""
    rows: list[list[int]] = []
    for a in range(needs[0]):
        row = [0] * needs[1]
        for b in reversed(range(needs[1])):
            raw = int(SCALE * rng.random() * (a + needs[1] - b) / sum(needs))
            row[b] = max(raw, rows[a - 1][b] if a else 0, row[b + 1] if b + 1 < needs[1] else 0)
        rows.append(row)
    return rows


def _sums(needs: Pair, rng: random.Random) -> list[list[int]]:
    """What each point brings is the same whatever the other has."""
    mine = sorted(rng.randint(0, SCALE // 2) for _ in range(needs[0]))
    theirs = sorted((rng.randint(0, SCALE // 2) for _ in range(needs[1])), reverse=True)
    return [[a + b for b in theirs] for a in mine]


def _differences(needs: Pair, _: random.Random) -> list[list[int]]:
    """As game points, but for the end of the match."""
    unit = SCALE // 2 // max(needs)
    return [[SCALE // 2 + unit * (a - b) for b in range(needs[1])] for a in range(needs[0])]
