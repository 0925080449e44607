"""The benchmark page and the guide: a command writes every table into them, and the first is short."""

import re
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from benchmarks import arena, figures, levels

PAGES_TEXT = "".join(page.read_text("utf-8") for page in figures.PAGES)
TABLE_NAMES = re.findall("<!-- figures: (.*) -->", PAGES_TEXT)


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages where a test may write."""
    copies = [tmp_path / page.name for page in figures.PAGES]
    for page, copy in zip(figures.PAGES, copies, strict=True):
        copy.write_bytes(page.read_bytes())
    monkeypatch.setattr(figures, "PAGES", copies)


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize("name", TABLE_NAMES)
def test_a_table_is_read_and_written_as_it_stands(name: str) -> None:
    head, *rows = figures.table(name)
    assert {len(row) for row in rows} == {len(head)}
    figures.fill(name, rows)
    assert "".join(page.read_text("utf-8") for page in figures.PAGES) == PAGES_TEXT


def test_only_tables_without_a_figure_are_written_by_hand() -> None:
    heads = re.findall(r"^(?<!-->\n)(\|.*)\n\|[-:|]+\n", PAGES_TEXT, re.MULTILINE)
    firsts = ["command", "player", "strongest tiles"]  # what first leads are worth took a night to count
    assert [head.split(" | ")[0].removeprefix("| ") for head in heads] == firsts


@pytest.mark.parametrize("name", TABLE_NAMES)
def test_a_command_writes_every_table(name: str) -> None:
    folder = Path(figures.__file__).parent
    files = [file for file in folder.rglob("*.py") if "tests" not in file.relative_to(folder).parts]
    code = "".join(file.read_text("utf-8") for file in files)
    assert re.search(rf'figures\.(keep|fill)\(\s*"{name}"', code) or name in arena.TABLE_NAMES


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize(
    ("app", "line", "table", "row"),
    [
        (levels.app, "ladder --rules engel --deals 4 --worlds 2 --figures", "levels", ["`engel`"]),
        (arena.app, "greedy random --deals 2 --jobs 1 --figures presets", "presets", ["`greedy`", "`random`"]),
    ],
)
def test_what_was_measured_goes_to_the_page(app: Typer, line: str, table: str, row: list[str]) -> None:
    before = figures.table(table)
    CliRunner().invoke(app, line.split(), catch_exceptions=False)
    [changed] = [each for each in figures.table(table) if each not in before]
    assert changed[: len(row)] == row
    assert "" not in changed


@pytest.mark.usefixtures("copies")
def test_a_row_of_the_page_is_filled_or_added() -> None:
    before = len(figures.table("arena"))
    figures.keep("arena", {("`rollout@1000w`", "`networks`"): ["7"], ("`greedy`", "never"): ["8"]})
    *rows, last = figures.table("arena")
    assert len(rows) == before
    assert last == ["`greedy`", "never", "8", *[""] * 3]
    assert next(row for row in rows if row[:2] == ["`rollout@1000w`", "`networks`"])[2] == "7"


def test_the_page_is_short() -> None:
    assert len(figures.PAGES[0].read_bytes()) <= 27_500
