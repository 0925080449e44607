"""`bingo claim`: the answer for a person, the contract of --json, partly remembered tricks, and lines of leads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bingo.positions import dumps, dumps_json, reads
from bingo.solver import can_claim
from bingo.solver.proof.claims import Claim, claim
from tests.test_cli_main import IMPOSSIBLE, LAST_TILE, run

EXAMPLE = "positions/examples/can-i-claim.yaml"
CLOSE = "positions/examples/should-i-close.yaml"
REACHED = """
name: Seventy and one
trump: 4
lead: you
you: {hand: 4-4, points: 51, tricks: 7, declared: 20, shown: 4-4}
opponent: {hand: 6-5, points: 55, tricks: 6}
"""
FORGOTTEN = """
name: Forgotten
turned: 4-1
lead: you
you: {hand: 6-3 6-1 5-4 4-2 3-1 2-0 1-0, forgotten: 4}
opponent: {won: 6-4 3-2}
"""
NONE_FITS = FORGOTTEN.replace("forgotten: 4", "forgotten: 1, points: 90").replace("name: Forgotten", "name: Ninety")


def answers(*words: str, text: str | None = None) -> list[dict[str, object]]:
    result = run("claim", *words, "--json", text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_json_has_what_a_claim_needs() -> None:
    [answer] = answers(EXAMPLE)
    assert (answer["name"], answer["rules"], answer["verdict"]) == ("Can I claim?", "pagat", "possible")
    assert (answer["least"], answer["most"], answer["target"]) == (52, 85, 70)
    assert (answer["gain"], answer["cost"]) == ({"least": 1, "most": 1}, 2)
    for key, points in (("for", 85), ("against", 52)):
        found = answer[key]
        assert isinstance(found, dict)
        assert found["points"] == points
        assert "4-4 0-0" in found["you"]
        assert [len(found["you"]), found["opponent"]] == [4, ["6-4 3-2"]]
    assert isinstance(answer["seconds"], float)


def test_with_all_tricks_known_it_is_arithmetic() -> None:
    known, reached = answers("-", text=f"{LAST_TILE}---{REACHED}")
    assert (known["verdict"], known["least"], known["most"]) == ("impossible", 65, 65)
    assert (reached["verdict"], reached["least"], reached["most"]) == ("certain", 71, 71)
    assert "Yes, claim: you have 71 card points; 70 are needed." in run("claim", "-", text=REACHED).stdout
    assert "No: you have 65 card points; 70 are needed." in run("claim", "-", text=LAST_TILE).stdout


def test_under_rules_without_claims_there_is_nothing_to_claim() -> None:
    result = run("claim", "-", "--rules", "hoyle-1868", text=LAST_TILE)
    assert "There is nothing to claim. You have 65 card points." in result.stdout
    [answer] = answers("-", "--rules", "hoyle-1868", text=LAST_TILE)
    assert (answer["verdict"], answer["gain"], answer["cost"]) == ("impossible", None, None)


def test_time_that_is_up_is_said_and_is_no_no() -> None:
    result = run("claim", EXAMPLE, "--proof-seconds", "0.01")
    said = " ".join(result.stdout.split())
    assert "was not decided in 0.01 s" in said or "Perhaps: you have 52 to 85" in said


def test_what_fits_no_tricks_is_impossible() -> None:
    result = run("claim", "-", "--json", text=f"{NONE_FITS}---{REACHED}---{IMPOSSIBLE}")
    assert result.exit_code == 1
    assert [json.loads(line)["name"] for line in result.stdout.splitlines()] == ["Seventy and one"]
    assert "'Ninety': tricks: expected tricks that can hold" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("words", [["--at-least", "60", "-"], ["--proof-seconds", "0", "-"], []])
def test_wrong_usage_ends_with_2(words: list[str]) -> None:
    result = run("claim", *words, text=REACHED)
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_line_is_answered_beside_the_claim() -> None:
    [answer] = answers(CLOSE, "--line", "6-6 0-0", "--at-least", "40")
    found = answer["line"]
    assert isinstance(found, dict)
    assert (found["closes"], found["wanted"], found["verdict"], found["least"]) == (True, 40, "proved", 48)
    assert found["lost"] is True
    said = " ".join(run("claim", CLOSE, "--line", "6-6 0-0").stdout.split())
    assert "Refuted: it may get you no further than 48 card points, counting the 18 you have; 70 were asked" in said
    assert "so the line begins by closing it" in said


def test_a_line_that_cannot_be_led_is_complained_of() -> None:
    result = run("claim", CLOSE, "--line", "6-4")
    assert result.exit_code == 1
    assert "line: expected tiles of your hand" in result.stderr


# --- from Python, and in files -----------------------------------------------------------------------


def test_can_claim_knows_three_answers_where_tricks_are_forgotten() -> None:
    [position] = reads(FORGOTTEN)
    found = can_claim(position)
    assert isinstance(found, Claim)
    assert (found.verdict, bool(found)) == ("possible", False)
    [certain] = reads(FORGOTTEN.replace("forgotten: 4", "won: '4-4 0-0, 6-6 ?, 5-5 3-0', declared: 20"))
    assert can_claim(certain)
    assert claim(certain).verdict == "certain"
    [never] = reads(FORGOTTEN.replace("forgotten: 4", "forgotten: 1"))
    assert claim(never).verdict == "impossible"


@pytest.mark.parametrize(
    "text", [FORGOTTEN, FORGOTTEN.replace("forgotten: 4", "took: 6-6 5-5, won: '4-4 ?', tricks: 3")]
)
def test_what_is_partly_remembered_is_written_as_it_was_read(text: str) -> None:
    [position] = reads(text)
    for written in (dumps(position), dumps_json(position)):
        assert list(reads(written)) == [position]


def test_other_commands_say_that_card_points_are_missing() -> None:
    for command in ("analyze", "close"):
        result = run(command, "-", text=FORGOTTEN)
        assert result.exit_code == 1
        assert "card points" in result.stderr
        assert "Traceback" not in result.stderr
    assert "card points not known" in run("show", "-", text=FORGOTTEN).stdout


def test_loads_or_tools_only_where_something_is_to_be_proved(tmp_path: Path) -> None:
    code = (
        "import sys; from bingo.cli.main import app; app(sys.argv[1:], standalone_mode=False);"
        "print('ortools' in sys.modules, file=sys.stderr)"
    )
    for text, loaded in ((REACHED, "False"), (FORGOTTEN, "True")):
        file = tmp_path / "position.yaml"
        file.write_text(text)
        command = [sys.executable, "-c", code, "claim", str(file)]
        assert subprocess.run(command, capture_output=True, check=True, text=True).stderr.strip() == loaded
