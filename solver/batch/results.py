"""What a run writes: results in the order of the input, perhaps a table, and what another run needs to go on.

Results are lines. ``results.jsonl.state``, beside them, says what was asked for: the options, and a digest of every
file that is read. To go on, the whole lines that are there are counted, and what they answer is not done again; the end
of a line that was torn off is cut. Once all is there, the last line of the state says what came of it.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import IO, Any, BinaryIO
from zlib import crc32

import msgspec

from bingo.solver.batch.inputs import Input
from bingo.solver.errors import BingoError
from bingo.solver.workers import Stopped

try:
    import fcntl
except ImportError:  # no such thing on Windows: there, nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]

MEBIBYTE = 1 << 20
#: File names that a message lists.
LISTED = 3


class CannotBegin(BingoError):
    """What is asked for cannot be begun; ``arguments`` of :func:`~bingo.solver.batch.solve_files` are to blame."""

    def __init__(self, message: str, *arguments: str) -> None:
        super().__init__(message)
        self.arguments = arguments


class CannotResume(CannotBegin):
    """There are results that this run can neither go on with nor write over."""


class CannotWrite(Stopped):
    """The system refuses to write: a full disk, say."""


# --- what was asked, and how far it has come ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked: the options that results depend on, and the files to read."""

    options: dict[str, Any]
    inputs: list[Input]

    @property
    def files(self) -> list[list[Any]]:
        """The files with the digests of what they hold."""
        return [[one.path, _digest(one.path)] for one in self.inputs]

    def differences(self, options: dict[str, Any], files: list[list[Any]]) -> list[str]:
        """What is asked for otherwise than in the first run, in words."""
        found = [
            f"{name}: expected {_shown(options.get(name))}, as in the first run; found {_shown(value)}"
            for name, value in self.options.items()
            if options.get(name) != value
        ]
        paths, paths_before = [one.path for one in self.inputs], [path for path, _ in files]
        if paths != paths_before:
            return [*found, f"files: expected {_few(paths_before)}, as in the first run; found {_few(paths)}"]
        changed = [now[0] for now, before in zip(self.files, files, strict=True) if now != before]
        return found + [f"{path}: expected the file of the first run; found that it has changed" for path in changed]


