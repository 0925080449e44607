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


def row(what: str, figure: str, target: str = "", *, met: bool = True) -> list[str]:
    """A row of a table of figures: what was measured, what was found, what it is to be; printed too."""
    found = [what, figure, f"{target}: {'met' if met else '**missed**'}" if target else ""]
    print(f"{what:64} {figure:>12}  {found[2]}", flush=True)
    return found


def verdict(what: str, figure: float, target: float, *, most: bool = False) -> str:
    """A line that begins with PASS or MISS; ``most``: the target is an upper one."""
    passed = figure <= target if most else figure >= target
    return f"{'PASS' if passed else 'MISS'}  {what}: {figure:,.1f}, {'at most' if most else 'at least'} {target:,.0f}"
