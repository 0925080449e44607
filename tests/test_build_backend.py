"""The build backend: where nothing compiles C++20, the build takes a compiler from the package index."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FILE = Path(__file__).parents[1] / ".build" / "backend.py"
#: What is taken from scikit-build-core, which a tree that is tested need not have.
HOOKS = (
    *("build_wheel", "build_editable", "build_sdist", "prepare_metadata_for_build_wheel"),
    *("prepare_metadata_for_build_editable", "get_requires_for_build_sdist"),
    *("get_requires_for_build_wheel", "get_requires_for_build_editable"),
)


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Any:
    core, build = ModuleType("scikit_build_core"), ModuleType("scikit_build_core.build")
    for name in HOOKS:
        setattr(build, name, lambda *_: ["cmake"])
    setattr(core, "build", build)  # noqa: B010  (of a module, whose attributes nobody declares)
    monkeypatch.setitem(sys.modules, "scikit_build_core", core)
    monkeypatch.setitem(sys.modules, "scikit_build_core.build", build)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    spec = spec_from_file_location("backend", FILE)
    assert spec
    assert spec.loader
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
