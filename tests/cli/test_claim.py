"""`bingo claim`: the answer for a person, the contract of --json, partly remembered tricks, and lines of leads."""

import pytest

from bingo.positions import dumps, dumps_json, reads
from bingo.solver import can_claim
from bingo.solver.analysis.claim import Claim, claim
from bingo.solver.game.information import information_set
from tests.cli.test_main import run

EXAMPLE = "positions/examples/can-i-claim.yaml"
FORGOTTEN = """
name: Forgotten
turned: 4-1
lead: you
you: {hand: 6-3 6-1 5-4 4-2 3-1 2-0 1-0, forgotten: 4}
opponent: {won: 6-4 3-2}
"""


def test_time_that_is_up_is_said_and_is_no_no() -> None:
    result = run("claim", EXAMPLE, "--proof-seconds", "0.01")
    said = " ".join(result.stdout.split())
    assert "was not decided in 0.01 s" in said or "Perhaps: you have 52 to 85" in said


# --- from Python, and in files -----------------------------------------------------------------------


def test_can_claim_knows_three_answers_where_tricks_are_forgotten() -> None:
    [position] = reads(FORGOTTEN)
    answer = can_claim(position)
    assert isinstance(answer, Claim)
    assert (answer.verdict, bool(answer)) == ("possible", False)
    [certain] = reads(FORGOTTEN.replace("forgotten: 4", "won: '4-4 0-0, 6-6 ?, 5-5 3-0', declared: 20"))
    assert can_claim(certain)
    assert claim(certain).verdict == "certain"
    [never] = reads(FORGOTTEN.replace("forgotten: 4", "forgotten: 1"))
    assert claim(never).verdict == "impossible"


@pytest.mark.parametrize("points", [69, 70])
def test_an_opponent_on_lead_who_has_enough_claims_first(points: int) -> None:
    [position] = reads(f"""
        {{trump: 4, lead: opponent, you: {{hand: 4-4, points: {106 - points}, tricks: 7}},
         opponent: {{hand: 6-5, points: {points}, tricks: 6}}}}
        """)
    said = [{"code": "opponent-claims-first", "points": points}]
    assert claim(information_set(position)).remarks() == (said if points == 70 else [])


@pytest.mark.parametrize(
    "text", [FORGOTTEN, FORGOTTEN.replace("forgotten: 4", "took: 6-6 5-5, won: '4-4 ?', tricks: 3")]
)
def test_what_is_partly_remembered_is_written_as_it_was_read(text: str) -> None:
    [position] = reads(text)
    for written in (dumps(position), dumps_json(position)):
        assert list(reads(written)) == [position]
