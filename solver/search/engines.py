"""Which exact search is in use: the native kernel where it was built, else the reference search."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bingo.solver.game.position import Position
    from bingo.solver.game.rules import Rules
    from bingo.solver.search.exact import Engine

try:
    import_module("bingo.solver.native._kernel")
except ModuleNotFoundError:  # one that was built but cannot be loaded is an error
    NAME = "reference"
else:
    NAME = "native"  #: Which engine is in use: "native" or "reference" (where no kernel was built).


def engine(rules: Rules) -> Engine:
    """A fresh engine for positions under these rules."""
    if NAME == "native":
        from bingo.solver.search.kernel import Kernel

        return Kernel(rules)
    from bingo.solver.search.reference import Reference

    return Reference()


def solve_many(positions: Iterable[Position], threads: int = 1) -> NDArray[np.int16]:
    """Values of many positions, in order, seen from ``you``: shape (n,), int16.

    They are game points; under ``berndt`` differences of card points, which 8 bits would not hold. Positions may
    differ in rules, trumps and phase. Results do not depend on ``threads``.

    Raises:
        TypeError: an item is not a position with everything known.
    """
    from bingo.solver.game.position import Position

    listed = list(positions)
    for n, position in enumerate(listed):
        if not isinstance(position, Position):
            raise TypeError(
                f"solve_many: expected positions with everything known; found {type(position).__name__} at {n}"
            )
    if NAME == "native":
        from bingo.solver.search.kernel import values

        return values(listed, threads)
    import numpy as np

    from bingo.solver.search.reference import Reference

    return np.array([Reference().value(p) for p in listed], dtype=np.int16)
