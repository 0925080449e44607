"""`bingo close`: the answer for a person, the contract of --json, and where closing is not possible."""

from __future__ import annotations

import json
import re

import pytest

from bingo.cli.render.screen import count_of
from tests.native import needs_kernel, without_kernel
from tests.test_cli_main import CLOSE_NOW, run

#: After six tricks: eight hands, quick in any engine.
EIGHT_HANDS = """
name: Eight hands
trump: 4
turned: 4-1
lead: you
you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0, won: '6-4 2-0, 6-5 4-0, 6-2 6-0'}
opponent: {won: '5-2 3-3, 4-3 6-6, 5-3 4-2'}
match: {you: 5, opponent: 3}
"""
EXAMPLE = "positions/examples/should-i-close.yaml"


def test_without_a_kernel_it_says_that_it_needs_one() -> None:
    result = without_kernel("close", "-", "--no-proof", text=EIGHT_HANDS)
    assert "expected the native kernel" in " ".join(result.stderr.split())


@needs_kernel
def test_says_what_to_do_why_and_how_it_knows() -> None:
    result = run("close", "--full", EXAMPLE)
    assert (result.exit_code, result.stderr) == (0, "")
    words = " ".join(result.stdout.split())
    assert "in each of which both sides play on by networks" in words
    assert "closing: all 3,432 hands, " in words
    assert [count_of(hands) for hands in (1, 2, 31824)] == ["the only hand", "2 hands", "31,824 hands"]
    assert "playing on: 6,144 deals, " in words
    assert "proof: " in words
    assert "seed 0; " in words


@needs_kernel
def test_five_lines_answer_the_question_and_brief_stops_after_them() -> None:
    page = run("close", "--full", EXAMPLE, "--no-proof").stdout.splitlines()
    brief = run("close", EXAMPLE, "--brief").stdout.splitlines()
    assert brief == page[:6]
    title, advice, chance, fails, playing_on, sure = brief
    assert title == "Should I close?"
    assert advice == "Close now: close, declare 6-6 0-0, lead 6-6."
    assert chance == "It wins at least 69.0% of the time, at least +0.76 game points on average."
    assert fails == "It fails against 1,063 of 3,432 hands, most of all against 5-5: 827 of 1,716."
    assert playing_on.startswith("Playing on is worth about +0.47 (+0.43 to +0.52) with lead 5-0")
    assert sure == "Closing: all 3,432 hands solved; playing on: an estimate from 6,144 deals."
    headings = ["Leads", "When it fails", "Playing on"]
    assert [line for line in page if line in headings] == headings


@needs_kernel
def test_one_lead_is_advised_explained_and_refuted() -> None:
    answer = json.loads(run("close", "--full", EXAMPLE, "--json", "--no-proof").stdout)
    advised = "close, declare 6-6 0-0, lead 6-6"
    assert (answer["advice"], answer["close"]["move"], answer["leads"][0]["move"]) == ("close", advised, advised)
    assert answer["refutation"]["line"][0] == f"you {advised}"
    sure = answer["leads"][0]["sure"]
    assert answer["why"]["failing"] == sum(n for value, n in sure["outcomes"].items() if int(value) <= 0)
    assert sure["win"] == pytest.approx(1 - answer["why"]["failing"] / answer["why"]["hands"])
    highest = max(answer["leads"], key=lambda lead: lead["double_dummy"]["value"])
    assert highest["move"] == "close, declare 6-6 0-0, lead 0-0"
    words = " ".join(run("close", "--full", EXAMPLE, "--no-proof").stdout.split())
    assert "If you saw the hand, declare 6-6 0-0, lead 0-0 would be worth +1.17" in words
    assert f"you {advised}; opponent play 5-2" in words


@needs_kernel
def test_a_short_time_makes_a_sample_that_says_so() -> None:
    words = ["close", EXAMPLE, "--rules", "domino-play", "--seconds", "0.01", "--no-proof", "--full"]
    answer = json.loads(run(*words, "--json").stdout)
    assert answer["exact"] is False
    assert answer["tried"] < answer["hands"] == 3432
    for lead in answer["leads"]:
        assert lead["kind"] == "estimate"
        for mean in (lead["double_dummy"], lead["sure"]):
            assert mean["low"] <= mean["value"] <= mean["high"]
            assert mean["win_low"] <= mean["win"] <= mean["win_high"]
    page = " ".join(run(*words).stdout.split())
    assert "from a sample of " in page
    assert " of 3,432 hands (" in page
    assert "with 95% confidence" in page
    assert re.search(r"at (least|most) about \d+\.\d% of the time, at \1 about [+-]", page)


def test_the_proof_can_be_left_out_and_is_where_nothing_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bingo.solver.proof.certificate.certify", None)
    assert json.loads(run("close", "-", "--json", "--no-proof", text=EIGHT_HANDS).stdout)["proof"] is None
    for full in (["--full", "--no-proof"], []):
        result = run("close", "-", *full, text=EIGHT_HANDS)
        assert (result.exit_code, "Guaranteed is what one strategy" in result.stdout) == (0, bool(full))


def test_a_proof_without_time_says_so_and_never_no() -> None:
    words = " ".join(run("close", "--full", "-", "--proof-seconds", "0.01", text=CLOSE_NOW).stdout.split())
    assert "not decided in 0.01 s" in words
    assert "What is out of reach was not decided" in words
    assert "helpful opponent" not in words
