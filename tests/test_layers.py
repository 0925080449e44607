"""Tests and benchmarks use the library, and neither the other; the import linter holds the layers of the library."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def imported(path: Path) -> Iterator[str]:
    """Top-level names of all that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


@pytest.mark.parametrize(("folder", "other"), [("tests", "benchmarks"), ("benchmarks", "tests")])
def test_tests_and_benchmarks_do_not_import_each_other(folder: str, other: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*.py") if "typing" not in path.parts]
    assert len(files) > 10
    assert [str(path.relative_to(ROOT)) for path in files if other in imported(path)] == []


@pytest.mark.parametrize("folder", ["solver", "cli", "positions"])
def test_what_ships_imports_neither_tests_nor_benchmarks_nor_a_test_runner(folder: str) -> None:
    forbidden = {"tests", "benchmarks", "pytest", "hypothesis"}
    found = {path.name: forbidden & set(imported(path)) for path in (ROOT / folder).rglob("*.py")}
    assert found
    assert {name for name, names in found.items() if names} == set()
