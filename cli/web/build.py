"""The kernel for browsers: WebAssembly, by the clang that the package ``ziglang`` brings, without threads.

A wheel may bring it along, compiled before (``SHIPPED``); else it is compiled when it is first needed, and kept.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from bingo.solver import native

#: The package that has the compiler.
COMPILER = "ziglang"
#: Layers of which every file is compiled; of the others those whose headers these include, and so on.
WHOLE = ("core", "answers")
#: Small before fast. Sums of the networks are to be the same everywhere: no fused multiply-add.
FLAGS = ("-std=c++20", "-Os", "-flto", "-DNDEBUG", "-ffp-contract=off")
TARGET = ("--target=wasm32-wasi", "-mexec-model=reactor", "-s", "-Wl,-z,stack-size=4194304")


#: Where a wheel has it.
SHIPPED = Path(__file__).parent / "bingo.wasm"


class CannotBuild(Exception):
    """The kernel cannot be compiled here; says why in words."""


def sources() -> list[Path]:
    """The files that are compiled, and their headers.

    Raises:
        CannotBuild: this is not a source tree.
    """
    folder = Path(native.__file__).parent
    if not (folder / "answers" / "wasm.cpp").is_file():
        raise CannotBuild("expected the kernel's source files beside it; found none")
    units: dict[str, list[Path]] = {}  # by the header of what is in them, which they include first
    for path in sorted({*folder.glob("*/*.cpp")} - {*folder.glob("bindings/*")}):  # these are for Python
        units.setdefault(next(iter(_included(path)), ""), []).append(path)
    todo = [path for layer in WHOLE for path in sorted((folder / layer).glob("*.cpp"))]
    found: dict[Path, None] = {}
    while todo:
        path = todo.pop(0)
        if path in found:
            continue
        found[path] = None
        for name in _included(path):
            todo += [folder / name, *units.get(name, [])]
    return list(found)


def _included(path: Path) -> list[str]:
    """The kernel's headers that a file includes."""
    found: list[str] = re.findall(r'^#include "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    return found


def kept(on_compile: Callable[[], object] = lambda: None) -> Path:
    """The kernel as a WebAssembly module: as it was shipped, or kept from before, or compiled now, which takes minutes.

    Args:
        on_compile: Called before it is compiled.

    Raises:
        CannotBuild: it cannot be had; says why, and what would help.
    """
    if SHIPPED.is_file():
        return SHIPPED
    files = sources()
    if find_spec(COMPILER) is None:
        raise CannotBuild("expected a compiler for WebAssembly; found none: pip install 'domino-bingo[web]'")
    written = hashlib.sha256(repr((FLAGS, TARGET, version(COMPILER))).encode())
    for path in files:
        written.update(path.read_bytes())
    found = kept_in() / f"kernel-{written.hexdigest()[:16]}.wasm"
    if not found.is_file():
        on_compile()
        compiled(files, found)
    return found


def kept_in() -> Path:
    """Where what was compiled is kept for this user."""
    from platformdirs import user_cache_path  # here: it comes with the compiler

    return Path(user_cache_path("domino-bingo"))


def compiled(files: Sequence[Path], to: Path) -> None:
    """Compile these files, those of a folder as one: headers take two thirds of the time. Who reads ``to`` meanwhile
    finds what was there before.

    Raises:
        CannotBuild: the compiler fails, or the place cannot be written.
    """
    units = [path for path in files if path.suffix == ".cpp"]
    command = [sys.executable, "-m", COMPILER, "c++", *FLAGS, *TARGET, f"-I{files[0].parents[1]}"]
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=to.parent) as name:
            folder = Path(name)
            for layer in {path.parent.name for path in units}:
                included = [f'#include "{path.as_posix()}"\n' for path in units if path.parent.name == layer]
                (folder / f"{layer}.cpp").write_text("".join(included), encoding="utf-8")
            new = folder / to.name
            command += [*map(str, sorted(folder.glob("*.cpp"))), "-o", str(new)]
            if subprocess.run(command, check=False).returncode:
                raise CannotBuild("the compiler failed, as it said above")
            new.replace(to)
    except OSError as error:
        raise CannotBuild(f"{to.parent}: expected a folder to keep it in; {error.strerror}") from None
