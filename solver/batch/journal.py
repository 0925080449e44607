"""How far a batch has got, kept beside its results so that it can go on after whatever ended it.

``results.jsonl.state`` holds lines of JSON, each after its own CRC-32: the first says what was asked (``Plan``), each
other one how far results and input have come (``Checkpoint``). Results are written first, then the line; on resuming,
what the results hold beyond the last line is cut off and done again. Nothing is ever written twice or lost. A line that
is not as it was written counts as none; a checkpoint has the CRC-32 of the results: what was changed since is not
resumed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

from bingo.solver.batch.blocks import MEBIBYTE, START, Mark
from bingo.solver.batch.inputs import Input
from bingo.solver.batch.output import CannotResume, state_of

#: File names that a message lists.
LISTED = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked: the options that results depend on, and the files to read."""

    options: dict[str, Any]
    inputs: list[Input]

    def line(self) -> bytes:
        """As a state file has it."""
        files = [[one.path, one.size, one.changed, _crc(Path(one.path), one.size)] for one in self.inputs]
        return _line({"options": self.options, "files": files})

    def differences(self, options: dict[str, Any], files: list[list[Any]]) -> list[str]:
        """What is asked for otherwise than in the first run, in words."""
        found = [
            f"{name}: expected {_shown(options.get(name))}, as in the first run; found {_shown(value)}"
            for name, value in self.options.items()
            if options.get(name) != value
        ]
        paths, paths_before = [one.path for one in self.inputs], [path for path, *_ in files]
        if paths != paths_before:
            return [*found, f"files: expected {_few(paths_before)}, as in the first run; found {_few(paths)}"]
        for one, (path, size, changed, crc) in zip(self.inputs, files, strict=True):
            if one.size != size or (one.changed != changed and _crc(Path(path), size) != crc):  # not only copied
                found.append(f"{path}: expected the file of the first run; found that it has changed")
        return found


def _shown(value: object) -> object:
    """An option as a person would put it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else "none" if value is None else value


def _few(names: list[str]) -> str:
    return ", ".join(names[:LISTED]) + (f" and {len(names) - LISTED:,} more" if len(names) > LISTED else "")


@dataclass
class Checkpoint:
    """How far a run has come: ``file`` and ``mark`` say where it goes on, ``written`` how long the results are, and
    ``crc`` what their CRC-32 is.
    """

    file: int = 0
    mark: Mark = START
    written: int = 0
    crc: int = 0
    positions: int = 0
    values: Counter[int] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    met: int = 0
    done: bool = False

    def line(self) -> bytes:
        """As a state file has it."""
        return _line(vars(self))

    @staticmethod
    def of(read: dict[str, Any]) -> Checkpoint:
        """What :meth:`line` wrote."""
        values = {int(value): times for value, times in read["values"].items()}
        counted = {"values": Counter(values), "failed": Counter(read["failed"])}
        return Checkpoint(**read | counted | {"mark": Mark(*read["mark"])})


def unfinished(results: Path) -> int | None:
    """How many positions are done in results that a run could go on with; None where there are none such."""
    state = state_of(results)
    if not state.is_file() or not results.is_file() or not results.stat().st_size:
        return None
    done, positions = False, 0
    for read in _lines(state):
        done, positions = read.get("done", False), read.get("positions", 0)
    return None if done else positions


def resumed(results: Path, plan: Plan) -> Checkpoint | None:
    """How far the last run came with these results; None where there was none, or it has done nothing.

    Raises:
        CannotResume: that run was asked for something else, or its files were changed or are not there.
    """
    size, state = results.stat().st_size if results.exists() else 0, state_of(results)
    lines = _lines(state) if state.exists() else iter(())
    before = next(lines, {})
    if "options" not in before:
        if size:
            raise CannotResume(f"expected {state}, which tells how far {results} has got; found nothing", "resume")
        return None
    if differences := plan.differences(before["options"], before["files"]):
        raise CannotResume("\n".join(differences), "resume")
    last = None
    for read in lines:
        last = read if read.get("written", size + 1) <= size else last
    found = None if last is None else Checkpoint.of(last)
    if found and _crc(results, found.written) != found.crc:
        raise CannotResume(f"{results}: expected it as the earlier run left it; found that it has changed", "out")
    return found


def _line(read: dict[str, Any]) -> bytes:
    body = json.dumps(read, separators=(",", ":")).encode()
    return b"%08x %s\n" % (crc32(body), body)


def _lines(state: Path) -> Iterator[dict[str, Any]]:
    """The lines of a state file that are as they were written."""
    with state.open("rb") as file:
        for line in file:
            crc, _, body = line.removesuffix(b"\n").partition(b" ")
            if crc == b"%08x" % crc32(body):
                yield json.loads(body)


def _crc(path: Path, size: int) -> int:
    """The CRC-32 of so many bytes; 0 of none, as of a pipe, and of a file that cannot be read: reading it says why."""
    if not size:
        return 0
    crc = 0
    with suppress(OSError), path.open("rb") as file:
        while size and (data := file.read(min(MEBIBYTE, size))):
            crc, size = crc32(data, crc), size - len(data)
    return crc
