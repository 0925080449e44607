"""A file as a stream of entries: the text of one position each, cut at lines, nothing parsed yet.

YAML documents are cut at their ``---`` and ``...`` lines, JSON Lines at every line, so that a broken entry
spoils no other and memory stays flat however long the file is.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from bingo.solver.errors import Reason, check_type

#: Bytes of one position, at most; what is longer is cut off and refused.
LIMIT = 64 * 1024
#: Brackets and braces that a JSON document needs at most; keeps the parser's recursion flat.
BRACKETS = 200

Line = tuple[int, bytes]

#: What is wrong with a file that has nothing in it.
EMPTY = Reason("file", "at least one position", "none")

_REFUSALS = {errno.ENOENT: "no such file", errno.EISDIR: "a folder", errno.EACCES: "one that may not be read"}
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_YAML_MAPPING = re.compile(rb"\{\s*\w+\s*:")


@dataclass(frozen=True, slots=True)
class Entry:
    """One position as it stands in a file; ``number`` and ``line`` (its first) count from 1.

    More than ``LIMIT`` bytes mean that the rest was dropped. ``problem`` says why there is nothing to parse;
    number 0 then stands for the file itself.
    """

    number: int
    line: int
    text: bytes = b""
    json: bool = False
    problem: Reason | None = None


def of_file(path: str | os.PathLike[str]) -> Iterator[Entry]:
    """The entries of a file, ``-`` for standard input. What the system refuses becomes an entry's problem."""
    suffix = Path(path).suffix.lower()
    try:
        with open_file(path) as stream:
            yield from of_lines(lines(stream), suffix)
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the path
        yield unreadable(error)


def called(path: str | os.PathLike[str]) -> str:
    """What a file is called in messages."""
    return "standard input" if os.fspath(path) == "-" else str(path)


def require(path: str | os.PathLike[str]) -> None:
    """See that there is a file, or a standard input.

    Raises:
        FileNotFoundError: there is none.
        IsADirectoryError: it is a folder.
    """
    name = os.fspath(path)
    if name == "-" or Path(path).is_file():
        return
    for number, here in ((errno.ENOENT, not Path(path).exists()), (errno.EISDIR, Path(path).is_dir())):
        if here:
            raise OSError(number, os.strerror(number), name)


def unreadable(error: OSError | ValueError) -> Entry:
    """What stands for a file that the system did not let anybody read."""
    code = error.errno if isinstance(error, OSError) else None
    found = _REFUSALS.get(code or 0) or getattr(error, "strerror", None) or str(error)
    return Entry(0, 0, problem=Reason("file", "a file that can be read", found))


def of_text(text: str) -> Iterator[Entry]:
    """The entries of a text.

    Raises:
        TypeError: it is none.
    """
    check_type("text", text, str)
    return of_lines(lines(io.BytesIO(text.encode("utf-8", "surrogatepass"))), "")


def open_file(path: str | os.PathLike[str]) -> AbstractContextManager[BinaryIO]:
    """The bytes of a file, ``-`` for standard input."""
    if os.fspath(path) == "-":
        return nullcontext(sys.stdin.buffer)
    return Path(path).open("rb")


def of_lines(numbered: Iterator[Line], suffix: str) -> Iterator[Entry]:
    """The entries of numbered lines, of a file whose name ends like this."""
    first = next((line for line in numbered if line[1].strip()), (1, b""))
    if first[1].startswith(_UTF_16):
        yield Entry(0, 0, problem=Reason("file", "UTF-8 text", "UTF-16"))
        return
    numbered = chain([first], numbered)
    cut = _json_lines if are_json_lines(first[1], suffix) else _documents
    empty = True
    for entry in cut(numbered):
        empty = False
        yield entry
    if empty:
        yield Entry(0, 0, problem=EMPTY)


def are_json_lines(first: bytes, suffix: str) -> bool:
    """Whether a file holds one JSON object a line: by its name, else by its first line that is not blank.

    One JSON object over many lines, and YAML in one line (``{trump: 4, ...}``), are read as YAML.
    """
    first = first.strip()
    if not first or first.startswith(_UTF_16):
        return False
    if suffix in (".jsonl", ".ndjson", ".yaml", ".yml"):
        return suffix in (".jsonl", ".ndjson")
    return first.startswith(b"{") and not first.endswith((b"{", b",")) and not _YAML_MAPPING.match(first)


def lines(stream: BinaryIO) -> Iterator[Line]:
    """Numbered lines, without a byte order mark, each of at most ``LIMIT`` + 1 bytes."""
    number = 0
    while line := stream.readline(LIMIT + 1):
        number += 1
        rest = line
        while len(rest) > LIMIT and not rest.endswith(b"\n"):
            rest = stream.readline(LIMIT + 1)
        yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line


def _json_lines(numbered: Iterator[Line]) -> Iterator[Entry]:
    written = ((number, line) for number, line in numbered if line.strip())
    for count, (number, line) in enumerate(written, 1):
        yield Entry(count, number, line, json=True)


def _documents(numbered: Iterator[Line]) -> Iterator[Entry]:
    count = 0
    for start, text in _cut(numbered):
        if any(map(_says_something, text.splitlines())):
            count += 1
            yield Entry(count, start, text)


def _cut(numbered: Iterator[Line]) -> Iterator[Line]:
    """The texts between markers, each with the number of its first line."""
    start, size = 1, 0
    parts: list[bytes] = []
    for number, line in numbered:
        if not parts or _is_marker(line):
            if parts:
                yield start, b"".join(parts)
            start, parts, size = number, [], 0
        if size <= LIMIT:
            parts.append(line)
            size += len(line)
    yield start, b"".join(parts)


def _is_marker(line: bytes) -> bool:
    return line[:3] in (b"---", b"...") and line[3:4] in (b"", b" ", b"\t", b"\r", b"\n")


def _says_something(line: bytes) -> bool:
    rest = line[3:] if _is_marker(line) else line
    return bool(rest.strip()) and not rest.strip().startswith((b"#", b"%"))
