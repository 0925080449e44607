"""The profile: means and errors that are right, and nothing said that they do not bear."""

from __future__ import annotations

import html
import re
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bingo.cli.coach.figures import SURE, figures
from bingo.cli.coach.memory import Memory
from bingo.solver.reviewing import budget
from tests.browser import visit
from tests.deals import DEAL
from tests.depth import by_depth, thorough
from tests.oracles.memories import played, started
from tests.test_cli_main import run
from tests.test_outputs import review_few_deals

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_error_is_that_of_a_ratio_over_deals(tmp_path: Path) -> None:
    """Held against drawing deals anew (a bootstrap), for all decisions, for a phase and for a cause."""
    played(tmp_path / "m", 150)
    with Memory(tmp_path / "m") as kept:
        found = figures(kept)
        rows = kept.base.execute("SELECT deal, phase, cause, loss FROM decision").fetchall()
    deals = [[row for row in rows if row[0] == deal] for deal in range(1, 151)]
    cause = found.causes[0]
    sums = np.array(
        [
            [
                len(deal),
                sum(row[3] for row in deal),
                sum(row[1] == "open" for row in deal),
                sum(row[3] for row in deal if row[1] == "open"),
                sum(row[3] for row in deal if row[2] == cause.name),
            ]
            for deal in deals
        ]
    )
    drawn = sums[np.random.default_rng(1).integers(150, size=(2000, 150))].sum(axis=1)
    for mean, lost, size in (
        (found.overall, 1, 0),
        (found.groups["phase"]["open"], 3, 2),
        (cause.cost, 4, 0),
    ):
        assert mean.value == pytest.approx(sums[:, lost].sum() / sums[:, size].sum())
        assert mean.error == pytest.approx((drawn[:, lost] / drawn[:, size]).std(), rel=0.15)
    lucky = [one for one in found.luck if one is not None]
    assert len(lucky) == 2
    assert statistics.fmean(lucky) < 1


def test_who_does_not_learn_is_rarely_said_to(tmp_path: Path) -> None:
    """A difference of two standard errors comes by chance in one of twenty profiles."""
    said = 0
    for seed in range(by_depth(20, 80)):
        path = tmp_path / str(seed)
        played(path, 100, seed=seed)
        with Memory(path) as kept:
            trend = figures(kept).trend()
        assert trend
        said += abs(trend[1]) > SURE * trend[2]
    assert said <= by_depth(4, 9)


def test_a_player_who_learns_is_seen_to(tmp_path: Path) -> None:
    """Also within one calendar month, whose chart goes by days."""
    for seed in range(5):
        path = tmp_path / str(seed)
        played(path, 200, learns=0.7, seed=seed, days=30)
        with Memory(path) as kept:
            trend = figures(kept).trend()
        assert trend
        assert trend[1] > SURE * trend[2]
    result = run("profile", "--memory", str(path))
    assert re.search("Since 2026-03-1., the later half .* less than before", " ".join(result.stdout.split()))
    cause = r"  [a-z][a-z ]+: 0\.\d{3} .*\n    worst: .*\n    bingo train --cause [a-z-]+\n"
    table = rf"\nWhat costs most\n({cause}){{3}}  Others may cost as much: more deals will tell\.\n"
    assert re.search(table, result.stdout)
    assert re.search(r"\nBy phase\n(  \w+ +0\.\d{3}  \(s\.e\. 0\.\d{3}\)  \d+  [█#]+\n){3}", result.stdout)


def test_records_are_reviewed_and_remembered_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    review_few_deals(monkeypatch, hands=4)
    monkeypatch.setattr(budget, "QUICK", 8)
    record = tmp_path / "deal.yaml"
    record.write_text(DEAL, encoding="utf-8")
    for words, worlds in (((), 16), (("--quick",), 8)):
        memory = str(tmp_path / str(worlds))
        result = run("profile", str(record), "--memory", memory, *words)
        assert result.stdout.startswith("Remembered: 1 new deal")
        with Memory(Path(memory)) as kept:
            assert [row[0] for row in kept.base.execute("SELECT worlds FROM deal")] == [worlds]


def test_the_page_says_what_the_terminal_says(tmp_path: Path, browser: Browser) -> None:
    memory, page = tmp_path / "m.sqlite", tmp_path / "profile.html"
    played(memory, 200, learns=0.9)
    shown = " ".join(run("profile", "--memory", str(memory), "--html", str(page)).stdout.split())
    text = html.unescape(re.sub("<[^>]+>", " ", page.read_text(encoding="utf-8").split("<main>")[1]))
    assert shown.split(" By month ")[0] in " ".join(text.split())
    assert re.findall("bingo train --cause [a-z-]+", shown) == re.findall("bingo train --cause [a-z-]+", text) != []
    watched = visit(browser, page.as_uri(), 390)
    watched.tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    watched.tab.get_by_role("button", name="Train it").first.click()
    watched.tab.get_by_role("button", name="Copied").wait_for()
    assert watched.tab.evaluate("navigator.clipboard.readText()") in shown
    assert watched.violations() == []
    assert watched.overflow() <= 0


@thorough
def test_profile_and_train_start_at_once_over_100_000_decisions(tmp_path: Path) -> None:
    """What is put takes its own time; a slow machine is told by how long the program takes to say its version."""
    played(tmp_path / "m", 9_700)
    most = max(0.5, 3 * started("--version"))
    assert started("profile", "--memory", str(tmp_path / "m")) < most
    assert started("train", "--memory", str(tmp_path / "m"), "--minutes", "1e-9") < most
