"""What the library does where no native kernel was built, and that tests may not hide it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from bingo.positions import reads
from bingo.solver.hidden import unaided
from bingo.solver.hidden.deals import draw
from bingo.solver.hidden.options import options
from bingo.solver.hidden.view import known
from tests import conftest
from tests.native import ROOT, needs_kernel, without_kernel

#: Every way to something that only the kernel can do.
ASK = """
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
    done = without_kernel(code=ASK)
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    assert all("expected the native kernel; found none" in line for line in lines)
    assert lines[3].startswith("composing: ")


ESTIMATE = """
import json
from bingo.positions import reads
from bingo.solver import MissingKernel, Settings, analyze

for text, worlds in ((%r, None), (%r, 3)):
    [position] = reads(text)
    found = analyze(position, Settings(worlds=worlds, seed=1))
    again = analyze(position, Settings(worlds=worlds, seed=1))
    assert [m for m in found.moves] == [m for m in again.moves]
    print(json.dumps(found.as_dict()))
try:
    analyze(position, Settings(method="ismcts"))
except MissingKernel as error:
    print(error)
"""
#: After five tricks, and with two tiles each to play.
EARLY = (
    "{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0, points: 29, tricks: 4},"
    " opponent: {points: 11, tricks: 1}}"
)
LATE = (
    "{trump: 4, lead: you, closed: {by: you, points: 20, tricks: 2}, you: {hand: 4-4 3-2, points: 40, tricks: 7},"
    " opponent: {points: 20, tricks: 2}}"
)


def test_without_a_kernel_hidden_tiles_are_estimated_all_the_same() -> None:
    done = without_kernel(code=ESTIMATE % (LATE, EARLY))
    first, second, refused = done.stdout.splitlines()
    late, early = json.loads(first), json.loads(second)
    assert (early["method"], early["worlds"], early["exact"]) == ("random", 3, False)
    assert early["low"] <= early["value"] <= early["high"]
    assert (late["method"], late["worlds"], late["every"]) == ("pimc", 64, False)
    assert refused.startswith("the method ismcts: expected the native kernel; found none")


@needs_kernel
def test_without_a_kernel_solved_deals_have_the_same_values() -> None:
    from bingo.solver.hidden import methods

    [view] = reads(LATE)
    seen = known(view)
    deals = draw(seen, 20, np.random.default_rng(1))
    world = next(deals.positions(seen))
    moves = options(seen, world).open
    assert unaided.pimc(seen)(moves, deals).tolist() == methods.pimc(seen, world, 1)(moves, deals).tolist()


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
