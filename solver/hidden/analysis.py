"""Analysis where tiles are hidden: exact where only one world fits, else an estimate."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from bingo.solver.game.information import InformationSet
from bingo.solver.game.objective import Objective
from bingo.solver.hidden.estimates import Estimates, by_chance
from bingo.solver.hidden.options import options
from bingo.solver.hidden.phase_one import Budget, default_worlds, estimate
from bingo.solver.hidden.settings import DEFAULT, Enough, Settings
from bingo.solver.hidden.view import known
from bingo.solver.hidden.worlds import count_hands, hands
from bingo.solver.search import engines
from bingo.solver.search.chances import analyze_for_match
from bingo.solver.search.exact import Analysis, analyze_exact

#: What part of all the work the estimate is where best defence comes after it, of progress only.
ESTIMATE_SHARE = 0.1


def analyze_hidden(
    view: InformationSet,
    settings: Settings,
    on_progress: Callable[[float], None],
    objective: Objective | None = None,
) -> Analysis | Estimates:
    """What every move is worth, knowing only what ``you`` know; see :func:`bingo.solver.analyze`.

    With an objective, moves are ordered by the chance that it says, estimated with the same deals as the game points.

    Raises:
        NotationError: your own hand is hidden.
        IllegalMove: no world fits.
        MissingKernel: there is no native kernel, which estimates.
    """
    seen = known(view)
    if not seen.open and count_hands(seen) == 1:
        position, points = seen.world(int(hands(seen)[0])), engines.engine(seen.rules)
        if objective is None:
            return analyze_exact(position, points)
        return analyze_for_match(position, points, engines.engine(seen.rules, objective))
    worlds = settings.worlds
    if worlds is None and settings.seconds is None:
        worlds = default_worlds(seen, settings.apart)

    def estimated(goal: Objective | None, seconds: float | None, report: Callable[[float], None]) -> Estimates:
        return estimate(
            seen,
            settings.method or DEFAULT,
            Budget(seconds, worlds, settings.apart),
            settings.seed,
            inference=settings.inference,
            threads=settings.threads,
            on_progress=report,
            objective=goal,
        )

    if seen.open:
        return with_match(estimated, objective, settings.seconds, on_progress)
    found = with_match(estimated, objective, settings.seconds, lambda share: on_progress(ESTIMATE_SHARE * share))
    return _with_best_defence(
        found, settings, objective, lambda share: on_progress(ESTIMATE_SHARE + (1 - ESTIMATE_SHARE) * share)
    )


def _with_best_defence(
    found: Estimates, settings: Settings, objective: Objective | None, on_progress: Callable[[float], None]
) -> Estimates:
    """The same with what each move takes against best defence, if all hands were solved and there is time for it."""
    left = None if settings.seconds is None else settings.seconds - found.seconds
    if not found.every or (left is not None and left <= 0):
        return found
    from bingo.solver.hidden.defended import Defended, defended

    start, known = time.perf_counter(), found.known
    moves, cap = [one.move for one in found.moves if one.worlds], options(known, known.world(int(hands(known)[0]))).cap
    try:
        against = defended(known, moves, cap, settings, left, on_progress, objective) if moves else {}
    except Enough:
        return found
    if against is None:
        return found
    for one in found.moves:
        if not one.worlds:
            against[one.move] = Defended.certain(one.value, None if one.chance is None else one.chance.value)
    all_moves = tuple(replace(one, defended=against[one.move]) for one in found.moves)
    return replace(found, moves=all_moves, seconds=found.seconds + time.perf_counter() - start)


def with_match(
    estimated: Callable[[Objective | None, float | None, Callable[[float], None]], Estimates],
    objective: Objective | None,
    seconds: float | None,
    on_progress: Callable[[float], None],
) -> Estimates:
    """Estimates of game points; with an objective the chances beside them, each in half the time if that is limited.

    ``estimated`` makes them of an objective, a time limit, and whom to tell what share is done.
    """
    if objective is None:
        return estimated(None, seconds, on_progress)
    half = None if seconds is None else seconds / 2
    points = estimated(None, half, lambda share: on_progress(share / 2))
    return by_chance(points, estimated(objective, half, lambda share: on_progress((1 + share) / 2)))
