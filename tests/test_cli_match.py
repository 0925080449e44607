"""``bingo match``: the table of a match for people and for machines, and what the next deal makes of a score."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bingo.cli.main import app
from bingo.solver import match_equity, rubber_equity
from bingo.solver.game.position import OPPONENT


def run(*words: str, columns: int = 80) -> Result:
    return CliRunner().invoke(app, ["match", *words], env={"COLUMNS": str(columns), "LC_ALL": "C.UTF-8"})


def test_the_table_has_every_score_for_both_leaders() -> None:
    out = run().stdout
    leading, following = out.split("If the opponent leads the next deal")
    equity = match_equity()
    for part, lead in ((leading, 0), (following, 1)):
        rows = [line.split() for line in part.splitlines() if line.split() and line.split()[0].isdigit()]
        assert [row[0] for row in rows] == list("0123456")
        for a, row in enumerate(rows):
            assert row[1:] == [f"{100 * equity.chance(a, b, lead):.1f}" for b in range(7)]
    assert "First to 7" in out or "first to 7" in out
    assert "standard error at most" in out


def test_a_longer_match_has_a_larger_table() -> None:
    rows = [line.split() for line in run("--to", "9", "--rules", "engel").stdout.splitlines()]
    assert ["8", *(f"{100 * match_equity('engel', 9).chance(8, b):.1f}" for b in range(9))] in rows


def test_one_score_says_what_each_result_of_the_next_deal_makes_of_it() -> None:
    """At 4 : 5 three more points win, and two of the opponent's lose."""
    out = run("4", "5").stdout
    equity = match_equity()
    assert f"{100 * equity.chance(4, 5):.1f}% of the time if you lead the next deal" in out
    assert f"{100 * equity.chance(4, 5, OPPONENT):.1f}% if the opponent does" in " ".join(out.split())
    rows = {tuple(line.split()[:2]): line.split() for line in out.splitlines()}
    assert rows["you", "+3"][2:8] == ["7", ":", "5", "match", "over", "100.0%"]
    assert rows["you", "+2"][2:7] == ["6", ":", "5", "you", f"{100 * equity.chance(6, 5):.1f}%"]
    assert rows["opponent", "+1"][2:6] == ["4", ":", "6", "opponent"]
    assert rows["opponent", "+2"][7] == "0.0%"
    assert "you +4" in run("2", "5", "--rules", "hoyle-modern").stdout  # 20 of 40,000 deals are enough to be shown


def test_at_one_score_of_a_rubber_the_next_deal_may_end_it() -> None:
    words = ("60", "40", "--rules", "berndt")
    lines = run(*words).stdout.splitlines()
    assert "it goes on                   0.0%          0.0%" in lines  # not -0.0%
    chance = json.loads(run(*words, "--json").stdout)["chance"]
    assert chance["you"] == round(rubber_equity().chance(60, 40), 5)


def test_the_table_as_json() -> None:
    [line] = run("--json", "--to", "3").stdout.splitlines()
    found = json.loads(line)
    assert (found["rules"], found["to"], found["table"]) == ("pagat", 3, "pagat")
    assert len(found["chances"]) == 2 * 9
    assert found["chances"][1] == {
        "you": 0, "opponent": 1, "lead": "you", "chance": round(match_equity(to=3).chance(0, 1), 5),
    }  # fmt: skip
    assert found["error"] <= 0.003
    assert found["made"]["command"].startswith("python -m benchmarks.equity pagat")


def test_one_score_as_json() -> None:
    found = json.loads(run("--json", "6", "5").stdout)
    assert found["score"] == [6, 5]
    assert found["chance"]["you"] == round(match_equity().chance(6, 5), 5)
    won = [one for one in found["results"] if one["you"]]
    assert all(one["lead"] is None and one["chance"] == {"you": 1.0, "opponent": 1.0} for one in won)
    lost = next(one for one in found["results"] if (one["you"], one["opponent"]) == (0, 1))
    assert lost["score"] == [6, 6]
    assert lost["lead"] == {"you": "opponent", "opponent": "opponent"}
    assert sum(one["often"]["you"] for one in found["results"]) == pytest.approx(1, abs=1e-4)


def test_the_table_goes_to_a_spreadsheet(tmp_path: Path) -> None:
    target = tmp_path / "match.csv"
    result = run("--csv", str(target))
    assert result.stdout == run().stdout
    rows = list(csv.DictReader(target.open(encoding="utf-8")))
    assert len(rows) == 98
    assert rows[-1] == {
        "you": "6", "opponent": "6", "lead": "opponent", "chance": f"{match_equity().chance(6, 6, OPPONENT):.5f}",
    }  # fmt: skip
