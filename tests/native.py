"""Tests that need the native kernel: the one mark that leaves them out where none was built. And doing without it.

With BINGO_REQUIRE_NATIVE=1 nothing is left out: a missing kernel then ends the run (``conftest``).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bingo.solver import native
from bingo.solver.game.presets import PAGAT

if TYPE_CHECKING:
    from bingo.solver.native import _kernel

ROOT = Path(__file__).parents[1]

MISSING = not native.built()

needs_kernel = pytest.mark.skipif(MISSING, reason="no native kernel was built")

#: Hides the kernel from the code that follows.
HIDE_KERNEL = """
import sys

class Hidden:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "bingo.solver.native._kernel":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden)
"""

PROGRAM = """
from bingo.cli.main import app
app(sys.argv[1:], prog_name="bingo")
"""


def without_kernel(*words: str, code: str = PROGRAM, text: str = "") -> subprocess.CompletedProcess[str]:
    """What the program does, or other code, on an installation without the native kernel."""
    command = [sys.executable, "-c", HIDE_KERNEL + code, *words]
    result = subprocess.run(command, input=text, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert "Traceback" not in result.stderr, result.stderr
    return result


def answerer() -> _kernel.Answerer:
    """What the seam asks in the kernel: one that knows pagat."""
    from bingo.solver.native import _kernel
    from bingo.solver.seam.data import data

    found = _kernel.Answerer()
    found.learn(data({"pagat": PAGAT}))
    return found
