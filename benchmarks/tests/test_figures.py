"""The benchmark page and the guide show the figures that benchmarks keep, all of them, and the first is short."""

import re
import sys
from pathlib import Path

import pytest

from benchmarks import arena, figures, levels


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages and their data where a test may write."""
    for name in ("PAGE", "GUIDE", "DATA"):
        copy = tmp_path / name
        copy.write_bytes(getattr(figures, name).read_bytes())
        monkeypatch.setattr(figures, name, copy)


def test_the_tables_of_both_pages_are_drawn_from_the_figures() -> None:
    for file in (figures.PAGE, figures.GUIDE):
        page = file.read_text(encoding="utf-8")
        assert figures.drawn(page) == page
    assert figures.written(figures.tables()) == figures.DATA.read_text(encoding="utf-8")


def test_only_tables_without_a_figure_are_written_by_hand() -> None:
    page = "".join(file.read_text(encoding="utf-8") for file in (figures.PAGE, figures.GUIDE))
    heads = re.findall(r"^(?<!-->\n)(\|.*)\n\|[-:|]+\n", page, re.MULTILINE)
    firsts = ["command", "player", "strongest tiles"]  # what first leads are worth took a night to count
    assert [head.split(" | ")[0].removeprefix("| ") for head in heads] == firsts


@pytest.mark.parametrize("name", figures.tables())
def test_a_command_writes_every_table(name: str) -> None:
    folder = Path(figures.__file__).parent
    files = [file for file in folder.rglob("*.py") if "tests" not in file.relative_to(folder).parts]
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    assert re.search(rf'figures\.(keep|fill)\(\s*"{name}"', code) or name in arena.TABLES


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize(
    ("command", "line", "table", "row"),
    [
        (levels, "--rules engel --deals 4 --worlds 2", "levels", ["`engel`"]),
        (arena, "greedy random --deals 2 --jobs 1 --figures presets", "presets", ["`greedy`", "`random`"]),
    ],
)
def test_what_was_measured_goes_to_the_page(
    command: object, line: str, table: str, row: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["", *line.split(), *([] if "--figures" in line else ["--figures"])])
    command.main()  # type: ignore[attr-defined]
    [stored] = [each for each in figures.tables()[table] if each[: len(row)] == row]
    assert len(stored) == len(figures.tables()[table][0])
    assert f"| {' | '.join(row)} |" in figures.PAGE.read_text(encoding="utf-8")


@pytest.mark.usefixtures("copies")
def test_a_row_of_the_page_is_filled_or_added() -> None:
    before = len(figures.tables()["arena"])
    figures.keep("arena", {("`rollout@1000w`", "`networks`"): ["7"], ("`greedy`", "never"): ["8"]})
    *rows, last = figures.tables()["arena"]
    assert len(rows) == before
    assert last == ["`greedy`", "never", "8", *[""] * 3]
    assert next(row for row in rows if row[:2] == ["`rollout@1000w`", "`networks`"])[2] == "7"


def test_the_page_is_short() -> None:
    assert len(figures.PAGE.read_bytes()) <= 27_500
