"""One frame: nothing moves the table, nothing is said before it is known, and every view can be come back to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bingo.positions import read, reads
from bingo.positions.reading import as_document
from bingo.solver.game.tiles import parse
from tests.cli.page import frame
from tests.cli.page.browser import DESK, PHONE, Visitor, overflow, violations
from tests.cli.page.frame import HIDDEN_VIEW, answered, bar, begin, go, hand, link_to, mine, place, play, show_state
from tests.support.depth import few, thorough
from tests.support.reading import ROOT, example

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

#: Chromium's measure: the worst five seconds of what shifts, but for what answers a touch or key in half a second.
SHIFTS_JS = """
let [first, last, sum] = [-9999, -9999, 0];
window.shifted = 0;
const add = (list) => list.getEntries().filter((one) => !one.hadRecentInput).forEach((one) => {
  if (one.startTime - last > 1000 || one.startTime - first > 5000) [first, sum] = [one.startTime, 0];
  [last, sum] = [one.startTime, sum + one.value];
  window.shifted = Math.max(shifted, sum);
});
new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
"""
WINDOW_SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=thorough)]


# --- what is known ------------------------------------------------------------------------------------


def test_no_move_is_called_best_before_the_estimate_stands(desk: Page) -> None:
    """The old verdict is cleared at once; what is solved comes first; the winner, once shown, is the command's."""
    held_requests: list[Route] = []
    assert "+2" in answered(desk)
    desk.route("**/ask", lambda route: held_requests.append(route))  # nothing else is asked meanwhile
    go(desk, link_to(HIDDEN_VIEW))
    desk.get_by_role("progressbar").wait_for()
    assert desk.locator(".verdict").inner_text().strip() == ""
    while not held_requests:
        desk.wait_for_timeout(20)
    held_requests.pop().continue_()
    desk.get_by_text("so far").wait_for()
    assert desk.locator(".mv.best, .v, .bst").count() == 0
    groups = desk.get_by_role("list", name="Moves").locator(".group").all_inner_texts()
    assert groups == ["Solved", "Still open"]
    assert "to" in desk.locator(".verdict .num").inner_text()
    while not held_requests:
        desk.wait_for_timeout(20)
    held_requests.pop().continue_()
    assert "Close, declare 6-6 0-0 and lead 6-6" in answered(desk)
    assert desk.locator(".mv.best").count() == 1


def test_a_position_is_shared_as_text_or_as_a_report(desk: Page, visit: Visitor, tmp_path: Path) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    answered(desk)
    for address, name in (("", "The Bingo waits"), (link_to(HIDDEN_VIEW), "Should I close?")):
        if address:
            go(desk, address)
            answered(desk)
        rack = place(desk, ".rack.you")
        desk.get_by_role("button", name="Share").click()
        desk.get_by_text("Copied as text").wait_for()
        assert place(desk, ".rack.you") == rack  # words do not move the table
        [position] = reads(desk.evaluate("navigator.clipboard.readText()"))
        assert position.name == name
        desk.get_by_role("button", name="Close").first.click()
    go(desk, link_to(as_document(example("the-bingo-waits"))))
    answered(desk)
    bar(desk, "On").click()  # what one looks at, not where it began
    desk.get_by_role("button", name="Share").click()
    desk.get_by_text("Copied as text").wait_for()
    [position] = reads(desk.evaluate("navigator.clipboard.readText()"))
    assert position.led == parse("5-0")
    with desk.expect_download() as saved:
        desk.get_by_role("button", name="Save the report").click()
    saved.value.save_as(tmp_path / "report.html")
    report = visit((tmp_path / "report.html").as_uri())
    assert "Lead 5-0" in report.locator(".verdict").inner_text()
    desk.close()


