"""Files cut into blocks of many positions, to be read and solved one by one, possibly elsewhere.

What a position is, ``entries`` decides; here it is only a matter of handing them out by the thousand.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from bingo.positions import entries
from bingo.positions.entries import LIMIT, Entry
from bingo.solver.batch import lane
from bingo.solver.errors import Reason


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file between two positions: how many come before, the next line, the byte it begins at."""

    done: int = 0
    line: int = 1
    offset: int = 0


BEGINNING = Mark()


@dataclass(frozen=True, slots=True)
class Block:
    """Positions that follow each other in a file, from ``start`` to ``end``.

    Lines of JSON come as they stand in the file (``text``), anything else as ``entries``. ``source`` is what
    the file is called in messages.
    """

    source: str
    start: Mark
    end: Mark
    text: bytes = b""
    entries: tuple[Entry, ...] = ()
    size: int = 0
    path: str | None = None

    def light(self, path: str) -> Block:
        """The same without its text, for somebody on this machine, who reads that from the file; see :meth:`full`."""
        if not self.text or self.end.offset - self.start.offset != len(self.text):
            return self
        return replace(self, text=b"", size=len(self.text), path=path)

    def full(self) -> Block:
        """The block with its text."""
        if self.path is None:
            return self
        with Path(self.path).open("rb") as file:
            file.seek(self.start.offset)
            return replace(self, text=file.read(self.size), path=None)

    def entry(self, text: bytes, number: int, line: int) -> Entry:
        """One of the lines of ``text``."""
        return Entry(number, line, text[: LIMIT + 1], json=True)


def blocks(path: str | os.PathLike[str], size: Callable[[], int], start: Mark = BEGINNING) -> Iterator[Block]:
    """The positions of a file after ``start``, about ``size()`` bytes at a time; ``-`` is standard input.

    A file that cannot be read, or has no position in it, is a block with one entry that says so.
    """
    source = name(path)
    suffix = Path(path).suffix.lower()
    try:
        with entries.open_file(path) as stream:
            yield from _blocks(stream, source, suffix, size, start)
    except (OSError, ValueError) as error:
        found = getattr(error, "strerror", None) or str(error)
        problem = Entry(0, 0, problem=Reason("file", "a file that can be read", found))
        yield Block(source, start, start, entries=(problem,))


def name(path: str | os.PathLike[str]) -> str:
    """What a file is called in messages."""
    return "standard input" if os.fspath(path) == "-" else str(path)


def _blocks(stream: BinaryIO, source: str, suffix: str, size: Callable[[], int], start: Mark) -> Iterator[Block]:
    lines = entries.lines(stream)
    head: list[entries.Line] = []
    for line in lines:
        head.append(line)
        if line[1].strip():
            break
    if head and entries.are_json_lines(head[-1][1], suffix):
        if start.offset:
            stream.seek(start.offset)
            head = []
        yield from _texts(stream, b"".join(_ended(text) for _, text in head), source, size, start)
    else:
        yield from _groups(entries.of_lines(chain(head, lines), suffix), stream, source, size, start)


def _ended(line: bytes) -> bytes:
    """The line with an end: one that was too long has lost its own."""
    return line if line.endswith(b"\n") else line + b"\n"


def _texts(stream: BinaryIO, head: bytes, source: str, size: Callable[[], int], start: Mark) -> Iterator[Block]:
    """Blocks of whole lines, beginning with ``head``."""
    while text := head + stream.read(size()):
        head = b""
        if not text.endswith(b"\n"):
            text += _line_end(stream)
        lines, written = lane.count(text)
        end = Mark(start.done + written, start.line + lines, _tell(stream))
        if end.done > start.done:
            yield Block(source, start, end, text)
        start = end


def _line_end(stream: BinaryIO) -> bytes:
    """The rest of a line that was begun; of one that is too long in any case, only a part."""
    rest = line = stream.readline(LIMIT + 1)
    while line and not line.endswith(b"\n"):
        line = stream.readline(LIMIT + 1)
    return rest if not line or rest is line else _ended(rest)


def _groups(
    found: Iterable[Entry], stream: BinaryIO, source: str, size: Callable[[], int], start: Mark
) -> Iterator[Block]:
    """Blocks of entries, after those that ``start`` says are done."""
    group: list[Entry] = []
    held = 0
    for entry in found:
        if 0 < entry.number <= start.done:
            continue
        group.append(entry)
        held += len(entry.text)
        if held >= size():
            yield _group(group, stream, source, start)
            start, group, held = Mark(entry.number, entry.line, _tell(stream)), [], 0
    if group:
        yield _group(group, stream, source, start)


def _group(group: list[Entry], stream: BinaryIO, source: str, start: Mark) -> Block:
    return Block(source, start, Mark(group[-1].number, group[-1].line, _tell(stream)), entries=tuple(group))


def _tell(stream: BinaryIO) -> int:
    """Bytes read so far; 0 where that cannot be told."""
    return stream.tell() if stream.seekable() else 0
