"""The native kernel's folders are layers: which may include which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[1] / "solver" / "native"
#: What a layer may include, besides itself.
BELOW = {
    "core": set(),
    "hidden": {"core"},
    "compose": {"core"},
    "batch": {"core"},
    "web": {"core", "hidden", "batch"},
    "bindings": {"core", "hidden", "compose", "batch", "web"},
}


def test_every_folder_is_a_layer() -> None:
    assert {path.name for path in NATIVE.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(BELOW)


@pytest.mark.parametrize("path", sorted(NATIVE.rglob("*.[ch]pp")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_includes_run_one_way(path: Path) -> None:
    layer = path.parent.name
    for name in re.findall(r'^#include "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE):
        assert (NATIVE / name).is_file(), f"expected includes relative to solver/native; found {name}"
        assert name.split("/")[0] in BELOW[layer] | {layer}


@pytest.mark.parametrize("path", sorted(NATIVE.rglob("*.[ch]pp")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_python_is_met_in_the_bindings_only(path: Path) -> None:
    assert path.parent.name == "bindings" or "nanobind" not in path.read_text(encoding="utf-8")
