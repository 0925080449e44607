"""The profile: means and errors that are right, of the player who is named and of nobody else."""

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bingo.cli import review as reviewing
from bingo.solver.reviewing import judging
from tests.oracles.reviews import CAUSES, Json, played, write
from tests.support.command import output, refusal, run
from tests.support.deals import DEAL
from tests.support.depth import by_depth
from tests.support.reading import EXAMPLES
from tests.whole.test_outputs import review_few_deals

#: What a game point is under `berndt`.
POINTS_PER_GAME_POINT = 66 / 7


@pytest.fixture
def reviews(tmp_path: Path) -> Path:
    return tmp_path / "reviews.jsonl"


def profile(*words: str) -> Json:
    result = output("profile", *words, "--json")
    stats: Json = json.loads(result)
    return stats


def losses(lines: list[Json], name: str) -> list[list[tuple[Json, float]]]:
    """Of each deal in which a player decided anything, the decisions with what each lost in game points."""
    deals = []
    for line in lines:
        seat = {player: seat for seat, player in line["players"].items()}.get(name)
        unit = POINTS_PER_GAME_POINT if line["rules"] == "berndt" else 1
        mine = [move for move in line["decisions"] if move["player"] == seat]
        deals.append([(move, 0 if move["repeated"] else move["lost"] / unit) for move in mine])
    return [deal for deal in deals if deal]


def test_means_are_those_of_a_ratio_over_deals_and_errors_what_drawing_deals_anew_shows(reviews: Path) -> None:
    lines = played(150)
    stats = profile(write(reviews, lines), "--player", "Ann")
    dates = {id(move): line["day"][:7] for line in lines for move in line["decisions"]}
    cause = next(cause for cause in stats["causes"] if cause["cause"] in CAUSES)
    groups: list[tuple[Json, Any, Any]] = [
        (stats, lambda _: True, lambda _: True),
        (stats["by"]["phase"]["open"], lambda move: move["phase"] == "open", lambda move: move["phase"] == "open"),
        (stats["by"]["month"]["2026-03"], *[lambda move: dates[id(move)] == "2026-03"] * 2),
        (cause, lambda _: True, lambda move: move["reason"] and move["reason"]["kind"] == cause["cause"]),
    ]
    draws = np.random.default_rng(1)
    for mean, belongs, counts in groups:
        sums = np.array(
            [
                [sum(belongs(move) for move, _ in deal), sum(lost for move, lost in deal if counts(move))]
                for deal in losses(lines, "Ann")
            ]
        )
        sums = sums[sums[:, 0] > 0]
        drawn = sums[draws.integers(len(sums), size=(2000, len(sums)))].sum(axis=1)
        assert mean["decisions"] == sums[:, 0].sum()
        assert mean["deals"] == (len(sums) if mean is not cause else np.count_nonzero(sums[:, 1]))
        assert mean["lost"] == pytest.approx(sums[:, 1].sum() / sums[:, 0].sum())
        assert mean["error"] == pytest.approx((drawn[:, 1] / drawn[:, 0]).std(), rel=0.15)


def test_every_mistake_has_its_cause_and_the_dearest_come_first_each_with_its_worst(reviews: Path) -> None:
    lines = played(60)
    stats = profile(write(reviews, lines), "--player", "Bert")
    mistakes = defaultdict(list)
    for deal in losses(lines, "Bert"):
        for move, lost in deal:
            if move["mistake"]:
                mistakes[move["reason"]["kind"] if move["reason"] else "no-cause-found"].append((lost, move))
    assert {row["cause"]: row["mistakes"] for row in stats["causes"]} == {kind: len(m) for kind, m in mistakes.items()}
    costs = [sum(lost for lost, _ in mistakes[row["cause"]]) for row in stats["causes"]]
    assert costs == sorted(costs, reverse=True)
    for row in stats["causes"]:
        _, worst = max(mistakes[row["cause"]], key=lambda mistake: mistake[0])
        assert {key: row["worst"][key] for key in worst if key != "reason"} == {
            key: value for key, value in worst.items() if key != "reason"
        }


