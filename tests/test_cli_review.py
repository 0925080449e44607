"""``bingo review``: the report, JSON, the table, broken records, and going on after whatever ended it."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from bingo.positions import dumps_record
from bingo.solver import Settings
from bingo.solver.batch.reviews import Job, review_files
from bingo.solver.reviewing.report import COLUMNS
from tests.deals import DEAL, ONE_SIDED, bent, line_of, random_deal
from tests.depth import by_depth, few, thorough
from tests.native import needs_kernel
from tests.test_cli_main import BINGO, ROOT, run
from tests.test_records_errors import BROKEN

pytestmark = needs_kernel
A_MATCH = str(ROOT / "positions" / "deals" / "a-match.yaml")
#: Records broken in ways that tests of reading them know all of.
SOME = BROKEN[:: by_depth(8, 4)]
CHEAP = ("--worlds", str(by_depth(8, 24)), "--jobs", "1")
WANTED = "n trick player move best value best_value lost low high exact mistake why open"
TWO = f"{DEAL}---\n{bent(DEAL, ('match: {you: 2', 'match: {you: 3'), ('Third', 'Fourth'))}"
#: Five deals that end soon, which is all that files and processes ask for.
BRIEF = "---\n".join(
    bent(DEAL.partition("  - lead 6-1")[0], ("Third deal", f"Deal {n}"), ("match: {you: 2, opponent: 4}\n", ""))
    + "  - claim\n"
    for n in range(5)
)


def reviewed(*words: str, text: str | None = None) -> list[dict[str, Any]]:
    result = run("review", *words, "--json", *CHEAP, text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_report_begins_with_the_answer() -> None:
    result = run("review", "-", "--full", *CHEAP, text=DEAL)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:2] == ["Third deal", "rules pagat · you are Ann, the opponent is Bert"]
    assert lines[3].startswith("You won 1 game point; without luck")
    for heading in ("Closing and claiming", "Totals", "The sum"):
        assert heading in lines
    assert any(line.split() == ["you", "opponent"] for line in lines)


def test_json_keeps_its_contract() -> None:
    for found in reviewed("-", text=DEAL):
        assert found.keys() >= {"name", "rules", "result", "start", "luck", "lost", "mistakes", "decisions"}
        luck, lost = found["luck"], found["lost"]
        assert isinstance(luck, dict)
        assert isinstance(lost, dict)
        assert luck.keys() >= {"you", "deal", "draws", "hidden"}
        total = found["start"] + luck["you"] - lost["you"] + lost["opponent"]
        assert abs(found["result"] - total) < 1e-9
        decisions = found["decisions"]
        assert isinstance(decisions, list)
        for one in decisions:
            assert one.keys() >= set(WANTED.split())
            assert one["open"].keys() >= {"best", "lost"}
            assert 0 <= one["low"] <= one["lost"] <= one["high"]


def test_processes_and_seeds() -> None:
    one, two, other = (
        run("review", "-", "--json", "--worlds", "16", *words, text=BRIEF).stdout
        for words in (("--jobs", "1"), ("--jobs", "2"), ("--jobs", "1", "--seed", "9"))
    )
    assert one == two != other
    assert len(one.splitlines()) == 5


def test_no_mistake_is_without_a_word_on_its_cause() -> None:
    lines = run("review", "-", "--full", *CHEAP, text=DEAL).stdout.splitlines()
    better = [n for n, line in enumerate(lines) if line.startswith("      better: ")]
    [found] = reviewed("-", text=DEAL)
    assert isinstance(found["decisions"], list)
    mistakes = [one for one in found["decisions"] if one["mistake"]]
    assert len(better) == len(mistakes) > 0
    for n, one in zip(better, mistakes, strict=True):
        said = " ".join(line.strip() for line in lines[n + 1 : n + 8])
        assert (one["why"] or "No single cause was found: it is worth less on average.")[:60] in said


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_progress_is_that_of_all_deals(jobs: int, tmp_path: Path) -> None:
    file, shares = tmp_path / "five.yaml", list[float]()
    file.write_text(BRIEF, encoding="utf-8")
    job = Job(Settings(worlds=16), jobs=jobs, on_progress=lambda _doing, share: shares.append(share))
    assert review_files([str(file)], job).deals == 5
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert {0.2, 0.4, 0.6, 0.8} <= set(shares)


def test_every_decision_is_a_row_of_the_table(tmp_path: Path) -> None:
    table = tmp_path / "decisions.csv"
    found = run("review", "-", "--json", "--csv", str(table), *CHEAP, text=TWO)
    deals = [json.loads(line) for line in found.stdout.splitlines()]
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["file"], row["deal"], row["n"], row["move"]) for row in rows] == [
        ("standard input", str(n), str(one["n"]), one["move"])
        for n, deal in enumerate(deals, 1)
        for one in deal["decisions"]
    ]
    assert [float(row["lost"]) for row in rows] == [one["lost"] for deal in deals for one in deal["decisions"]]


def test_one_players_record_is_judged_by_what_they_knew() -> None:
    [found] = reviewed("-", text=ONE_SIDED)
    assert found["judged"] == ["you"]
    assert all(one["player"] == "you" and one["open"] is None for one in found["decisions"])
    assert found["luck"]["deal"] == pytest.approx(found["decisions"][0]["best_value"] - found["start"])
    text = " ".join(run("review", "-", "--full", *CHEAP, text=ONE_SIDED).stdout.split())
    assert "a record of your tiles" in text
    assert "only the decisions of the player whose tiles are recorded are judged" in text


@thorough
def test_where_deals_are_worth_card_points_it_says_so() -> None:
    text = dumps_record(random_deal("berndt", 2))
    result = run("review", "-", "--worlds", "4", "--jobs", "1", text=text)
    assert result.stderr == ""
    assert "card points" in result.stdout


@pytest.mark.parametrize(("old", "new", "trick", "expected", "found"), SOME, ids=[new for _, new, *_ in SOME])
def test_a_broken_record_is_told_with_trick_and_line_and_the_rest_is_done(
    old: str, new: str, trick: int, expected: str, found: str
) -> None:
    """All broken rules are in test_records_errors: review reads records in the same way."""
    text = bent(DEAL, (old, new))
    result = run("review", "-", "--json", *CHEAP, text=f"{text}---\n{BRIEF}")
    assert result.exit_code == 1
    assert f"trick {trick}" in result.stderr
    assert found in result.stderr
    assert expected in result.stderr
    assert f"line {line_of(text, new.splitlines()[-1].strip())}" in result.stderr or "\n" in new or new == "lead 5-0"
    assert [json.loads(line)["name"] for line in result.stdout.splitlines()] == [f"Deal {n}" for n in range(5)]


def test_options_that_exclude_each_other_are_wrong_usage(tmp_path: Path) -> None:
    out = str(tmp_path / "out.jsonl")
    for words in (
        ("--quick", "--seconds", "1"),
        ("--quick", "--worlds", "9"),
        ("--resume",),
        ("--resume", "--overwrite", "--out", out),
        ("--out", str(tmp_path)),
        ("--out", A_MATCH),
        ("--out", out, "--csv", out),
        ("--worlds", "0"),
    ):
        result = run("review", A_MATCH, *words)
        assert result.exit_code == 2, words
        assert "expected" in result.stderr or "cannot" in result.stderr or "need" in result.stderr


def test_seconds_are_said_to_make_the_answer_depend_on_the_machine() -> None:
    result = run("review", "-", "--seconds", "0.2", text=DEAL)
    assert "depend on the machine" in " ".join(result.stdout.split())


@pytest.fixture
def brief(tmp_path: Path) -> str:
    """A file of five deals that end soon."""
    file = tmp_path / "brief.yaml"
    file.write_text(BRIEF)
    return str(file)


def test_results_are_counted_and_can_be_gone_on_with(brief: str, tmp_path: Path) -> None:
    out, table = tmp_path / "r.jsonl", tmp_path / "r.csv"
    words = (brief, "--out", str(out), "--csv", str(table), *CHEAP)
    whole = run("review", *words)
    assert (whole.exit_code, whole.stdout) == (0, "5 deals reviewed.\n")
    records, rows = out.read_bytes(), table.read_bytes()
    state = Path(f"{out}.state")
    lines = state.read_text().splitlines(keepends=True)
    state.write_text("".join(lines[:3]))  # as it was after two deals
    refused = run("review", *words)
    assert refused.exit_code == 2
    assert "found 2 done" in refused.stderr
    other = run("review", *words, "--seed", "5", "--resume")
    assert other.exit_code == 2
    assert "seed" in other.stderr
    os.utime(brief, (1, 1))  # written again, with the same bytes
    again = run("review", *words, "--resume")
    assert (again.exit_code, again.stdout) == (0, "5 deals reviewed (2 of them by earlier runs).\n")
    assert (out.read_bytes(), table.read_bytes()) == (records, rows)
    assert run("review", *words, "--resume").stdout.startswith("5 deals reviewed (5 of them")


@pytest.mark.skipif(os.name != "posix", reason="kills processes")
@pytest.mark.parametrize("how", few([signal.SIGKILL, signal.SIGINT], signal.SIGINT))
def test_killed_and_resumed_gives_the_same_results(brief: str, tmp_path: Path, how: signal.Signals) -> None:
    out = tmp_path / "r.jsonl"
    words = ("review", brief, "--worlds", "256", "--jobs", "1", "--out")
    whole = run(*words, str(tmp_path / "whole.jsonl"))
    assert whole.exit_code == 0
    process = subprocess.Popen([*BINGO, *words, str(out)], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and (not out.exists() or not out.read_bytes().count(b"\n")):
        time.sleep(0.01)
    process.send_signal(how)
    _, told = process.communicate()
    if how is signal.SIGINT and process.returncode:
        assert process.returncode == 130
        assert "--resume" in told
    assert run(*words, str(out), "--resume").exit_code == 0
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
