"""Why a batch does not begin, or ends before its time."""

from __future__ import annotations

from bingo.solver.errors import BingoError
from bingo.solver.workers import Stopped


class CannotBegin(BingoError):
    """What is asked for cannot be begun; ``arguments`` of :func:`~bingo.solver.batch.solve_files` are to blame."""

    def __init__(self, message: str, *arguments: str) -> None:
        super().__init__(message)
        self.arguments = arguments


class CannotResume(CannotBegin):
    """There are results that this run can neither go on with nor write over."""


class CannotWrite(Stopped):
    """The system refuses to write: a full disk, say."""
