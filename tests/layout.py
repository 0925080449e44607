"""A mypy plugin: lay the sources out as the wheel does, so that they are checked as ``bingo.solver`` and so on.

mypy follows no import hooks of an editable install, and links in the repository would be text files on Windows. What
the kernel's binding is called with is written beside it, as nanobind tells it. Run as a program it only lays out.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from mypy.plugin import Plugin

ROOT = Path(__file__).parents[1]
LAYOUT_FOLDER = ROOT / "tests" / "typing" / "bingo"
FOLDERS = ("solver", "cli", "positions")
KERNEL_FOLDER = ROOT / "solver" / "engine"


def lay_out() -> bool:
    """Make ``tests/typing/bingo``: links to the folders, copies of the package's own files. Was anything missing?"""
    LAYOUT_FOLDER.mkdir(parents=True, exist_ok=True)
    missing = [name for name in FOLDERS if not (LAYOUT_FOLDER / name).is_dir()]
    for name in missing:
        _link(LAYOUT_FOLDER / name, ROOT / name)
    for file in (ROOT / "cli" / "bingo").glob("*.py"):
        shutil.copy2(file, LAYOUT_FOLDER)
    return describe_kernel() or bool(missing)


def describe_kernel() -> bool:
    """Write ``_kernel.pyi`` unless it is newer than the binding's sources. Was it missing?"""
    stub = KERNEL_FOLDER / "_kernel.pyi"
    missing = not stub.exists()
    changed = max(path.stat().st_mtime for path in (KERNEL_FOLDER / "bindings").iterdir())
    if missing or stub.stat().st_mtime < changed:
        command = ["-m", "nanobind.stubgen", "-q", "-m", "bingo.solver.engine._kernel", "-o", str(stub)]
        subprocess.run([sys.executable, *command], check=True)
    return missing


def _link(link: Path, target: Path) -> None:
    if sys.platform == "win32":  # a junction, which takes no privilege
        import _winapi

        _winapi.CreateJunction(str(target), str(link))
    else:
        link.symlink_to(target, target_is_directory=True)


def plugin(version: str) -> type[Plugin]:  # noqa: ARG001  (the signature is mypy's)
    """What mypy calls as it starts, when it has already looked for files to check."""
    if lay_out():
        sys.exit("tests/typing is laid out now, which was missing: run mypy again")
    return Plugin


if __name__ == "__main__":
    lay_out()
