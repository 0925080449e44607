"""What the library does where no native kernel was built, and that tests may not hide it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest

ROOT = Path(__file__).parents[1]

#: Every way to something that only the kernel can do.
WITHOUT = """
import sys

class Hidden:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "bingo.solver.native._kernel":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden)
from bingo.solver import MissingKernel, native

def composing():
    from bingo.solver.compose.composing import compose
def networks():
    from bingo.solver.hidden.players import make_players
def kernel():
    from bingo.solver.search.kernel import Kernel
def asked():
    native.require("composing")

assert not native.built()
for way in (composing, networks, kernel, asked):
    try:
        way()
    except MissingKernel as error:
        print(error)
"""


def test_a_missing_kernel_is_an_error_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True, timeout=60)
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    assert all("expected the native kernel; found none" in line for line in lines)
    assert lines[3].startswith("composing: ")


def test_a_required_kernel_that_is_missing_ends_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "MISSING", True)
    monkeypatch.setenv("BINGO_REQUIRE_NATIVE", "1")
    with pytest.raises(pytest.UsageError, match="found that none was built"):
        conftest.pytest_configure()
    monkeypatch.setenv("BINGO_REQUIRE_NATIVE", "0")
    conftest.pytest_configure()


def test_the_kernel_is_asked_for_in_one_place() -> None:
    """Nobody compares the name of the engine, or looks for the module on their own."""
    for room in ("solver", "cli", "benchmarks", "positions"):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert "NAME ==" not in text, path
            assert "NAME !=" not in text, path
