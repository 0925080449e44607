"""The library's own methods for phase one as players."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.arena.choices import stage
from benchmarks.arena.referee import Policy
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.position import Stage
from bingo.solver.hidden.deals import draw
from bingo.solver.hidden.players import judge, native
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
    method: str,
    seconds: float | None,
    worlds: int | None,
    heard: Callable[[Any], None] = lambda _: None,
    *,
    inference: bool | None = None,
) -> Policy:
    """A player who makes the move that the library puts first. Time is processor time of this thread.

    ``heard`` gets the estimate of each move made. ``inference`` is whether worlds are weighted by what was led; as the
    library has it where not told.
    """
    phase_one: Any = import_module(_MODULE)
    budget = phase_one.Budget(seconds=seconds, worlds=worlds, clock=time.thread_time)
    weigh = phase_one.INFERENCE if inference is None else inference

    def play(seen: Known, moves: Sequence[Move], seed: int) -> Move:
        if stage(seen, moves) is Stage.CLAIM:  # the library weighs a claim against the leads that come after waiting
            first = phase_one.estimate(seen, method, budget, seed, inference=weigh).best
            made = CLAIM if first.move == CLAIM else WAIT
        else:
            allowed = set(moves)
            first = phase_one.estimate(seen, method, budget, seed, inference=weigh, only=lambda m: m in allowed).best
            made = first.move
        heard(first)
        return made

    return play


def networks() -> Policy:
    """A player who makes the move that the networks put first, without looking at a single deal."""

    def play(seen: Known, moves: Sequence[Move], seed: int) -> Move:
        if stage(seen, moves) in (Stage.CLAIM, Stage.ANSWER):
            return CLAIM
        rng = np.random.default_rng(seed)
        [sample] = draw(seen, 1, rng).positions(seen)
        return max(
            (found for found in judge(native(seen.rules), sample) if found[0] in moves), key=lambda found: found[1]
        )[0]

    return play
