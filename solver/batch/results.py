"""What a run writes: results, perhaps a table, and what is kept beside them so that another run can go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from bingo.solver.batch.journal import Checkpoint, Journal, Plan, claim, refuse_foreign, release, unfinished
from bingo.solver.batch.output import CannotBegin, CannotResume, Output, Stream, state_of


class Results:
    """What one run writes, all of it together: the results (to ``files["out"]``, or an open stream), perhaps a table
    (``files["csv"]``, which begins with ``heading``), and beside files how far they have come.
    """

    def __init__(
        self, files: Mapping[str, Path], plan: Plan, *, stream: BinaryIO | None = None, heading: bytes = b""
    ) -> None:
        self._files, self._plan, self._stream, self._heading = files, plan, stream, heading
        again = stream is None and "out" in files and all(one.path != "-" for one in plan.inputs)
        self._journal = Journal(list(files.values())) if again and all(map(_is_plain, files.values())) else None
        self._outputs: list[Output | Stream] = []
        empty = [0] * (len(files) + (stream is not None))
        self.checkpoint = Checkpoint(written=empty, sums=list(empty))

    @property
    def resumable(self) -> bool:
        """Whether another run could go on from here."""
        return self._journal is not None

    def begin(self, resume: bool, overwrite: bool) -> None:
        """Decide where to begin, open the outputs, and make them as long as they must be for it.

        Raises:
            CannotBegin: an output cannot be opened, or what is asked for cannot be continued; as CannotResume where
                results of another run are in the way.
        """
        if resume and overwrite:
            raise CannotBegin("expected one of resume and overwrite; found both", "resume", "overwrite")
        if not overwrite:
            self._refuse_unfinished(resume)
        if self._journal and resume:
            self.checkpoint = self._journal.resume(self._plan) or self.checkpoint
        elif self._journal:
            self._journal.begin()
        elif resume:
            needed = "needs files to read and a file for the results, as only these can be continued"
            raise CannotBegin(needed, "resume")
        self._open()
        table, results = self._files.get("csv"), self._files.get("out")
        if table and self._journal and results and not self.checkpoint.done:
            claim(table, results)
        if table and not self.checkpoint.written[-1]:
            self._write(-1, self._heading)

    def _refuse_unfinished(self, resume: bool) -> None:
        """Leave alone what another run could go on with."""
        results = self._files.get("out")
        if "csv" in self._files:
            refuse_foreign(self._files["csv"], results)
        done = unfinished(results) if results and not resume else None
        if done is not None:
            raise CannotResume(f"expected no unfinished results in {results}; found {done:,} done", "out")

    def _open(self) -> None:
        self._outputs = [Stream(self._stream)] if self._stream else []
        self._outputs += [Output(file, name) for name, file in self._files.items()]
        if self._journal:
            self._journal.start(self._plan)
        for output, size in zip(self._outputs, self.checkpoint.written, strict=True):
            output.truncate(size)
        if not self._journal:
            for file in filter(_is_plain, self._files.values()):  # what was kept beside it is written over now
                state_of(file).unlink(missing_ok=True)

    def add(self, parts: Sequence[bytes]) -> None:
        """Write a part of every output.

        Raises:
            CannotWrite: the system refuses.
        """
        for number, part in enumerate(parts):
            self._write(number, part)

    def _write(self, number: int, part: bytes) -> None:
        self._outputs[number].write(part)
        self.checkpoint.written[number] += len(part)
        self.checkpoint.sums[number] = crc32(part, self.checkpoint.sums[number])

    def note(self) -> None:
        """Write down how far it has come."""
        if self._journal:
            self._journal.note(self.checkpoint)

    def finish(self) -> None:
        """All is done."""
        self.checkpoint.done = True
        self.note()
        if self._journal and "csv" in self._files:
            release(self._files["csv"])

    def close(self) -> None:
        """Let go of all files."""
        for output in self._outputs:
            output.close()
        if self._journal:
            self._journal.close()


def _is_plain(file: Path) -> bool:
    return file.is_file() or not file.exists()
