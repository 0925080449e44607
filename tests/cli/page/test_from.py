"""Ways into play from a deal or a table that was set up, and how soon a table that was set up has a value."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.cli.page.browser import Watched, visit
from tests.cli.page.test_game import board, prompt
from tests.cli.test_main import ROOT
from tests.support.depth import thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

DEAL = ROOT / "positions" / "deals" / "time-to-close.yaml"
#: Counts sounds.
KNOCKS = """() => {
  const real = AudioContext.prototype.createOscillator;
  window.knocks = 0;
  AudioContext.prototype.createOscillator = function () {
    window.knocks += 1;
    return real.call(this);
  };
}"""
#: Tiles by where they are tapped to, those in hand first, as they go there at once: a hidden position amid a deal.
TAPPED = {
    "": "6-2 5-2 5-0 4-1 3-2 3-1 0-0",
    "Turned up": "6-4",
    "Your tricks": "6-6 2-1",
    "Opponent's tricks": "5-5 5-1",
}
#: Taps that it may take.
TAPS = 15
#: Remembers whether a better value was still awaited when the first one was seen after the last tap.
CLOCK = """
window.early = null;
addEventListener("click", () => {
  document.querySelectorAll(".answer .verdict").forEach((one) => (one.dataset.old = ""));
  window.early = null;
}, true);
new MutationObserver(() => {
  const value = document.querySelector(".answer .verdict:not([data-old])") && !document.querySelector(".welcome");
  if (early === null && value) window.early = document.querySelector(".answer").ariaBusy;
}).observe(document, { childList: true, subtree: true });
"""


def played(tab: Page) -> None:
    """It is your turn in a game that goes on."""
    tab.get_by_role("region", name="Your turn").get_by_text(re.compile(r"^Your (lead|reply)\.$")).wait_for()
    tab.locator(".game button.tile").first.wait_for()


def test_a_deal_is_played_on_from_the_moment_one_looks_at(browser: Browser, tmp_path: Path) -> None:
    with board(tmp_path / "game.yaml") as link:
        watched = visit(browser, link)
        tab = watched.tab
        tab.get_by_label("Open a file").set_input_files(DEAL)
        on = tab.get_by_role("button", name="One turn on (arrow right)")
        for _ in range(3):
            on.click()
        tab.get_by_text("(3 of 7 turns)").wait_for()
        hand = tab.locator(".deals .seat.you .rack .tile").evaluate_all("all => all.map((one) => one.dataset.tile)")
        tab.get_by_role("button", name="Play from here").click()
        played(tab)
        assert prompt(tab) == "Your reply."
        mine = tab.locator(".game .seat.you .rack .tile").evaluate_all("all => all.map((one) => one.dataset.tile)")
        assert sorted(mine) == sorted(hand)
        tab.get_by_role("button", name="Deals", exact=True).click()  # another game takes the place of this one if meant
        tab.get_by_role("button", name="Play from here").click()
        tab.get_by_role("button", name="Begin a new game").click()
        played(tab)
        assert watched.faults == []


def test_a_table_that_is_set_up_is_played(browser: Browser, tmp_path: Path) -> None:
    with board(tmp_path / "game.yaml") as link:
        watched = visit(browser, link)
        tab = watched.tab
        tab.evaluate(
            "let n = 1; Math.random = () => (n = (n * 16807) % 2147483647) / 2147483647"
        )  # no deal of one trick
        tab.get_by_role("button", name="Deal at random").click()
        on = tab.get_by_role("button", name="Play from here")
        on.wait_for()
        hand = tab.locator(".live .seat.you .rack .tile").evaluate_all("all => all.map((one) => one.dataset.tile)")
        on.click()
        played(tab)
        mine = tab.locator(".game .seat.you .rack .tile").evaluate_all("all => all.map((one) => one.dataset.tile)")
        assert sorted(mine) == sorted(hand)
        tab.evaluate(KNOCKS)
        tab.get_by_text("New game and settings").click()
        tab.get_by_label("Sounds").check()
        tab.locator(".game button.tile").first.click()
        played(tab)
        assert tab.evaluate("knocks") > 0
        tab.get_by_role("button", name="Analyze", exact=True).click()  # a deal that has begun has no record
        tab.locator(".laying, .live .stage").first.wait_for()
        assert watched.faults == []


def tapped(tab: Page) -> int:
    """Tap a hidden position amid a deal; how many taps that took."""
    taps = 0
    for place, tiles in TAPPED.items():
        if place:
            tab.get_by_role("group", name="Put tiles into").get_by_role("button", name=re.compile(f"^{place}")).click()
            taps += 1
        for tile in tiles.split():
            tab.get_by_role("list", name=re.compile("^Tiles")).get_by_role(
                "button", name=re.compile(rf"^{tile}\b")
            ).click()
            taps += 1
    return taps


def test_a_hidden_position_takes_fifteen_taps_and_then_has_a_value_at_once(watched: Watched) -> None:
    tab = watched.tab
    tab.locator(".welcome").wait_for()
    tab.evaluate(CLOCK)
    assert tapped(tab) <= TAPS
    tab.wait_for_selector('.answer[aria-busy="false"] .verdict:not([data-old])')
    assert tab.evaluate("early") == "true"


@thorough
def test_a_position_with_a_hidden_hand_is_stepped_into_and_back(watched: Watched) -> None:
    tab = watched.tab
    tab.locator(".welcome").wait_for()
    tapped(tab)
    mine, turn = tab.locator(".live .seat.you"), tab.locator(".live .table .turn")
    mine.get_by_role("button", name=re.compile("^0-0")).click()
    for question, tile in (("What does the opponent reply?", "1-0"), ("Which tile do you draw?", "3-3")):
        choice = tab.get_by_role("region", name=question)
        choice.get_by_role("button").first.wait_for()
        assert choice.get_by_role("button").count() == {"1-0": 16, "3-3": 15}[tile]  # nobody has seen those
        if tile == "3-3":
            assert tab.locator(".answer[aria-busy]").get_attribute("aria-busy") == "false"
        choice.get_by_role("button", name=re.compile(f"^{tile}")).click()
    turn.get_by_text("You are to lead.").wait_for()
    hand = mine.locator(".rack .tile").evaluate_all("all => all.map((one) => one.dataset.tile)")
    assert sorted(hand) == sorted(["6-2", "5-2", "5-0", "4-1", "3-2", "3-1", "3-3"])
    assert "2 tricks" in mine.inner_text()
    tab.locator(".answer[aria-busy=false] .more summary").click()
    tab.get_by_role("button", name=re.compile("close, lead")).first.click()
    turn.get_by_text("the opponent is to reply").wait_for()
    assert "closed by you" in tab.locator(".live .boneyard").inner_text()
    tab.get_by_role("button", name="To the start (Home)").press("Home")
    turn.get_by_text("You are to lead.").wait_for()
    mine.get_by_role("button", name=re.compile("^0-0")).wait_for()
    assert "1 trick\n" in mine.inner_text()


@pytest.fixture
def laid(watched: Watched) -> Watched:
    """The board with a hidden position amid a deal, tapped; nothing goes wrong there."""
    tapped(watched.tab)
    return watched


def test_the_opponent_closes_and_declares_before_a_lead_that_is_stepped_to(laid: Watched) -> None:
    tab = laid.tab
    tab.get_by_label("Leads this trick").select_option("opponent")
    choice = tab.get_by_role("region", name="What does the opponent lead?")
    choice.get_by_text("After a close or a declaration").click()
    for first in ("3-3", "close", "4-4"):
        choice.get_by_role("button", name=first, exact=True).click()
    choice.get_by_role("button", name=re.compile("^4-4,")).click()
    tab.locator(".live .table .turn").get_by_text("The opponent led 4-4: you are to reply.").wait_for()
    assert "closed by the opponent" in tab.locator(".live .boneyard").inner_text()
    assert "declared 20; holds 3-3" in tab.locator(".live .seat.opponent").inner_text()
    assert laid.violations() == []


def test_a_capture_that_is_stepped_over_counts_in_the_match(laid: Watched) -> None:
    tab = laid.tab
    you = {"hand": "6-2 5-2 5-0 4-1 3-2 3-1", "won": "5-4 4-4, 5-5 5-3"}
    closed = {"by": "you", "points": 31, "tricks": 2}
    sides = {"you": you, "opponent": {"won": "6-5 6-4, 3-3 2-2"}, "turned": "6-1", "closed": closed}
    for score, shown in ((5, "You are to lead."), (6, "The deal is over")):
        match = {"you": score, "opponent": 2}
        tab.goto(f"{laid.home}#{quote(json.dumps({'lead': 'you', 'led': '0-0', 'match': match, **sides}))}")
        choice = tab.get_by_role("region", name="What does the opponent reply?")
        choice.get_by_role("button", name=re.compile("^6-6")).click()
        tab.locator(".live").get_by_text(shown).first.wait_for()
        if score == 5:
            assert "6 : 2" in tab.locator(".live .stage").inner_text()


def test_a_double_that_takes_a_trick_is_declared_before_one_steps_on(laid: Watched) -> None:
    """``domino-play``: it went on to the lead as if nothing had been declared."""
    tab = laid.tab
    you = {"hand": "6-6 6-3 4-4 3-3 3-0 2-2 2-1", "won": "6-1 5-0, 5-2 6-0"}
    closed = {"by": "opponent", "points": 19, "tricks": 2}
    sides = {"you": you, "opponent": {"won": "3-1 1-0, 4-1 2-0"}, "turned": "5-1", "closed": closed}
    tab.goto(f"{laid.home}#{quote(json.dumps({'rules': 'domino-play', 'lead': 'opponent', 'led': '4-2', **sides}))}")
    tab.locator(".live .seat.you").get_by_role("button", name=re.compile("^4-4")).click()
    choice = tab.get_by_role("region", name="Do you declare?")
    choice.get_by_role("button").first.wait_for()
    assert choice.get_by_role("button").count() == 8  # 4-4 with any of the others, or nothing
    choice.get_by_role("button", name="declare 6-6 4-4", exact=True).click()
    tab.locator(".live .seat.you").get_by_text("declared 20; holds 6-6").wait_for()


def test_the_opponent_declares_with_a_double_that_takes_a_trick(laid: Watched) -> None:
    """Played, or led before: it is said what is declared, or that nothing is, before the tile that one draws."""
    tab = laid.tab
    you = {"hand": "6-6 6-3 3-0 2-1 4-0 3-2", "won": "6-1 5-0"}
    sides = {"rules": "domino-play", "turned": "5-1", "opponent": {"won": "3-1 1-0, 4-1 2-0"}}
    for lead, led, declared in (("you", "4-2", ("0-0", "5-5")), ("opponent", "4-4", ())):
        mine = you if lead == "you" else {**you, "hand": f"{you['hand']} 5-3"}
        tab.goto(f"{laid.home}#{quote(json.dumps({'lead': lead, 'led': led, 'you': mine, **sides}))}")
        if lead == "you":
            reply = tab.get_by_role("region", name="What does the opponent reply?")
            reply.get_by_role("button", name=re.compile("^4-4")).click()
        else:
            tab.locator(".live .seat.you").get_by_role("button", name=re.compile("^2-1")).click()
        choice = tab.get_by_role("region", name="Does the opponent declare anything with 4-4?")
        for double in declared:
            choice.get_by_role("button", name=double, exact=True).click()
        choice.get_by_role("button", name="Go on").click()
        tab.get_by_role("region", name="Which tile do you draw?").get_by_role("button", name=re.compile("^5-4")).click()
        tab.locator(".live .table .turn").get_by_text("The opponent is to lead").wait_for()
        told = tab.locator(".live .seat.opponent").inner_text()
        assert ("holds 5-5 0-0" in told) == bool(declared), told


@thorough
def test_the_opponent_claims_before_a_lead_that_is_stepped_to(watched: Watched) -> None:
    """Where that is true, whoever leads; nobody has to know the hand for it."""
    won = {"you": "1-1 2-0", "opponent": "6-6 4-4, 5-4 6-4, 6-5 5-3, 4-0 4-2"}
    tab = watched.tab
    claims = tab.get_by_role("button", name="The opponent claims")
    for lead in ("you", "opponent"):
        sides = {
            "you": {"hand": "6-3 6-1 5-5 5-0 3-0 1-0 0-0", "won": won["you"]},
            "opponent": {"won": won["opponent"]},
        }
        tab.goto(f"{watched.home}#{quote(json.dumps({'turned': '4-1', 'lead': lead, **sides}))}")
        tab.locator(".live .table .turn").get_by_text(
            f"{'You are' if lead == 'you' else 'The opponent is'} to lead"
        ).wait_for()
        claims.click()
        tab.locator(".live .verdict").get_by_text("The opponent claims: you lose 2 game points.").wait_for()
        tab.get_by_role("button", name="Back", exact=True).click()
        claims.wait_for()
    early = {"turned": "6-4", "lead": "you", "you": sides["you"], "opponent": {"won": "6-6 2-1"}}
    tab.goto(f"{watched.home}#{quote(json.dumps(early))}")
    tab.locator(".answer[aria-busy=false] .verdict").wait_for()
    claims.wait_for(state="detached")


@thorough
def test_a_table_that_is_changed_meanwhile_is_not_stepped_over(laid: Watched) -> None:
    tab = laid.tab
    waiting: list[Route] = []
    tab.route("**/ask", lambda r: waiting.append(r) if '"ask":"play"' in (r.request.post_data or "") else r.continue_())
    tab.locator(".live .seat.you").get_by_role("button", name=re.compile("^0-0")).click()
    while not waiting:
        tab.wait_for_timeout(20)
    tab.get_by_role("button", name="Undo").click()
    changed = tab.evaluate("location.hash")
    with tab.expect_event("requestfinished", lambda request: '"ask":"play"' in (request.post_data or "")):
        waiting[0].continue_()
    tab.wait_for_timeout(300)
    assert tab.evaluate("location.hash") == changed
