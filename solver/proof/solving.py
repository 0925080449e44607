"""Running a model: one worker and a fixed seed, so that the same question has the same answer; a limit of time."""

from __future__ import annotations

import _thread
import time
from collections.abc import Callable
from dataclasses import dataclass

from ortools.sat.python import cp_model


class Unfinished(Exception):
    """Time was up before anything could be said."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When the time for a proof is up; ``on_wait`` is called now and then until it is, and may raise to end it."""

    limit: float
    start: float
    on_wait: Callable[[], object] | None = None

    @classmethod
    def of(cls, seconds: float, on_wait: Callable[[], object] | None = None) -> Clock:
        """A clock that starts now."""
        return cls(seconds, time.monotonic(), on_wait)

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
        return Clock.of(min(seconds, self.left), self.on_wait)


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
    status = _run(solver, model, clock)
    assert status != cp_model.MODEL_INVALID, model.validate()
    if status == cp_model.UNKNOWN:
        raise Unfinished
    return solver, status


def _run(solver: cp_model.CpSolver, model: cp_model.CpModel, clock: Clock) -> int:
    """Solve in a thread of its own, so that Ctrl-C, of which only the main thread hears, can end the search."""
    search = _Search(solver, model)
    try:
        _thread.start_new_thread(search.run, ())
        while not search.over.acquire(timeout=0.05):  # in pieces: on Windows nothing else lets Ctrl-C through
            if clock.on_wait is not None:
                clock.on_wait()
    except BaseException:
        search.end()
        raise
    if search.error is not None:
        raise search.error
    return search.status


class _Search:
    """A search in another thread.

    The two threads share flags and one lock of the interpreter's own. A ``threading.Event`` or a future would not do:
    they take their locks in Python, and a Ctrl-C between the taking and the ``with`` leaves them taken for ever.
    """

    def __init__(self, solver: cp_model.CpSolver, model: cp_model.CpModel) -> None:
        self.solver, self.model = solver, model
        self.over = _thread.allocate_lock()
        self.over.acquire()
        self.status = int(cp_model.UNKNOWN)
        self.error: BaseException | None = None
        self._begun = self._given_up = self._ended = False

    def run(self) -> None:
        """Solve, unless nobody waits for it any more."""
        self._begun = True
        try:
            if not self._given_up:
                self.status = int(self.solver.solve(self.model))
        except BaseException as error:  # the thread that waits raises it
            self.error = error
        self._ended = True
        self.over.release()

    def end(self) -> None:
        """Wait until nothing is being solved; what has not begun is dropped."""
        self._given_up = True
        while self._begun and not self._ended:
            self.solver.stop_search()  # again and again: the solver may not have got so far that it can be stopped
            time.sleep(0.02)
