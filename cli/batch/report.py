"""What a batch tells while it works and when it is done."""

from __future__ import annotations

import time
from collections import Counter
from itertools import count
from typing import Any

from bingo.cli.console import ProgressLine
from bingo.solver.batch import Failure, Progress
from bingo.solver.render.screen import Screen, signed, wrap

#: Failures that are told one by one; more are only counted.
TOLD = 100
#: Rows of values in the summary, at most; where there are more values, each row is a range of them.
ROWS = 20
#: Why positions or files fail, in the order of the summary: the words for one of them, and for several.
KINDS = {
    "file": ("file could not be read", "files could not be read"),
    "empty": ("file or folder has no position in it", "files or folders have no position in them"),
    "unreadable": ("could not be read", "could not be read"),
    "impossible": ("cannot occur", "cannot occur"),
    "hidden": ("hides what the answer needs", "hide what the answer needs"),
    "unexpected": ("is not what the file expects", "are not what the file expects"),
    "broken": ("broke the program", "broke the program"),
}


class Report:
    """How far a batch is, on a :class:`ProgressLine`, and complaints above it."""

    def __init__(self, screen: Screen, quiet: bool, failed: bool) -> None:
        """``quiet`` tells nothing; ``failed`` says that the results have what failed too."""
        self._screen, self._quiet, self._failed = screen, quiet, failed
        self._progress = Progress()
        self._told = self._untold = 0
        self._line = ProgressLine()
        self._start = time.monotonic()

    def __enter__(self) -> Report:
        if not self._quiet:
            self._line.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._line.__exit__(*raised)
        if self._untold and not self._quiet:
            where = "the results have them" if self._failed else "--failed writes all of them to the results"
            self.say(f"... and {self._untold:,} more: {where}.")

    def update(self, progress: Progress) -> None:
        """It is this far now."""
        self._progress = progress
        seconds = time.monotonic() - self._start
        words, share = f"{progress.new:,} done, {progress.new / max(seconds, 0.001):,.0f}/s", None
        if progress.total and progress.read:
            share = min(progress.read / progress.total, 1.0)
            words += f", {_duration(seconds / share - seconds)} left"
        self._line.show(words, share)

    def complain(self, failure: Failure) -> None:
        """Tell what went wrong on standard error."""
        if self._told == TOLD:
            self._untold += 1
            return
        self._told += 1
        if not self._quiet:
            self.say(failure.message)

    def say(self, words: str) -> None:
        """Tell what is the matter with the run itself."""
        self._line.tell_above(words, self._screen.width)

    def stopped(self) -> str:
        """How far it has come, where it ends before its time, and how to go on."""
        again = " Continue with the same command and --resume." if self._progress.resumable else ""
        return f"{self._progress.positions:,} positions are done.{again}"


def summary(found: Progress, screen: Screen) -> list[str]:
    """The whole of it: what was solved, how often each value came, what failed."""
    new, seconds = found.new, found.seconds
    rate = f" in {_duration(seconds)} ({new / seconds:,.0f} a second)" if new and seconds else ""
    before = found.positions - new
    earlier = f", {before:,} of them by earlier runs" if before else ""
    part = f"{found.solved:,} of " if found.solved < found.positions else ""
    of_all = f"{found.positions:,} position{'s' if found.positions != 1 else ''}"
    lines = wrap(f"{part}{of_all} solved{earlier}{rate}.", screen.width)
    lines += _histogram(found.values, screen)
    if found.met:
        which = "All are" if found.met == found.positions > 1 else f"{found.met:,} {'is' if found.met == 1 else 'are'}"
        lines += wrap(f"{which} what the file expects.", screen.width)
    for kind, words in KINDS.items():
        if times := found.failed[kind]:
            lines += wrap(f"{times:,} {words[times > 1]}.", screen.width)
    return lines


def _histogram(values: Counter[int], screen: Screen) -> list[str]:
    """How often each value came, or each range of values where there are many."""
    step = _step(values)
    counts: Counter[int] = Counter()
    for value, times in values.items():
        counts[value // step] += times
    names = {at: signed(at) if step == 1 else f"{signed(at * step)} to {signed(at * step + step - 1)}" for at in counts}
    most, total = max(counts.values(), default=0), sum(counts.values())
    wide, name = len(f"{most:,}"), max([4, *map(len, names.values())])
    room = max(screen.width - wide - name - 16, 10)
    lines = []
    for at, times in sorted(counts.items(), reverse=True):
        bar = ("█" if screen.unicode else "#") * max(round(room * times / most), 1)
        lines.append(f"  {names[at]:>{name}}  {times:>{wide},}  {times / total:>6.1%}  {screen.faint(bar)}")
    return lines


def _step(values: Counter[int]) -> int:
    """How many values share a row: 1 where they fit, else the next of 2, 5, 10, 20, 50, ... with which they do."""
    if len(values) <= ROWS:
        return 1
    least, most = min(values), max(values)
    round_numbers = (n for n in count(2) if str(n).rstrip("0") in ("1", "2", "5"))
    return next(n for n in round_numbers if most // n - least // n < ROWS)


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, hours = int(seconds / 60) % 60, int(seconds / 3600)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {int(seconds % 60)} s"
