"""``bingo puzzle``: it poses, listens, and says why."""

from __future__ import annotations

import random
import re
from itertools import islice
from pathlib import Path

from bingo.positions import write
from bingo.positions.shipped import shipped, unseen
from bingo.solver.game.tiles import members, text
from bingo.solver.hidden.worlds import count_hands
from tests.native import needs_kernel, without_kernel
from tests.terminal import at_a_terminal
from tests.test_cli_main import program, run

#: Hold the Bingo: lead 5-0 wins 2, the Bingo at once loses 1.
WAITS = "positions/examples/the-bingo-waits.yaml"


def answers(*lines: str, width: int = 80, file: str = WAITS) -> str:
    result = run("puzzle", "--file", file, "--number", "1", text="".join(f"{line}\n" for line in lines), width=width)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def test_hints_come_in_two_steps_and_do_not_solve() -> None:
    output = answers("hint", "hint")
    found = re.search(r"One of: (.*); (.*); (.*)\.", output)
    assert found
    assert "lead 5-0" in found.groups()
    with_theme = run("puzzle", "hold-the-bingo", "--number", "1", text="hint\nhint\n").stdout
    assert with_theme.index("The Bingo has to wait.") < with_theme.index("One of: ")


def test_a_declaration_and_the_lead_after_it_need_no_comma(tmp_path: Path) -> None:
    file = tmp_path / "declaring.yaml"
    declaring = next(p for p in shipped() if p.expect and p.expect.best[0].declare and not p.expect.best[0].close)
    write([declaring], file)
    assert declaring.expect
    move = str(declaring.expect.best[0])
    assert f"Right: {move} " in " ".join(answers(move.replace(",", ""), file=str(file)).split())


def test_a_move_that_is_not_possible_does_not_betray_the_best_one() -> None:
    """Moves are listed in an order that says nothing of their values."""
    for line in ("wait", "moves"):
        (listed,) = re.findall(r"ne of: (.*?)[;.] ?(?:found|Your)", " ".join(answers(line).split()))
        assert listed.split("; ") == sorted(listed.split("; "))


@needs_kernel
def test_a_wrong_answer_has_the_hidden_tiles_dealt_against_it_and_the_right_one_says_why() -> None:
    known = next(p for p in unseen() if p.expect and p.expect.best[0].close)
    assert known.expect
    right = known.expect.best[0]
    wrong = next(t for t in members(known.hand) if t != right.lead)
    typed = f"{text(wrong)}\n{right}\n"
    output = run("puzzle", "close-unseen", "--number", "1", text=f"hint\nmoves\nclose {typed}").stdout
    told = " ".join(output.split())
    assert "Close now or not, and with which lead? One answer is right, whatever is hidden." in told
    assert re.search(rf"close, .*lead {text(wrong)} \w+ .* if the tiles lie like this\.", told)
    assert re.search(r"right move is worth more in [\d,]+ of [\d,]+ hands: on average [+-]\d\.\d\d, and close", told)
    assert f"Right: {right}." in told
    assert f"all {count_hands(known):,} hands for closing" in told
    assert max(map(len, output.splitlines())) <= 80


@needs_kernel
def test_not_closing_is_one_answer_and_a_first_lead_is_compared_with_the_others() -> None:
    number, known = next((n, p) for n, p in enumerate((p for p in unseen() if not sum(p.tricks)), 1))
    assert known.expect
    output = " ".join(run("puzzle", "first-leads", "--number", str(number), text="give up\n").stdout.split())
    assert f"The solution is {known.expect.best[0]}." in output
    assert "Which lead is right, whatever is hidden?" in output
    assert re.search(r"how far the others are behind the right move about behind by [+-]\d\.\d\d [a-z]", output)


def test_puzzles_with_hidden_tiles_need_the_kernel() -> None:
    listed = without_kernel("puzzle", "--list")
    assert "first-leads" not in listed.stdout
    assert "248 puzzles in all." in listed.stdout


# --- a session ---------------------------------------------------------------------------------------


