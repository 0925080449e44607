"""Why a move was a mistake, in words. Each sentence is printed only if its facts hold on the position.

A family is a function that is told a :class:`~bingo.solver.reviewing.reasons.case.Case` and gives a reason or none.
What it says rests on three things: what is certain by what the mover could know (tiles, points, which unseen tiles beat
which), what the judgment found the options to be worth, and in phase two the exact values of both moves against every
hand that the other player may hold, or a sample of them. The lines are best play with both hands seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bingo.solver.reviewing.decision import Judged, Reason
from bingo.solver.reviewing.reasons import doubles, endgame, timing, trick
from bingo.solver.reviewing.reasons.case import Case
from bingo.solver.search.exact import Engine
from bingo.solver.search.kernel import Kernel

Family = Callable[[Case], Reason | None]

#: About ending phase one or the deal at the wrong time.
TIMING: tuple[Family, ...] = (
    timing.false_claim,
    timing.claim_missed,
    timing.claim_too_early,
    timing.close_too_late,
    timing.close_too_early,
)
#: About tiles: both moves close, or neither.
TREASURE: tuple[Family, ...] = (
    doubles.capture_given,
    doubles.bingo_thrown_away,
    doubles.declaration_missed,
    doubles.double_broken_up,
    doubles.declared_too_early,
)
LEADS: tuple[Family, ...] = (
    endgame.forced_reply_missed,
    endgame.trump_drawn_too_late,
    trick.sure_trick_not_cashed,
    trick.points_at_risk,
    trick.easily_beaten,
    trick.strong_tile_spent,
)
#: By whether the reply made takes the trick, and whether the better one does.
REPLIES: dict[tuple[bool, bool], tuple[Family, ...]] = {
    (False, True): (endgame.last_draw, trick.trick_not_taken),
    (True, False): (endgame.last_draw, trick.trick_not_worth_it),
    (False, False): (trick.points_given_away, trick.strong_tile_given_up),
    (True, True): (trick.points_not_secured, trick.strong_tile_given_up),
}
LINES: tuple[Family, ...] = (endgame.refuted, endgame.less_is_sure)


def reason_of(judged: Judged, engine: Engine | None = None) -> Reason | None:
    """Why the move of this decision is worse than ``judged.best``; None where no family can prove it.

    ``engine`` is for the rules of the deal, a fresh one unless given; what it has searched before changes nothing.
    """
    if judged.lost <= 0 or judged.move == judged.best:
        return None
    case = Case(judged, engine or Kernel(judged.moment.position.rules))
    found = _first(TIMING, case)
    alike = None if found else _of_a_kind(case)
    return _first(_about_tiles(alike), alike) if alike else found


def _first(families: Iterable[Family], case: Case) -> Reason | None:
    return next((reason for family in families if (reason := family(case)) is not None), None)


def _about_tiles(case: Case) -> Iterator[Family]:
    """The first that holds is the reason: what is most particular comes first."""
    yield from TREASURE
    if case.leading:
        yield from LEADS
    elif case.replying:
        made, better = case.tiles
        yield from REPLIES[case.wins(made), case.wins(better)]
    if case.leading or case.replying:
        yield from LINES


def _of_a_kind(case: Case) -> Case | None:
    """The move compared with the best one that closes as it does, where that makes up enough of the loss."""
    close = case.move.close
    if case.best.close == close:
        return case
    best = case.top(lambda move: move.close == close and not move.claim)
    if best is None or not case.material(case.worths[best] - case.worths[case.move]):
        return None
    return replace(case, judged=replace(case.judged, best=best))
