"""What a run writes: results in the order of the input, perhaps a table, and what another run needs to go on.

Results are lines. ``results.jsonl.state``, beside them, says what was asked for: the options, and a digest of every
file that is read. To go on, the whole lines that are there are counted, and what they answer is not done again; an
incomplete last line is cut away.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

import msgspec

from bingo.solver.batch.files import CannotBegin, check_outputs, find_inputs, is_same_file, state_of
from bingo.solver.workers import Stopped

try:
    import fcntl
except ImportError:  # no such thing on Windows: there, nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]

MEBIBYTE = 1 << 20
#: What a text begins with that spreadsheets would take for a formula.
_FORMULA_START = re.compile("[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]")


class CannotWrite(Stopped):
    """The system refuses to write: a full disk, say."""


class Output:
    """A file that is appended to, or an open stream; unbuffered, so that what was written outlives a process killed."""

    def __init__(self, target: Path | BinaryIO, argument: str) -> None:
        """Open a file, or make it, and lock it against other runs; ``argument`` is to blame where that fails."""
        self.path = target if isinstance(target, Path) else None
        self._is_regular = False  # a pipe or a device keeps nothing, and serves several
        if not isinstance(target, Path):
            target.flush()
            # Past the buffer, which would keep what could not be written and fail once more at the end.
            self._file: Any = getattr(target, "raw", target)
            return
        try:
            self._file = open(target, "ab", buffering=0, opener=_not_through_links)  # noqa: SIM115
        except OSError as error:
            raise CannotBegin(f"{target}: {error.strerror or error}", argument) from None
        self._is_regular = target.is_file()
        if self._is_regular and not _lock_file(self._file):
            self._file.close()
            raise CannotBegin(f"expected no other run on {target}; found one at work", argument)

    def truncate(self, size: int) -> None:
        if self._is_regular:
            self._file.truncate(size)

    def write(self, data: bytes) -> None:
        """Append all of it; a BrokenPipeError if nobody reads on, CannotWrite if the system refuses."""
        data_left = memoryview(data)
        try:
            while data_left:
                written_count = self._file.write(data_left)
                if written_count is None:  # a pipe that does not wait, and is full
                    time.sleep(0.01)
                data_left = data_left[written_count or 0 :]
            self._file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CannotWrite(f"{self.path or 'standard output'}: {error.strerror or error}") from None

    def close(self) -> None:
        if self.path:
            self._file.close()


def _not_through_links(path: str, flags: int) -> int:
    is_device = Path(path).exists() and not Path(path).is_file()  # /dev/stdout is a link
    return os.open(path, flags | (0 if is_device else getattr(os, "O_NOFOLLOW", 0)), 0o666)


def _lock_file(file: Any) -> bool:
    if fcntl is not None:
        try:
            # Not `flock`, which worker processes would inherit and outlive this process with.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:  # a file system without locks
            pass
    return True


def as_csv(rows: Iterable[Iterable[Any]]) -> bytes:
    """Rows of CSV: numbers, and words with an apostrophe before what spreadsheets could take for a formula."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(map(_csv_cell, row) for row in rows)
    return buffer.getvalue().encode()


def _csv_cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and _FORMULA_START.match(value) else value


# --- how far an earlier run has come -----------------------------------------------------------------


class EarlierResult(msgspec.Struct):
    """What is read again of a line of results: which position it answers (of a review, which deal), and how."""

    file: str
    position: int = 0
    deal: int = 0
    value: float | None = None
    error: str | None = None
    unexpected: list[str] | None = None


