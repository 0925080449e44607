"""What a run writes: results, perhaps a table, and what is kept beside the results so that another run can go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from bingo.solver.batch.blocks import MEBIBYTE
from bingo.solver.batch.journal import Checkpoint, Plan, resumed, unfinished
from bingo.solver.batch.output import CannotBegin, CannotResume, Output, state_of


class Results:
    """What one run writes: the results (to ``files["out"]``, an open stream, or nowhere), and how far they have come.

    Perhaps also a table (``files["csv"]``), which begins with ``heading`` and has what ``rows`` makes of the results:
    where these are a file, it is made of it once all is done; else as they come.
    """

    def __init__(
        self,
        files: Mapping[str, Path],
        plan: Plan,
        *,
        heading: bytes,
        rows: Callable[[bytes], bytes],
        stream: BinaryIO | None = None,
    ) -> None:
        self._file, self._table = files.get("out"), files.get("csv")
        self._plan, self._stream, self._heading, self._rows = plan, stream, heading, rows
        self._plain = self._file if self._file and (self._file.is_file() or not self._file.exists()) else None
        again = all(one.path != "-" for one in plan.inputs)
        #: Whether another run could go on from here.
        self.resumable = self._plain is not None and again
        self._output: Output | None = None
        self._state: Output | None = None
        self._rows_as_they_come: Output | None = None
        self.checkpoint = Checkpoint()

    def begin(self, resume: bool, overwrite: bool) -> None:
        """Decide where to begin, open the outputs, and make them as long as they must be for it.

        Raises:
            CannotBegin: an output cannot be opened, or what is asked for cannot be resumed; as CannotResume where
                results of another run are in the way.
        """
        if resume and overwrite:
            raise CannotBegin("expected one of them; found both", "resume", "overwrite")
        if resume and not self.resumable:
            needed = "expected files to read, and a file for the results; nothing else can be resumed"
            raise CannotBegin(needed, "resume")
        done = unfinished(self._file) if self._file and not (resume or overwrite) else None
        if done is not None:  # another run could go on with them
            raise CannotResume(f"expected no unfinished results in {self._file}; found {done:,} done", "out")
        before = resumed(self._plain, self._plan) if self._plain and resume else None
        self.checkpoint = before or self.checkpoint
        self._state = Output(state_of(self._plain), "out") if self._plain and self.resumable else None
        if self._table and not self._plain:
            self._rows_as_they_come = self._begun_table()
        place = self._file or self._stream
        self._output = Output(place, "out") if place else None
        if self._state and before:
            self._state.write(b"\n")  # the end of a line that was torn off
        elif self._state:
            self._state.truncate(0)
            self._state.write(self._plan.line())
        elif self._plain:  # what was kept beside it is written over now
            state_of(self._plain).unlink(missing_ok=True)
        if self._output:
            self._output.truncate(self.checkpoint.written)

    def _begun_table(self) -> Output:
        assert self._table is not None
        table = Output(self._table, "csv")
        table.truncate(0)
        table.write(self._heading)
        return table

    def add(self, records: bytes) -> None:
        """Write results.

        Raises:
            CannotWrite: the system refuses.
        """
        if self._output:
            self._output.write(records)
        if self._rows_as_they_come:
            self._rows_as_they_come.write(self._rows(records))
        self.checkpoint.written += len(records)
        self.checkpoint.crc = crc32(records, self.checkpoint.crc)

    def note(self) -> None:
        """Write down how far it has come."""
        if self._state:
            self._state.write(self.checkpoint.line())

    def finish(self) -> None:
        """All is done.

        Raises:
            CannotBegin, CannotWrite: the system refuses a table that is made of the results.
        """
        if not self.checkpoint.done:
            self.checkpoint.done = True
            self.note()
        if self._plain and self._table:
            table = self._begun_table()
            with self._plain.open("rb") as lines:
                while part := lines.readlines(MEBIBYTE):
                    table.write(self._rows(b"".join(part)))
            table.close()

    def close(self) -> None:
        """Let go of all files."""
        for file in (self._output, self._rows_as_they_come, self._state):
            if file:
                file.close()
