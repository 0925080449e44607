"""Which files a batch reads: those named, and in folders all that hold positions; and where it may write."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from stat import S_ISREG

from bingo.positions.entries import Block, blocks, source_name, unreadable
from bingo.solver.errors import BingoError, Reason

#: What files with positions are named like, in folders.
FILE_SUFFIXES = (".yaml", ".yml", ".jsonl", ".ndjson")
EMPTY_FOLDER = Reason("folder", f"files with positions ({', '.join(FILE_SUFFIXES)})", "none")


@dataclass(frozen=True, slots=True)
class Input:
    """A file to read, with its size in bytes and the time of its last change (nanoseconds), where these are known."""

    path: str
    size: int = 0
    changed: int = 0
    problem: Reason | None = None

    def blocks(self, block_size: Callable[[], int]) -> Iterator[Block]:
        if self.problem is None:
            return blocks(self.path, block_size)
        return iter([Block(source_name(self.path), problem=self.problem)])


def find_inputs(paths: Iterable[str | os.PathLike[str]], excluded_paths: Iterable[Path] = ()) -> list[Input]:
    """The files behind paths, of folders by name; left out are names that begin with a dot, and ``excluded_paths``."""
    excluded = {os.path.realpath(path) for path in excluded_paths}
    inputs: list[Input] = []
    for path in [os.fspath(path) for path in paths]:
        is_file = path == "-" or not os.path.isdir(path)  # noqa: PTH112  (a path may hold what Path refuses)
        inputs += [_input(path)] if is_file else list(_walk(path, excluded)) or [Input(path, problem=EMPTY_FOLDER)]
    return inputs


def _walk(folder: str, excluded_paths: set[str]) -> Iterator[Input]:
    walk_errors: list[OSError] = []
    for directory, folder_names, file_names in os.walk(folder, onerror=walk_errors.append):
        folder_names[:] = sorted(name for name in folder_names if not name.startswith("."))
        for file_name in sorted(file_names):
            path = str(Path(directory, file_name))
            is_input = not file_name.startswith(".") and Path(file_name).suffix.lower() in FILE_SUFFIXES
            if is_input and os.path.realpath(path) not in excluded_paths:
                yield _input(path)
    for error in walk_errors:
        yield Input(str(error.filename), problem=unreadable(error, "folder"))


def _input(path: str) -> Input:
    try:
        file_status = Path(path).stat()
    except (OSError, ValueError):  # reading it will say why
        return Input(path)
    return Input(path, file_status.st_size, file_status.st_mtime_ns)


# --- where outputs may go ----------------------------------------------------------------------------


class CannotBegin(BingoError):
    """A batch cannot begin because of these ``arguments`` of :func:`~bingo.solver.batch.solve_files`."""

    def __init__(self, message: str, *arguments: str) -> None:
        super().__init__(message)
        self.arguments = arguments


def check_outputs(
    outputs: Mapping[str, Path | None],
    inputs: Iterable[str] = (),
    *,
    overwrite: bool = False,
    own_results: Sequence[Path | None] = (),
) -> None:
    """See that every output can be written, before hours go by: none is an input (``-``: standard input) or another
    output too, and none is there already, unless it is one of ``own_results`` or may be written over. Links to files
    are not followed. Devices and pipes keep nothing, so all may be written to them.

    Raises:
        CannotBegin: it is otherwise; the names of the ``outputs`` are to blame.
    """
    output_files = [(name, path) for name, path in outputs.items() if path is not None and not _check_place(path, name)]
    output_files += [(name, state_of(path)) for name, path in output_files if name == "out"]
    for (name, path), (other, other_path) in combinations(output_files, 2):
        if os.path.realpath(path) == os.path.realpath(other_path) or is_same_file(path, str(other_path)):
            raise CannotBegin(f"expected a file for each; found {str(path)!r} for both", *dict.fromkeys((name, other)))
    input_paths = list(inputs)
    for name, path in output_files:
        if any(is_same_file(path, file) for file in input_paths):
            raise CannotBegin(f"expected a file that is not read too; found {str(path)!r}", name)
        if not overwrite and path not in own_results and path.exists() and path.stat().st_size:
            remedy = "--resume goes on with it, --overwrite" if state_of(path).exists() else "--overwrite"
            raise CannotBegin(f"expected a new file; found {str(path)!r} there already: {remedy} replaces it", name)


def _check_place(path: Path, argument: str) -> bool:
    """Whether a place is a device or a pipe; if not, a file must be possible there."""
    if path.exists() and not path.is_file() and not path.is_dir():
        return True
    folder = path.absolute().parent
    if path.is_dir():
        fault_text = "expected a file; found the folder"
    elif str(path) == "-":
        fault_text = "expected the name of a file; found"
    elif path.is_symlink():
        fault_text = "expected a file; found a link, which is not followed:"
    elif not folder.is_dir():
        fault_text = "expected a file in a folder that exists; found"
    elif not os.access(path if path.exists() else folder, os.W_OK):
        fault_text = "expected a file that may be written; found"
    else:
        return False
    raise CannotBegin(f"{fault_text} {str(path)!r}", argument)


def is_same_file(file: Path | int, path: str) -> bool:
    """Whether a file, or one that is open, is the one of this name; ``-`` is standard input."""
    try:
        file_status = os.stat(file)  # noqa: PTH116  (it takes both)
        return S_ISREG(file_status.st_mode) and os.path.samestat(file_status, os.stat(0 if path == "-" else path))  # noqa: PTH116
    except (OSError, ValueError):
        return False


def state_of(file: Path) -> Path:
    """The file that is kept beside results, to go on from."""
    return Path(f"{file}.state")
