"""The installed package: its name, its version, and that a folder called ``bingo`` does not pass for it."""

import importlib.metadata
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

import bingo

ROOT = Path(__file__).parents[1]


def test_the_distribution_has_the_name_that_is_free_and_one_version() -> None:
    assert importlib.metadata.version("domino-bingo") == bingo.__version__
    requirements = importlib.metadata.requires("domino-bingo") or []
    assert [line for line in requirements if re.match(r"bingo\b", line)] == []  # somebody else's program


def test_a_version_has_one_number_and_one_date() -> None:
    """Wherever a release is named: the steps are in CONTRIBUTING.md."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    changes = (ROOT / ".github" / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\S+) - (\S+)$", changes, re.MULTILINE)
    assert newest.groups() == (cited["version"], str(cited["date-released"]))
    assert cited["version"] == bingo.__version__
    first = len(re.findall(r"^## ", changes, re.MULTILINE)) == 1
    assert not first or re.findall(r"^### (.*)$", changes, re.MULTILINE) == ["Added"]  # nothing was there to change


def test_the_files_of_the_package_itself_are_installed_once() -> None:
    files = {file.as_posix() for file in importlib.metadata.files("domino-bingo") or ()}
    editable = any("_editable_" in file for file in files)
    assert editable or {"bingo/__init__.py", "bingo/__main__.py", "bingo/py.typed", "bingo/cli/main.py"} <= files
    assert editable or {f"bingo/cli/page/assets/{name}" for name in ("report.js", "page.css", "page.html")} <= files
    assert [file for file in files if file.startswith("bingo/cli/bingo/")] == []


def test_nobody_is_told_to_install_the_program_of_somebody_else() -> None:
    files = [ROOT / "README.md", *(ROOT / ".github").glob("*.md")]
    files += [file for folder in ("cli", "solver", "positions") for file in (ROOT / folder).rglob("*.[pm][yd]")]
    wrong = re.compile(r"pip install (-\S+ )*['\"]?bingo\b")
    assert [file for file in files if wrong.search(file.read_text("utf-8"))] == []


def _python(folder: Path, *words: str) -> str:
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, encoding="utf-8").stdout


def test_a_clone_called_bingo_does_not_shadow_the_package(tmp_path: Path) -> None:
    for name in ("solver", "cli", "positions"):
        (tmp_path / "bingo" / name).mkdir(parents=True)
        (tmp_path / "bingo" / name / "__init__.py").write_text("raise ImportError('the folder, not the package')")
    script = tmp_path / "script.py"
    script.write_text("import bingo, bingo.solver.engine as engine; print(bingo.__version__, engine.__name__)")
    from_tests = _python(ROOT / "tests", "-c", script.read_text())
    assert _python(tmp_path, "script.py") == from_tests
    assert from_tests.startswith(bingo.__version__)


def test_python_m_bingo_is_the_program(tmp_path: Path) -> None:
    (tmp_path / "bingo").mkdir()
    assert _python(tmp_path, "-m", "bingo", "--version").startswith(f"bingo {bingo.__version__}\n")
    [command] = [e for e in importlib.metadata.entry_points(group="console_scripts") if e.name == "bingo"]
    assert command.value == "bingo.__main__:run"


def test_the_workflow_runs_nothing_that_others_can_exchange() -> None:
    """Actions are named by their commit, tools that build what is published by their version; each job has a limit."""
    workflow = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    actions = re.findall(r"uses: (.*)", workflow)
    assert actions
    assert [action for action in actions if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", action)] == []
    for tool in ("cibuildwheel", "build"):
        assert re.search(rf"pip install .*\b{tool}==[\d.]+", workflow)
    assert "pipx" not in workflow
    jobs = yaml.safe_load(workflow)["jobs"]
    assert [name for name, job in jobs.items() if "timeout-minutes" not in job] == []
    assert jobs["check"]["timeout-minutes"] >= 60


# --- The build backend: where nothing compiles C++20, the build takes a compiler from the package index ---


BACKEND_FILE = Path(__file__).parents[1] / ".build" / "backend.py"
#: What is taken from scikit-build-core, which a tree that is tested need not have.
BUILD_HOOKS = (
    *("build_wheel", "build_editable", "build_sdist", "prepare_metadata_for_build_wheel"),
    *("prepare_metadata_for_build_editable", "get_requires_for_build_sdist"),
    *("get_requires_for_build_wheel", "get_requires_for_build_editable"),
)


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Any:
    core, build = ModuleType("scikit_build_core"), ModuleType("scikit_build_core.build")
    for name in BUILD_HOOKS:
        setattr(build, name, lambda *_: ["cmake"])
    setattr(core, "build", build)  # noqa: B010  (of a module, whose attributes nobody declares)
    monkeypatch.setitem(sys.modules, "scikit_build_core", core)
    monkeypatch.setitem(sys.modules, "scikit_build_core.build", build)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    spec = spec_from_file_location("backend", BACKEND_FILE)
    assert spec
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("compiler", ["none", sys.executable])
def test_a_build_takes_a_compiler_along_where_none_works(
    backend: Any, monkeypatch: pytest.MonkeyPatch, compiler: str
) -> None:
    monkeypatch.setenv("CXX", compiler)
    for requires in (backend.get_requires_for_build_wheel, backend.get_requires_for_build_editable):
        assert requires() == ["cmake", backend.ZIG, "ninja"]


def test_where_one_works_it_is_taken(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "")
    monkeypatch.setattr(backend, "_works", "clang++".__eq__)
    assert backend.get_requires_for_build_wheel() == ["cmake"]
    backend.build_wheel("folder")
    assert backend.os.environ["CXX"] == "clang++"


def test_without_isolation_it_says_what_to_install(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "none")
    monkeypatch.setattr(backend, "find_spec", lambda _name: None)
    with pytest.raises(
        SystemExit, match=r"expected a compiler of C\+\+20; found none that works: install one, or `pip"
    ):
        backend.build_wheel("folder")
