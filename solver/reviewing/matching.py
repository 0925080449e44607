"""A decision judged by the match: what it did to the chance to win that.

Losses and luck add up in game points, so these stay what a review is made of; what the score asks for stands beside
them.
"""

from __future__ import annotations

from dataclasses import dataclass

from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import YOU, Stage
from bingo.solver.hidden.view import known
from bingo.solver.match.objectives import match_objective
from bingo.solver.reviewing.budget import Spending
from bingo.solver.reviewing.grades import LEAST_CHANCE
from bingo.solver.reviewing.judging import judgment
from bingo.solver.search import engines


@dataclass(frozen=True, slots=True)
class ForMatch:
    """What a decision did to the match. Chances to win it are seen from ``you``, 0 to 1.

    Attributes:
        best: The best move for the match by what the mover could know; the move made where none is better.
        chance: After the move made, and ``best_chance`` after ``best``.
        chance_by_points: After the move that is best by game points.
        lost: What the move made cost the mover, 0 or more, with the limits of its 95% interval.
        mistake: Whether that interval excludes 0, and the loss is at least the smallest that is marked.
    """

    best: Move
    chance: float
    best_chance: float
    chance_by_points: float
    lost: float
    low: float
    high: float
    mistake: bool


def goal_of(moment: Moment, player: int) -> Objective | None:
    """What the score of the match makes of results; None without one, and for a declaration after a trick."""
    if moment.position.match is None or moment.position.stage is Stage.SHOW:
        return None
    return match_objective(known(moment.seen_by(player)))


def for_match(moment: Moment, player: int, by_points: Move, spending: Spending) -> ForMatch | None:
    """Judge a decision by the match, ``by_points`` being its best move by game points; None without a goal."""
    goal = spending.goal
    if goal is None:
        return None
    found = judgment(moment, player, spending, engines.engine(moment.position.rules, goal), goal)
    if found is None:
        return None

    def yours(chance: float) -> float:
        chance = min(max(chance, 0.0), 1.0)
        return chance if player == YOU else 1 - chance

    options = dict(found.options)
    return ForMatch(
        best=found.best,
        chance=yours(found.value),
        best_chance=yours(found.value + found.lost),
        chance_by_points=yours(options.get(by_points, found.value)),
        lost=found.lost,
        low=found.low,
        high=found.high,
        mistake=found.low > 0 and found.lost >= LEAST_CHANCE,
    )
