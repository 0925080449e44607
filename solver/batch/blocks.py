"""Files cut into blocks of many positions, to be read and solved one by one, possibly elsewhere.

What a position is, ``entries`` decides; here it is only a matter of handing them out by the thousand.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from bingo.positions import entries
from bingo.positions.entries import LIMIT, Entry
from bingo.solver.batch import jsonl

MEBIBYTE = 1 << 20


class Mark(NamedTuple):
    """A place in a file between two positions: how many come before, the next line, the byte it begins at."""

    done: int = 0
    line: int = 1
    offset: int = 0


#: Where every file begins.
START = Mark()


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


def blocks(path: str | os.PathLike[str], size: Callable[[], int], start: Mark = START) -> Iterator[Block]:
    """The positions of a file after ``start``, about ``size()`` bytes at a time; ``-`` is standard input.

    A file that cannot be read, or has no position in it, is a block with one entry that says so.
    """
    source, end = entries.called(path), start
    try:
        with entries.open_file(path) as file:
            for block in _blocks(file, source, Path(path).suffix.lower(), size, start):
                end = block.end
                yield block
    except (OSError, ValueError) as error:
        yield Block(source, end, end, entries=(entries.unreadable(error),))


def _offset(file: BinaryIO) -> int:
    """Bytes read so far; 0 where one cannot go back to them."""
    return file.tell() if file.seekable() else 0


def _blocks(file: BinaryIO, source: str, suffix: str, size: Callable[[], int], start: Mark) -> Iterator[Block]:
    lines, offset = entries.lines(file), 0
    while (head := next(lines, None)) and not head[1].strip():  # there may be millions before one that is not blank
        offset = _offset(file)
    if head is None or not entries.are_json_lines(head[1], suffix):
        found = entries.of_lines(chain([head] if head else [], lines), suffix)
        yield from _groups(found, file, source, size, start)
    elif start.offset:
        file.seek(start.offset)
        yield from _texts(file, b"", source, size, start)
    else:
        yield from _texts(file, _ended(head[1]), source, size, Mark(0, head[0], offset))


def _ended(line: bytes) -> bytes:
    """The line with an end: one that was too long has lost its own."""
    return line if line.endswith(b"\n") else line + b"\n"


def _texts(file: BinaryIO, head: bytes, source: str, size: Callable[[], int], start: Mark) -> Iterator[Block]:
    """Blocks of whole lines, beginning with ``head``."""
    while text := head + file.read(size()):
        head = b""
        if not text.endswith(b"\n"):
            text += _line_end(file)
        lines, written = jsonl.count(text)
        end = Mark(start.done + written, start.line + lines, _offset(file))
        if end.done > start.done:
            yield Block(source, start, end, text)
        start = end


def _line_end(file: BinaryIO) -> bytes:
    """The rest of a line that was begun; of one that is too long in any case, only a part."""
    rest = line = file.readline(LIMIT + 1)
    while line and not line.endswith(b"\n"):
        line = file.readline(LIMIT + 1)
    return rest if not line or rest is line else _ended(rest)


def _groups(
    found: Iterable[Entry], file: BinaryIO, source: str, size: Callable[[], int], start: Mark
) -> Iterator[Block]:
    """Blocks of entries, after those that ``start`` says are done."""
    group: list[Entry] = []
    held = 0
    for entry in chain(found, [None]):
        if entry is not None and not 0 < entry.number <= start.done:
            group.append(entry)
            held += len(entry.text)
        if group and (entry is None or held >= size()):
            end = Mark(group[-1].number, group[-1].line, _offset(file))
            yield Block(source, start, end, entries=tuple(group))
            start, group, held = end, [], 0
