"""What to do while tiles are hidden: every move estimated on deals that fit what is known, until a budget is spent.

The engine estimates (``native/estimates/estimates.hpp``).
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import Objective
from bingo.solver.hidden.analysis import asked
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.options import Options
from bingo.solver.hidden.request import about
from bingo.solver.hidden.settings import Settings
from bingo.solver.seam import found

#: Deals drawn if nothing else is asked for; counted in deals, an answer is the same on every machine.
DEFAULT_WORLDS = 6144
USUAL = Settings(worlds=DEFAULT_WORLDS)


def estimate(
    known: InformationSet,
    settings: Settings = USUAL,
    *,
    only: Collection[Move] | None = None,
    stay_open: bool = False,
    listed: Options | None = None,
    prune: bool = True,
    enumerated: int | None = None,
    objective: Objective | None = None,
) -> Estimates:
    """Estimate the options ``listed``, else all sensible ones: of them ``only`` these, no close if to ``stay_open``.

    With an objective, what is estimated is the chance that it says instead of game points.

    Without ``prune`` all are tried in every deal, so that intervals of what one falls short of another mean what they
    say: to be dropped early is to be caught at a low. Where there are at most ``enumerated`` deals, all of them are
    gone through, but no more than is usual; None: as many as that. Once nothing is drawn any more, hands are solved
    whatever the method.

    Raises:
        IllegalMove: no deal fits what is known.
        MissingKernel: there is no engine.
    """
    start = time.perf_counter()
    answer = found(
        "estimate",
        **about(known, objective),
        **asked(settings),
        enumerated=enumerated,
        only=None if only is None else list(map(str, only)),
        stay_open=stay_open,
        options=listed and _options(listed),
        thorough=not prune,
    )
    return Estimates.of(known, answer, time.perf_counter() - start, settings.seed)


def _options(listed: Options) -> dict[str, Any]:
    written: dict[str, Any] = {
        "open": list(map(str, listed.open)),
        "certain": [(str(move), value) for move, value in listed.certain],
        "solved": [(str(move), value) for move, value in listed.solved],
    }
    return written if listed.cap is None else {**written, "cap": listed.cap}
