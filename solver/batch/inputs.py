"""Which files a batch reads: those named, and in folders all that hold positions; cut into blocks of many positions.

What a position is, ``entries`` decides; here it is only a matter of handing them out by the thousand.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from bingo.positions import entries
from bingo.positions.entries import LIMIT, Entry, called, unreadable
from bingo.solver.errors import Reason

#: What files with positions are named like, in folders.
SUFFIXES = (".yaml", ".yml", ".jsonl", ".ndjson")
EMPTY_FOLDER = Reason("folder", f"files with positions ({', '.join(SUFFIXES)})", "none")


@dataclass(frozen=True, slots=True)
class Block:
    """Positions that follow each other in a file, which is called ``source`` in messages.

    Lines of JSON come as they stand in the file (``text``): the first line, and the first of its ``positions``, have
    these numbers. Anything else comes as ``entries``.
    """

    source: str
    number: int = 0
    line: int = 0
    text: bytes = b""
    entries: tuple[Entry, ...] = ()
    positions: int = 0

    @property
    def size(self) -> int:
        """Bytes of it."""
        return len(self.text) or sum(len(entry.text) for entry in self.entries)

    def single(self) -> Iterator[Entry]:
        """The positions one by one, those on lines too."""
        number = self.number
        for line, text in enumerate(io.BytesIO(self.text), self.line):
            if text.strip():
                yield Entry(number, line, text[: LIMIT + 1], json=True)
                number += 1
        yield from self.entries


def of_entries(source: str, found: Iterable[Entry]) -> Block:
    """A block of entries, of which those with number 0 stand for the file itself."""
    listed = tuple(found)
    return Block(source, entries=listed, positions=sum(entry.number > 0 for entry in listed))


@dataclass(frozen=True, slots=True)
class Input:
    """A file to read, with its size in bytes and the time of its last change (nanoseconds), where these are known."""

    path: str
    size: int = 0
    changed: int = 0
    problem: Reason | None = None

    def blocks(self, size: Callable[[], int]) -> Iterator[Block]:
        """The positions of the file, about ``size()`` bytes at a time.

        A file that cannot be read, or has no position in it, is a block with one entry that says so.
        """
        source = called(self.path)
        if self.problem is not None:
            yield of_entries(source, [Entry(0, 0, problem=self.problem)])
            return
        try:
            with entries.open_file(self.path) as file:
                yield from _blocks(file, source, Path(self.path).suffix.lower(), size)
        except (OSError, ValueError) as error:
            yield of_entries(source, [unreadable(error)])


def find(paths: Iterable[str | os.PathLike[str]], but: Iterable[Path] = ()) -> list[Input]:
    """The files behind these paths, in order; those in a folder, and in folders in it, by name.

    Files and folders whose names begin with a dot are left out, and so are the files ``but``.
    """
    left_out = {os.path.realpath(path) for path in but}
    return [found for path in paths for found in _find(os.fspath(path), left_out)]


def _find(path: str, left_out: set[str]) -> Iterator[Input]:
    if path == "-" or not os.path.isdir(path):  # noqa: PTH112  (a path may hold what Path refuses)
        yield _input(path)
        return
    empty = True
    for found in _walk(path, left_out):
        empty = False
        yield found
    if empty:
        yield Input(path, problem=EMPTY_FOLDER)


def _walk(folder: str, left_out: set[str]) -> Iterator[Input]:
    refused: list[OSError] = []
    for where, folders, files in os.walk(folder, onerror=refused.append):
        yield from _refused(refused)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for file in sorted(files):
            path = str(Path(where, file))
            wanted = not file.startswith(".") and Path(file).suffix.lower() in SUFFIXES
            if wanted and os.path.realpath(path) not in left_out:
                yield _input(path)
    yield from _refused(refused)


def _refused(errors: list[OSError]) -> Iterator[Input]:
    """Folders that cannot be read, each told once."""
    while errors:
        error = errors.pop(0)
        problem = unreadable(error).problem
        assert problem is not None
        yield Input(str(error.filename), problem=replace(problem, field="folder", expected="a folder that can be read"))


def _input(path: str) -> Input:
    try:
        found = Path(path).stat()
    except (OSError, ValueError):  # reading it will say why
        return Input(path)
    return Input(path, found.st_size, found.st_mtime_ns)


# --- blocks of a file --------------------------------------------------------------------------------


def _blocks(file: BinaryIO, source: str, suffix: str, size: Callable[[], int]) -> Iterator[Block]:
    lines = entries.lines(file)
    head = next((line for line in lines if line[1].strip()), None)
    if head is None or not entries.are_json_lines(head[1], suffix):
        yield from _groups(entries.of_lines(chain([head] if head else [], lines), suffix), source, size)
        return
    line, rest = head[0], _ended(head[1])
    number = 1
    while text := rest + file.read(size()):
        rest = b""
        if not text.endswith(b"\n"):
            text += _line_end(file)
        written = sum(map(bool, map(bytes.strip, io.BytesIO(text))))  # lines that are not blank
        if written:
            yield Block(source, number, line, text, positions=written)
        number += written
        line += text.count(b"\n")


def _ended(line: bytes) -> bytes:
    """The line with an end: one that was too long has lost its own."""
    return line if line.endswith(b"\n") else line + b"\n"


def _line_end(file: BinaryIO) -> bytes:
    """The rest of a line that was begun; of one that is too long in any case, only a part."""
    rest = line = file.readline(LIMIT + 1)
    while line and not line.endswith(b"\n"):
        line = file.readline(LIMIT + 1)
    return rest if not line or rest is line else _ended(rest)


def _groups(found: Iterable[Entry], source: str, size: Callable[[], int]) -> Iterator[Block]:
    """Blocks of entries."""
    group: list[Entry] = []
    held = 0
    for entry in found:
        group.append(entry)
        held += len(entry.text)
        if held >= size():
            yield of_entries(source, group)
            group, held = [], 0
    if group:
        yield of_entries(source, group)
