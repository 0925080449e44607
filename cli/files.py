"""Files that are written: where they may go, and that they come as a whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import typer


def check_place(out: Path, option: str = "--out") -> None:
    """See that a file can be written there, which the ``option`` named, before hours go by.

    Raises:
        typer.BadParameter: it can not. Status 2.
    """
    folder = out.absolute().parent
    if out.is_dir():
        fault = "expected a file; found the folder"
    elif not folder.is_dir():
        fault = "expected a file in a folder that exists; found"
    elif not os.access(out if out.exists() else folder, os.W_OK):
        fault = "expected a file that may be written; found"
    else:
        return
    raise typer.BadParameter(f"{fault} {str(out)!r}", param_hint=option)


def write_whole(path: Path, text: str) -> None:
    """Write a file by way of one beside it, so that a full disk leaves the former one as it was.

    What is no ordinary file (a device, a pipe, a link) is written to directly.

    Raises:
        OSError: it cannot be written; ``filename`` is the path that was asked for.
    """
    direct = path.is_symlink() or (path.exists() and not path.is_file())
    beside = path if direct else path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        if not direct:
            beside.replace(path)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        if not direct:
            beside.unlink(missing_ok=True)
