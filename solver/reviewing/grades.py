"""How much a mistake must lose to be called so, and words for how well somebody played.

In game points. Where a deal is worth card points, 66 of them win a rubber as 7 game points win a match: a game point
stands for ``CARD_POINTS`` of them.
"""

from __future__ import annotations

from bingo.solver.game.rules import Rules

#: The least loss of a mistake that is marked, by what it is called.
DOUBTFUL, BAD, VERY_BAD = 0.05, 0.15, 0.4
GRADES = (("very bad", VERY_BAD), ("bad", BAD), ("doubtful", DOUBTFUL))
#: The most that somebody loses in a decision on average who plays so.
RATINGS = (
    ("flawless", 0.002),
    ("expert", 0.01),
    ("strong", 0.025),
    ("fair", 0.05),
    ("casual", 0.1),
    ("beginner", float("inf")),
)
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


def rating(per_decision: float, rules: Rules) -> str:
    """A word for losing so much in a decision on average."""
    return next(name for name, most in RATINGS if per_decision <= most * unit(rules))
