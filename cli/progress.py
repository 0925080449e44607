"""A sign of life on the terminal for what takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0  # seconds


class Waiting:
    """A line on standard error with what is being done, a count and the time; only on a terminal.

    It appears after a second. ``aside`` takes it off the screen while something else is written. What is done may
    hold its own numbers: then nothing is counted.
    """

    def __init__(self, counting: bool = True) -> None:
        self._counting = counting
        self._lock = Lock()
        self._done = 0
        self._doing = ""
        self._bar: Progress | None = None
        self._timer = Timer(PATIENCE, self._appear)
        self._timer.daemon = True

    def __enter__(self) -> Waiting:
        if sys.stderr.isatty():
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            if self._bar:
                self._bar.stop()

    def begin(self, doing: str) -> None:
        """Say what is being done now."""
        with self._lock:
            self._doing = doing
            self._update()

    def step(self) -> None:
        """One more is done."""
        with self._lock:
            self._done += 1
            self._update()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Leave the screen to others meanwhile."""
        with self._lock:
            if self._bar:
                self._bar.stop()
            try:
                yield
            finally:
                if self._bar:
                    self._bar.start()

    def _appear(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        with self._lock:
            if self._timer.finished.is_set() and self._bar is None:
                return
            parts = (SpinnerColumn("line"), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
            console = Console(stderr=True)
            self._bar = Progress(*parts, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
            self._bar.add_task("")
            self._update()
            self._bar.start()

    def _update(self) -> None:
        if self._bar:
            done = f" ({self._done} done)" if self._counting else ""
            self._bar.update(self._bar.task_ids[0], description=f"{self._doing}{done}")