def _shown(value: object) -> object:
    """An option as a person would put it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else "none" if value is None else value


def _few(names: list[str]) -> str:
    return ", ".join(names[:LISTED]) + (f" and {len(names) - LISTED:,} more" if len(names) > LISTED else "")


def _digest(path: str) -> int:
    """The CRC-32 of a file; 0 of one that cannot be read, as reading it says why."""
    crc = 0
    with suppress(OSError, ValueError), Path(path).open("rb") as file:
        while data := file.read(MEBIBYTE):
            crc = crc32(data, crc)
    return crc


class Line(msgspec.Struct):
    """What is read again of a line of results: which position it answers (of a review, which deal), and how."""

    file: str
    position: int = 0
    deal: int = 0
    value: float | None = None
    error: str | None = None
    unexpected: list[str] | None = None


@dataclass
class Earlier:
    """The results of an earlier run, and what of its input is answered by them.

    ``positions`` is how many, ``values`` how often each value came, ``failed`` how often what failed.
    """

    path: Path | None = None
    size: int = 0
    positions: int = 0
    values: Counter[int] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    _keys: Iterator[tuple[str, int]] = field(default_factory=lambda: iter(()))
    _next: tuple[str, int] | None = None

    @classmethod
    def of(cls, path: Path) -> Earlier:
        """What the whole lines of a file say.

        Raises:
            CannotResume: a line is none that a run has written.
        """
        found = cls(path)
        for line, end in _lines(path):
            found.size = end
            found.positions += bool(line.position or line.deal)
            if line.value is not None:
                found.values[round(line.value)] += 1
            if kind := line.error or (line.unexpected and "unexpected"):
                found.failed[kind] += 1
        found._keys = ((line.file, line.position or line.deal) for line, _ in _lines(path))
        found._next = next(found._keys, None)
        return found

    @property
    def over(self) -> bool:
        """Whether all of its lines have been met in the input."""
        return self._next is None

    def has(self, file: str, number: int) -> bool:
        """Whether the next line answers this position; then the line after it is next."""
        if (file, number) != self._next:
            return False
        self._next = next(self._keys, None)
        return True

    def changed(self) -> CannotResume:
        """What is to be said where its lines are not those of the input."""
        return CannotResume(f"{self.path}: expected it as the earlier run left it; found that it has changed", "out")


def _lines(path: Path) -> Iterator[tuple[Line, int]]:
    """The whole lines of results, each with the byte where it ends."""
    decode, end = msgspec.json.Decoder(Line).decode, 0
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):  # torn off
                return
            end += len(line)
            try:
                yield decode(line), end
            except (msgspec.MsgspecError, ValueError):
                raise Earlier(path).changed() from None


def state_of(file: Path) -> Path:
    """The file that is kept beside results, to go on from."""
    return Path(f"{file}.state")


def _state(path: Path) -> list[Any]:
    """The lines of a state file; none where it is missing, or holds something else."""
    try:
        read = [json.loads(line) for line in path.read_bytes().splitlines()]
    except (OSError, ValueError):
        return []
    return read if read and isinstance(read[0], dict) and {"options", "files"} <= read[0].keys() else []


# --- outputs -----------------------------------------------------------------------------------------


def check_outputs(outputs: Mapping[str, Path | None], inputs: Iterable[str] = ()) -> None:
    """See that every output can be written, before hours go by, and that none is an input, or another output too.

    ``-`` as an input is standard input. Devices and pipes keep nothing, so they may be both.

    Raises:
        CannotBegin: it can not, or it is; the names of the ``outputs`` are to blame.
    """
    wanted = [(name, path) for name, path in outputs.items() if path is not None]
    for name, path in wanted:
        _check_place(path, name)
    files = [(name, path) for name, path in wanted if not path.exists() or path.is_file()]
    files += [(name, state_of(path)) for name, path in files if name == "out"]
    for (name, path), (other, its) in combinations(files, 2):
        if os.path.realpath(path) == os.path.realpath(its) or _same(path, str(its)):
            raise CannotBegin(f"expected a file for each; found {str(path)!r} for both", *dict.fromkeys((name, other)))
    read = list(inputs)
    for name, path in files:
        if any(_same(path, one) for one in read):
            raise CannotBegin(f"expected a file that is not read too; found {str(path)!r}", name)


def _check_place(path: Path, name: str) -> None:
    folder = path.absolute().parent
    if path.is_dir():
        fault = "expected a file; found the folder"
    elif not folder.is_dir():
        fault = "expected a file in a folder that exists; found"
    elif not os.access(path if path.exists() else folder, os.W_OK):
        fault = "expected a file that may be written; found"
    else:
        return
    raise CannotBegin(f"{fault} {str(path)!r}", name)


def _same(path: Path, given: str) -> bool:
    """Whether two names are one file that exists; ``-`` is standard input."""
    try:
        return os.path.samestat(path.stat(), os.fstat(0) if given == "-" else os.stat(given))  # noqa: PTH116
    except (OSError, ValueError):
        return False


class Output:
    """A file that is appended to, or an open stream (standard output); without a buffer, so that what was written is
    there even if the process is killed.
    """

    def __init__(self, place: Path | BinaryIO, argument: str) -> None:
        """Open a file, or make it, and keep other runs off.

        Raises:
            CannotBegin: the system refuses, or another run is writing it; ``argument`` is to blame.
        """
        self._path = place if isinstance(place, Path) else None
        self._new = self._path is not None and not self._path.exists()
        if not isinstance(place, Path):
            place.flush()
            # Past the buffer, which would keep what could not be written and fail once more at the end.
            self._file: Any = getattr(place, "raw", place)
            self._regular = False
            return
        try:
            self._file = place.open("ab", buffering=0)
        except OSError as error:
            raise CannotBegin(f"{place}: {error.strerror or error}", argument) from None
        self._regular = place.is_file()  # a pipe or a device keeps nothing, and serves several
        if self._regular and not _locked(self._file):
            self._file.close()
            raise CannotBegin(f"expected no other run on {place}; found one at work", argument)

    def truncate(self, size: int) -> None:
        """Cut it to this size, where it has one."""
        if self._regular:
            self._new = False
            self._file.truncate(size)

    def write(self, data: bytes) -> None:
        """Append all of it.

        Raises:
            BrokenPipeError: it is a pipe, and nobody reads on.
            CannotWrite: the system refuses.
        """
        rest = memoryview(data)
        try:
            while rest:
                written = self._file.write(rest)
                if written is None:  # a pipe that does not wait, and is full
                    time.sleep(0.01)
                rest = rest[written or 0 :]
            self._file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CannotWrite(f"{self._path or 'standard output'}: {error.strerror or error}") from None

    def close(self) -> None:
        """Let go of a file; if it was made here and nothing was begun, it goes."""
        if self._path is None:
            return
        self._file.close()
        if self._new and self._regular:
            with suppress(OSError):
                self._path.unlink()


def _locked(file: IO[Any]) -> bool:
    """Lock a file, unless another process has."""
    if fcntl is not None:
        try:
            # Not `flock`, which worker processes would inherit and outlive this process with.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:  # a file system without locks
            pass
    return True


class Results:
    """What one run writes: the results (to ``files["out"]``, an open stream, or nowhere).

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
        #: What an earlier run has done, with which this one goes on; if that is all, what came of it.
        self.earlier = Earlier()
        self.done: dict[str, Any] | None = None
        self._output: Output | None = None
        self._state: Output | None = None
        self._rows_as_they_come: Output | None = None

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
        kept = self._plain is not None and self._plain.exists() and self._plain.stat().st_size > 0
        if self._plain and kept and not overwrite:
            self._go_on(self._plain, resume)
        if self._plain and self.resumable:
            self._state = Output(state_of(self._plain), "out")
        if self._table and not self._plain:
            self._rows_as_they_come = self._begun_table()
        place = self._file or self._stream
        self._output = Output(place, "out") if place else None
        if self._state and not self.earlier.path:
            self._state.truncate(0)
            self._state.write(_json({"options": self._plan.options, "files": self._plan.files}))
        elif self._plain and not self._state:  # what was kept beside it is written over now
            state_of(self._plain).unlink(missing_ok=True)
        if self._output:
            self._output.truncate(self.earlier.size)

    def _go_on(self, results: Path, resume: bool) -> None:
        """See what is to be done with results that are there.

        Raises:
            CannotResume: they are not those of this run, or unfinished ones that nobody asked to go on with.
        """
        state = _state(state_of(results))
        if not resume:
            if len(state) == 1:
                done = sum(1 for _ in _lines(results))
                raise CannotResume(f"expected no unfinished results in {results}; found {done:,} done", "out")
            return
        if not state:
            message = f"expected {state_of(results)}, which tells what {results} are the results of; found nothing"
            raise CannotResume(message, "resume")
        if differences := self._plan.differences(state[0]["options"], state[0]["files"]):
            raise CannotResume("\n".join(differences), "resume")
        self.earlier = Earlier.of(results)
        self.done = state[1] if len(state) > 1 else None

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

    def finish(self, summary: dict[str, Any]) -> None:
        """All is done, and this came of it.

        Raises:
            CannotBegin, CannotWrite: the system refuses a table that is made of the results.
        """
        if self._state and self.done is None:
            self._state.write(_json(summary))
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


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