def session(tmp_path: Path, *lines: str) -> str:
    """The output for some lines while three puzzles are posed; ``solve 2`` stands for the solution of the second."""
    chosen = list(islice(shipped(), 3))
    file = tmp_path / "some.yaml"
    write(chosen, file)
    in_order = next(seed for seed in range(100) if random.Random(seed).sample(range(3), 3) == [0, 1, 2])
    solutions = {f"solve {n}": str(p.expect.best[0]) for n, p in enumerate(chosen, 1) if p.expect}
    typed = "".join(f"{solutions.get(line, line)}\n" for line in lines)
    result = run("puzzle", "--file", str(file), "--seed", str(in_order), text=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_a_session_poses_one_after_the_other_and_keeps_the_score(tmp_path: Path) -> None:
    output = session(tmp_path, "solve 1", "", "solve 2", "next", "hint", "solve 3")
    assert [output.count(f"Puzzle {n} of 3\n") for n in (1, 2, 3)] == [1, 1, 1]
    scores = re.findall(r"Score: (.*)\.", output)
    assert scores == [
        "1 of 1 puzzle solved, 1 on the first try; streak 1, longest 1",
        "2 of 2 puzzles solved, 2 on the first try; streak 2, longest 2",
        "3 of 3 puzzles solved, 2 on the first try; streak 0, longest 2",
    ]
    assert "That was the last of 3 puzzles." in output


def test_a_puzzle_given_up_or_skipped_breaks_the_streak(tmp_path: Path) -> None:
    output = session(tmp_path, "solve 1", "y", "give up", "next", "next")
    assert output.count("Enter for the next puzzle") == 2
    assert re.findall(r"Score: (.*);", output)[-2:] == [
        "1 of 2 puzzles solved, 1 on the first try", "1 of 3 puzzles solved, 1 on the first try",
    ]  # fmt: skip
    assert "streak 0, longest 1" in output


def test_a_session_ends_with_the_score_when_it_is_left_or_the_input_ends(tmp_path: Path) -> None:
    for last in (["quit"], []):
        output = session(tmp_path, "solve 1", "", "next", "hint", *last)
        assert output.endswith("Score: 1 of 2 puzzles solved, 1 on the first try; streak 0, longest 1.\n")
    assert session(tmp_path, "solve 1", "quit").count("Score: ") == 1
    assert "Score" not in session(tmp_path, "quit")


def test_no_puzzle_comes_twice() -> None:
    output = run("puzzle", "sacrifice", text="next\n" * 100).stdout
    posed = re.findall(r"^Puzzle (\d+) of (\d+)$", output, re.MULTILINE)
    assert len(set(posed)) == len(posed) == int(posed[0][1])


def test_on_a_terminal_lines_can_be_edited_and_ctrl_d_and_ctrl_c_end_it() -> None:
    """Left, backspace and the former line are keys that only line editing knows."""
    output, status = at_a_terminal("puzzle", "--file", WAITS, keys=[b"hnt\x1b[D\x1b[Di\r", b"\x1b[A\r", b"\x04"])
    assert output.count("One of: ") == 2  # "hint" was typed by moving left, and once more by moving up
    assert status == 0
    output, status = at_a_terminal("puzzle", "--seed", "1", keys=[b"next\r", b"\x03"])
    assert re.search(r"Score: 0 of 1 puzzle .*\s+Interrupted\.", output)
    assert status == 130


# --- choosing ----------------------------------------------------------------------------------------


@needs_kernel
def test_the_list_counts_every_puzzle() -> None:
    output = run("puzzle", "--list").stdout
    rows = re.findall(r"^(\S+) +(\d+) +(\d+) +(\d+) +(\d+)$", output, re.MULTILINE)
    total = sum(1 for _ in shipped()) + sum(1 for _ in unseen())
    assert len(rows) == 10
    assert sum(int(row[4]) for row in rows) == total
    assert all(sum(map(int, row[1:4])) == int(row[4]) for row in rows)
    assert f"{total} puzzles in all." in output
    told = run("puzzle", "--list", width=50).stdout.split("\n\n")[1].splitlines()  # what a theme is, a sentence each
    assert [line.split(":")[0] for line in told if line[0] != " "] == [row[0] for row in rows]
    assert {len(line) - len(line.lstrip()) for line in told} == {0, 2}


def test_a_seed_and_a_number_choose_and_filters_hold() -> None:
    first = [run("puzzle", "--seed", "4", text="").stdout for _ in range(2)]
    assert first[0] == first[1]
    assert len({run("puzzle", "--seed", str(n), text="").stdout for n in range(4)}) > 1
    hard = run("puzzle", "sacrifice", "--difficulty", "hard", "--number", "1", text="give up\n").stdout
    listed = run("puzzle", "--list").stdout
    (hard_ones,) = re.findall(r"^sacrifice +\d+ +\d+ +(\d+)", listed, re.MULTILINE)
    assert hard.startswith(f"Puzzle 1 of {hard_ones}\n")
    assert "Give a tile that counts." in hard


def test_the_program_itself_reads_a_pipe() -> None:
    result = program("puzzle", "--file", WAITS, text="lead 5-0\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Your move: lead 5-0\n\nRight: lead 5-0 wins 2 game points." in result.stdout


def test_puzzles_are_posed_without_the_native_kernel_and_composing_says_what_it_needs() -> None:
    posed = without_kernel("puzzle", "--file", WAITS, text="5-0\n")
    assert (posed.returncode, posed.stderr) == (0, "")
    assert "Right: lead 5-0" in posed.stdout
    composed = without_kernel("compose")
    assert (composed.returncode, composed.stdout) == (1, "")
    assert composed.stderr.startswith("composing: expected the native kernel; found none")
