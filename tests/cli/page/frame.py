"""What tests do with the page: go to an address, press what is in the bar, tap tiles, play a deal."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

HIDDEN_VIEW = {
    "name": "Should I close?",
    "turned": "5-1",
    "lead": "you",
    "you": {"hand": "6-6 6-3 6-2 5-4 5-0 4-2 0-0", "won": "1-1 4-1, 4-4 1-0"},
    "opponent": {"won": "3-0 3-1"},
}


def go(tab: Page, address: str) -> None:
    tab.evaluate("address => { location.hash = address; }", address)


def link_to(position: object) -> str:
    return quote(json.dumps(position))


def answered(tab: Page) -> str:
    """The verdict, once it stands."""
    tab.locator('.answer[aria-busy="false"] .verdict h2:not(:empty)').wait_for()
    return tab.locator(".answer .verdict").inner_text()


def bar(tab: Page, name: str) -> Locator:
    return tab.get_by_role("toolbar", name="Actions").get_by_role("button", name=name, exact=True)


def hand(tab: Page) -> Locator:
    return tab.get_by_role("list", name="Your hand").get_by_role("button")


def tile(tab: Page, name: str) -> Locator:
    return tab.get_by_role("list", name="Your hand").get_by_role("button", name=re.compile(f"^{name}\\b"))


def begin(tab: Page, level: str = "greedy", seed: int = 16, rules: str = "pagat", *, sure: bool = True) -> None:
    """Begin a game; one that is under way is ended, if one is ``sure``."""
    go(tab, "new")
    tab.get_by_text("Who do you play?").wait_for()
    more_button = tab.get_by_role("button", name="More", exact=True).last
    if more_button.get_attribute("aria-expanded") == "false":
        more_button.click()
    tab.get_by_label("Seed").fill(str(seed))
    tab.get_by_role("combobox", name="Level").select_option(level)
    tab.get_by_label("Rules").fill(rules)
    tab.get_by_label("Rules").press("Tab")
    switch = tab.get_by_role("switch", name="A match")
    if switch.get_attribute("aria-checked") == "true":
        switch.click()
    deal = tab.locator("[data-key=deal]")
    deal.click()
    if sure and tab.get_by_text("This ends the game under way").count():
        deal.click()


def open_match(tab: Page) -> None:
    go(tab, "deals")
    tab.get_by_role("button", name="The match of Ann and Bert").click()
    tab.locator(".graph").wait_for()


def mine(tab: Page) -> None:
    tab.locator(".rack.you button.tile, .ended").first.wait_for()


def log(tab: Page) -> list[str]:
    return tab.locator(".log li").all_text_contents()


def play(tab: Page, turns: int = 60) -> bool:
    """Make so many turns, each with the first tile that may be played; whether the deal is over."""
    for _ in range(turns):
        mine(tab)
        if tab.locator(".ended").count():
            return True
        log_length = len(log(tab))
        tab.evaluate("document.querySelector('.rack.you button.tile').click()")
        if tab.locator(".strips", has_text="again to lead it").count():
            tab.evaluate("document.querySelector('.rack.you button.tile').click()")
        tab.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=log_length)
    return False


def layout_shift(tab: Page) -> float:
    shift: float = tab.evaluate("window.shifted")
    return shift


def place(tab: Page, selector: str) -> dict[str, Any]:
    box: dict[str, Any] = tab.locator(selector).first.evaluate("one => one.getBoundingClientRect().toJSON()")
    return box


ANALYZED = ("start", "hidden", "close", "claim", "how")
STATES = (*ANALYZED, "setup", "new", "play", "puzzles", "deals", "review", "rules", "bad")


def show_state(tab: Page, state: str) -> None:
    address = {"start": "analyze", "bad": "%ZZ", "review": "deals", **dict.fromkeys(ANALYZED[1:], link_to(HIDDEN_VIEW))}
    go(tab, address.get(state, state))
    if state in ANALYZED:
        answered(tab)
    if state in ("close", "claim"):
        tab.get_by_role("tab", name=state.capitalize()).click()
        tab.locator(".two, .leaf p").first.wait_for()
    if state == "how":
        tab.get_by_role("button", name="How this was found").click()
    if state == "setup":
        tab.locator(".pool button").first.click()
    if state == "play":
        begin(tab)
        mine(tab)
        bar(tab, "Hint").click()
        tab.locator(".strip.hint").wait_for()
    if state == "puzzles":
        hand(tab).or_(tab.locator(".panel .two")).first.wait_for()
    if state == "review":
        open_match(tab)
        tab.locator(".fall").wait_for()