def test_a_terminal_is_told_the_loss_the_groups_and_three_causes(reviews: Path) -> None:
    shown = run("profile", write(reviews, played(60)), "--player", "Ann").stdout
    assert re.match(r"Ann lost 0\.\d{3} \(give or take 0\.\d{3}\) game points a decision, over \d+ with a\s", shown)
    assert re.search(r"\nBy phase\n(  \w+ +0\.\d{3}  \(give or take 0\.\d{3}\)  +\d+\n){3}", shown)
    assert re.search(r"\nBy month\n(  2026-0[34] +0\.\d{3}  \(give or take 0\.\d{3}\)  +\d+\n){2}", shown)
    cause = r"  [a-z][a-z ]+: 0\.\d{3} .*\n    worst: .*\n    bingo train \S+ --player Ann --cause [a-z-]+\n"
    assert re.search(rf"\nWhat costs most\n({cause}){{3}}$", shown)


def test_no_figures_of_who_was_not_named(reviews: Path) -> None:
    """Where records name nobody it is you."""
    file = write(reviews, played(9, opponents=("Bert",)))
    assert "expected one of Bert (9 deals), Ann (9 deals); found 'ann'" in refusal("profile", file, "--player", "ann")
    lines = [{**line, "players": {"you": "", "opponent": "club"}} for line in played(9)]
    assert profile(write(reviews, lines)) == profile(file, "--player", "you")
    assert run("profile", file).stdout.startswith("You lost ")
    lines = [{**line, "players": None} for line in lines]
    assert profile(write(reviews, lines))["deals"] > 0
    refusal("profile", file, "--player", "opponent")


def test_a_deal_counts_once(reviews: Path, tmp_path: Path) -> None:
    """However often it was reviewed, and whatever it is called."""
    lines = played(5)
    renamed = [{**line, "name": "again", "record": {**line["record"], "name": "again"}} for line in lines]
    once = profile(write(reviews, lines), "--player", "Ann")
    merged = profile(str(reviews), write(tmp_path / "again.jsonl", renamed), "--player", "Ann")
    assert (merged["deals"], merged["lost"]) == (once["deals"], once["lost"])


def test_records_are_reviewed_first(tmp_path: Path, reviews: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They come to the same as their reviews in a file."""
    review_few_deals(monkeypatch, hands=4)
    monkeypatch.setattr(judging, "COMPARED_WORLDS", 32)
    record = tmp_path / "deal.yaml"
    record.write_text(DEAL, "utf-8")
    with monkeypatch.context() as patched:  # who is meant is asked before
        patched.setattr(reviewing, "review_files", None)
        for command in ("profile", "train"):
            assert "expected one of Ann (1 deal), Bert (1 deal); found no --player" in run(command, str(record)).stderr
    output("review", str(record), "--quick", "--jobs", "1", "--out", str(reviews))
    for name in by_depth(("Bert",), ("Ann", "Bert")):
        stats = profile(str(record), "--quick", "--player", name)
        assert stats["decisions"] > 0
        assert stats == profile(str(reviews), "--player", name)
    assert stats == profile(str(tmp_path), "--quick", "--player", name)  # of a folder


def test_what_is_damaged_is_told_and_the_rest_counts(reviews: Path) -> None:
    first, second, third = (json.dumps(line, separators=(",", ":")) for line in played(3))
    reviews.write_text("\n".join([first, second[:-40], third[:-1]]), "utf-8")
    result = run("profile", str(reviews), "--player", "Ann", "--json", width=300)
    assert result.exit_code == 1
    assert json.loads(result.stdout)["deals"] == 1
    where = (
        f"{reviews}, line {{}}: expected a review by this version of the program; found a line that is damaged or cut"
    )
    assert [line.startswith(where.format(n)) for n, line in enumerate(result.stderr.splitlines(), 2)] == [True, True]


@pytest.mark.parametrize("command", ["profile", "train"])
def test_nothing_is_said_of_deals_that_could_not_be_read(command: str) -> None:
    result = run(command, str(EXAMPLES / "first-lead.yaml"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "This is a position, not the record of a deal" in result.stderr


@pytest.mark.parametrize("key", ["day", "record", "decisions"])
def test_reviews_of_an_earlier_version_are_refused_in_words(reviews: Path, key: str) -> None:
    lines = [{name: value for name, value in line.items() if name != key} for line in played(3)]
    result = run("profile", write(reviews, lines), "--player", "Ann", "--json", width=300)
    assert (result.exit_code, json.loads(result.stdout)["deals"]) == (1, 0)
    assert f"missing required field `{key}`). Review the records again." in result.stderr
    assert result.stderr.count("Review the records again") == 1
