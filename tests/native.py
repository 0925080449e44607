"""The engine as the seam asks it."""

from __future__ import annotations

from bingo.solver.game.presets import PAGAT
from bingo.solver.native import _kernel
from bingo.solver.seam.data import data


def answerer() -> _kernel.Answerer:
    """What the seam asks in the kernel: one that knows pagat."""
    engine = _kernel.Answerer()
    engine.learn(data({"pagat": PAGAT}))
    return engine
