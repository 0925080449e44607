"""How much a mistake must lose to be called so.

In game points. Where a deal is worth card points, 66 of them win a rubber as 7 game points win a match: a game point
stands for ``CARD_POINTS`` of them.
"""

from __future__ import annotations

from bingo.solver.game.rules import Rules

#: The least loss of a mistake that is marked, by what it is called.
DOUBTFUL, BAD, VERY_BAD = 0.05, 0.15, 0.4
GRADES = (("very bad", VERY_BAD), ("bad", BAD), ("doubtful", DOUBTFUL))
#: The least that a mistake costs of the chance to win the match.
LEAST_CHANCE = 0.01
#: Card points that stand for a game point.
CARD_POINTS = 66 / 7


def unit(rules: Rules) -> float:
    """What a game point is in the values under these rules."""
    return CARD_POINTS if rules.at_target == "points" else 1.0


def grade(lost: float, rules: Rules) -> str | None:
    """What a mistake that loses so much is called; None if it is too small to be marked."""
    return next((name for name, least in GRADES if lost >= least * unit(rules)), None)
