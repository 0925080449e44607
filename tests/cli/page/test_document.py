"""The file of `--html FILE`: all it needs is in it, it is small and the same every time."""

import re
from pathlib import Path

import pytest

from bingo.cli.page import items
from bingo.positions import read_records
from bingo.solver import Settings, review
from tests.cli.page.test_report import APART, CLOSE, EXAMPLES, MATCH, WAITS, report
from tests.cli.test_main import LAST_TILE
from tests.oracles.random_play import random_deal
from tests.support.depth import by_depth, few, thorough
from tests.whole.test_outputs import review_few_deals

LIMIT = 150_000  # bytes of a report of one position
LIMIT_OF_SEVEN = 600_000  # of a reviewed match of seven deals


HIDDEN = ("analyze", "--worlds", "256", "--seed", "3", str(EXAMPLES / "first-lead.yaml"))
UNPROVED = ("close", CLOSE, "--no-proof")  # how far a proof gets in its time depends on the machine
EXACT, LINE = (("analyze", WAITS), ("analyze", APART)), ("claim", CLOSE, "--line", "0-0 6-6")


@pytest.mark.parametrize("words", few((HIDDEN, UNPROVED, *EXACT, LINE), HIDDEN, UNPROVED))
def test_the_same_question_gives_the_same_bytes_and_not_many(tmp_path: Path, words: tuple[str, ...]) -> None:
    first = report(tmp_path, *words).read_bytes()
    assert report(tmp_path, *words).read_bytes() == first
    assert len(first) < LIMIT


def test_no_exact_report_is_too_large(tmp_path: Path) -> None:
    for position in (EXAMPLES / "seven-tiles.jsonl").read_text(encoding="utf-8").splitlines()[: by_depth(3, 20)]:
        assert len(report(tmp_path, "analyze", "-", text=position).read_bytes()) < LIMIT


@thorough
def test_a_reviewed_match_is_the_same_every_time_and_not_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    review_few_deals(monkeypatch, hands=4)
    first = report(tmp_path, "review", "--worlds", "16", MATCH).read_bytes()
    assert report(tmp_path, "review", "--worlds", "16", MATCH).read_bytes() == first
    assert len(first) < LIMIT_OF_SEVEN * len(list(read_records(MATCH))) / 7


def test_the_file_names_no_address_and_forbids_requests(tmp_path: Path) -> None:
    written = report(tmp_path, "analyze", WAITS).read_text(encoding="utf-8")
    assert "default-src 'none'" in written
    outside = re.findall(r"https?://[^\s\"')%\\]+", written)
    assert set(outside) <= {"http://www.w3.org/2000/svg"}  # the name of a vocabulary, which nobody asks for


def test_what_is_written_in_a_file_stays_text(tmp_path: Path) -> None:
    evil = LAST_TILE.replace("The last tile", "</script><script>alert(1)</script>")
    written = report(tmp_path, "analyze", "-", text=evil).read_text(encoding="utf-8")
    assert "<script>alert" not in written


def test_a_page_has_six_decimals_and_no_times() -> None:
    assert items.timeless([{"share": 2 / 3, "seconds": 0.1}, 1 / 7]) == [{"share": 0.666667}, 0.142857]


def test_the_words_of_a_review_have_a_line_for_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    review_few_deals(monkeypatch, hands=4)
    answer = review(random_deal("pagat", 1), Settings(worlds=1))
    words = items.reviewed("A deal", answer).finished()["words"]
    rows = [line for line in words if re.match(r"  \d+r?  (you|opponent) ", line)]
    assert len(rows) == len(answer.decisions)
