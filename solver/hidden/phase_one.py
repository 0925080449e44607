"""What to do while tiles are hidden: every move estimated on deals that fit what is known, until a budget is spent.

The engine estimates (``native/estimates/estimates.hpp``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import Objective
from bingo.solver.hidden.analysis import enough
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.options import Options
from bingo.solver.hidden.request import about
from bingo.solver.hidden.settings import DEFAULT
from bingo.solver.seam import found


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop: after so many seconds or worlds (deals), or with ``separate`` once the best move is apart.

    Where there are at most ``enumerated`` deals, all of them are gone through, but no more than is usual; None: as many
    as that.
    """

    seconds: float | None = None
    worlds: int | None = None
    separate: bool = False
    enumerated: int | None = None


#: What an answer takes if nothing else is asked for; counted in worlds, it is the same on every machine.
DEFAULT_WORLDS = 6144
DEFAULT_BUDGET = Budget(worlds=DEFAULT_WORLDS)


def estimate(
    known: InformationSet,
    method: str = DEFAULT,
    budget: Budget = DEFAULT_BUDGET,
    seed: int = 0,
    *,
    only: Collection[Move] | None = None,
    stay_open: bool = False,
    listed: Options | None = None,
    prune: bool = True,
    inference: bool = True,
    threads: int = 1,
    on_progress: Callable[[float], None] = lambda _share: None,
    objective: Objective | None = None,
) -> Estimates:
    """Estimate the options ``listed``, else all sensible ones: of them ``only`` these, no close if to ``stay_open``.

    With an objective, what is estimated is the chance that it says instead of game points.

    Without ``prune`` all are tried in every deal, so that intervals of what one falls short of another mean what they
    say: to be dropped early is to be caught at a low.
    The same seed and number of worlds give the same answer, whatever ``threads``. ``on_progress`` is called
    with the share of the budget that is used, 0 to 1. Once nothing is drawn any more, hands are solved whatever the
    method.

    Raises:
        IllegalMove: no deal fits what is known.
        MissingKernel: there is no engine.
    """

    start = time.perf_counter()
    answer = found(
        "estimate",
        enough(on_progress),
        **about(known, objective),
        method=method,
        worlds=budget.worlds,
        seconds=budget.seconds,
        apart=budget.separate,
        enumerated=budget.enumerated,
        seed=seed,
        only=None if only is None else list(map(str, only)),
        stay_open=stay_open,
        options=listed and _options(listed),
        thorough=not prune,
        even=not inference,
        threads=threads,
    )
    return Estimates.of(known, answer, time.perf_counter() - start, seed)


def _options(listed: Options) -> dict[str, Any]:
    written: dict[str, Any] = {
        "open": list(map(str, listed.open)),
        "certain": [(str(move), value) for move, value in listed.certain],
        "solved": [(str(move), value) for move, value in listed.solved],
    }
    return written if listed.cap is None else {**written, "cap": listed.cap}
