"""The library's own methods for phase one as players."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.arena.choices import stage
from benchmarks.arena.referee import Policy
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.position import Stage
from bingo.solver.hidden.deals import draw
from bingo.solver.hidden.estimates import Estimate
from bingo.solver.hidden.phase_one import INFERENCE, Budget, estimate
from bingo.solver.hidden.players import evaluate, native
from bingo.solver.hidden.view import Known


def player(
    method: str,
    seconds: float | None,
    worlds: int | None,
    heard: Callable[[Estimate], None] = lambda _: None,
    *,
    inference: bool = INFERENCE,
) -> Policy:
    """A player who makes the move that the library puts first. Time is processor time of this thread.

    ``heard`` gets the estimate of each move made. ``inference`` is whether worlds are weighted by what was led.
    """
    budget = Budget(seconds=seconds, worlds=worlds, clock=time.thread_time)

    def play(seen: Known, moves: Sequence[Move], seed: int) -> Move:
        if stage(seen, moves) is Stage.CLAIM:  # the library weighs a claim against the leads that come after waiting
            first = estimate(seen, method, budget, seed, inference=inference).best
            made = CLAIM if first.move == CLAIM else WAIT
        else:
            allowed = set(moves)
            first = estimate(seen, method, budget, seed, inference=inference, only=lambda m: m in allowed).best
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
            (found for found in evaluate(native(seen.rules), sample) if found[0] in moves), key=lambda found: found[1]
        )[0]

    return play
