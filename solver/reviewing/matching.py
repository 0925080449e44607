"""What a decision did to the match: the chance to win it with the move made, beside that with the best one.

Moves are judged by game points, so that what was lost adds up with luck to the result; chances stand beside them.
"""

from __future__ import annotations

from dataclasses import replace

from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.objective import SCALE
from bingo.solver.game.position import Stage
from bingo.solver.hidden.phase_one import default_method, estimate
from bingo.solver.hidden.view import known
from bingo.solver.hidden.worlds import count_hands, hands
from bingo.solver.match.objectives import match_objective
from bingo.solver.reviewing.budget import Spending
from bingo.solver.reviewing.exact import exact_values, stage_of
from bingo.solver.reviewing.judging import listed
from bingo.solver.search import engines


def chances(moment: Moment, player: int, best: Move, spending: Spending) -> tuple[float, float] | None:
    """The mover's chance to win the match with the move made and with ``best``; None without a match score, and for a
    declaration after a trick.
    """
    assert moment.turn is not None
    move, stage = moment.turn.move, stage_of(moment)
    if moment.position.match is None or stage is Stage.SHOW:
        return None
    seen = known(moment.seen_by(player))
    goal = match_objective(seen)
    if goal is None:
        return None
    if not seen.open and count_hands(seen) == 1:
        world = replace(seen.world(int(hands(seen)[0])), stage=stage)
        values = exact_values(world, move, engines.engine(seen.rules, goal))
        return values[move] / SCALE, values.get(best, values[move]) / SCALE
    options = listed(seen.world(0), stage, move)
    waits = stage in (Stage.CLAIM, Stage.ANSWER)
    settings = spending.settings
    found = estimate(
        seen,
        settings.method or default_method(),
        spending.comparing(seen),
        spending.stream(seen, 1),
        listed=options,
        prune=True,
        inference=settings.inference,
        threads=settings.threads,
        objective=goal,
    )

    def of(asked: Move) -> float:
        if asked == WAIT and waits:  # the best that is not to claim at once
            return max(one.value for one in found.moves if one.move != CLAIM)
        return next(one.value for one in found.moves if one.move == asked)

    return of(move), of(best)
