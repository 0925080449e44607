"""Analysis where tiles are hidden: exact where only one world fits, else an estimate."""

from __future__ import annotations

from collections.abc import Callable

from bingo.solver.game.information import InformationSet
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.phase_one import Budget, default_method, default_worlds, estimate
from bingo.solver.hidden.settings import Settings
from bingo.solver.hidden.view import known
from bingo.solver.hidden.worlds import count_hands, hands
from bingo.solver.search import engines
from bingo.solver.search.exact import Analysis, analyze_exact


def analyze_hidden(
    view: InformationSet, settings: Settings, on_progress: Callable[[float], None]
) -> Analysis | Estimates:
    """What every move is worth, knowing only what ``you`` know; see :func:`bingo.solver.analyze`.

    Raises:
        NotationError: your own hand is hidden.
        IllegalMove: no world fits.
        MissingKernel: there is no native kernel, which the method needs.
    """
    seen = known(view)
    if not seen.open and count_hands(seen) == 1:
        return analyze_exact(seen.world(int(hands(seen)[0])), engines.engine(seen.rules))
    worlds = settings.worlds
    if worlds is None and settings.seconds is None:
        worlds = default_worlds(seen, settings.apart)
    return estimate(
        seen,
        settings.method or default_method(),
        Budget(settings.seconds, worlds, settings.apart),
        settings.seed,
        inference=settings.inference,
        threads=settings.threads,
        on_progress=on_progress,
    )
