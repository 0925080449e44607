"""The manuals tell the truth: what they say to type runs, and what they show comes out."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import bingo
from bingo.cli.main import COMMANDS
from tests import manual
from tests.cli.board.first_deal import played
from tests.support.command import BINGO, output, run
from tests.support.depth import by_depth, few, thorough

SECTIONS = [(page, heading) for page in manual.PAGES for heading in manual.sections(page)]
NOTEBOOKS = manual.ROOT / "solver" / "notebooks"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the positions that examples read; some write files where they are run."""
    (tmp_path / "positions").symlink_to(manual.ROOT / "positions")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("page", "heading"), [pytest.param(*at, marks=() if at[0] == "README.md" else thorough) for at in SECTIONS]
)
def test_every_command_of_the_manuals_does_what_they_show(page: str, heading: str, tmp_path: Path) -> None:
    """In the order in which they stand, and in one folder: what one writes, the next one finds."""
    folder = manual.folder_for(tmp_path)
    for example in manual.sections(page)[heading]:
        output = example.output(folder)
        assert not example.shown or manual.agrees(example.shown, output), "\n".join([example.command, *output])


def test_no_command_of_the_manuals_is_left_out() -> None:
    for page in manual.PAGES:
        commands = re.findall(r"^(?:\$ )?(bingo .*)$", "".join(manual.blocks("(?:sh|console)", page)), re.MULTILINE)
        assert commands == [example.command for examples in manual.sections(page).values() for example in examples]


def test_the_tables_of_options_are_what_help_says() -> None:
    page = "cli/README.md"
    assert manual.with_options(page) == manual.text(page)
    assert set(re.findall(r"<!-- options: (\w+) -->", manual.text(page))) == {*COMMANDS} - {"engine"}


def test_three_commands_lead_to_a_deal_in_the_browser() -> None:
    """The first two are what ``.ci/run`` installs with, which tries the third there."""
    [block] = [block for block in manual.blocks("sh", "README.md") if "bingo board" in block]
    [main_job] = [block for block in manual.blocks("sh", "README.md") if "bingo analyze" in block]
    *install, board = block.splitlines()
    assert main_job.startswith(f"{' && '.join(install)} && ")
    assert board == ".venv/bin/bingo board"
    game = played(*BINGO, "board")
    assert game["over"]
    assert game["awaits"] == "next"


@pytest.mark.parametrize("page", [*manual.PAGES, "positions/PUZZLES.md", "benchmarks/README.md", "solver/STRATEGY.md"])
def test_the_manuals_are_short(page: str) -> None:
    """README.md as a whole, the others but for their tables and examples."""
    text = manual.text(page)
    if page != "README.md":
        text = re.sub(r"^```.*?^```|^(?:\||<!--).*?$", "", text, flags=re.MULTILINE | re.DOTALL)
    assert len(text.split()) <= 1500


def test_the_glossary_has_twenty_words_in_order_and_those_that_values_are_told_in() -> None:
    [table] = re.findall(
        r"^## Glossary\n\n\| word .*\n\|---.*\n((?:\|.*\n)+)", manual.text("solver/README.md"), re.MULTILINE
    )
    words = [row.split("|")[1].strip() for row in table.splitlines()]
    assert len(words) >= 20
    assert words == sorted(words)
    assert {"worth", "guaranteed", "double-dummy", "match chance", "interval", "exact"} <= {*words}


def test_the_rules_in_the_manual_change_the_value_from_3_to_minus_3() -> None:
    [line] = [entry.command for entry in manual.sections("cli/README.md")["## analyze"] if "--rules" in entry.command]
    words = shlex.split(line)[1:]
    values = [json.loads(run(*part, "--json").stdout)["value"] for part in ([words[0], words[-1]], words)]
    assert values == [3, -3]


@pytest.mark.parametrize("page", few(manual.PAGES, "README.md"))
@pytest.mark.usefixtures("here")
def test_the_python_in_the_manuals_runs_and_what_it_annotates_is_so(page: str) -> None:
    for block in manual.blocks("python", page):
        room: dict[str, Any] = {}
        exec(block, room)
        for name, kind in room.get("__annotations__", {}).items():
            assert not isinstance(kind, type) or isinstance(room[name], kind)  # a function's type is for type checkers


@pytest.mark.parametrize("name", few(sorted(book.stem for book in NOTEBOOKS.glob("*.ipynb")), "first-steps"))
def test_every_notebook_runs_and_is_stored_without_output(name: str, here: Path) -> None:
    book = NOTEBOOKS / f"{name}.ipynb"
    cells = json.loads(book.read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert 6 <= len(cells) <= 10
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code)
    assert f"(notebooks/{book.name})" in manual.text("solver/README.md")
    folder = here / "solver" / "notebooks"
    folder.mkdir(parents=True)
    program = "\n".join("".join(cell["source"]) for cell in code)
    subprocess.run([sys.executable, "-c", program], check=True, cwd=folder, capture_output=True, timeout=300)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is a program of its own")
def test_the_client_in_javascript_has_twenty_lines_and_gets_its_answer(tmp_path: Path) -> None:
    [client] = manual.blocks("js", "solver/README.md")
    assert len([line for line in client.splitlines() if line]) <= 20
    (tmp_path / "client.mjs").write_text(client, "utf-8")
    environment = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    result = subprocess.run(
        ["node", "client.mjs"], cwd=tmp_path, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert result.stdout == "1 [ 'lead 4-4' ]\n", result.stderr


def rows(heading: str) -> list[list[str]]:
    """The cells of a table in the manual of the library, without its head."""
    section = manual.text("solver/README.md").split(f"## {heading}\n")[1].split("\n## ")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| ")][
        1:
    ]


