"""Which files a batch reads: those named, and in folders all that hold positions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bingo.positions.entries import Entry, called, unreadable
from bingo.solver.batch.blocks import START, Block, Mark, blocks
from bingo.solver.errors import Reason

#: What files with positions are named like, in folders.
SUFFIXES = (".yaml", ".yml", ".jsonl", ".ndjson")
EMPTY_FOLDER = Reason("folder", f"files with positions ({', '.join(SUFFIXES)})", "none")


@dataclass(frozen=True, slots=True)
class Input:
    """A file to read, with its size in bytes and the time of its last change (nanoseconds), where these are known."""

    path: str
    size: int = 0
    changed: int = 0
    problem: Reason | None = None

    def blocks(self, size: Callable[[], int], start: Mark) -> Iterator[Block]:
        """The positions of the file after ``start``; see :func:`~bingo.solver.batch.blocks.blocks`."""
        if self.problem is None:
            return blocks(self.path, size, start)
        return iter([Block(called(self.path), START, START, entries=(Entry(0, 0, problem=self.problem),))])


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
