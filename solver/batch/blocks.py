"""Files cut into blocks of many positions, to be read and solved one by one, possibly elsewhere.

What a position is, ``entries`` decides; here it is only a matter of handing them out by the thousand.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO, cast
from zlib import crc32

from bingo.positions import entries
from bingo.positions.entries import LIMIT, Entry
from bingo.solver.batch import jsonl

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file between two positions: how many come before, the next line, the byte it begins at.

    ``crc`` is the CRC-32 of every byte before it, those of the files read before this one included.
    """

    done: int = 0
    line: int = 1
    offset: int = 0
    crc: int = 0


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


class Checksum:
    """The CRC-32 of all that was read so far, which goes on from file to file."""

    def __init__(self, value: int = 0) -> None:
        self.value = value


def blocks(
    path: str | os.PathLike[str], size: Callable[[], int], start: Mark | None = None, checksum: Checksum | None = None
) -> Iterator[Block]:
    """The positions of a file after ``start``, about ``size()`` bytes at a time; ``-`` is standard input.

    A file that cannot be read, or has no position in it, is a block with one entry that says so. ``checksum`` takes in
    all bytes after ``start``.
    """
    source = entries.called(path)
    checksum = checksum or Checksum()
    end = start or Mark(crc=checksum.value)
    try:
        with entries.open_file(path) as file:
            stream = _Stream(file, end.offset, checksum)
            for block in _blocks(stream, source, Path(path).suffix.lower(), size, end):
                end = block.end
                yield block
            while stream.read(MEBIBYTE):  # what is not looked at belongs to the file all the same
                pass
    except (OSError, ValueError) as error:
        yield Block(source, end, end, entries=(entries.unreadable(error),))


class _Stream:
    """A file opened for reading that knows where it is, and adds what it reads after ``start`` to a checksum."""

    def __init__(self, file: BinaryIO, start: int, checksum: Checksum) -> None:
        self._file, self._start, self._checksum = file, start, checksum
        self._seekable = file.seekable()
        self._read = 0

    @property
    def offset(self) -> int:
        """Bytes read so far; 0 where one cannot go back to them."""
        return self._read if self._seekable else 0

    @property
    def crc(self) -> int:
        """The checksum of all until here."""
        return self._checksum.value

    def read(self, size: int) -> bytes:
        """At most so many bytes; none at the end."""
        return self._take(self._file.read(size))

    def readline(self, size: int) -> bytes:
        """A line, or at most so many bytes of it."""
        return self._take(self._file.readline(size))

    def seek(self, offset: int) -> None:
        """Go there: to ``start``, that is."""
        self._read = self._file.seek(offset)

    def _take(self, data: bytes) -> bytes:
        before = self._start - self._read
        self._read += len(data)
        if before < len(data):
            self._checksum.value = crc32(data[before:] if before > 0 else data, self._checksum.value)
        return data


def _blocks(stream: _Stream, source: str, suffix: str, size: Callable[[], int], start: Mark) -> Iterator[Block]:
    lines = entries.lines(cast("BinaryIO", stream))
    while True:  # to the first line that is not blank: there may be millions before it
        offset, crc = stream.offset, stream.crc
        head = next(lines, None)
        if head is None or head[1].strip():
            break
    if head is None:
        yield from _groups(entries.of_lines(lines, suffix), stream, source, size, start)
    elif not entries.are_json_lines(head[1], suffix):
        yield from _groups(entries.of_lines(chain([head], lines), suffix), stream, source, size, start)
    elif start.offset:
        stream.seek(start.offset)
        yield from _texts(stream, b"", source, size, start)
    else:
        yield from _texts(stream, _ended(head[1]), source, size, Mark(0, head[0], offset, crc))


def _ended(line: bytes) -> bytes:
    """The line with an end: one that was too long has lost its own."""
    return line if line.endswith(b"\n") else line + b"\n"


def _texts(stream: _Stream, head: bytes, source: str, size: Callable[[], int], start: Mark) -> Iterator[Block]:
    """Blocks of whole lines, beginning with ``head``."""
    while text := head + stream.read(size()):
        head = b""
        if not text.endswith(b"\n"):
            text += _line_end(stream)
        lines, written = jsonl.count(text)
        end = Mark(start.done + written, start.line + lines, stream.offset, stream.crc)
        if end.done > start.done:
            yield Block(source, start, end, text)
        start = end


def _line_end(stream: _Stream) -> bytes:
    """The rest of a line that was begun; of one that is too long in any case, only a part."""
    rest = line = stream.readline(LIMIT + 1)
    while line and not line.endswith(b"\n"):
        line = stream.readline(LIMIT + 1)
    return rest if not line or rest is line else _ended(rest)


def _groups(
    found: Iterable[Entry], stream: _Stream, source: str, size: Callable[[], int], start: Mark
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
            block = _group(group, stream, source, start)
            yield block
            start, group, held = block.end, [], 0
    if group:
        yield _group(group, stream, source, start)


def _group(group: list[Entry], stream: _Stream, source: str, start: Mark) -> Block:
    end = Mark(group[-1].number, group[-1].line, stream.offset, stream.crc)
    return Block(source, start, end, entries=tuple(group))
