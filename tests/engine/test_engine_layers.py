"""The native kernel's folders are layers: which may include which."""

import re
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[2] / "solver" / "engine"
#: What a layer may include, besides itself.
BELOW = {
    "core": set(),  # exact search: rules as tables, moves, bounds
    "hidden": {"core"},  # what a player knows, and search and play while a hand is hidden: networks, best defence
    "compose": {"core"},  # deals played by chance, out of which puzzles come
    "estimates": {"core", "hidden"},  # what moves bring while the boneyard is open
    "closing": {"core", "hidden", "estimates"},  # what closes and moves after one are worth
    "levels": {"core", "hidden", "estimates", "closing"},  # levels of play
    "engine": {"core", "hidden", "estimates", "closing", "levels"},
}
BELOW["bindings"] = {*BELOW}


def test_every_folder_is_a_layer() -> None:
    assert {path.parent.name for path in NATIVE.rglob("*.cpp")} == set(BELOW)


@pytest.mark.parametrize("path", sorted(NATIVE.rglob("*.[ch]pp")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_includes_run_one_way(path: Path) -> None:
    layer = path.parent.name
    for name in re.findall(r'^#include "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE):
        assert (NATIVE / name).is_file(), f"expected includes relative to solver/engine; found {name}"
        assert (name.split("/")[0] if "/" in name else "engine") in BELOW[layer] | {layer}


@pytest.mark.parametrize("path", sorted(NATIVE.rglob("*.[ch]pp")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_python_is_met_in_the_bindings_only(path: Path) -> None:
    assert path.parent.name == "bindings" or "nanobind" not in path.read_text(encoding="utf-8")


def test_types_of_a_namespace_are_defined_once() -> None:
    """Two different definitions of one name are undefined behaviour, which only a link of the whole notices."""
    places: dict[tuple[str, str], str] = {}
    for path in sorted(NATIVE.rglob("*.[ch]pp")):
        text = re.sub(r"(?ms)^namespace \{$.*?^\}  // namespace$", "", path.read_text(encoding="utf-8"))
        namespace = ""
        for line in text.splitlines():
            if match := re.match(r"namespace ([\w:]+) \{", line):
                namespace = match[1]
            if match := re.match(r"(?:class|struct|enum(?: class)?) ([\w:]+)[^;]*\{", line):
                where = f"{path.parent.name}/{path.name}"
                assert places.setdefault((namespace, match[1]), where) == where, (
                    f"expected one {namespace}::{match[1]}; found it in {where} and {places[namespace, match[1]]}"
                )
