"""The board in a browser: what it says of a position, of the moves of a puzzle, and of a record."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from bingo.positions.shipped import shipped, unseen
from bingo.solver import InformationSet, Position
from tests.cli.page.browser import Watched
from tests.cli.page.test_setup import EXAMPLES, RECORD, set_up
from tests.cli.test_main import run
from tests.support.depth import few, thorough


def test_closing_and_claiming_can_be_asked(watched: Watched) -> None:
    tab = watched.tab
    tab.get_by_label("Open a file").set_input_files(EXAMPLES / "should-i-close.yaml")
    tab.get_by_role("heading", name="Should I close?").first.wait_for()
    more = tab.get_by_role("region", name="Closing and claiming")
    tab.get_by_role("button", name="Should I close?").click()
    more.get_by_text("Close now: close, declare 6-6 0-0, lead 6-6.").first.wait_for()
    tab.get_by_role("button", name="Can I claim?").click()
    more.get_by_text("No: you have 18 card points").first.wait_for()


def test_an_estimate_gets_better_while_one_looks_until_it_is_the_command_s(watched: Watched) -> None:
    tab = watched.tab
    tab.get_by_label("Open a file").set_input_files(EXAMPLES / "first-lead.yaml")
    tab.get_by_text("64 deals drawn").or_(tab.get_by_text("6,144 deals drawn")).first.wait_for(state="attached")
    tab.get_by_text("6,144 deals drawn").first.wait_for(state="attached")
    [headline, *_] = (
        run("analyze", str(EXAMPLES / "first-lead.yaml"), "--full").stdout.split("lead 6-3: ")[1].split("\n")
    )
    tab.get_by_text(headline).first.wait_for(state="attached")


#: The opponent is to lead: one where you may claim before, and one with their hand hidden.
YOURS = {"trump": 2, "lead": "opponent", "you": {"hand": "4-3 3-0", "points": 70, "tricks": 6}}
YOURS["opponent"] = {"hand": "5-2 2-2", "points": 23, "tricks": 6}
HIDDEN = {"turned": "4-1", "lead": "opponent", "match": {"you": 5, "opponent": 3}, "opponent": {}}
HIDDEN["you"] = {"hand": "6-3 6-1 5-5 5-0 3-0 1-0 0-0"}


@pytest.mark.parametrize(("position", "shown"), [(YOURS, r"^\+2\s+Claim\s"), (HIDDEN, r"^\d\d\.\d%\s")])
def test_the_verdict_names_who_moves_and_what_counts(watched: Watched, position: object, shown: str) -> None:
    tab = watched.tab
    tab.goto(f"{watched.home}#{quote(json.dumps(position))}")
    tab.locator(".answer[aria-busy=false] .verdict").first.wait_for()
    assert re.search(shown, tab.locator(".answer .verdict").first.inner_text())


def test_tricks_that_are_partly_remembered_are_counted_on_the_table(watched: Watched) -> None:
    tab = watched.tab
    tab.get_by_label("Open a file").set_input_files(EXAMPLES / "can-i-claim.yaml")
    tab.locator(".boneyard").get_by_text(re.compile("^3 face down")).wait_for()
    tab.locator(".seat.you").get_by_text(re.compile("^4 tricks.*card points not known")).wait_for()


@pytest.mark.parametrize("theme", few(["sacrifice", "close-unseen"], "close-unseen"))
def test_a_puzzle_is_failed_and_then_solved(watched: Watched, theme: str) -> None:
    """With tiles hidden a wrong move is shown where it fails: with all tiles of a deal."""
    every: list[Position | InformationSet] = [*shipped(), *unseen()]
    about = [p for p in every if p.expect and p.expect.themes[0] == theme]
    assert about[0].expect
    solution = str(about[0].expect.best[0])
    tab = watched.tab
    tab.get_by_role("button", name="Puzzles").click()
    tab.get_by_label("Theme").select_option(theme)
    tab.get_by_role("heading", name=f"Puzzle 1 of {len(about)}").wait_for()
    moves, verdict = tab.get_by_role("list", name="Moves"), tab.get_by_role("region", name="Verdict")
    wrong = next(text for text in moves.get_by_role("button").all_inner_texts() if text != solution)
    moves.get_by_role("button", name=wrong, exact=True).click()
    verdict.get_by_text(re.compile(f"^No: {wrong}")).wait_for()
    assert verdict.get_by_role("listitem").count() > 0
    assert (verdict.locator(".board").count() == 1) == (theme == "close-unseen")
    assert watched.violations() == []
    giving_up = tab.get_by_role("button", name="Give up")
    assert giving_up.count() == 1
    moves.get_by_role("button", name=solution, exact=True).click()
    verdict.get_by_text(re.compile(f"^Right: {solution}")).wait_for()
    assert giving_up.count() == 0
    tab.get_by_role("button", name="Next").click()
    giving_up.wait_for()
    assert watched.violations() == []


@thorough
def test_a_double_click_makes_one_move(watched: Watched) -> None:
    tab = watched.tab
    set_up(tab)
    moves = tab.get_by_role("region", name="Moves")
    moves.get_by_role("button").first.dblclick()
    moves.get_by_text("The opponent's moves").wait_for()
    tab.get_by_role("button", name="One move back (arrow left)").click()
    hand = tab.get_by_role("region", name="Answer", exact=True).get_by_role("list", name="Your hand")
    hand.get_by_role("button").first.dblclick()
    moves.get_by_text("The opponent's moves").wait_for()
    assert hand.get_by_role("listitem").count() == 6


def test_a_record_is_stepped_through_with_what_each_player_could_know(watched: Watched, tmp_path: Path) -> None:
    tab = watched.tab
    tab.get_by_label("Open a file").set_input_files(RECORD)
    tab.get_by_text("Before the first lead").first.wait_for()
    seen = tab.get_by_role("region", name="What the player to move could know")
    seen.get_by_text("Your moves").first.wait_for()
    deals = tab.get_by_role("region", name="Deals")
    for n, player in enumerate(("Ann", "Bert"), 1):  # whose turn it is sits below, and is "you" in every text
        below = deals.locator(".walk > div:first-child .seat").last
        assert below.locator(".who").inner_text().strip().startswith(f"You ({player})")
        assert re.search(rf"Then: you .*\({n - 1} of", deals.inner_text())
        tab.get_by_role("button", name="One turn on").focus()
        tab.keyboard.press("Enter")
        tab.get_by_text(re.compile(rf"\({n} of \d+ turns\)")).wait_for()
    tab.keyboard.press("End")
    tab.get_by_text("Here the record ends").wait_for()
    with tab.expect_download() as saved:
        tab.get_by_role("region", name="Deals").get_by_role("button", name="Save").click()
    saved.value.save_as(tmp_path / "saved.yaml")
    assert (tmp_path / "saved.yaml").read_bytes() == RECORD.read_bytes()
    tab.get_by_role("button", name="Review this deal").click()
    judged = tab.get_by_role("region", name="Review", exact=True)
    judged.get_by_role("heading", name="The sum").wait_for()
    judged.get_by_role("button", name=re.compile("^One turn on")).click()
    assert watched.violations() == []


def test_the_guide_is_there(watched: Watched) -> None:
    watched.tab.get_by_role("button", name="Rules", exact=True).click()
    advice = watched.tab.get_by_role("region", name="How to play well")
    advice.get_by_role("heading", name="When to close").wait_for()
