"""Short by default: one position in 24 lines, several deals in a total, a record as a score sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bingo.cli.render import short
from bingo.cli.render.screen import Screen, flow, wrap
from bingo.positions import read
from tests.depth import few, thorough
from tests.native import needs_kernel
from tests.test_cli_main import run

pytestmark = needs_kernel

POSITIONS = Path(__file__).parents[1] / "positions"
EXAMPLES = sorted(POSITIONS.glob("examples/*.*"))
CLOSABLE = [file for file in EXAMPLES if "close" in file.stem and file.stem != "let-the-close-fail"]
MATCH = str(POSITIONS / "deals" / "a-match.yaml")


def answers(*words: str, **more: int) -> list[list[str]]:
    """What a command prints of each position."""
    result = run(*words, **more)  # type: ignore[arg-type]
    assert (result.exit_code, result.stderr) == (0, ""), result.stderr
    return [part.splitlines() for part in re.split(r"\n\n─+\n\n", result.stdout)]


@pytest.mark.parametrize("file", few(EXAMPLES, *EXAMPLES[::3]), ids=lambda file: file.stem)
def test_every_example_is_analyzed_and_claimed_in_24_lines(file: Path) -> None:
    for command in (["analyze", "--worlds", "64"], ["claim"]):
        if command[0] == "analyze" and file.stem in ("can-i-claim", "three-claims"):
            continue  # tiles in their tricks are forgotten
        for lines in answers(*command, str(file)):
            assert len(lines) <= 24
            assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("file", CLOSABLE, ids=lambda file: file.stem)
def test_every_example_is_closed_in_24_lines_and_more_is_a_word_away(file: Path) -> None:
    for lines in answers("close", "--seconds", "0.3", str(file)):
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
    assert len(answers("close", "--seconds", "0.3", "--full", "--no-proof", str(file))[0]) > 24


def test_what_it_rests_on_is_one_line() -> None:
    [position] = read(POSITIONS / "examples" / "first-lead.yaml")
    words = "Solved by best defence over 1,000 worlds"
    for rests, shown in ((words, words), (f"{words}, more or less", "Solved by best defence over 1,000 ...")):
        assert short.fitted(position, "", [], lambda _most: [], 0, rests, Screen(len(words)))[-1] == shown


def test_five_moves_are_shown_and_the_others_counted() -> None:
    [lines] = answers("analyze", "--worlds", "64", str(POSITIONS / "examples" / "first-lead.yaml"))
    rows = [line for line in lines if re.match(r"  [+-]\d\.\d\d", line)]
    assert len(rows) == 5
    assert re.fullmatch(r"  and \d+ more \(--full\)", lines[lines.index(rows[-1]) + 1])


def test_what_was_counted_in_full_has_no_interval() -> None:
    few = "{trump: 4, closed: {by: you, points: 0, tricks: 1}, lead: you, you: {hand: 6-6 5-5 4-4, won: '6-4 5-4, 3-3"
    few += " 2-2, 0-0 6-2, 4-3 4-2, 6-3 6-1'}, opponent: {won: '5-1 2-1, 5-2 3-1'}}"
    said = run("analyze", "-", text=few)
    assert "all " in said.stdout, said.output
    assert "95%" not in said.stdout
    every = run("analyze", MATCH, "--at", "2:6", "--full").stdout
    assert "all 720 deals that fit" in every
    assert "95%" not in every


def test_moves_written_with_the_same_value_are_not_said_to_differ_by_more() -> None:
    leads = "{trump: 6, lead: you, turned: 6-1, you: {hand: 6-6 5-5 0-0 1-0 2-0 3-0 4-0}}"
    found = run("analyze", "-", "--seed", "1", text=leads).stdout
    assert found.count("+3.00 ") >= 2
    assert "It is better than every other move, though by less than 0.01, at 95% confidence." in found
    equal = run("analyze", str(POSITIONS / "examples" / "neither-sees-the-other.yaml")).stdout
    assert "\nJust as good: lead 6-4.\n" in equal
    assert "Solved by best defence" in equal


@thorough
def test_several_deals_end_in_a_total_that_adds_up() -> None:
    [lines] = answers("review", "--worlds", "16", MATCH)
    results = [
        re.split(r"\s{2,}", line) for line in lines if re.match(r"(First|Second|Third|Fourth|Fifth|in all) ?", line)
    ]
    assert len(results) == 6
    assert len(lines) <= 24
    *deals, total = results
    assert sum(int(deal[2]) for deal in deals) == int(total[1])
    assert abs(sum(float(deal[3]) for deal in deals) - float(total[2])) < 0.03
    assert lines[-1] == "Fewer than 12 deals do not tell who plays better."
    assert not re.search("expert|strong(?! tile)|beginner|casual|flawless", " ".join(lines))


def test_a_claim_of_who_is_not_on_lead_says_whose_it_is() -> None:
    sides = "you: {hand: 4-3 3-0, points: 70, tricks: 6}, opponent: {hand: 5-2 2-2, points: 23, tricks: 6}"
    for lead, claim in (("you", "claim"), ("opponent", "you claim")):
        assert run("analyze", "-", text=f"{{trump: 2, lead: {lead}, {sides}}}").stdout.endswith(
            f"Best play: {claim}.\n"
        )


def test_one_deal_is_reviewed_in_24_lines() -> None:
    [lines] = answers("review", "--worlds", "64", str(POSITIONS / "deals" / "time-to-close.yaml"))
    assert len(lines) <= 24
    assert "result = " in "\n".join(lines)


@pytest.mark.parametrize("width", range(42, 100))
def test_no_line_breaks_inside_a_move(width: int) -> None:
    move = "close, declare 6-6 5-5 4-4, lead 6-6"
    assert sum(move in line for line in flow([move, move], width, "  -0.13  -0.24 to -0.02  4,608  ", "; ")) == 2
    text = f"It is better than every other move, {move}, which brings less; but {move} is worth more than that. {move}."
    assert sum(line.count(move) for line in wrap(text, width)) == 3


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        (("analyze", "--even"), "--equal-weights"),
        (("analyze", "--apart"), "--until-clear"),
        (("show", "--open"), "--both-hands"),
        (("batch", "--detail"), "--solve-for"),
    ],
)
def test_what_one_has_to_guess_has_a_plain_name_too(words: tuple[str, str], plain: str) -> None:
    for asked in ("-h", "--help"):
        told = run(words[0], asked).stdout
        assert words[1] in told
        assert plain in told
