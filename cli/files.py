"""Files that are written: where they may go, and that they come as a whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from shutil import copymode
from typing import Any

import typer

#: How texts are written on every system.
TEXT: dict[str, Any] = {"encoding": "utf-8", "newline": "\n"}


def check_outputs(
    outputs: Mapping[str, Path | None],
    inputs: Sequence[str] = (),
    *,
    overwrite: bool,
    own: Sequence[Path | None] = (),
) -> None:
    """See that these files can be written, and that none of them is read too, or written twice; the keys name the
    options (``FILE`` an argument). ``inputs`` are files, and folders of them. What is there already is refused, unless
    it is the run's ``own``, or ``overwrite`` is asked for.

    Raises:
        CannotBegin: it is otherwise. Status 2.
    """
    if not any(outputs.values()):
        return
    from bingo.solver.batch.files import find  # here: to print an answer takes none of it
    from bingo.solver.batch.output import check_outputs as check

    left_out = [path for option in ("out", "csv") if (path := outputs.get(option)) is not None]
    check(outputs, [file.path for file in find(inputs, left_out)], overwrite=overwrite, own=own)


def check_yaml(path: Path, option: str) -> None:
    """See that a file in which YAML is to be written is not named like one of JSON.

    Raises:
        typer.BadParameter: it is. Status 2.
    """
    if path.suffix.lower() in (".json", ".jsonl", ".ndjson"):
        raise typer.BadParameter(f"expected a YAML file, such as mine.yaml; found {str(path)!r}", param_hint=option)


def move_aside(path: Path) -> Path:
    """Move a file to the first number that is free; return its new path."""
    names = (path.with_stem(f"{path.stem}-{n}") for n in count(1))
    free = next(name for name in names if not name.exists())
    path.rename(free)
    return free


def write_atomically(path: Path, text: str) -> None:
    """Write a file by way of one beside it, so that a full disk leaves the former one as it was; with its mode, and
    never through a link.

    What is no ordinary file (a device, a pipe), or has no room beside it, is written to directly.

    Raises:
        OSError: it cannot be written; ``filename`` is the path that was asked for.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    direct = path.exists() and not (path.is_file() and os.access(path.absolute().parent, os.W_OK))
    try:
        with path.open("w", **TEXT) if direct else beside.open("x", **TEXT) as stream:
            stream.write(text)
        if not direct:
            with suppress(FileNotFoundError):
                copymode(path, beside)
            beside.replace(path)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        if not direct:
            beside.unlink(missing_ok=True)