def test_a_link_that_cannot_be_read_is_refused_in_a_sentence(phone: Page) -> None:
    few_tiles = {**HIDDEN_VIEW, "you": {"hand": ["6-6", "6-3"]}}
    no_side = {**HIDDEN_VIEW, "trump": "five", "opponent": 3}
    for position in (few_tiles, {**HIDDEN_VIEW, "turned": 51}, no_side, {**HIDDEN_VIEW, "name": 7}, [1, 2]):
        go(phone, "rules")
        phone.locator(".guide").wait_for()  # nothing is left of the link before
        go(phone, link_to(position))
        phone.locator(".dots li, .answer[aria-busy=false] .verdict h2:not(:empty)").first.wait_for()
        assert phone.locator(".felt, .cards").count() == 1
        assert len(phone.locator(".inside").inner_text()) > 20


def test_a_move_can_be_read_to_its_tile(phone: Page) -> None:
    """Closes that differ in what they lead alone do not look the same; what was shown before a bad link is gone."""
    go(phone, link_to(HIDDEN_VIEW))
    answered(phone)
    rows = phone.get_by_role("list", name="Moves").locator(".ch")
    for n in range(rows.count()):
        assert rows.nth(n).evaluate("row => row.scrollWidth <= row.clientWidth && row.offsetHeight < 30")
        assert re.search(r"\d-\d$", rows.nth(n).inner_text())
    go(phone, "%ZZ")
    phone.get_by_text("The link does not hold a position").first.wait_for()
    assert phone.locator(".v, .mv").count() == 0


def test_a_position_with_a_hidden_hand_is_stepped_into(desk: Page) -> None:
    go(desk, link_to(HIDDEN_VIEW))
    answered(desk)
    desk.get_by_role("button", name=re.compile("^lead 5-4:")).click()
    asks = desk.get_by_role("region", name="What does the opponent reply?")
    asks.get_by_role("button", name=re.compile("^3-2")).click()
    desk.get_by_role("region", name="Which tile do you draw?").get_by_role("button", name=re.compile("^6-5")).click()
    desk.locator(".rack.you [data-tile='6-5']").wait_for()
    answered(desk)
    bar(desk, "Back").click()
    desk.locator(".place [data-tile='5-4']").wait_for()


# --- nothing moves ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", WINDOW_SIZES)
def test_nothing_shifts_while_a_deal_is_played(visit: Visitor, link: str, size: tuple[int, int]) -> None:
    tab = visit(link, size)
    begin(tab)
    mine(tab)
    racks = place(tab, ".rack.you"), place(tab, ".rack.opponent")
    tab.evaluate(f"() => {{{SHIFTS_JS}}}")
    bar(tab, "Hint").click()
    tab.locator(".strip.hint").wait_for()
    tab.locator(".tile.up").wait_for()
    tab.get_by_role("button", name="Why?").first.click()
    tab.locator(".strip.hint p", has_not_text="One moment").wait_for()
    assert tab.locator(".tile.up").count() == 1  # why, and still which
    assert not play(tab, 5)
    assert (place(tab, ".rack.you"), place(tab, ".rack.opponent")) == racks
    assert play(tab)
    assert frame.layout_shift(tab) == 0
    assert tab.evaluate("document.scrollingElement.scrollTop") == 0


@pytest.mark.parametrize("size", WINDOW_SIZES)
def test_nothing_shifts_while_a_position_is_set_up(visit: Visitor, link: str, size: tuple[int, int]) -> None:
    """A position in the middle of a deal takes fourteen taps, and no scrolling."""
    tab = visit(f"{link}#setup", size)
    tab.locator(".pool").wait_for()
    tab.wait_for_timeout(300)
    tab.evaluate(f"() => {{{SHIFTS_JS}}}")
    pool_box = place(tab, ".pool")
    for name in ["6-6", "6-3", "6-2", "5-4", "5-0", "4-2", "0-0", "5-1", "1-1", "4-1", "theirs", "3-0", "3-1"]:
        # after the hand the turned tile is next by itself, then your tricks
        tab.locator(".seat.opponent .pile" if name == "theirs" else f".pool [data-tile='{name}']").click()
    assert place(tab, ".pool") == pool_box
    bar(tab, "Analyze").click()  # the fourteenth tap
    answered(tab)
    assert "You lead, the other hand is hidden" in tab.locator(".panel").inner_text()
    assert frame.layout_shift(tab) == 0


