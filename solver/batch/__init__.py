"""Solving files into files: what is behind ``bingo batch``, as a function.

:func:`solve_files` is all of it; the rest is what it takes, tells and raises.
"""

from bingo.solver.batch.answers import Detail, Failure
from bingo.solver.batch.cluster import Cluster
from bingo.solver.batch.results import CannotBegin, CannotResume, CannotWrite
from bingo.solver.batch.solving import Progress, Summary, solve_files
from bingo.solver.workers import Executor, ProcessPool, Stopped, WorkersLost

__all__ = [
    "CannotBegin",
    "CannotResume",
    "CannotWrite",
    "Cluster",
    "Detail",
    "Executor",
    "Failure",
    "ProcessPool",
    "Progress",
    "Stopped",
    "Summary",
    "WorkersLost",
    "solve_files",
]
