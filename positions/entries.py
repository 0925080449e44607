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
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from stat import S_ISDIR
from typing import BinaryIO, TextIO, cast

from bingo.solver.errors import Reason, check_type

#: Bytes of one position, at most; what is longer is cut off and refused.
MAX_BYTES = 64 * 1024
#: Brackets and braces that a JSON document needs at most; keeps the parser's recursion flat.
MAX_BRACKETS = 200

Line = tuple[int, bytes]
#: A path, or a file that is open, for text or for bytes.
Source = str | os.PathLike[str] | TextIO | BinaryIO

#: What is wrong with a file that has nothing in it.
EMPTY_FILE = Reason("file", "at least one position", "none", sentence="There is no position in {}.")

_REFUSALS = {errno.ENOENT: "no such file", errno.EISDIR: "a folder", errno.EACCES: "one that may not be read"}
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_YAML_MAPPING = re.compile(rb"\{\s*\w+\s*:")


@dataclass(frozen=True, slots=True)
class Block:
    """Entries of a file as they stand there, each with its number and its first line, which count from 1.

    An entry longer than ``MAX_BYTES`` may have lost its end. ``problem`` says why there is nothing to parse; the one
    entry, number 0, then stands for the file itself.
    """

    source: str
    texts: Sequence[bytes] = (b"",)
    numbers: Sequence[int] = (0,)
    line_numbers: Sequence[int] = (0,)
    is_json: bool = False
    problem: Reason | None = None

    @property
    def position_count(self) -> int:
        return 0 if self.problem else len(self.texts)

    @property
    def size(self) -> int:
        return sum(map(len, self.texts))

    def select(self, places: Sequence[int]) -> Block:
        numbers = [self.numbers[place] for place in places]
        line_numbers = [self.line_numbers[place] for place in places]
        return replace(self, texts=[self.texts[place] for place in places], numbers=numbers, line_numbers=line_numbers)


def source_name(source: Source) -> str:
    if isinstance(source, (str, os.PathLike)):
        return "standard input" if os.fspath(source) == "-" else str(source)
    return str(getattr(source, "name", "stream"))


def require(path: Source) -> None:
    """See that there is a file or a standard input; else FileNotFoundError, IsADirectoryError or TypeError."""
    if not isinstance(path, (str, os.PathLike)):
        if not hasattr(path, "readline"):
            raise TypeError(f"expected the name of a file or an open one; found {type(path).__name__}")
        return
    name = os.fspath(path)
    if name != "-" and S_ISDIR(Path(path).stat().st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)


def unreadable(error: OSError | ValueError, field: str = "file") -> Reason:
    """Why the system does not let anybody read a file, or a folder."""
    error_number = error.errno if isinstance(error, OSError) else None
    problem_text = _REFUSALS.get(error_number or 0) or getattr(error, "strerror", None) or str(error)
    sentence = f"There is no {field} {{}}." if error_number == errno.ENOENT else ""
    return Reason(field, f"a {field} that can be read", problem_text, sentence=sentence)


def blocks(path: Source, block_size: Callable[[], int]) -> Iterator[Block]:
    """The entries of a file (``-``: standard input), about ``block_size()`` bytes a block, or its problem; of an open
    one the rest, one of text at once.
    """
    try:
        with _open_binary(path) as file:
            yield from _blocks(file, source_name(path), Path(source_name(path)).suffix.lower(), block_size)
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the path
        yield Block(source_name(path), problem=unreadable(error))


def _open_binary(path: Source) -> AbstractContextManager[BinaryIO]:
    if isinstance(path, (str, os.PathLike)):
        return nullcontext(sys.stdin.buffer) if os.fspath(path) == "-" else Path(path).open("rb")
    if isinstance(path.read(0), bytes):
        return nullcontext(cast(BinaryIO, path))
    return nullcontext(io.BytesIO(cast(TextIO, path).read().encode("utf-8", "surrogatepass")))


def blocks_of_text(text: str) -> Iterator[Block]:
    """The entries of a text; a ``TypeError`` where it is none."""
    check_type("text", text, str)
    return _blocks(io.BytesIO(text.encode("utf-8", "surrogatepass")), "text", "", lambda: MAX_BYTES)


