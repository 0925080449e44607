"""README.md tells the truth: what it says to type runs, and what it shows comes out."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.native import needs_kernel
from tests.test_cli_main import program, program_in, run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _fenced(kind: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def _commands(text: str = README) -> list[str]:
    lines = [line.removeprefix("$ ") for block in _fenced("(?:sh|console)", text) for line in block.splitlines()]
    return [line for line in lines if line.startswith(("bingo ", ".venv/bin/bingo "))]


#: The parts of README.md that have commands, by their headings.
SECTIONS = {
    heading: commands
    for heading, text in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)
    if (commands := _commands(text))
}


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_command_of_the_readme_runs(heading: str, tmp_path: Path) -> None:
    """In the order in which they stand in their section, and in one folder: what one writes, the next one finds."""
    shutil.copytree(ROOT / "positions", tmp_path / "positions")
    for line in SECTIONS[heading]:
        result = program_in(tmp_path, *shlex.split(line, comments=True)[1:])
        assert (result.returncode, result.stderr, bool(result.stdout)) == (0, "", True), line


def test_no_command_of_the_readme_is_left_out() -> None:
    assert [line for lines in SECTIONS.values() for line in lines] == _commands()


def test_the_picture_in_the_readme_is_what_comes_out() -> None:
    """All but the last line, which has the time it took."""
    result = program("analyze", "positions/examples/the-bingo-waits.yaml", COLUMNS="80")
    assert result.returncode == 0
    assert result.stdout.rsplit("\n\n", 1)[0] + "\n" in _fenced("text")


def test_the_rules_in_the_readme_change_the_value_from_3_to_minus_3() -> None:
    [line] = [line for line in _commands() if "analyze --rules" in line]
    words = shlex.split(line)[1:]
    values = [json.loads(program(*part, "--json").stdout)["value"] for part in ([words[0], words[-1]], words)]
    assert values == [3, -3]
    assert "wins 3 game points" in README
    assert "loses 3 where nobody is obliged to" in README.replace("\n", " ")


@needs_kernel
def test_the_estimate_in_the_readme_is_what_comes_out() -> None:
    """All below the picture but the last paragraph, which has the time it took."""
    output = program("analyze", "positions/examples/first-lead.yaml", COLUMNS="80").stdout
    answer = output[output.index("lead 6-1: about") :].rsplit("\n\n", 1)[0]
    assert f"{answer}\n" in _fenced("text")


@needs_kernel
def test_the_review_in_the_readme_is_what_comes_out() -> None:
    """All but the last paragraph, which has the time it took."""
    output = program("review", "positions/deals/time-to-close.yaml", COLUMNS="80").stdout
    assert output.rsplit("\n\n", 1)[0] + "\n" in _fenced("text")


def test_the_python_in_the_readme_runs(tmp_path: Path) -> None:
    (tmp_path / "positions").symlink_to(ROOT / "positions")  # some write files where they are run
    for block in _fenced("python"):
        subprocess.run([sys.executable, "-c", block], check=True, cwd=tmp_path, capture_output=True)


def test_the_position_in_the_readme_can_be_read() -> None:
    for block in _fenced("yaml"):
        assert run("show", "-", text=block).exit_code == 0
