"""A sign of life on the terminal for what takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from types import TracebackType
from typing import TYPE_CHECKING

from bingo.solver.render.screen import plain, wrap

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from typing_extensions import Self

PATIENCE = 1.0  # seconds


def rich_line(console: Console) -> Progress:
    """One line: what is being done, how far it is (the field ``share``), the time. On a narrow screen only the first
    is cut short.
    """
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.table import Column

    doing = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    whole = Column(no_wrap=True)
    return Progress(
        SpinnerColumn("line", table_column=whole),
        TextColumn("{task.description}", markup=False, table_column=doing),
        TextColumn("{task.fields[share]}", markup=False, table_column=whole),
        TimeElapsedColumn(table_column=whole),
        console=console,
        expand=True,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


class ProgressLine:
    """A line on standard error with what is being done, how much of it is done, and the time; only on a terminal.

    It appears after a second. ``paused`` takes it off the screen while something else is written. Where no share is
    told, the steps are counted that it is advanced by.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._done = 0
        self._doing = ""
        self._share: float | None = None
        self._line: Progress | None = None
        self._timer = Timer(PATIENCE, self._appear)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            if self._line:
                self._line.stop()
                self._line = None

    def show(self, doing: str, share: float | None = None) -> None:
        """Say what is being done now, and what part of it (0 to 1) is done."""
        with self._lock:
            self._doing, self._share = plain(doing), share
            self._update()

    def advance(self) -> None:
        """One more is done."""
        with self._lock:
            self._done += 1
            self._update()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the screen to others meanwhile."""
        with self._lock:
            if self._line:
                self._line.stop()
            try:
                yield
            finally:
                if self._line:
                    self._line.start()

    def tell_above(self, words: str, width: int) -> None:
        """Write to standard error, above the line."""
        with self.paused():
            sys.stdout.flush()
            lines = [plain(line) for line in words.splitlines()]
            if sys.stderr.isatty():  # in a pipe or file, one line each is easier to search
                lines = [part for line in lines for part in wrap(line, width, 0, 4)]
            print(*lines, sep="\n", file=sys.stderr)

    def _appear(self) -> None:
        from rich.console import Console

        with self._lock:
            if self._timer.finished.is_set():  # the line is left just now
                return
            self._line = rich_line(Console(stderr=True))
            self._line.add_task("", share="")
            self._update()
            self._line.start()

    def _update(self) -> None:
        if self._line:
            share = f"{self._done} done" if self._done else ""
            if self._share is not None:
                share = f"{self._share:.0%}"
            self._line.update(self._line.task_ids[0], description=self._doing, share=share)


@contextmanager
def busy(doing: str) -> Iterator[Callable[[float], None]]:
    """What is being done meanwhile, on a :class:`ProgressLine`; what is yielded takes the share that is done."""
    with ProgressLine() as progress:

        def tell(share: float) -> None:
            progress.show(doing, share)

        progress.show(doing)
        yield tell
