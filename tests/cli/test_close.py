"""`bingo close`: what it does without a proof or without time for one; what it prints is stored."""

import json

import pytest

from tests.cli.test_main import CLOSE_NOW, run
from tests.support.deals import DEAL

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


def output_of(*words: str, text: str = DEAL) -> str:
    result = run(*words, text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_close_answers_for_the_moment_of_the_close() -> None:
    """Before trick 4 Ann did close. With all hands alike the same position in a file has the same answer."""
    words = "close", "-", "--json", "--no-proof"
    weighted, even = (json.loads(output_of(*words, "--at", "4", *more)) for more in ((), ("--equal-weights",)))
    assert even["advice"] in ("close", "play on", "too close to call")
    position = output_of("show", "-", "--at", "4", "--json")
    again = json.loads(output_of(*words, text=position))
    assert {**even, "seconds": 0} == {**again, "seconds": 0, "seat": "you"}
    assert (weighted["weighted"], even["weighted"]) == (True, False)
    assert weighted["hands"] == even["hands"]
    assert weighted["close"]["win"] != even["close"]["win"]


def test_the_answer_about_a_moment_says_whose_seat_you_are_in() -> None:
    """Before a reply ``you`` are the one who replies, whatever the record calls them."""
    deal = "{turned: 4-1, lead: opponent, you: {dealt: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}, play: [lead 6-4; play 6-3]}"
    seats = [
        json.loads(output_of("analyze", "-", "--json", "--at", at, "--worlds", "8", *more, text=text)).get("seat")
        for at, text, *more in (("1r", deal), ("1r", DEAL, "--no-match"))
    ]
    assert seats == ["you", "opponent"]


@pytest.mark.parametrize("command", ["analyze", "close", "claim", "review"])
def test_a_brief_answer_has_no_board_and_says_the_same_first(command: str) -> None:
    more = {"review": ("--worlds", "8"), "close": ("--quick",)}.get(command, ())
    text = DEAL if command == "review" else CLOSE_NOW
    brief, short = (output_of(command, "-", *more, *detail, text=text).splitlines() for detail in (("--brief",), ()))
    assert len(brief) < len(short)
    assert set(brief) <= set(short)
    assert run(command, "-", "--brief", "--full", text=text).exit_code == 2


def test_the_advice_not_to_close_names_the_proved_limit() -> None:
    """What closing would bring if one saw their hand (+1.52 here) is no reason; the most that is sure is."""
    deal = (
        "{rules: pagat, lead: opponent, turned: 4-2, you: {dealt: 6-0 5-4 5-0 3-0 2-2 2-1 0-0},"
        " opponent: {dealt: 6-5 6-4 5-2 5-1 3-1 1-1 1-0},"
        " stock: 5-3 3-2 4-1 4-4 4-0 2-0 6-2 5-5 4-3 3-3 6-6 6-1 6-3, play: [lead 6-5; play 5-4]}"
    )
    words = " ".join(output_of("close", "-", "--at", "2", "--brief", text=deal).split())
    assert "Closing wins at most 48.6% of the time, at most -0.05 game points on average," in words
