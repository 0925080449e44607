"""*Should I close now?* with a match score: what closing and playing on do to the match decides."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bingo.cli.main import app
from bingo.positions import read
from bingo.solver import Match, Settings, should_close
from bingo.solver.hidden.closing import analyze_closing
from bingo.solver.hidden.view import known
from bingo.solver.match.objectives import match_objective
from tests.native import needs_kernel

EXAMPLE = Path(__file__).parents[1] / "positions" / "examples" / "should-i-close.yaml"
[POSITION] = read(EXAMPLE)


@needs_kernel
def test_at_six_all_the_chance_is_how_often_the_deal_is_won() -> None:
    """Whoever scores, wins the match; a void deal there is none."""
    closing = analyze_closing(known(POSITION), objective=match_objective(replace(POSITION, match=Match(6, 6))))
    for lead in closing.leads:
        assert lead.match is not None
        assert lead.match.double_dummy.value == pytest.approx(lead.double_dummy.win)
        assert lead.match.guaranteed.value >= lead.guaranteed.win - 1e-9
        assert lead.match.guaranteed.value <= lead.match.double_dummy.value
    sure = [lead.match.guaranteed.value for lead in closing.leads if lead.match]
    assert sure == sorted(sure, reverse=True)


@needs_kernel
def test_game_points_stay_what_they_are() -> None:
    plain = analyze_closing(known(POSITION))
    minded = analyze_closing(known(POSITION), objective=match_objective(replace(POSITION, match=Match(2, 6))))
    values = {lead.move.lead: (lead.double_dummy.value, lead.guaranteed.value) for lead in plain.leads}
    assert {lead.move.lead: (lead.double_dummy.value, lead.guaranteed.value) for lead in minded.leads} == values
    assert all(lead.match is None for lead in plain.leads)


@needs_kernel
def test_the_advice_goes_by_chances() -> None:
    decision = should_close(replace(POSITION, match=Match(6, 3)), Settings(worlds=512, seed=1))
    best, going_on = decision.closing.best, decision.open
    assert best.match is not None
    assert going_on is not None
    assert going_on.best.chance is not None
    wanted = "close" if best.match.guaranteed.low > going_on.best.chance.high else "too close to call"
    assert decision.advice == wanted
    found = decision.as_dict()
    assert found["match"] == {"you": 6, "opponent": 3}
    assert found["leads"][0]["sure"]["chance"] == best.match.guaranteed.value
    assert found["open"]["chance"] == going_on.best.chance.value
    assert 0 < found["open"]["chance_low"] <= found["open"]["chance"] <= found["open"]["chance_high"] < 1


@needs_kernel
def test_words_for_people(tmp_path: Path) -> None:
    file = tmp_path / "close.yaml"
    file.write_text("match: {you: 6, opponent: 6}\n" + EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")

    def run(*words: str) -> str:
        result = CliRunner().invoke(app, ["close", str(file), *words], env={"COLUMNS": "80", "LC_ALL": "C.UTF-8"})
        assert result.exit_code == 0, result.output
        return " ".join(result.stdout.split())

    brief = run("--brief")
    assert "It wins the match at least 69.0% of the time, the deal at least 69.0%, +0.76 game points" in brief
    assert "Playing on wins the match about" in brief
    assert "How often you win the match with each close, guaranteed." in run("--no-proof")
    assert "match" not in run("--brief", "--no-match")
    assert "chance" not in json.loads(run("--json", "--no-proof", "--no-match"))["leads"][0]