def test_a_tile_is_dragged_to_a_row(desk: Page) -> None:
    go(desk, "setup")
    desk.locator(".pool [data-tile='6-6']").drag_to(desk.locator(".rack.opponent"))
    desk.locator(".rack.opponent [data-tile='6-6']").drag_to(desk.locator(".rack.you"))
    assert desk.locator(".rack.you [data-tile='6-6']").count() == 1
    assert desk.locator(".rack.opponent [data-tile]").count() == 0


# --- puzzles ------------------------------------------------------------------------------------------


def test_a_puzzle_outlives_a_request_that_failed(phone: Page, visit: Visitor) -> None:
    go(phone, "puzzles/sacrifice/7")
    hand(phone).first.wait_for()
    phone.route("**/ask", lambda route: route.fulfill(status=500, body="No."))
    hand(phone).first.click()
    phone.get_by_text("No.", exact=True).wait_for()
    bar(phone, "Next").click()
    phone.get_by_text("does not count as a failed puzzle").wait_for()
    go(phone, "puzzles/sacrifice")  # the same puzzle: it is still there
    hand(phone).first.wait_for()
    phone.get_by_label("Theme").select_option("close-unseen")
    phone.get_by_text("does not count as a failed puzzle").wait_for()
    go(phone, "puzzles/sacrifice")  # a theme that was not answered leaves the one before
    hand(phone).first.wait_for()
    bar(phone, "Next").click()
    phone.get_by_text("does not count as a failed puzzle").wait_for()
    phone.unroute("**/ask")
    phone.get_by_role("button", name="Try again").click()
    hand(phone).first.wait_for()
    assert "solved" not in phone.locator(".panel").inner_text()
    visit.faults.clear()  # the requests that failed


def test_closing_is_a_choice_one_sees_in_a_puzzle(phone: Page) -> None:
    go(phone, "puzzles/close-unseen/1")
    position = next(iter(read(ROOT / "positions" / "collections" / "close-unseen.yaml")))
    close = position.expect.best[0]
    phone.get_by_role("button", name="Close, then lead").wait_for()
    assert hand(phone).count() == 0
    assert phone.locator(".seat .chip").all_inner_texts() == ["declared 20, holds 5-5", "declared 20"]
    phone.get_by_role("button", name="Just lead").click()
    hand(phone).first.click()
    for _ in range(2):  # the play against a wrong answer, on the same table
        phone.get_by_role("button", name="Next move").click()
    assert phone.locator(".rack.opponent .back").count() == 0
    bar(phone, "Try again").click()
    phone.get_by_role("button", name="Close, then lead" if close.close else "Just lead").click()
    phone.get_by_role("list", name="Your hand").get_by_role("button", name=re.compile(f"^{str(close)[-3:]}")).click()
    phone.locator(".strip", has_text="Right:").wait_for()
    assert phone.locator("pre").count() == 0


# --- deals --------------------------------------------------------------------------------------------


def test_seats_stay_through_a_record_and_the_end_has_a_result(phone: Page) -> None:
    frame.open_match(phone)
    middle = place(phone, ".mid")
    for _ in range(6):
        assert place(phone, ".mid") == middle
        assert phone.locator(".seat").last.inner_text().startswith("Ann")
        bar(phone, "On").click()
    bar(phone, "Flip").click()
    assert phone.locator(".seat").last.inner_text().startswith("Bert")
    phone.keyboard.press("End")
    phone.locator(".verdict", has_text="You win the deal").wait_for()
    assert "+2" in phone.locator(".verdict").inner_text()
    phone.keyboard.press("Home")
    phone.locator(".v.bst").wait_for()  # the best tile, in the colour of best
    assert phone.locator(".v.bst").count() == 1


