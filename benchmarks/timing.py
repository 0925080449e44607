"""Times and targets.

Times are processor time of this process: a figure per core, which other programs on the machine disturb least.
"""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds(call: Callable[[], object]) -> float:
    """Processor time of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def verdict(what: str, figure: float, target: float, *, most: bool = False) -> str:
    """A line that begins with PASS or MISS; ``most``: the target is an upper one."""
    passed = figure <= target if most else figure >= target
    return f"{'PASS' if passed else 'MISS'}  {what}: {figure:,.1f}, {'at most' if most else 'at least'} {target:,.0f}"
