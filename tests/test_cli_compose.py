"""``bingo compose``: what it writes can be read, analyzed and posed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bingo.positions import dumps, read, reads
from bingo.solver.compose.themes import THEMES
from bingo.solver.game.position import Position
from tests.native import needs_kernel
from tests.test_cli_main import run

pytestmark = needs_kernel

FEW = (
    "compose",
    "--theme",
    "forced-reply",
    "--theme",
    "hold-the-bingo",
    "--count",
    "2",
    "--seed",
    "5",
    "--deals",
    "20000",
)


def test_writes_puzzles_with_their_answers_and_a_remark() -> None:
    result = run(*FEW)
    assert (result.exit_code, result.stderr) == (0, "")
    found = list(reads(result.stdout))
    assert [p.name.split(":")[0] for p in found] == [
        "Hold the Bingo 1", "Hold the Bingo 2", "Forced reply 1", "Forced reply 2",
    ]  # fmt: skip
    for p in found:
        assert p.expect
        assert len(p.expect.best) == 1
        assert p.expect.themes[0] in ("hold-the-bingo", "forced-reply")
        assert p.expect.difficulty is not None
        assert next(iter(reads(dumps(p)))).expect == p.expect
    comments = [line for line in result.stdout.splitlines() if line.startswith("#")]
    assert sum("looks better and brings" in line for line in comments) >= 1
    assert max(map(len, comments)) <= 100


def test_a_file_is_written_told_of_analyzed_and_posed(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.yaml"
    result = run(*FEW, "--out", str(out))
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    assert words.startswith("4 puzzles out of ")
    assert "candidates a second" in words
    assert len(list(read(out))) == 4
    analyzed = run("analyze", "--json", str(out))
    assert (analyzed.exit_code, analyzed.stderr) == (0, "")  # it compares with what is expected
    assert "The solution is" in run("puzzle", "--file", str(out), "--seed", "1", text="give up\n").stdout


def test_json_lines_hold_the_same_puzzles(tmp_path: Path) -> None:
    written = run(*FEW, "--json").stdout
    assert all(json.loads(line)["expect"]["theme"] for line in written.splitlines())
    assert list(reads(written)) == list(reads(run(*FEW).stdout))
    out = tmp_path / "puzzles.jsonl"
    run(*FEW, "--out", str(out))
    assert out.read_text(encoding="utf-8") == written


def test_says_what_was_not_found(tmp_path: Path) -> None:
    result = run("compose", "--theme", "save-the-thirty", "--deals", "2000", "--out", str(tmp_path / "few.yaml"))
    assert result.exit_code == 0
    assert "Fewer than 3 were found of: save-the-thirty" in " ".join(result.stdout.split())


def test_other_rules_make_other_puzzles() -> None:
    words = ("compose", "--theme", "forced-reply", "--count", "1", "--tiles", "3-5", "--rules", "engel")
    (position,) = reads(run(*words).stdout)
    assert isinstance(position, Position)
    assert "engel" in position.name
    assert position.rules.last_trick == 0
    assert 3 <= position.hands[0].bit_count() <= 5


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--theme", "nonsense"], f"expected one of {', '.join(THEMES)}; found 'nonsense'"),
        (["--difficulty", "brutal"], "expected one of easy, medium, hard; found 'brutal'"),
        (["--tiles", "8"], "expected numbers 1 to 7 such as 4-6; found '8'"),
        (["--tiles", "5-3"], "expected numbers 1 to 7 such as 4-6; found '5-3'"),
        (["--rules", "nobody"], "nobody"),
        (["--out", "nowhere/at/all.yaml"], "expected a file in a folder that exists"),
    ],
)
def test_wrong_wishes_are_wrong_usage(words: list[str], told: str) -> None:
    result = run("compose", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in " ".join(result.stderr.split())
