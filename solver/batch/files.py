"""Which files a batch reads: those named, and in folders all that hold positions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bingo.positions.entries import Block, blocks, called, unreadable
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

    def blocks(self, size: Callable[[], int]) -> Iterator[Block]:
        """The positions of the file, about ``size()`` bytes at a time."""
        if self.problem is None:
            return blocks(self.path, size)
        return iter([Block(called(self.path), problem=self.problem)])


def find(paths: Iterable[str | os.PathLike[str]], but: Iterable[Path] = ()) -> list[Input]:
    """The files behind these paths, in order; those in a folder, and in folders in it, by name.

    Files and folders whose names begin with a dot are left out, and so are the files ``but``.
    """
    excluded = {os.path.realpath(path) for path in but}
    return [file for path in paths for file in _find(os.fspath(path), excluded)]


def _find(path: str, excluded: set[str]) -> Iterator[Input]:
    if path == "-" or not os.path.isdir(path):  # noqa: PTH112  (a path may hold what Path refuses)
        yield _input(path)
    else:
        yield from list(_walk(path, excluded)) or [Input(path, problem=EMPTY_FOLDER)]


def _walk(folder: str, excluded: set[str]) -> Iterator[Input]:
    errors: list[OSError] = []
    for where, folders, files in os.walk(folder, onerror=errors.append):
        yield from _refused(errors)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for file in sorted(files):
            path = str(Path(where, file))
            wanted = not file.startswith(".") and Path(file).suffix.lower() in SUFFIXES
            if wanted and os.path.realpath(path) not in excluded:
                yield _input(path)
    yield from _refused(errors)


def _refused(errors: list[OSError]) -> Iterator[Input]:
    """Folders that cannot be read, each told once."""
    while errors:
        error = errors.pop(0)
        yield Input(str(error.filename), problem=unreadable(error, "folder"))


def _input(path: str) -> Input:
    try:
        status = Path(path).stat()
    except (OSError, ValueError):  # reading it will say why
        return Input(path)
    return Input(path, status.st_size, status.st_mtime_ns)
