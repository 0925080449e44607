"""The engine as the seam asks it."""

from __future__ import annotations

from bingo.solver.engine import _kernel
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.engine.weights import weights_for
from bingo.solver.game.presets import PAGAT


def answerer() -> _kernel.Answerer:
    """What the seam asks in the kernel: one that knows pagat."""
    engine = _kernel.Answerer()
    engine.learn(b"pagat", False, trump_tables(PAGAT), scoring(PAGAT), weights_for(PAGAT))
    return engine
