"""What may import what outside the library, and what runs where; the import linter holds the layers within it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEST_LIBRARIES = ("pytest", "hypothesis")


def imported(folder: str, *names: str, but: str = "typing") -> Iterator[tuple[str, str]]:
    """Each file of a folder, those under ``but`` left out, with each module it imports that is or lies in ``names``."""
    files = [path for path in (ROOT / folder).rglob("*.py") if but not in path.relative_to(ROOT / folder).parts]
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
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
    assert list(imported("tests/oracles", *TEST_LIBRARIES)) == []


@pytest.mark.parametrize("folder", ["solver", "cli", "positions"])
def test_what_ships_imports_neither_tests_nor_benchmarks_nor_a_test_runner(folder: str) -> None:
    assert list(imported(folder, "tests", "benchmarks", *TEST_LIBRARIES)) == []


def test_what_runs_under_the_sanitizers_is_there() -> None:
    lines = [line for line in (ROOT / ".ci" / "sanitized").read_text("utf-8").splitlines() if not line.startswith("#")]
    names = [line.removeprefix("--deselect=").partition("[")[0] for line in lines]
    files = {name: (ROOT / name.partition("::")[0]) for name in names}
    assert [name for name, file in files.items() if not file.exists()] == []
    assert [
        name for name, file in files.items() if f"def {name.partition('::')[2]}" not in file.read_text("utf-8")
    ] == []


# --- the native kernel's folders: which may include which ----------------------------------------------

KERNEL = ROOT / "solver" / "engine"
#: What a layer may include, besides itself.
LAYERS_BELOW = {
    "core": set(),  # exact search: rules as tables, moves, bounds
    "hidden": {"core"},  # what a player knows, and search and play while a hand is hidden: networks, best defence
    "compose": {"core"},  # deals played by chance, out of which puzzles come
    "estimates": {"core", "hidden"},  # what moves bring while the boneyard is open
    "closing": {"core", "hidden", "estimates"},  # what closes and moves after one are worth
    "levels": {"core", "hidden", "estimates", "closing"},  # levels of play
    "engine": {"core", "hidden", "estimates", "closing", "levels"},
}
LAYERS_BELOW["bindings"] = {*LAYERS_BELOW}


def test_every_folder_is_a_layer() -> None:
    assert {path.parent.name for path in KERNEL.rglob("*.cpp")} == set(LAYERS_BELOW)


@pytest.mark.parametrize("path", sorted(KERNEL.rglob("*.[ch]pp")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_includes_run_one_way_and_python_is_met_in_the_bindings_only(path: Path) -> None:
    layer, text = path.parent.name, path.read_text("utf-8")
    for name in re.findall(r'^#include "(.*)"', text, re.MULTILINE):
        assert (KERNEL / name).is_file(), f"expected includes relative to solver/engine; found {name}"
        assert (name.split("/")[0] if "/" in name else "engine") in LAYERS_BELOW[layer] | {layer}
    assert layer == "bindings" or "nanobind" not in text


def test_types_of_a_namespace_are_defined_once() -> None:
    """Two different definitions of one name are undefined behaviour, which only a link of the whole notices."""
    files: dict[tuple[str, str], str] = {}
    for path in sorted(KERNEL.rglob("*.[ch]pp")):
        text = re.sub(r"(?ms)^namespace \{$.*?^\}  // namespace$", "", path.read_text("utf-8"))
        namespace = ""
        for line in text.splitlines():
            if match := re.match(r"namespace ([\w:]+) \{", line):
                namespace = match[1]
            if match := re.match(r"(?:class|struct|enum(?: class)?) ([\w:]+)[^;]*\{", line):
                file = f"{path.parent.name}/{path.name}"
                assert files.setdefault((namespace, match[1]), file) == file, (
                    f"expected one {namespace}::{match[1]}; found it in {file} and {files[namespace, match[1]]}"
                )
