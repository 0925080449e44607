"""Times and targets, and the answers and node counts that are held before anything is timed.

Times are processor time of this process: a figure per core, which other programs on the machine disturb least.
``expected.json`` has the answers; ``--update`` of a benchmark writes its part anew, for changes of the search or of the
positions. A change of values there is a change of the rules or an error.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

T = TypeVar("T")
EXPECTED_FILE = Path(__file__).with_name("expected.json")


@dataclass(frozen=True, slots=True)
class Mean:
    """Game points a deal of one player less those of another, or the like, and the standard error over deals."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Of independent values; of a single one the error is ``nan``."""
        error = float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.nan
        return cls(float(np.mean(values)), error)

    def __str__(self) -> str:
        return f"{self.value:+.3f} ({self.error:.3f})"


def say(text: str) -> None:
    """Tell how far a benchmark is, in place of what was told before; on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def with_progress(items: Iterable[T], total: int, words: str) -> Iterator[T]:
    """The items one by one; it is told at which of how many a benchmark is: ``words 3 of 9``."""
    for number, item in enumerate(items, 1):
        say(f"{words} {number} of {total}")
        yield item
    say("")


def timed(call: Callable[[], T]) -> tuple[T, float]:
    """What a call returns, and the processor seconds that it took."""
    start = time.process_time()
    result = call()
    return result, time.process_time() - start


def seconds(call: Callable[[], object]) -> float:
    return timed(call)[1]


def row(label: str, figure: str, target: str = "", *, met: bool = True) -> list[str]:
    """A row of a table of figures: what was measured, what was found, what it is to be; printed too."""
    cells = [label, figure, f"{target}: {'met' if met else '**missed**'}" if target else ""]
    print(f"{label:64} {figure:>12}  {cells[2]}", flush=True)
    return cells


def verdict(label: str, figure: float, target: float, *, most: bool = False) -> str:
    """A line that begins with PASS or MISS; ``most``: the target is an upper one."""
    passed = figure <= target if most else figure >= target
    return f"{'PASS' if passed else 'MISS'}  {label}: {figure:,.1f}, {'at most' if most else 'at least'} {target:,.0f}"


def differences(name: str, positions: str, values: Sequence[int], nodes: int, *, update: bool) -> list[str]:
    """Where the values of positions with this fingerprint, and the nodes searched, differ from the stored ones.

    With ``update`` they are stored instead.
    """
    digest = hashlib.sha256(",".join(map(str, values)).encode()).hexdigest()[:16]
    answers = {"positions": positions, "values": digest, "sum": sum(values), "nodes": nodes}
    stored = json.loads(EXPECTED_FILE.read_text("utf-8"))
    expected = stored.get(name, {})
    if update:
        EXPECTED_FILE.write_text(json.dumps({**stored, name: answers}, indent=1, sort_keys=True) + "\n", "utf-8")
        return []
    return [
        f"{name}: {key}: expected {expected.get(key)}, found {value}"
        for key, value in answers.items()
        if expected.get(key) != value
    ]
