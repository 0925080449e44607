"""What is compiled for browsers: no more of the kernel than answers questions, and nothing that needs threads."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from bingo.cli.web.build import COMPILER, CannotBuild, compiled, sources
from bingo.solver import native


def test_nothing_that_is_compiled_for_browsers_needs_threads() -> None:
    files = sources()
    assert {"wasm.cpp", "answer.cpp", "search.cpp", "strategy.cpp", "player.cpp"} <= {path.name for path in files}
    without = re.compile(r"^#ifndef __wasm__$.*?^#endif$", re.MULTILINE | re.DOTALL)
    needing = [path.name for path in files if "#include <thread>" in without.sub("", path.read_text(encoding="utf-8"))]
    assert needing == []


def test_without_the_sources_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(native, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(CannotBuild, match="expected the kernel's source files beside it; found none"):
        sources()


@pytest.mark.skipif(find_spec(COMPILER) is None, reason="needs the extra web")
def test_what_the_compiler_cannot_compile_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "layer").mkdir()
    wrong = tmp_path / "layer" / "wrong.cpp"
    wrong.write_text("no C++", encoding="utf-8")
    with pytest.raises(CannotBuild, match="the compiler failed, as it said above"):
        compiled([wrong], tmp_path / "out.wasm")
    assert [*tmp_path.iterdir()] == [tmp_path / "layer"]
