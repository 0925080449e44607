"""Solving files into files: what is behind ``bingo batch``, as a function.

:func:`solve_files` is all of it; the rest is what it takes, tells and raises.
"""

from typing import TYPE_CHECKING, Any

from bingo.solver.batch.output import CannotBegin, CannotResume, CannotWrite
from bingo.solver.batch.solving import Progress, Summary, solve_files
from bingo.solver.batch.task import Detail, Failure
from bingo.solver.workers import Executor, Machine, Stopped, WorkersLost

if TYPE_CHECKING:
    from bingo.solver.batch.cluster import Cluster

__all__ = [
    "CannotBegin",
    "CannotResume",
    "CannotWrite",
    "Cluster",
    "Detail",
    "Executor",
    "Failure",
    "Machine",
    "Progress",
    "Stopped",
    "Summary",
    "WorkersLost",
    "solve_files",
]


def __getattr__(name: str) -> Any:
    """Import what few batches need only when it is asked for."""
    if name != "Cluster":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bingo.solver.batch.cluster import Cluster

    return Cluster
