"""Analysis where tiles are hidden: exact where only one world fits, else an estimate."""

from __future__ import annotations

from collections.abc import Callable

from bingo.solver.errors import IllegalMove
from bingo.solver.game.setup import View
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.view import known
from bingo.solver.hidden.worlds import count_hands, hands
from bingo.solver.search import engines
from bingo.solver.search.exact import Analysis, analyze_exact

#: Names of the methods; what each does is told in ``methods``. The first is the usual one.
NAMES = ("rollout", "ismcts", "pimc")


def analyze_hidden(
    view: View,
    method: str | None = None,
    worlds: int | None = None,
    seconds: float | None = None,
    apart: bool = False,
    inference: bool | None = None,
    seed: int = 0,
    threads: int = 1,
    heard: Callable[[float], None] | None = None,
) -> Analysis | Estimates:
    """What every move is worth, knowing only what ``you`` know; see :func:`bingo.solver.analyze`.

    Raises:
        NotationError: your own hand is hidden.
        IllegalMove: no world fits, or there is no native kernel to estimate with.
    """
    seen = known(view)
    if not seen.open and count_hands(seen) == 1:
        return analyze_exact(seen.world(int(hands(seen)[0])), engines.engine(seen.rules))
    if engines.NAME != "native":
        expected = "both hands, and the stock while the boneyard is open"
        raise IllegalMove(f"expected {expected}; found hidden tiles, which only the native kernel estimates")
    from bingo.solver.hidden.phase_one import INFERENCE, MOST_WORLDS, USUAL, Budget, estimate

    return estimate(
        seen,
        method or NAMES[0],
        Budget(
            seconds, (MOST_WORLDS if apart else USUAL.worlds) if worlds is None and seconds is None else worlds, apart
        ),
        seed,
        inference=INFERENCE if inference is None else inference,
        threads=threads,
        heard=heard or (lambda _share: None),
    )