@pytest.mark.usefixtures("here")
def test_what_is_done_in_python_chess_is_done_here_in_one_expression() -> None:
    operations = rows("Coming from python-chess")
    assert len(operations) >= 20
    room: dict[str, Any] = {"bingo": bingo}
    for _there, here in operations:
        exec(here.strip("`"), room)
    assert room["after"] == room["position"].play("lead 6-4") != room["position"]
    assert room["answer"].worlds <= 1000
    assert (
        next(bingo.read_records("again.yaml")) == room["record"] == bingo.Record.of(room["record"].start, room["moves"])
    )


def test_options_are_called_the_same_everywhere() -> None:
    options = {name for _, python, *_ in rows("Names")[:4] for name in re.findall(r"`(\w+)`", python)}
    assert options >= {field.name for field in fields(bingo.Settings)}
    for _, python, data, command in rows("Names")[:4]:
        assert python == data
        assert python.replace("_", "-") == command.replace("`--", "`").replace("no-match", "match")


@pytest.mark.parametrize("level", bingo.LEVELS)
def test_the_bots_of_the_notebook_play_whole_matches_against_every_level(level: bingo.Level) -> None:
    cells = json.loads((NOTEBOOKS / "a-bot.ipynb").read_text("utf-8"))["cells"]
    room: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]).replace("deals=50", "deals=1"), room)
    [asking] = re.findall(r"`(bingo\.analyze\(.*\)\.best)`", "".join(cells[-1]["source"]))
    exec(f"def asks(seen, moves):\n    return {asking}", room)
    for bot in ("bot", "better", "asks"):
        result = bingo.match(room[bot], level, deals=by_depth(1, 8), effort=by_depth(8, "quick"), seed=1)
        assert len(result.records) == 2 * by_depth(1, 8)


@pytest.mark.parametrize("page", ["README.md", "cli/README.md"])
def test_the_positions_in_the_manuals_can_be_read(page: str) -> None:
    for block in manual.blocks("yaml", page):
        output("show", "-", text=block)


def test_the_bot_of_the_manual_has_twenty_lines() -> None:
    [bot] = [block for block in manual.blocks("python", "solver/README.md") if "deals=100" in block]
    assert len(bot.splitlines()) <= 20
    assert "bingo.match(" in bot


def test_percentages_are_written_as_in_95_percent_without_a_space() -> None:
    suffixes = {".md", ".py", ".html", ".js", ".json", ".yaml"}
    for folder in ("solver", "cli", "positions", "benchmarks", ".github"):
        for file in (manual.ROOT / folder).rglob("*"):
            if file.suffix in suffixes:
                assert not re.search(r"[\d}] %(?!})", file.read_text("utf-8")), file
    assert " %" not in manual.text("README.md")


def test_every_command_of_the_benchmark_page_is_there() -> None:
    named = set(re.findall(r"[` ](benchmarks\.[\w.]*\w)", manual.text("benchmarks/README.md")))
    assert len(named) >= 13
    for module in named:
        path = manual.ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


# --- what is cited, linked and named is there ---------------------------------------------------------


RULES_PAGE = manual.ROOT / "solver" / "game" / "RULES.md"
FOLDERS = ("solver", "cli", "positions", "tests", "benchmarks")
TEXT_SUFFIXES = (".py", ".pyi", ".md", ".hpp", ".cpp")


def _citations() -> Iterator[tuple[Path, int]]:
    for folder in FOLDERS:
        for file in sorted((manual.ROOT / folder).rglob("*")):
            if file.suffix in TEXT_SUFFIXES:
                text = file.read_text("utf-8")
                for numbers in re.findall(r"RULES\.md,? sections? ([\d, andto]+)", text):
                    yield from ((file, int(number)) for number in re.findall(r"\d+", numbers))


def test_every_cited_section_exists() -> None:
    sections = {int(number) for number in re.findall(r"^## (\d+) ", RULES_PAGE.read_text("utf-8"), re.MULTILINE)}
    cited = list(_citations())
    assert len({file for file, _ in cited}) > 15
    assert [(file, number) for file, number in cited if number not in sections] == []


def test_every_linked_file_exists() -> None:
    """Links within the project, of every page in it."""
    pages = [manual.ROOT / "README.md", *(manual.ROOT / ".github").glob("*.md")]
    pages += [page for folder in FOLDERS for page in sorted((manual.ROOT / folder).rglob("*.md"))]
    missing = [
        (page.relative_to(manual.ROOT), target)
        for page in pages
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]
    assert missing == []
    assert "(solver/game/RULES.md)" in (manual.ROOT / "README.md").read_text("utf-8")


def test_every_file_that_contributing_names_exists() -> None:
    text = (manual.ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`((?:solver|cli|positions|tests|\.ci)/[\w./-]+)`", text)
    assert len(named) > 20
    cache = "tests/typing/"  # by the first run of mypy
    assert [name for name in named if "NAME" not in name and name != cache and not (manual.ROOT / name).exists()] == []
    listed = {name.partition("/")[2] for name in named if name.startswith("solver/") and name.count("/") == 1}
    folders = {f.name for f in (manual.ROOT / "solver").iterdir() if f.is_dir() and not f.name.startswith("_")}
    assert {name for name in listed if "." not in name} == folders  # the table of what is where is whole
