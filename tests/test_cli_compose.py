"""``bingo compose``: what it writes can be read, analyzed and posed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bingo.cli.files import write_whole
from bingo.positions import dumps, read, reads
from bingo.solver.compose import composing
from bingo.solver.compose.composing import Harvest, find
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from tests.depth import thorough
from tests.native import needs_kernel
from tests.terminal import at_a_terminal
from tests.test_cli_main import run

pytestmark = needs_kernel

TWO_THEMES = (
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
    result = run(*TWO_THEMES)
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
    result = run(*TWO_THEMES, "--out", str(out))
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    assert words.startswith("4 puzzles from ")
    assert "candidates a second" in words
    assert len(list(read(out))) == 4
    analyzed = run("analyze", "--json", str(out))
    assert (analyzed.exit_code, analyzed.stderr) == (0, "")  # it compares with what is expected
    assert "The solution is" in run("puzzle", "--file", str(out), "--seed", "1", text="give up\n").stdout


def test_json_lines_hold_the_same_puzzles(tmp_path: Path) -> None:
    written = run(*TWO_THEMES, "--json").stdout
    assert all(json.loads(line)["expect"]["theme"] for line in written.splitlines())
    assert list(reads(written)) == list(reads(run(*TWO_THEMES).stdout))
    out = tmp_path / "puzzles.jsonl"
    run(*TWO_THEMES, "--out", str(out))
    assert out.read_text(encoding="utf-8") == written


SCARCE = ("compose", "--theme", "save-the-thirty", "--theme", "forced-reply", "--deals", "2000", "--count", "40")


def test_finding_fewer_than_asked_is_said_and_ends_with_1(tmp_path: Path) -> None:
    out = tmp_path / "few.yaml"
    result = run(*SCARCE, "--out", str(out))
    found = Counter(p.expect.themes[0] for p in read(out) if p.expect)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{found.total()} puzzles from ")
    short = f"save-the-thirty {found['save-the-thirty']}, forced-reply {found['forced-reply']}"
    assert found
    assert f"Asked for of each theme: 40; found: {short}. Try more --deals." in " ".join(result.stderr.split())
    piped = run(*SCARCE)
    assert (piped.exit_code, piped.stdout) == (1, out.read_text(encoding="utf-8"))
    assert piped.stderr == result.stderr


def test_no_file_is_left_where_nothing_was_found_and_a_former_one_stays(tmp_path: Path) -> None:
    words = ("compose", "--theme", "save-the-thirty", "--difficulty", "hard", "--deals", "2000", "--out")
    out = tmp_path / "none.yaml"
    result = run(*words, str(out))
    assert result.exit_code == 1
    assert f"Nothing was written to {out}." in " ".join(result.stderr.split())
    assert not list(tmp_path.iterdir())
    out.write_text("kept", encoding="utf-8")
    run(*words, str(out))
    assert out.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("to_file", [True, False])
def test_what_was_found_before_an_interrupt_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to_file: bool
) -> None:
    def interrupted(harvest: Harvest, *_: object) -> None:
        harvest.add(find(harvest.options, 5, 0, 2000))
        raise KeyboardInterrupt

    monkeypatch.setattr(composing, "gather", interrupted)
    out = tmp_path / "some.yaml"
    result = run("compose", "--theme", "forced-reply", "--count", "50", *(["--out", str(out)] if to_file else []))
    found = list(read(out) if to_file else reads(result.stdout))
    assert result.exit_code == 130
    assert 0 < len(found) < 50
    assert result.stderr.startswith(f"Interrupted: {len(found)} of 50 puzzles had been found")
    assert (str(out) in result.stderr) == to_file


@thorough
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_it_while_the_slowest_rules_are_played(jobs: str) -> None:
    """Of `berndt` a chunk takes minutes, and each process has some of it in hand."""
    words = ("compose", "--rules", "berndt", "--theme", "sacrifice", "--count", "1000", "--jobs", jobs)
    output, status = at_a_terminal(*words, keys=[b"\x03"], at=b" deals")
    assert status == 130
    assert re.search(r"Interrupted: \d+ of 1000 puzzles had been found\.", output)
    assert "Traceback" not in output


def test_the_progress_tells_deals_and_puzzles() -> None:
    words = ("compose", "--theme", "save-the-thirty", "--count", "50", "--deals", "900000")
    output, _ = at_a_terminal(*words, keys=[b"\x03"], at=b"%")
    assert re.search(r"\d+ of 50 puzzles, out of \d+ in [\d,]+ of at most 900,000 deals *\d+%", output)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_in_words() -> None:
    words = ("compose", "--theme", "forced-reply", "--count", "1", "--deals", "2000")
    result = run(*words, "--out", "/dev/full")
    assert result.exit_code == 1
    assert result.stderr == "/dev/full: No space left on device\n"
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "bingo", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "some.yaml"
    out.write_text("former", encoding="utf-8")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(out, "new")
    assert caught.value.filename == str(out)
    assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["former"]


def test_other_rules_make_other_puzzles() -> None:
    words = ("compose", "--theme", "forced-reply", "--count", "1", "--tiles", "3-5", "--rules", "engel")
    (position,) = reads(run(*words).stdout)
    assert isinstance(position, Position)
    assert "engel" in position.name
    assert position.rules.last_trick == 0
    assert 3 <= position.hands[0].bit_count() <= 5


@needs_kernel
def test_puzzles_with_hidden_tiles_are_written_with_what_they_rest_on() -> None:
    found = run("compose", "--theme", "close-unseen", "--seed", "1", "--deals", "5", "--count", "3")
    assert found.exit_code == 1
    assert "1 puzzle of 3 found. Try more --deals." in found.stderr
    assert re.match(r"# \w+, \d+ of 100\. close, .* is guaranteed \+\d\.\d\d over [\d,]+ hands", found.stdout)
    [position] = reads(found.stdout)
    assert isinstance(position, InformationSet)
    assert position.other is None
