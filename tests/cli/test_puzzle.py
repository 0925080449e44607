"""``bingo puzzle`` at a terminal and through a pipe; what it prints is stored."""

import io
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bingo.cli.console import ask_word
from bingo.cli.puzzle import answers_of
from bingo.solver import Match, Move, analyze
from bingo.solver.game.notation import parse
from bingo.solver.game.tiles import tile
from tests.cli.terminal import at_a_terminal
from tests.support.command import run
from tests.support.reading import ROOT

#: Hold the Bingo: lead 5-0 wins 2, the Bingo at once loses 1.
BINGO_WAITS = "positions/examples/the-bingo-waits.yaml"


# --- a session ---------------------------------------------------------------------------------------


def test_no_puzzle_comes_twice() -> None:
    output = run("puzzle", "sacrifice", text="next\n" * 100).stdout
    posed = re.findall(r"^Puzzle (\d+) of (\d+)$", output, re.MULTILINE)
    assert len(set(posed)) == len(posed) == int(posed[0][1])


def test_the_score_is_told_of_two_puzzles_or_more(tmp_path: Path) -> None:
    puzzle, two = (ROOT / BINGO_WAITS).read_text("utf-8"), tmp_path / "two.yaml"
    two.write_text(f"{puzzle}---\n{puzzle}", "utf-8")
    output = run("puzzle", "--file", str(two), text="next\n" * 2).stdout
    score = "Score: 0 of 2 puzzles solved, 0 on the first try; streak 0, longest 0."
    assert output.endswith(f"{score}\n\nThat was the last of 2 puzzles.\n\n")
    single_output = run("puzzle", "--file", str(ROOT / BINGO_WAITS), text="next\n").stdout
    assert "That was the last" not in single_output
    assert "Score" not in single_output


def test_positions_of_a_file_that_are_no_puzzles_are_told_of(tmp_path: Path) -> None:
    puzzle, mixed_file = (ROOT / BINGO_WAITS).read_text("utf-8"), tmp_path / "some.yaml"
    plain = re.sub(r"^expect:.*\n", "", puzzle, flags=re.MULTILINE)
    assert plain != puzzle
    mixed_file.write_text("---\n".join((plain, puzzle, plain)), "utf-8")
    result = run("puzzle", "--file", str(mixed_file), text="next\n")
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == [
        f"{mixed_file}, position {number} 'The Bingo waits'" for number in (1, 3)
    ]
    assert result.stderr.count("; found one without a best move in `expect`\n") == 2
    assert ("Puzzle 1 of 1" in result.stdout, result.exit_code) == (True, 1)
    mixed_file.write_text(plain, "utf-8")
    result = run("puzzle", "--file", str(mixed_file))
    assert (result.stdout, result.exit_code) == ("", 1)


def test_on_a_terminal_lines_can_be_edited_and_ctrl_d_and_ctrl_c_end_it() -> None:
    """Left, backspace and the former line are keys that only line editing knows."""
    output, status = at_a_terminal("puzzle", "--file", BINGO_WAITS, keys=["hnt\x1b[D\x1b[Di\r", "\x1b[A\r", "\x04"])
    assert output.count("One of: ") == 2  # "hint" was typed by moving left, and once more by moving up
    assert status == 0
    output, status = at_a_terminal("puzzle", "--seed", "1", keys=["next\r", "\x03"])
    assert re.search(r"(?s)Score: 0 of 1 puzzle .*Interrupted\.", output)
    assert status == 130


def test_what_is_typed_is_shown_once_where_the_output_goes_into_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pty = pytest.importorskip("pty", reason="terminals are a matter of POSIX")
    keys, terminal = pty.openpty()
    os.write(keys, b"4-4\n")
    with os.fdopen(terminal, encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert ask_word("Your move: ") == "4-4"
    os.close(keys)
    assert capsys.readouterr().out == "Your move: "


def test_what_comes_out_of_a_pipe_is_read_as_it_is_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"caf\xe9\n"), encoding="latin-1"))
    assert ask_word("Your move: ") == "café"


# --- at a match score --------------------------------------------------------------------------------


def test_with_a_match_score_the_chance_to_win_the_match_is_what_is_right() -> None:
    """Both replies bring nothing to either in this deal, but after one of them the opponent is through first."""
    position = replace(parse("domino-play 3 3031404466/00425053 o63 19/47 3/6 20/20 66 -"), match=Match(6, 6))
    answers = answers_of(position)
    assert [choice.value for choice in analyze(position).moves] == [0, 0]
    assert answers.judge(Move(play=tile(3, 0)))[:2] == (True, "Right: play 3-0 wins the match 100.0% of the time.")
    right, words, *_ = answers.judge(Move(play=tile(3, 1)))
    assert not right
    assert words == "play 3-1 wins the match 0.0% of the time; the right move wins the match 100.0% of the time."
    assert answers.moves[0] == Move(play=tile(3, 0))


# --- choosing ----------------------------------------------------------------------------------------