def _blocks(file: BinaryIO, source: str, suffix: str, block_size: Callable[[], int]) -> Iterator[Block]:
    numbered_lines = _lines(file)
    first_line = next((line for line in numbered_lines if line[1].strip()), None)
    if first_line and first_line[1].startswith(_UTF_16_MARKS):
        yield Block(source, problem=Reason("file", "UTF-8 text", "UTF-16"))
    elif first_line and _are_json_lines(first_line[1].strip(), suffix):
        yield from _json_lines(file, first_line, source, block_size)
    else:
        yield from _documents(chain([first_line] if first_line else [], numbered_lines), source, block_size)


def _are_json_lines(first_line: bytes, suffix: str) -> bool:
    """Whether a file holds one object a line: by its name, else by its first line (not YAML: ``{trump: 4}``)."""
    if suffix in (".jsonl", ".ndjson", ".yaml", ".yml"):
        return suffix in (".jsonl", ".ndjson")
    return first_line.startswith(b"{") and not first_line.endswith((b"{", b",")) and not _YAML_MAPPING.match(first_line)


def _lines(file: BinaryIO) -> Iterator[Line]:
    """Numbered lines, without a byte order mark, each of at most ``MAX_BYTES`` + 1 bytes."""
    number = 0
    while line := _line(file):
        number += 1
        yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line


def _line(file: BinaryIO) -> bytes:
    """The rest of a line; of one that is too long the beginning."""
    line = line_part = file.readline(MAX_BYTES + 1)
    while len(line_part) > MAX_BYTES and not line_part.endswith(b"\n"):
        line_part = file.readline(MAX_BYTES + 1)
    return line


def _json_lines(file: BinaryIO, first_line: Line, source: str, block_size: Callable[[], int]) -> Iterator[Block]:
    entry_number, (line_number, chunk) = 1, first_line
    texts = [chunk]
    while texts:
        line_numbers: Sequence[int] = range(line_number, line_number + len(texts))
        line_number += len(texts)
        if not all(map(bytes.strip, texts)):
            line_numbers = [n for n, chunk in zip(line_numbers, texts, strict=True) if chunk.strip()]
            texts = [*filter(bytes.strip, texts)]
        if texts:
            yield Block(source, texts, range(entry_number, entry_number + len(texts)), line_numbers, is_json=True)
        entry_number += len(texts)
        chunk = file.read(block_size())
        texts = io.BytesIO(chunk if chunk.endswith(b"\n") else chunk + _line(file)).readlines()


def _documents(numbered_lines: Iterator[Line], source: str, block_size: Callable[[], int]) -> Iterator[Block]:
    entry_number, block_entries, block_bytes = 1, list[Line](), 0
    for first_line_number, document_text in _split_documents(numbered_lines):
        if any(map(_has_content, document_text.splitlines())):
            block_entries.append((first_line_number, document_text))
            block_bytes += len(document_text)
        if block_bytes >= block_size():
            yield _document_block(source, entry_number, block_entries)
            entry_number, block_entries, block_bytes = entry_number + len(block_entries), [], 0
    if block_entries:
        yield _document_block(source, entry_number, block_entries)
    elif entry_number == 1:
        yield Block(source, problem=EMPTY_FILE)


def _document_block(source: str, entry_number: int, numbered_texts: Sequence[Line]) -> Block:
    line_numbers, texts = zip(*numbered_texts, strict=True)
    return Block(source, texts, range(entry_number, entry_number + len(texts)), line_numbers)


def _split_documents(numbered_lines: Iterator[Line]) -> Iterator[Line]:
    """The texts between markers, each with the number of its first line."""
    first_line_number, byte_count = 1, 0
    document_lines: list[bytes] = []
    for line_number, line in numbered_lines:
        if not document_lines or _is_marker(line):
            if document_lines:
                yield first_line_number, b"".join(document_lines)
            first_line_number, document_lines, byte_count = line_number, [], 0
        if byte_count <= MAX_BYTES:
            document_lines.append(line)
            byte_count += len(line)
    yield first_line_number, b"".join(document_lines)


def _is_marker(line: bytes) -> bool:
    return line[:3] in (b"---", b"...") and line[3:4] in (b"", b" ", b"\t", b"\r", b"\n")


def _has_content(line: bytes) -> bool:
    line_content = line[3:] if _is_marker(line) else line
    return bool(line_content.strip()) and not line_content.strip().startswith((b"#", b"%"))
