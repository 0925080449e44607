"""Analysis where tiles are hidden: exact where only one world fits, else what the engine says of every move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from bingo.solver import native
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, parse
from bingo.solver.game.objective import Objective
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.request import about
from bingo.solver.hidden.settings import Settings
from bingo.solver.hidden.view import known
from bingo.solver.hidden.worlds import count_hands, hands
from bingo.solver.seam import Enough, found
from bingo.solver.search.engines import analyze_known
from bingo.solver.search.exact import Analysis


def analyze_hidden(
    view: InformationSet,
    settings: Settings,
    on_progress: Callable[[float], None],
    objective: Objective | None = None,
) -> Analysis | Estimates:
    """What every move is worth, knowing only what ``you`` know; see :func:`bingo.solver.analyze`.

    With an objective, moves are ordered by the chance that it says.
    """
    start, seen = time.perf_counter(), known(view)
    if not seen.open and count_hands(seen) == 1:
        return analyze_known(seen.world(int(hands(seen)[0])), objective)
    native.require("what moves are worth while tiles are hidden")
    answer = found("analyze", enough(on_progress), **about(seen, objective), **asked(settings))["item"]["answer"]
    return Estimates.of(seen, answer, time.perf_counter() - start)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a move is worth after which nothing is drawn, to play that never sees the hand.

    Attributes:
        value: In game points (card points under ``berndt``).
        chance: What the objective says, 0 to 1; ``value`` where there is none.
        tried: Hands that it was solved against.
        error: Where these are a sample, the standard error, of the chance where there is an objective.
        gap: The same of what the move falls short of the best of those solved; None of one that is not sensible.
    """

    value: float
    chance: float
    tried: int
    error: float
    gap: float | None


def solved_worths(
    known: InformationSet,
    moves: Iterable[Move],
    settings: Settings,
    objective: Objective | None = None,
    *,
    most_hands: int | None = None,
) -> dict[Move, Worth]:
    """What moves are worth after which nothing is drawn any more, to the digit as :func:`analyze_hidden` has it.

    Closes, or any moves once the boneyard is closed or exhausted. ``most_hands``: a sample of no more.

    Raises:
        IllegalMove: one is not legal, or tiles are drawn after it.
        MissingKernel: no engine was compiled.
    """
    stated = {**about(known, objective), **asked(replace(settings, worlds=None)), "hands": most_hands}
    rows = found("worth", only=list(map(str, moves)), **stated)["moves"]
    return {
        parse(one["move"]): Worth(
            one["value"], one.get("chance", one["value"]), one["worlds"], one["error"], one.get("gap")
        )
        for one in rows
    }


def asked(settings: Settings) -> dict[str, Any]:
    """The members of a request that say how much is to be found out."""
    return {
        "method": settings.method,
        "worlds": settings.worlds,
        "seconds": settings.seconds,
        "apart": settings.apart or None,
        "even": not settings.inference,
        "seed": settings.seed,
        "threads": settings.threads,
    }


def enough(on_progress: Callable[[float], None]) -> Callable[[float], bool]:
    """Tells of progress, and whether who was told has enough."""

    def told(share: float) -> bool:
        try:
            on_progress(share)
        except Enough:
            return True
        return False

    return told
