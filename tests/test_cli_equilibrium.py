"""``bingo analyze --equilibrium``: what it writes and refuses."""

from __future__ import annotations

import json

import pytest

from tests.deals import DEAL
from tests.native import needs_kernel
from tests.test_cli_main import run

pytestmark = needs_kernel

EXAMPLE = "positions/examples/neither-sees-the-other.yaml"


def test_it_says_how_good_it_is() -> None:
    assert "exploitability 0.000" in run("analyze", "--equilibrium", EXAMPLE).stdout.replace("\n", " ")


def test_json_has_it_beside_the_analysis() -> None:
    [line] = run("analyze", "--equilibrium", "--json", EXAMPLE).stdout.splitlines()
    found = json.loads(line)
    without = json.loads(run("analyze", "--json", EXAMPLE).stdout)
    assert found.keys() - without.keys() == {"equilibrium"}
    played = found["equilibrium"]
    assert played["low"] <= played["high"]
    assert played["exploitability"] == pytest.approx((played["high"] - played["low"]) / 2)
    assert {move["move"] for move in played["moves"]} == {move["move"] for move in found["moves"]}
    assert sum(move["frequency"] for move in played["moves"]) == pytest.approx(1)


def test_with_a_match_score_both_play_for_the_match() -> None:
    """Third deal, before trick 8: three tiles each, and enough card points to claim."""
    [line] = run("analyze", "-", "--at", "8", "--equilibrium", "--json", text=DEAL).stdout.splitlines()
    found = json.loads(line)
    played = found["equilibrium"]
    assert "value" not in played
    assert played["chance"] == pytest.approx(found["chance"], abs=1e-3)
    free = run("analyze", "-", "--at", "8", "--equilibrium", "--json", "--no-match", text=DEAL).stdout
    assert json.loads(free)["equilibrium"]["value"] == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(("words", "told"), [((), "weighted by how both sides played"), (("--even",), "each alike")])
def test_in_a_record_deals_count_by_how_both_played(words: tuple[str, ...], told: str) -> None:
    out = run("analyze", "-", "--at", "8", "--equilibrium", *words, text=DEAL).stdout
    assert told in " ".join(out.split())
    [line] = run("analyze", "-", "--at", "8", "--equilibrium", "--json", *words, text=DEAL).stdout.splitlines()
    assert json.loads(line)["equilibrium"]["weighted"] == (not words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-", "--at", "5"), "with 6 in a hand. With 3 they would be about"),
        (("positions/examples/first-lead.yaml", "--worlds", "8"), "found tiles still to be drawn"),
    ],
)
def test_what_is_too_large_or_too_early_is_told_and_the_analysis_stands(words: tuple[str, ...], told: str) -> None:
    result = run("analyze", *words, "--equilibrium", text=DEAL)
    assert result.exit_code == 1
    assert told in result.stderr
    assert "Your moves" in result.stdout
    assert "Equilibrium" not in result.stdout
