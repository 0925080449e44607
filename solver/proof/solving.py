"""Running a model: one worker and a fixed seed, so that the same question has the same answer; a limit of time."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from ortools.sat.python import cp_model


class Unfinished(Exception):
    """Time was up before anything could be said."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When the time for a proof is up."""

    limit: float
    start: float

    @classmethod
    def of(cls, seconds: float) -> Clock:
        """A clock that starts now."""
        return cls(seconds, time.monotonic())

    @property
    def spent(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self.start

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return max(self.limit - self.spent, 0.0)

    def part(self, seconds: float) -> Clock:
        """A clock for a part of the work, that starts now and never outlasts this one."""
        return Clock.of(min(seconds, self.left))


def solve(model: cp_model.CpModel, clock: Clock, *, linearization: int = 1) -> tuple[cp_model.CpSolver, int]:
    """Solve within the time, and say how it ended: ``OPTIMAL``, ``FEASIBLE`` (not proved), ``INFEASIBLE``.

    ``linearization`` is how much of the model the linear relaxation sees, 0 to 2.

    Raises:
        Unfinished: there is neither an answer nor a proof that there is none.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.linearization_level = linearization
    solver.parameters.max_time_in_seconds = max(clock.left, 1e-3)
    solver.parameters.catch_sigint_signal = False  # Ctrl-C is Python's: _run ends the search
    status = _run(solver, model)
    if status == cp_model.MODEL_INVALID:
        raise AssertionError(model.validate())
    if status == cp_model.UNKNOWN:
        raise Unfinished
    return solver, status


def _run(solver: cp_model.CpSolver, model: cp_model.CpModel) -> int:
    """Solve in a thread of its own, so that Ctrl-C, of which only the main thread hears, can end the search."""
    if threading.current_thread() is not threading.main_thread():
        return int(solver.solve(model))
    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(solver.solve, model)
        try:
            while not solving.done():
                wait([solving], timeout=0.1)  # in pieces: on Windows nothing else lets Ctrl-C through
        except BaseException:
            while not solving.done():  # again, as it may not have begun
                solver.stop_search()
                wait([solving], timeout=0.02)
            raise
        return int(solving.result())
