"""What a batch tells while it works and when it is done."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from threading import Lock, Timer
from typing import TYPE_CHECKING, TextIO

from bingo.cli.batch.journal import Progress
from bingo.cli.batch.order import KINDS, Failure
from bingo.cli.progress import PATIENCE
from bingo.cli.render.screen import Screen, plain, signed, wrap

if TYPE_CHECKING:
    from rich.progress import Progress as Bar


class Watch:
    """A progress bar on standard error, only on a terminal and after a second, and complaints above it.

    ``total`` is the size of the input in bytes, None if it is not known.
    """

    def __init__(self, total: int | None, screen: Screen) -> None:
        self._total = total
        self._screen = screen
        self._seen: tuple[int, int] = (0, 0)
        self._bar: Bar | None = None
        self._lock = Lock()
        self._timer = Timer(PATIENCE, self._appear)
        self._timer.daemon = True

    def start(self) -> None:
        """From now on, time counts."""
        if sys.stderr.isatty():
            self._timer.start()

    def stop(self) -> None:
        """Leave the screen."""
        self._timer.cancel()
        with self._lock:
            if self._bar:
                self._bar.stop()
                self._bar = None

    def update(self, positions: int, size: int) -> None:
        """So many positions are done, in so many bytes, by this run."""
        with self._lock:
            self._seen = (positions, size)
            self._show()

    def complain(self, failures: Sequence[Failure]) -> None:
        """Tell what went wrong on standard error."""
        lines = [plain(line) for failure in failures for words in failure.words for line in words.splitlines()]
        if not lines:
            return
        if sys.stderr.isatty():  # in a pipe or file, one line each is easier to search
            lines = [part for line in lines for part in wrap(line, self._screen.width, 0, 4)]
        with self._lock:
            if self._bar:
                self._bar.console.print("\n".join(lines), markup=False, highlight=False)
            else:
                print(*lines, sep="\n", file=sys.stderr, flush=True)

    def _appear(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        with self._lock:
            if self._timer.finished.is_set() and self._bar is None:
                return
            parts = (
                BarColumn(None),
                TaskProgressColumn(),
                TextColumn("{task.fields[rate]}", markup=False),
                TimeRemainingColumn(compact=True, elapsed_when_finished=True),
            )
            console = Console(stderr=True)
            self._bar = Progress(*parts, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
            self._bar.add_task("", total=self._total, rate="")
            self._show()
            self._bar.start()

    def _show(self) -> None:
        if not self._bar:
            return
        positions, size = self._seen
        task = self._bar.tasks[0]
        rate = positions / (PATIENCE + (task.elapsed or 0))
        self._bar.update(task.id, completed=size, rate=f"{positions:,} done, {rate:,.0f}/s")


def summary(progress: Progress, seconds: float, new: int, screen: Screen) -> list[str]:
    """The whole of it: what was solved, how often each value came, what failed.

    ``new`` positions were done by this run, in so many seconds.
    """
    rate = f" in {_duration(seconds)} ({new / seconds:,.0f} a second)" if new and seconds else ""
    before = progress.positions - new
    earlier = f", {before:,} of them by earlier runs" if before else ""
    part = f"{progress.solved:,} of " if progress.solved < progress.positions else ""
    of_all = f"{progress.positions:,} position{'s' if progress.positions != 1 else ''}"
    lines = wrap(f"{part}{of_all} solved{earlier}{rate}.", screen.width)
    most = max(progress.values.values(), default=0)
    wide = len(f"{most:,}")
    room = max(screen.width - wide - 20, 10)
    for value, times in sorted(progress.values.items(), reverse=True):
        bar = ("█" if screen.unicode else "#") * max(round(room * times / most), 1)
        share = times / progress.solved
        lines.append(f"  {signed(value):>4}  {times:>{wide},}  {share:>6.1%}  {screen.faint(bar)}")
    for kind, words in KINDS.items():
        if times := progress.failed[kind]:
            lines += wrap(f"{times:,} {words if times > 1 else _one(words)}.", screen.width)
    return lines


def _one(words: str) -> str:
    """The words for a single position."""
    verb, _, rest = words.partition(" ")
    one = {"could": "could", "cannot": "cannot", "hide": "hides", "are": "is", "broke": "broke"}[verb]
    return f"{one} {rest}"


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, hours = int(seconds / 60) % 60, int(seconds / 3600)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {int(seconds % 60)} s"


def tell(lines: Sequence[str], stream: TextIO) -> None:
    """Print the summary."""
    print(*lines, sep="\n", file=stream, flush=True)
