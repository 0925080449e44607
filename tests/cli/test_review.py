"""``bingo review``: processes, progress, and going on after whatever ended it; what it prints is stored."""

import json
import os
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bingo.positions import read_records, reads_records
from bingo.solver import IllegalMove, Settings, replay
from bingo.solver.batch.reviews import review_files
from bingo.solver.workers import WorkersLost
from tests.support.command import output, refusal, run
from tests.support.deals import DEAL, with_changes
from tests.support.depth import by_depth
from tests.support.reading import A_MATCH

QUICK_OPTIONS = ("--worlds", str(by_depth(8, 24)), "--jobs", "1")
#: Five deals that end soon, which is all that files and processes ask for.
SHORT_DEALS = "---\n".join(
    with_changes(DEAL.partition("  - lead 6-1")[0], ("Third deal", f"Deal {n}"), ("match: {you: 2, opponent: 4}\n", ""))
    + "  - claim\n"
    for n in range(5)
)


def reviewed(*words: str, text: str | None = None) -> list[dict[str, Any]]:
    result = output("review", *words, "--json", *QUICK_OPTIONS, text=text)
    return [json.loads(line) for line in result.splitlines()]


def test_processes_and_seeds() -> None:
    one_job, two_jobs, other_seed = (
        run("review", "-", "--json", "--worlds", "16", *words, text=SHORT_DEALS).stdout
        for words in (("--jobs", "1"), ("--jobs", "2"), ("--jobs", "1", "--seed", "9"))
    )
    assert one_job == two_jobs != other_seed
    assert len(one_job.splitlines()) == 5


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_progress_is_that_of_all_deals(jobs: int, tmp_path: Path) -> None:
    file, shares = tmp_path / "five.yaml", list[float]()
    file.write_text(SHORT_DEALS, "utf-8")
    settings = Settings(worlds=16)
    summary = review_files([file], settings, jobs=jobs, on_progress=lambda _doing, share: shares.append(share))
    assert summary.deals == 5
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert {0.2, 0.4, 0.6, 0.8} <= set(shares)


def test_a_deal_that_cannot_be_reviewed_is_told_of_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise IllegalMove("no such deal")

    file, failures = tmp_path / "five.yaml", list[object]()
    file.write_text(SHORT_DEALS, "utf-8")
    assert review_files([str(file)], Settings(worlds=16), jobs=1).deals == 5
    monkeypatch.setattr("bingo.solver.batch.reviews.review", refused)
    summary = review_files([str(file)], Settings(worlds=16), jobs=1, on_failure=failures.append)
    assert (summary.deals, len(failures)) == (0, 5)
    assert str(failures[0]).endswith("five.yaml, deal 1: no such deal")


@pytest.fixture
def brief(tmp_path: Path) -> str:
    file = tmp_path / "brief.yaml"
    file.write_text(SHORT_DEALS)
    return str(file)


def test_what_is_kept_has_the_record_the_day_and_phases(tmp_path: Path) -> None:
    """What a profile and a trainer need: nothing is asked of the records again."""
    out, file = tmp_path / "r.jsonl", tmp_path / "deals.yaml"
    deals = A_MATCH.read_text("utf-8").split("---\n")
    file.write_text("---\n".join(deals[: by_depth(2, len(deals))]), "utf-8")
    os.utime(file, (0, datetime(2026, 3, 1, 12).timestamp()))
    output("review", str(file), *QUICK_OPTIONS, "--out", str(out))
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    records = list(read_records(file))
    assert [record for line in lines for record in reads_records(json.dumps(line["record"]))] == records
    assert {line["day"] for line in lines} == {"2026-03-01"}
    for line, record in zip(lines, records, strict=True):
        moments = {(m.trick, str(m.turn.move)): m.position for m in replay(record).moments if m.turn}
        for decision in line["decisions"]:
            position = moments[decision["trick"], decision["move"]]
            assert decision["phase"] == ("open" if position.open else "closed" if position.closed else "exhausted")
    assert {decision["phase"] for line in lines for decision in line["decisions"]} == {"open", "closed"}


def test_what_comes_from_standard_input_was_played_today(tmp_path: Path) -> None:
    out = tmp_path / "r.jsonl"
    output("review", "-", *QUICK_OPTIONS, "--out", str(out), text=SHORT_DEALS)
    days = {json.loads(line)["day"] for line in out.read_text("utf-8").splitlines()}
    assert days <= {date.today().isoformat(), (date.today() - timedelta(days=1)).isoformat()}


def test_results_are_counted_and_can_be_gone_on_with(brief: str, tmp_path: Path) -> None:
    out, table = tmp_path / "r.jsonl", tmp_path / "r.csv"
    words = (brief, "--out", str(out), "--csv", str(table), *QUICK_OPTIONS)
    assert output("review", *words) == "5 deals reviewed.\n"
    records, rows = out.read_bytes(), table.read_bytes()
    out.write_bytes(b"".join(records.splitlines(keepends=True)[:2]))
    assert "--resume goes on with it" in refusal("review", *words)
    assert "seed" in refusal("review", *words, "--seed", "5", "--resume")
    assert output("review", *words, "--resume") == "5 deals reviewed (2 of them by earlier runs).\n"
    assert (out.read_bytes(), table.read_bytes()) == (records, rows)
    assert run("review", *words, "--resume").stdout.startswith("5 deals reviewed (5 of them")


@pytest.mark.parametrize(
    ("source", "error", "status", "words"),
    [
        (str(A_MATCH), KeyboardInterrupt(), 130, "Interrupted. Continue with the same command and --resume."),
        ("-", KeyboardInterrupt(), 130, "Interrupted."),
        (str(A_MATCH), WorkersLost("The processes have ended."), 1, "The processes have ended."),
    ],
)
def test_what_stops_it_is_told_in_words_and_how_to_go_on(
    source: str, error: BaseException, status: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("bingo.cli.review.review_files", stopped)
    result = run("review", source, "--out", str(tmp_path / "r.jsonl"))
    assert (result.exit_code, result.stdout, result.stderr) == (status, "", f"{words}\n")
