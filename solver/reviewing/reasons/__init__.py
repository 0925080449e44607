"""Why a move was a mistake, in words. Each sentence is printed only if its facts hold on the position.

A family is a function that is told a :class:`~bingo.solver.reviewing.reasons.case.Case` and gives a reason or none.
What it says rests on three things: what is certain by what the mover could know (tiles, points, which unseen tiles beat
which), what the judgment found the options to be worth, and in phase two the exact values of both moves against every
hand that the other player may hold, or a sample of them. The lines are best play with both hands seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bingo.solver.analysis.exact import Engine
from bingo.solver.engine.kernel import Kernel
from bingo.solver.reviewing.decision import Judged, Reason
from bingo.solver.reviewing.reasons import families
from bingo.solver.reviewing.reasons.case import Case

Family = Callable[[Case], Reason | None]

LEADS: tuple[Family, ...] = (families.sure_trick_not_cashed, families.easily_beaten, families.strong_tile_spent)
#: By whether the reply made takes the trick, and whether the better one does.
REPLIES: dict[tuple[bool, bool], tuple[Family, ...]] = {
    (False, True): (families.trick_not_taken,),
    (True, False): (families.trick_not_worth_it,),
    (False, False): (families.strong_tile_given_up,),
    (True, True): (families.points_not_secured, families.strong_tile_given_up),
}


def reason_of(judged: Judged, engine: Engine | None = None) -> Reason | None:
    """Why the move of this decision is worse than ``judged.best``; None where no family can prove it.

    ``engine`` is for the rules of the deal, a fresh one unless given; what it has searched before changes nothing.
    """
    if judged.lost <= 0 or judged.move == judged.best:
        return None
    case = Case(judged, engine or Kernel(judged.moment.position.rules))
    if (late := families.close_too_late(case)) is not None:
        return late
    alike = _of_a_kind(case)
    reasons = (family(alike) for family in _about_tiles(alike)) if alike else ()
    return next((reason for reason in reasons if reason is not None), None)


def _about_tiles(case: Case) -> Iterator[Family]:
    """The first that holds is the reason: what is most particular comes first."""
    if case.leading:
        yield from (families.declared_too_early, *LEADS, families.refuted)
    elif case.replying:
        made, better = case.tiles
        yield from (*REPLIES[case.wins(made), case.wins(better)], families.refuted)


def _of_a_kind(case: Case) -> Case | None:
    """The move compared with the best one that closes as it does, where that makes up enough of the loss."""
    close = case.move.close
    if case.best.close == close:
        return case
    best = case.top(lambda move: move.close == close and not move.claim)
    if best is None or not case.material(case.worths[best] - case.worths[case.move]):
        return None
    return replace(case, judged=replace(case.judged, best=best))
