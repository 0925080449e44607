"""What may import what outside the library, and what runs where; the import linter holds the layers within it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RUNNERS = ("pytest", "hypothesis")


def imported(folder: str, *names: str, but: str = "typing") -> Iterator[tuple[str, str]]:
    """Each file of a folder, those under ``but`` left out, with each module it imports that is or lies in ``names``."""
    files = [path for path in (ROOT / folder).rglob("*.py") if but not in path.relative_to(ROOT / folder).parts]
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules = [node.module]
            for module in modules:
                if any(f"{module}.".startswith(f"{name}.") for name in names):
                    yield file.relative_to(ROOT).as_posix(), module


def test_tests_of_the_program_import_no_benchmarks() -> None:
    assert list(imported("tests", "benchmarks")) == []


def test_benchmarks_share_the_oracles_with_the_tests_and_nothing_else() -> None:
    shared = list(imported("benchmarks", "tests", but="tests"))
    assert shared
    assert [pair for pair in shared if not pair[1].startswith("tests.oracles.")] == []
    assert list(imported("tests/oracles", *RUNNERS)) == []


@pytest.mark.parametrize("folder", ["solver", "cli", "positions"])
def test_what_ships_imports_neither_tests_nor_benchmarks_nor_a_test_runner(folder: str) -> None:
    assert list(imported(folder, "tests", "benchmarks", *RUNNERS)) == []


def test_what_runs_under_the_sanitizers_is_there() -> None:
    lines = [line for line in (ROOT / ".ci" / "sanitized").read_text("utf-8").splitlines() if not line.startswith("#")]
    names = [line.removeprefix("--deselect=").partition("[")[0] for line in lines]
    files = {name: (ROOT / name.partition("::")[0]) for name in names}
    assert [name for name, file in files.items() if not file.exists()] == []
    assert [
        name for name, file in files.items() if f"def {name.partition('::')[2]}" not in file.read_text("utf-8")
    ] == []
