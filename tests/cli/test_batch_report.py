"""What `bingo batch` tells: failures up to a number, values in ranges, and the ways out of a refusal."""

import re
from collections import Counter
from pathlib import Path

import pytest

from bingo.cli.batch import ROWS, TOLD, summary
from bingo.cli.page import items
from bingo.solver import deal
from bingo.solver.batch import Progress
from bingo.solver.render.screen import Screen
from tests.cli.test_batch import LAST
from tests.cli.test_main import run


def test_failures_are_told_up_to_a_number_and_then_counted(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("nonsense\n" * (TOLD + 1234) + LAST)
    result = run("batch", str(file), "--out", str(tmp_path / "r.jsonl"), "--jobs", "1")
    lines = result.stderr.splitlines()
    assert (result.exit_code, len(lines)) == (1, TOLD + 1)
    assert lines[-1] == "... and 1,234 more: --failed writes all of them to the results."
    assert "1,334 could not be read." in result.stdout
    result = run("batch", str(file), "--out", str(tmp_path / "r.jsonl"), "--failed", "--overwrite", "--jobs", "1")
    assert result.stderr.splitlines()[-1] == "... and 1,234 more: the results have them."


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ({-2: 1, 0: 3, 3: 2}, ["+3", "0", "-2"]),
        (dict.fromkeys(range(-48, 47), 1), ["+45 to +49", *(f"+{n} to +{n + 4}" for n in range(40, 0, -5)), "0 to +4"]),
        (dict.fromkeys(range(24), 1), ["+22 to +23", "+20 to +21"]),
        (dict.fromkeys([*range(25), 70_000], 1), ["+70000 to +74999", "0 to +4999"]),
    ],
)
def test_many_values_share_rows(values: dict[int, int], names: list[str]) -> None:
    lines = summary(Progress(sum(values.values()), values=Counter(values)), Screen(60))[1:]
    rows = [re.fullmatch(r"  +(\S+(?: to \S+)?)  +([\d,]+)  +[\d.]+%  █+", line) for line in lines]
    assert [row[1] for row in rows if row][: len(names)] == names
    assert sum(int(row[2]) for row in rows if row) == sum(values.values())
    assert len(lines) <= ROWS
    assert max(map(len, lines)) <= 60


def test_an_expected_value_that_no_value_can_be_does_not_break_the_program() -> None:
    wrong = LAST[:-1] + f',"expect":{{"value":{"1" * 400}}}}}'
    result = run("batch", "-", text=wrong, width=300)
    assert result.exit_code == 1
    assert "position 1: expect.value (line 1): expected a number" in result.stderr
    assert "1 could not be read." in result.stderr


def test_of_many_best_moves_three_are_named() -> None:
    best = ["lead 6-6", "lead 5-5", "lead 4-4", "lead 3-3"]
    item = items.solved("A position", deal("pagat"), {"value": 0, "exact": True, "best": best})
    assert item.data["words"][-1] == "Worth 0 in game points: lead 6-6 or lead 5-5 or lead 4-4."
