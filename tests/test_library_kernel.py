"""What the library does where no native kernel was built, and that tests may not hide it."""

from __future__ import annotations

import pytest

from bingo.solver import native
from tests import conftest
from tests.native import ROOT, needs_kernel, without_kernel

#: Every way to something that only the kernel can do.
ASK = """
from bingo.solver import MissingKernel, native

def composing():
    from bingo.solver.compose.composing import gather
def networks():
    from bingo.solver.hidden.deals import make_players
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
    done = without_kernel(code=ASK)
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    assert all("expected the native kernel; found none" in line for line in lines)
    assert lines[3].startswith("composing: ")


ESTIMATE = """
from bingo.positions import reads
from bingo.solver import MissingKernel, analyze

[position] = reads("{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}}")
try:
    analyze(position)
except MissingKernel as error:
    print(error)
"""


def test_without_a_kernel_nothing_is_estimated() -> None:
    done = without_kernel(code=ESTIMATE)
    assert "expected the native kernel; found none" in done.stdout


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


@needs_kernel
def test_the_kernel_is_imported_when_somebody_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from bingo.solver.native import _kernel

    monkeypatch.delattr(native, "_kernel")
    assert native._kernel is _kernel
