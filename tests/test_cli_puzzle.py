"""``bingo puzzle``: it poses, listens, and says why."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from bingo.positions.shipped import shipped
from tests.test_cli_main import ROOT, program, run

#: Hold the Bingo: lead 5-0 wins 2, the Bingo at once loses 1.
WAITS = "positions/examples/the-bingo-waits.yaml"
CLAIM = "positions/examples/wait-with-a-claim.yaml"


def answers(*lines: str, width: int = 80, file: str = WAITS) -> str:
    result = run("puzzle", "--file", file, "--number", "1", text="".join(f"{line}\n" for line in lines), width=width)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def test_poses_the_board_and_the_question() -> None:
    output = answers()
    assert output.startswith("The Bingo waits (puzzle 1 of 1)\n")
    assert "You are to lead. One move alone wins 2 game points. Which?" in output
    assert output.endswith("Your move: (no more input)\n")
    assert "5-0 " not in output[output.index("Which?") :]


@pytest.mark.parametrize("answer", ["lead 5-0", "5-0", "0-5", "LEAD  5-0", "lead 50"])
def test_the_right_move_is_recognised_and_explained(answer: str) -> None:
    output = answers(answer)
    assert "Right: lead 5-0 wins 2 game points." in output
    assert "the Bingo takes 6-6: you score 1 game point" in output
    assert "  +2  lead 5-0\n" in output
    assert output.count("Your move: ") == 1


def test_a_wrong_move_is_refuted_and_asked_again() -> None:
    output = answers("0-0", "5-0")
    assert "lead 0-0 loses 1 game point; the right move wins 2 game points." in output
    refutation = output[output.index("The refutation") : output.index("Right: ")]
    assert re.search(r"^  8  you 0-0  opponent \S+ +you", refutation, re.MULTILINE)
    assert "the opponent claims with" in refutation
    assert output.count("Your move: ") == 2


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("6-6", "expected a tile of yours: 6-2 5-2 5-0 4-1 3-2 3-1 0-0; found lead 6-6"),
        ("foo", "expected close, declare TILES, lead TILE, play TILE or claim, joined by commas; found 'foo'"),
        ("", "expected close, declare TILES"),
        ("close, 5-0", "expected one of: lead 5-0; "),
        ("claim", "expected one of: lead 5-0; "),
        ("declare 6-6 0-0, lead 0-0", "expected one of: lead 5-0; "),
        ("lead 9-9", "found '9-9'"),
        ("wait", "expected one of: lead 5-0; "),
    ],
)
def test_what_is_no_move_is_explained_and_asked_again(answer: str, told: str) -> None:
    output = " ".join(answers(answer, "5-0").split())
    assert told in output
    assert "Right: " in output


def test_hints_come_in_two_steps_and_do_not_solve() -> None:
    output = answers("hint", "hint")
    found = re.search(r"One of: (.*); (.*); (.*)\.", output)
    assert found
    assert "lead 5-0" in found.groups()
    with_theme = run("puzzle", "hold-the-bingo", "--number", "1", text="hint\nhint\n").stdout
    assert with_theme.index("The Bingo has to wait.") < with_theme.index("One of: ")


@pytest.mark.parametrize("answer", ["give up", "Give  up", "solution"])
def test_giving_up_shows_the_solution(answer: str) -> None:
    output = answers(answer, "5-0")
    assert "The solution is lead 5-0." in output
    assert "Right" not in output


def test_a_claim_can_be_the_wrong_answer() -> None:
    output = answers("claim", "lead 0-0", file=CLAIM)
    assert "claim wins 1 game point; the right move wins 2 game points." in output
    assert "you claim with 77 card points" in output
    assert "Right: lead 0-0 wins 2 game points." in output


def test_leading_a_double_without_declaring_it_is_taken_at_its_word() -> None:
    file = "positions/examples/close-for-three.yaml"
    assert "Right: close, lead 6-6" in answers("close 6-6", file=file)
    assert "Right: close, lead 6-6" in answers("close, lead 6-6", file=file)
    assert "lead 6-6 loses 1 game point; the right move wins 3 game points." in answers("6-6", file=file)


@pytest.mark.parametrize("width", [40, 60, 80])
def test_nothing_is_wider_than_the_screen(width: int) -> None:
    for file in (WAITS, CLAIM):
        output = answers("hint", "hint", "foo", "0-0", "give up", width=width, file=file)
        assert max(map(len, output.splitlines())) <= width


# --- choosing ----------------------------------------------------------------------------------------


def test_the_list_counts_every_puzzle() -> None:
    output = run("puzzle", "--list").stdout
    rows = re.findall(r"^(\S+) +(\d+) +(\d+) +(\d+) +(\d+)$", output, re.MULTILINE)
    total = sum(1 for _ in shipped())
    assert len(rows) == 8
    assert sum(int(row[4]) for row in rows) == total
    assert all(sum(map(int, row[1:4])) == int(row[4]) for row in rows)
    assert f"{total} puzzles in all." in output


def test_a_seed_and_a_number_choose_and_filters_hold() -> None:
    first = [run("puzzle", "--seed", "4", text="").stdout for _ in range(2)]
    assert first[0] == first[1]
    assert len({run("puzzle", "--seed", str(n), text="").stdout for n in range(4)}) > 1
    hard = run("puzzle", "sacrifice", "--difficulty", "hard", "--number", "1", text="").stdout
    assert re.match(r"Sacrifice .* \(puzzle 1 of \d+\)", " ".join(hard.split()))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nonsense"], "expected one of close-now, do-not-close, "),
        (["sacrifice", "--number", "999"], "expected 1 to "),
        (["--difficulty", "brutal"], "expected one of easy, medium, hard; found 'brutal'"),
    ],
)
def test_what_does_not_exist_is_wrong_usage(words: list[str], told: str) -> None:
    result = run("puzzle", *words, text="")
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.replace("│", "").split())


def test_a_file_that_cannot_be_read_ends_with_1() -> None:
    result = run("puzzle", "--file", "nowhere.yaml", text="")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "nowhere.yaml" in result.stderr


def test_the_program_itself_reads_a_pipe() -> None:
    result = program("puzzle", "--file", WAITS, text="lead 5-0\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Your move: lead 5-0\n\nRight: lead 5-0 wins 2 game points." in result.stdout


WITHOUT_KERNEL = """
import sys
sys.modules["bingo.solver.native._kernel"] = None
from bingo.cli.main import app
app(sys.argv[1:])
"""


def _without_kernel(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT_KERNEL, *words]
    return subprocess.run(command, input="5-0\n", cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


def test_puzzles_are_posed_without_the_native_kernel_and_composing_says_what_it_needs() -> None:
    posed = _without_kernel("puzzle", "--file", WAITS)
    assert (posed.returncode, posed.stderr) == (0, "")
    assert "Right: lead 5-0" in posed.stdout
    composed = _without_kernel("compose")
    assert (composed.returncode, composed.stdout) == (1, "")
    assert composed.stderr == "Composing needs the native kernel, and none was built with this installation.\n"
