"""Why a move was a mistake, in words. Each sentence is printed only if its facts hold on the position.

A family is a function that is told a :class:`~bingo.solver.reviewing.reasons.case.Case` and gives a reason or none.
What it says rests on three things: what is certain by what the mover could know (tiles, points, which unseen tiles beat
which), what the judgment found the options to be worth, and in phase two the exact values of both moves against every
hand that the other player may hold, or a sample of them. The lines are best play with both hands seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bingo.solver.reviewing.decision import Judged, Reason
from bingo.solver.reviewing.reasons import claiming, closing, declaring, endgame, leading, replying, treasure
from bingo.solver.reviewing.reasons.case import Case
from bingo.solver.search import engines
from bingo.solver.search.exact import Engine

Family = Callable[[Case], Reason | None]

#: About ending phase one or the deal at the wrong time.
TIMING: tuple[Family, ...] = (
    claiming.false_claim,
    claiming.claim_missed,
    claiming.claim_too_early,
    closing.close_too_late,
    closing.close_too_early,
)
#: About tiles: both moves close, or neither. The first that holds is the reason: what is most particular comes first.
TILES: tuple[Family, ...] = (
    treasure.capture_given,
    treasure.bingo_thrown_away,
    declaring.declaration_missed,
    declaring.double_broken_up,
    declaring.declared_too_early,
    endgame.forced_reply_missed,
    endgame.trump_drawn_too_late,
    leading.sure_trick_not_cashed,
    endgame.last_draw,
    replying.trick_not_taken,
    replying.trick_not_worth_it,
    replying.points_given_away,
    replying.points_not_secured,
    replying.strong_tile_given_up,
    leading.points_at_risk,
    leading.easily_beaten,
    leading.strong_tile_spent,
    endgame.refuted,
    endgame.less_is_sure,
)


def reason_of(judged: Judged, engine: Engine | None = None) -> Reason | None:
    """Why the move of this decision is worse than ``judged.best``; None where no family can prove it.

    ``engine`` is for the rules of the deal, a fresh one unless given; what it has searched before changes nothing.
    """
    if judged.lost <= 0 or judged.move == judged.best:
        return None
    case = Case(judged, engine or engines.engine(judged.moment.position.rules))
    return _first(TIMING, case) or _first(TILES, _of_a_kind(case))


def _first(families: tuple[Family, ...], case: Case | None) -> Reason | None:
    return next((reason for family in families if case and (reason := family(case)) is not None), None)


def _of_a_kind(case: Case) -> Case | None:
    """The move compared with the best one that closes as it does, where that makes up enough of the loss."""
    close = case.move.close
    if case.best.close == close:
        return case
    best = case.top(lambda move: move.close == close and not move.claim)
    if best is None or not case.material(case.worths[best] - case.worths[case.move]):
        return None
    return replace(case, judged=replace(case.judged, best=best))
