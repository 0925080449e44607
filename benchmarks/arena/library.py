"""The library's own methods for phase one as players."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.arena.choices import stage
from benchmarks.arena.referee import Policy
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.position import Stage
from bingo.solver.hidden.view import Known

_MODULE = "bingo.solver.hidden.phase_one"


def methods() -> tuple[str, ...]:
    """Names of the methods there are."""
    return tuple(import_module(_MODULE).METHODS) if find_spec(_MODULE) else ()


def default() -> str:
    """The method that the library chooses by itself."""
    method: str = import_module(_MODULE).DEFAULT
    return method


def player(
    method: str, seconds: float | None, worlds: int | None, heard: Callable[[Any], None] = lambda _: None
) -> Policy:
    """A player who makes the move that the library puts first. Time is processor time of this thread.

    ``heard`` gets the estimate of each move made.
    """
    phase_one: Any = import_module(_MODULE)
    budget = phase_one.Budget(seconds=seconds, worlds=worlds, clock=time.thread_time)

    def play(seen: Known, moves: Sequence[Move], seed: int) -> Move:
        if stage(seen, moves) is Stage.CLAIM:  # the library weighs a claim against the leads that come after waiting
            first = phase_one.estimate(seen, method, budget, seed).best
            made = CLAIM if first.move == CLAIM else WAIT
        else:
            first = phase_one.estimate(seen, method, budget, seed, only=lambda move: move in moves).best
            made = first.move
        heard(first)
        return made

    return play
