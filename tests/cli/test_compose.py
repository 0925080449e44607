"""``bingo compose``: what it writes can be read, analyzed and posed."""

import re
import sys
from pathlib import Path

import pytest

from bingo.cli.options import write_atomically
from bingo.positions import read, reads
from bingo.solver.puzzles import composing
from bingo.solver.puzzles.composing import PuzzleSet, find
from tests.cli.terminal import at_a_terminal
from tests.support.command import output, run

COMPOSE_TWO_THEMES = (
    "compose", "--theme", "forced-reply", "--theme", "hold-the-bingo",
    "--count", "2", "--seed", "5", "--deals", "20000",
)  # fmt: skip


def test_a_file_is_written_told_of_analyzed_and_posed(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.yaml"
    words = " ".join(output(*COMPOSE_TWO_THEMES, "--out", str(out)).split())
    assert words.startswith("4 puzzles from ")
    assert "candidates a second" in words
    assert len(list(read(out))) == 4
    output("analyze", "--json", str(out))  # it compares with what is expected
    assert "The solution is" in run("puzzle", "--file", str(out), "--seed", "1", text="give up\n").stdout


@pytest.mark.parametrize("to_file", [True, False])
def test_what_was_found_before_an_interrupt_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to_file: bool
) -> None:
    def interrupted(puzzle_set: PuzzleSet, *_: object) -> None:
        puzzle_set.add(find(puzzle_set.options, 5, 0, 2000))
        raise KeyboardInterrupt

    monkeypatch.setattr(composing, "gather", interrupted)
    out = tmp_path / "some.yaml"
    result = run("compose", "--theme", "forced-reply", "--count", "50", *(["--out", str(out)] if to_file else []))
    puzzles = list(read(out) if to_file else reads(result.stdout))
    assert result.exit_code == 130
    assert 0 < len(puzzles) < 50
    assert result.stderr.startswith(f"Interrupted: {len(puzzles)} of 50 puzzles had been found")
    assert (str(out) in result.stderr) == to_file


def test_the_progress_tells_deals_and_puzzles() -> None:
    words = ("compose", "--theme", "save-the-thirty", "--count", "50", "--deals", "900000")
    screen, _ = at_a_terminal(*words, keys=["\x03"], at="%")
    assert re.search(r"\d+ of 50 puzzles, out of \d+ in [\d,]+ of at most 900,000 deals *\d+%", screen)


@pytest.mark.skipif(sys.platform == "win32", reason="links are for administrators there")
def test_what_a_link_leads_to_is_not_written(tmp_path: Path) -> None:
    out, link = tmp_path / "some.yaml", tmp_path / "link.yaml"
    link.symlink_to(out)
    write_atomically(link, "new")
    assert (out.exists(), link.is_symlink(), link.read_text("utf-8")) == (False, False, "new")


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "some.yaml"
    out.write_text("former", "utf-8")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(out, "new")
    assert caught.value.filename == str(out)
    assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ["former"]
