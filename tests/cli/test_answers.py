"""`bingo analyze`, `close`, `claim` and `show`: pipes, names, narrow screens, proofs; what they print is stored."""

import json
import re

import pytest
from hypothesis import given

from bingo.positions import reads
from bingo.solver import Expect, Move, Position, analyze, can_claim
from bingo.solver.game import information_set
from bingo.solver.render import Screen
from bingo.solver.render.answers import answer_lines
from tests.support.command import CLOSE_NOW, LAST_TILE, output, program, refusal, run
from tests.support.deals import DEAL
from tests.support.reading import EXAMPLES
from tests.support.strategies import positions

# --- analyze ---------------------------------------------------------------------------------------


def test_a_pipe_gets_no_colour_and_an_ascii_one_no_boxes() -> None:
    fancy = program("analyze", "-", text=CLOSE_NOW).stdout
    assert "┌─┬─┐" in fancy
    assert "\x1b" not in fancy
    for environment in ({"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}):
        result = program("analyze", "-", text=CLOSE_NOW, **environment)
        assert result.returncode == 0
        assert result.stdout.isascii()
        assert "|6|3|" in result.stdout


def test_a_name_cannot_write_on_the_terminal() -> None:
    named = LAST_TILE.replace("The last tile", r'"Caf\u00e9 \e[31m red"')
    result = program("analyze", "-", text=named)
    assert "\x1b" not in result.stdout
    assert result.stdout.startswith("Café ")
    in_ascii = program("analyze", "-", "--json", text=named, PYTHONIOENCODING="ascii")
    assert json.loads(in_ascii.stdout)["name"].startswith("Café ")


def test_of_an_estimate_any_of_the_best_moves_expected_will_do() -> None:
    two_best, (bingo, blank) = Expect(best=(Move(lead=27), Move(lead=0))), ("lead 6-6", "lead 0-0")
    for moves in ([bingo], [blank], [bingo, blank]):
        assert two_best.differences_from(1, moves, exact=False) == []
        assert bool(two_best.differences_from(1, moves)) == (len(moves) < 2)
    assert two_best.differences_from(1, ["lead 1-1"], exact=False) == [
        "expected the best moves lead 0-0; lead 6-6; found lead 1-1"
    ]
    assert Expect(value=-1).differences_from(1, []) == ["expected the value -1; found +1"]


@given(positions(most_tiles=4, phase=2))
def test_any_answer_fits_a_narrow_ascii_screen(position: Position) -> None:
    screen = Screen(width=40, unicode=False)
    analysis = analyze(position)
    lines = answer_lines(analysis, position, "A position", screen, "full")
    assert all(len(line) <= 40 and line.isascii() for line in lines)
    assert lines[-1].startswith("exact") or "exact" in lines[-2]
    rows = [line for line in lines if re.match(r" *\d+  [> ]\d-\d  ", line)]
    assert len(rows) == sum(step.move.play is not None for step in analysis.line)


@pytest.mark.parametrize("width", range(12, 60))
def test_a_number_stays_with_its_unit_and_a_tile_with_its_move(width: int) -> None:
    text = "closing: 256 of 3,432 hands, 2.1 s; 25 nodes, 1.7 ms; told from lead 0-0. Play 6-4!"
    lines = Screen(width).wrap(text)
    assert " ".join(lines) == text
    assert max(map(len, lines)) <= width
    for unbroken in ("2.1 s;", "1.7 ms;", "lead 0-0."):
        assert any(unbroken in line for line in lines)


# --- what is coloured ------------------------------------------------------------------------------


def test_only_what_the_legend_calls_a_trump_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    [with_bingo] = [line for line in output("show", "-", text=CLOSE_NOW).splitlines() if "│0│0│" in line]
    assert "\x1b[33m" not in with_bingo  # trumps are 4, and no other trump is in this hand
    assert "\x1b[33m│4│4│\x1b[0m" in output("show", "-", text=CLOSE_NOW)


@pytest.mark.parametrize("match", ["", "match: {you: 4, opponent: 5}\n"])
def test_of_all_moves_the_best_are_green(match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = (EXAMPLES / "the-bingo-waits.yaml").read_text("utf-8") + match
    rows = [
        line
        for line in output("analyze", "-", text=text).splitlines()
        if re.search(r"[+-]\d  (lead|close|declare) ", line)
    ]
    assert len(rows) > 1
    assert [line.startswith("\x1b[32m") for line in rows] == [True] + [False] * (len(rows) - 1)


# --- claim -----------------------------------------------------------------------------------------


def test_time_that_is_up_is_said_and_is_no_no() -> None:
    result = run("claim", "positions/examples/can-i-claim.yaml", "--proof-seconds", "0.01")
    words = " ".join(result.stdout.split())
    assert "was not found out in 0.01 s" in words or "Perhaps: you have 52 to 85" in words


# --- from Python, and in files -----------------------------------------------------------------------


@pytest.mark.parametrize("points", [69, 70])
def test_an_opponent_on_lead_who_has_enough_claims_first(points: int) -> None:
    [position] = reads(f"""
        {{trump: 4, lead: opponent, you: {{hand: 4-4, points: {106 - points}, tricks: 7}},
         opponent: {{hand: 6-5, points: {points}, tricks: 6}}}}
        """)
    said = [{"code": "opponent-claims-first", "points": points}]
    assert can_claim(information_set(position)).remarks() == (said if points == 70 else [])


# --- close, and moments of records -----------------------------------------------------------------

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


def test_the_proof_can_be_left_out_and_is_where_nothing_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bingo.solver.proof.certificate.certify", None)
    assert json.loads(run("close", "-", "--json", "--no-proof", text=EIGHT_HANDS).stdout)["proof"] is None
    for full in (["--full", "--no-proof"], []):
        result = run("close", "-", *full, text=EIGHT_HANDS)
        assert (result.exit_code, "\nLeads\n" in result.stdout) == (0, bool(full))


def test_a_proof_without_time_says_so_and_never_no() -> None:
    words = " ".join(run("close", "--full", "-", "--proof-seconds", "0.01", text=CLOSE_NOW).stdout.split())
    assert "not found out in 0.01 s" in words
    assert "What is out of reach was not found out" in words
    assert "helpful opponent" not in words


def test_close_answers_for_the_moment_of_the_close() -> None:
    """Before trick 4 Ann did close. With all hands alike the same position in a file has the same answer."""
    words = "close", "-", "--json", "--no-proof"
    weighted, even = (json.loads(output(*words, "--at", "4", *more, text=DEAL)) for more in ((), ("--equal-weights",)))
    assert even["advice"] in ("close", "play on", "too close to call")
    position = output("show", "-", "--at", "4", "--json", text=DEAL)
    from_position = json.loads(output(*words, text=position))
    assert {**even, "seconds": 0} == {**from_position, "seconds": 0, "seat": "you"}
    assert (weighted["weighted"], even["weighted"]) == (True, False)
    assert weighted["hands"] == even["hands"]
    assert weighted["close"]["win"] != even["close"]["win"]


def test_the_answer_about_a_moment_says_whose_seat_you_are_in() -> None:
    """Before a reply ``you`` are the one who replies, whatever the record calls them."""
    deal = "{turned: 4-1, lead: opponent, you: {dealt: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}, play: [lead 6-4; play 6-3]}"
    seats = [
        json.loads(output("analyze", "-", "--json", "--at", moment, "--worlds", "8", *more, text=text)).get("seat")
        for moment, text, *more in (("1r", deal), ("1r", DEAL, "--no-match"))
    ]
    assert seats == ["you", "opponent"]


@pytest.mark.parametrize("command", ["analyze", "close", "claim", "review"])
def test_a_brief_answer_has_no_board_and_says_the_same_first(command: str) -> None:
    options = {"review": ("--worlds", "8"), "close": ("--quick",)}.get(command, ())
    text = DEAL if command == "review" else CLOSE_NOW
    brief, usual = (output(command, "-", *options, *detail, text=text).splitlines() for detail in (("--brief",), ()))
    assert len(brief) < len(usual)
    assert set(brief) <= set(usual)
    refusal(command, "-", "--brief", "--full", text=text)