def test_the_sheet_is_pulled_over_a_table_that_stays(phone: Page) -> None:
    show_state(phone, "review")
    rack, reason_box = place(phone, ".rack.you"), place(phone, ".why")
    assert reason_box["top"] + 20 < place(phone, ".under")["top"]  # why, in a line at least, at rest
    phone.get_by_role("button", name="Raise the sheet").click()
    assert place(phone, ".rack.you") == rack
    fall, panel = place(phone, ".fall"), place(phone, ".panel")
    assert panel["top"] < 60 < fall["bottom"] <= panel["bottom"] == place(phone, ".bar")["top"]


# --- addresses ----------------------------------------------------------------------------------------


def test_back_goes_to_the_view_before_and_a_reload_stays(phone: Page) -> None:
    answered(phone)
    go(phone, link_to(HIDDEN_VIEW))
    answered(phone)
    go(phone, "puzzles/sacrifice/3")
    phone.get_by_text("3 of 32").wait_for()
    frame.open_match(phone)
    bar(phone, "On").click()
    phone.reload()
    phone.locator(".graph").wait_for()
    assert phone.evaluate("location.hash") == "#deals/1/1"
    phone.go_back()
    phone.go_back()
    phone.get_by_text("3 of 32").wait_for()
    phone.go_back()
    assert "Close, declare 6-6 0-0 and lead 6-6" in answered(phone)


# --- windows of every kind ----------------------------------------------------------------------------


#: What is wider than the window, or cut off at its edges.
STICKS_OUT_JS = """
[...document.querySelectorAll(".btn, .tile, .suit, .chip")].filter((one) => one.checkVisibility()).filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return left < 0 || right > innerWidth;
}).map((one) => one.outerHTML)
"""


def test_the_table_is_whole_in_every_window(desk: Page) -> None:
    answered(desk)
    for width, height in ((844, 390), (640, 400), (320, 640), (1920, 1080)):
        desk.set_viewport_size({"width": width, "height": height})
        felt, panel = place(desk, ".felt"), place(desk, ".panel")
        assert overflow(desk) <= 0
        assert desk.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
        assert panel["left"] >= felt["right"] - 1 or panel["top"] >= felt["bottom"] - 20
        tiles = desk.locator(".rack.you .tile:not(.up)")
        tops = tiles.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
        assert len({round(top) for top in tops}) == 1
        assert place(desk, ".rack.you .tile")["width"] > (70 if width == 1920 else 24)
        assert desk.evaluate(STICKS_OUT_JS) == []
        upper, lower, spot = place(desk, ".rack.opponent"), place(desk, ".rack.you"), place(desk, ".trick")
        assert upper["bottom"] <= lower["top"]
        beside = spot["left"] >= lower["right"]
        assert beside or upper["bottom"] <= spot["top"] < spot["bottom"] <= lower["top"] + 8
        assert place(desk, ".verdict .num")["bottom"] <= place(desk, ".bar")["top"]  # what it is worth, at rest


def test_dark_is_remembered_and_numbers_keep_their_side(desk: Page) -> None:
    answered(desk)
    desk.get_by_role("button", name="Light or dark").click()
    desk.reload()
    answered(desk)
    assert desk.evaluate("document.documentElement.style.colorScheme") == "dark"
    desk.evaluate("document.documentElement.dir = 'rtl'")
    for numbers in (".num", ".panel b"):
        assert desk.locator(numbers).first.evaluate("one => getComputedStyle(one).direction") == "ltr"
    tiles = desk.locator(".rack.you .tile").evaluate_all("all => all.map(one => one.getBoundingClientRect().left)")
    assert tiles == sorted(tiles)


# --- everybody ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", few(frame.STATES, "hidden", "play"))
def test_no_rule_of_axe_is_broken_in_any_state(desk: Page, state: str) -> None:
    show_state(desk, state)
    for width, height, scheme in ((*PHONE, "light"), (*DESK, "dark")):
        desk.set_viewport_size({"width": width, "height": height})
        colours: Any = scheme
        desk.emulate_media(color_scheme=colours, reduced_motion="reduce")
        assert (scheme, violations(desk)) == (scheme, [])
        assert overflow(desk) <= 0
