"""Claim now, or wait? ``bingo claim`` says what either brings: to the match, or in game points."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bingo.cli.main import app
from bingo.solver import match_equity
from bingo.solver.game.position import OPPONENT, YOU

EXAMPLE = (Path(__file__).parents[1] / "positions" / "examples" / "wait-with-a-claim.yaml").read_text(encoding="utf-8")


def run(score: str, *words: str, text: str = EXAMPLE) -> str:
    given = f"match: {score}\n{text}"
    result = CliRunner().invoke(app, ["claim", "-", *words], input=given, env={"COLUMNS": "80", "LC_ALL": "C.UTF-8"})
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(("you", "opponent"), [(5, 5), (4, 6), (0, 3)])
def test_the_capture_first_and_then_the_claim(you: int, opponent: int) -> None:
    """A claim is worth 1 now; the Bingo captures the double of trumps first, which is 1 more."""
    found = json.loads(run(f"{{you: {you}, opponent: {opponent}}}", "--json"))["chance"]
    equity = match_equity()
    claimed = equity.chance(you + 1, opponent, YOU)
    assert found["claim"] == {"least": pytest.approx(claimed, abs=1e-4), "most": pytest.approx(claimed, abs=1e-4)}
    lost = 0.0 if opponent >= 5 else equity.chance(you, opponent + 2, OPPONENT)
    assert found["false"] == pytest.approx(lost, abs=1e-4)
    both = 1.0 if you == 5 else equity.chance(you + 2, opponent, YOU)
    assert found["wait"] == {"move": "lead 0-0", "chance": pytest.approx(both, abs=1e-4), "exact": True}
    out = " ".join(run(f"{{you: {you}, opponent: {opponent}}}").split())
    assert f"With a true claim you win the match {100 * found['claim']['least']:.1f}% of the time" in out
    assert f"Do not claim yet: the best other move, lead 0-0, makes it {100 * both:.1f}%." in out


def test_who_needs_one_point_claims() -> None:
    assert "Claim now: the best other move, lead 0-0, makes it 100.0%." in run("{you: 6, opponent: 0}")


def test_where_it_is_not_certain_only_the_stakes_are_told() -> None:
    short = EXAMPLE.replace("declared: 50", "declared: 30")
    found = json.loads(run("{you: 5, opponent: 5}", "--json", text=short))
    assert found["verdict"] == "impossible"
    assert found["chance"]["wait"] is None
    assert found["chance"]["false"] == 0.0


def test_without_a_score_game_points_are_told_and_nothing_of_the_match() -> None:
    result = CliRunner().invoke(app, ["claim", "-", "--json"], input=EXAMPLE)
    found = json.loads(result.stdout)
    assert found["wait"] == {"move": "lead 0-0", "value": 2, "exact": True}
    assert "chance" not in found
    assert "chance" not in json.loads(run("{you: 5, opponent: 5}", "--json", "--no-match"))
    out = run("{you: 5, opponent: 5}", "--no-match")
    assert "Do not claim yet: the best other move, lead 0-0, is worth +2." in out
    assert "match" not in out
