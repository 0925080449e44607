"""Where results go: files that only one run writes at a time, or standard output."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import IO, Any, BinaryIO

from bingo.solver.errors import BingoError
from bingo.solver.workers import Stopped

try:
    import fcntl
except ImportError:  # no such thing on Windows: there, nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]

#: Seconds after which what was written is made to last, should the machine itself stop.
LASTING = 5.0


class CannotBegin(BingoError):
    """What is asked for cannot be begun; ``arguments`` of :func:`~bingo.solver.batch.solve_files` are to blame."""

    def __init__(self, message: str, *arguments: str) -> None:
        super().__init__(message)
        self.arguments = arguments


class CannotResume(CannotBegin):
    """There are results that this run can neither go on with nor write over."""


class CannotWrite(Stopped):
    """The system refuses to write: a full disk, say."""


def state_of(file: Path) -> Path:
    """The file that is kept beside results, to go on from."""
    return Path(f"{file}.state")


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
        self._lasting = time.monotonic()
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
            if self._regular and time.monotonic() > self._lasting + LASTING:
                os.fsync(self._file.fileno())
                self._lasting = time.monotonic()
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