class EarlierResults:
    """The results of an earlier run, if there is a ``path`` to them: how many answer ``positions``, how often each of
    ``values`` and kind of failure came, the ``size`` up to the last whole line. Lines of others mean CannotBegin.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.size = self.positions = 0
        self.values: Counter[int] = Counter()
        self.failed: Counter[str] = Counter()
        for result, end in self._lines():
            self.size = end
            self.positions += bool(result.position or result.deal)
            if result.value is not None:
                self.values[round(result.value)] += 1
            if kind := result.error or (result.unexpected and "unexpected"):
                self.failed[kind] += 1
        self._remaining = (result for result, _ in self._lines())
        self._next_result = next(self._remaining, None)

    @property
    def over(self) -> bool:
        """Whether all of its lines have been met in the input."""
        return self._next_result is None

    def take_result(self, file: str, entry_number: int) -> EarlierResult | None:
        """The next earlier result if it answers this position, else None; one that is returned is used up."""
        result = self._next_result
        if result is None or (file, entry_number) != (result.file, result.position or result.deal):
            return None
        self._next_result = next(self._remaining, None)
        return result

    def mismatch(self) -> CannotBegin:
        """The error for results that do not match the input."""
        return CannotBegin(f"{self.path}: expected it as the earlier run left it; found that it has changed", "resume")

    def _lines(self) -> Iterator[tuple[EarlierResult, int]]:
        """The whole lines of results, each with the byte where it ends."""
        if self.path is None:
            return
        decode, end_byte = msgspec.json.Decoder(EarlierResult).decode, 0
        with self.path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):  # torn off
                    return
                end_byte += len(line)
                try:
                    yield decode(line), end_byte
                except (msgspec.MsgspecError, ValueError):
                    raise self.mismatch() from None


def _differences(before: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    return [
        f"{name}: expected {_option_text(before.get(name))}, as in the first run; found {_option_text(now.get(name))}"
        for name in dict.fromkeys([*before, *now])
        if before.get(name) != now.get(name)
    ]


def _option_text(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else "none" if value is None else value


def _checksum(path: str) -> str:
    """The CRC-32 of a file, in words; 0 for one that cannot be read, as reading it will say why."""
    checksum = 0
    with suppress(OSError, ValueError), Path(path).open("rb") as file:
        while chunk := file.read(MEBIBYTE):
            checksum = crc32(chunk, checksum)
    return f"one with the CRC-32 {checksum:08x}"


# --- the outputs of a run ----------------------------------------------------------------------------


class Results:
    """What one run writes: results, to a file, a stream or nowhere; perhaps a table with ``rows`` of each."""

    def __init__(
        self,
        inputs: Iterable[str | os.PathLike[str]],
        out: Path | BinaryIO | None,
        table: Path | None,
        options: Mapping[str, Any],
        *,
        heading: Iterable[str],
        rows: Callable[[dict[str, Any]], Iterable[Iterable[Any]]],
    ) -> None:
        self._options, self._table_heading, self._rows_of = options, heading, rows
        self._out, self._table = out if isinstance(out, Path) else None, table
        self._out_stream = None if isinstance(out, Path) else out
        own_paths = [path for path in (self._out, table) if path]
        #: The files to read, of folders those that are not written.
        self.inputs = find_inputs(inputs, excluded_paths=[*own_paths, *map(state_of, own_paths)])
        self._is_plain_file = self._out is not None and (self._out.is_file() or not self._out.exists())
        #: Whether another run could go on from here.
        self.resumable = self._is_plain_file and all(file.path != "-" for file in self.inputs)
        #: What an earlier run has done, with which this one goes on.
        self.earlier = EarlierResults()
        self._outputs: dict[str, Output] = {}

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        for output in self._outputs.values():
            output.close()

    def begin(self, resume: bool, overwrite: bool) -> None:
        """Decide where to begin, open the outputs, and make them as long as they must be; or say what CannotBegin."""
        if resume and overwrite:
            raise CannotBegin("expected one of them; found both", "resume", "overwrite")
        if resume and not self.resumable:
            expected = "expected files to read, and a file for the results; nothing else can be resumed"
            raise CannotBegin(expected, "resume")
        input_paths, results_path, table = [file.path for file in self.inputs], self._out, self._table
        settings_line = _json({**self._options, **{path: _checksum(path) for path in input_paths if self.resumable}})
        with suppress(OSError, AttributeError):  # not every stream has a number
            if self._out_stream and any(is_same_file(self._out_stream.fileno(), file) for file in input_paths):
                raise CannotBegin("expected results to go elsewhere than to a file that is read", "out")
        table_setting = _json({"csv": os.path.realpath(table)}) if table else b""
        state_lines = self._state_to_go_on_with(results_path, settings_line) if results_path and resume else []
        own_results = [path for path in (results_path, results_path and state_of(results_path)) if state_lines and path]
        own_results += [table] if table and table_setting in state_lines else []
        check_outputs({"out": results_path, "csv": table}, input_paths, overwrite=overwrite, own_results=own_results)
        if results_path and self._is_plain_file:
            self._write_state(state_of(results_path), state_lines, settings_line, table_setting)
        if results_target := results_path or self._out_stream:
            self._open_output(results_target, "out", "out").truncate(self.earlier.size)
        if table:
            self._open_output(table, "csv", "csv").truncate(0)
            self._outputs["csv"].write(as_csv([self._table_heading]))
            if self.earlier.path:
                with self.earlier.path.open("rb") as lines:
                    while lines_read := lines.readlines(MEBIBYTE):
                        self._add_rows(lines_read)

    def _write_state(self, path: Path, old_state: list[bytes], settings_line: bytes, table_setting: bytes) -> None:
        if not self.resumable:  # an older state does not fit these results
            path.unlink(missing_ok=True)
            return
        output = self._open_output(path, "out", "state")
        if not old_state:
            output.truncate(0)
            output.write(settings_line)
        if table_setting not in old_state:
            output.write(table_setting)

    def _open_output(self, target: Path | BinaryIO, argument: str, name: str) -> Output:
        output = self._outputs[name] = Output(target, argument)
        return output

    def _state_to_go_on_with(self, results: Path, settings_line: bytes) -> list[bytes]:
        """The state beside earlier results, which must be of a run with these settings; empty without results."""
        state_lines = state_of(results).read_bytes().splitlines(keepends=True) if state_of(results).exists() else []
        if not (results.exists() and results.stat().st_size) and not state_lines:
            return []
        try:
            differences = _differences(json.loads(state_lines[0]), json.loads(settings_line))
        except (ValueError, IndexError, AttributeError):
            message = f"expected {state_of(results)}, which tells what {results} are the results of; found nothing"
            raise CannotBegin(message, "resume") from None
        if differences:
            remedy = "Use the same files and options as then, or name another file, or begin again with --overwrite."
            raise CannotBegin("\n".join([*differences, remedy]), "resume")
        if results.exists():
            self.earlier = EarlierResults(results)
        return state_lines

    def add(self, result_lines: bytes) -> None:
        """Write results; CannotWrite where the system refuses."""
        if "out" in self._outputs:
            self._outputs["out"].write(result_lines)
        if "csv" in self._outputs:
            self._add_rows(result_lines.splitlines())

    def _add_rows(self, result_lines: Iterable[bytes]) -> None:
        self._outputs["csv"].write(as_csv(row for line in result_lines for row in self._rows_of(json.loads(line))))


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
