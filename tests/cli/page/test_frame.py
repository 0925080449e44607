"""One frame: nothing moves the table, nothing is said before it is known, and every view can be come back to."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bingo.positions import dumps_json, read, reads
from bingo.solver.game.tiles import parse
from tests.cli.page.browser import IMPACTS, Watched, visit, watch
from tests.cli.page.frame import (
    DESK,
    EXAMPLES,
    HIDDEN,
    PHONE,
    answered,
    bar,
    begin,
    go,
    hand,
    link_to,
    log,
    mine,
    moved,
    place,
    play,
)
from tests.oracles.board import started
from tests.oracles.browser import SHIFTS
from tests.support.depth import few, thorough

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=thorough)]


@pytest.fixture
def game(browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    """A phone at a board with a game of its own, which must meet no fault."""
    with started("--game", str(tmp_path / "game.yaml")) as link:
        watched = visit(browser, link, PHONE[0], height=PHONE[1])
        yield watched
        assert watched.faults == []
        watched.tab.close()


@pytest.fixture
def phone(browser: Browser, link: str) -> Iterator[Watched]:
    watched = visit(browser, link, PHONE[0], height=PHONE[1])
    yield watched
    assert watched.faults == []
    watched.tab.close()


# --- what is known ------------------------------------------------------------------------------------


def test_no_move_is_called_best_before_the_estimate_stands(watched: Watched) -> None:
    """The old verdict is cleared at once; what is solved comes first; the winner, once shown, is the command's."""
    tab, held = watched.tab, list[Any]()
    assert "+2" in answered(tab)

    def hold(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        if body["ask"] == "analyze":
            held.append((body, route))
        else:
            route.continue_()

    tab.route("**/ask", hold)
    go(tab, link_to(HIDDEN))
    tab.get_by_role("progressbar").wait_for()
    assert tab.locator(".verdict").inner_text().strip() == ""
    while not held:
        tab.wait_for_timeout(20)
    held.pop()[1].continue_()
    tab.get_by_text("so far").wait_for()
    assert tab.locator(".mv.best, .v, .bst").count() == 0
    groups = tab.get_by_role("list", name="Moves").locator(".group").all_inner_texts()
    assert groups == ["Solved", "Still open"]
    assert "to" in tab.locator(".verdict .num").inner_text()
    while not held:
        tab.wait_for_timeout(20)
    held.pop()[1].continue_()
    assert "Close, declare 6-6 0-0 and lead 6-6" in answered(tab)
    assert tab.locator(".mv.best").count() == 1


def test_a_position_is_shared_as_text_or_as_a_report(browser: Browser, link: str, tmp_path: Path) -> None:
    watched = visit(browser, link)
    tab = watched.tab
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    answered(tab)
    for address, name in (("", "The Bingo waits"), (link_to(HIDDEN), "Should I close?")):
        if address:
            go(tab, address)
            answered(tab)
        rack = place(tab, ".rack.you")
        tab.get_by_role("button", name="Share").click()
        tab.get_by_text("Copied as text").wait_for()
        assert place(tab, ".rack.you") == rack  # words do not move the table
        [position] = reads(tab.evaluate("navigator.clipboard.readText()"))
        assert position.name == name
        tab.get_by_role("button", name="Close").first.click()
    go(tab, link_to(json.loads(dumps_json(next(iter(read(EXAMPLES / "the-bingo-waits.yaml")))))))
    answered(tab)
    bar(tab, "On").click()  # what one looks at, not where it began
    tab.get_by_role("button", name="Share").click()
    tab.get_by_text("Copied as text").wait_for()
    [position] = reads(tab.evaluate("navigator.clipboard.readText()"))
    assert position.led == parse("5-0")
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save the report").click()
    saved.value.save_as(tmp_path / "report.html")
    assert watched.faults == []
    tab.goto((tmp_path / "report.html").as_uri())
    assert "Lead 5-0" in tab.locator(".verdict").inner_text()
    tab.close()


@pytest.mark.parametrize(
    "position",
    [
        {**HIDDEN, "you": {"hand": ["6-6", "6-3"]}},
        {**HIDDEN, "turned": 51},
        {**HIDDEN, "trump": "five", "opponent": 3},
        {**HIDDEN, "name": 7},
        [1, 2],
    ],
)
def test_a_link_that_cannot_be_read_is_refused_in_a_sentence(phone: Watched, position: object) -> None:
    tab = phone.tab
    go(tab, link_to(position))
    tab.locator(".reasons li, .answer[aria-busy=false] .verdict h2:not(:empty)").first.wait_for()
    assert tab.locator(".felt, .cards").count() == 1
    assert len(tab.locator(".inside").inner_text()) > 20


def test_a_move_can_be_read_to_its_tile(phone: Watched) -> None:
    """Closes that differ in what they lead alone do not look the same; what was shown before a bad link is gone."""
    tab = phone.tab
    go(tab, link_to(HIDDEN))
    answered(tab)
    rows = tab.locator(".mv .ch")
    for n in range(rows.count()):
        assert rows.nth(n).evaluate("row => row.scrollWidth <= row.clientWidth && row.offsetHeight < 30")
        assert re.search(r"\d-\d$", rows.nth(n).inner_text())
    go(tab, "%ZZ")
    tab.get_by_text("The link does not hold a position").first.wait_for()
    assert tab.locator(".v, .mv").count() == 0


def test_a_position_with_a_hidden_hand_is_stepped_into(watched: Watched) -> None:
    tab = watched.tab
    go(tab, link_to(HIDDEN))
    answered(tab)
    tab.get_by_role("button", name=re.compile("^lead 5-4:")).click()
    asks = tab.get_by_role("region", name="What does the opponent reply?")
    asks.get_by_role("button", name=re.compile("^3-2")).click()
    tab.get_by_role("region", name="Which tile do you draw?").get_by_role("button", name=re.compile("^6-5")).click()
    tab.locator(".rack.you [data-tile='6-5']").wait_for()
    answered(tab)
    bar(tab, "Back").click()
    tab.locator(".place [data-tile='5-4']").wait_for()


# --- a new game ---------------------------------------------------------------------------------------


def test_mistyped_rules_are_refused_beside_the_button_and_a_game_is_begun_once(game: Watched) -> None:
    tab = game.tab
    begin(tab, rules="pagta")
    tab.locator(".sure", has_text="pagta").wait_for()
    begin(tab)
    mine(tab)
    before = log(tab)
    begin(tab, seed=3)
    tab.get_by_text("This ends the game under way").wait_for()
    tab.get_by_role("button", name=re.compile("^Go on with your game")).click()
    mine(tab)
    assert log(tab) == before


# --- nothing moves ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_nothing_shifts_while_a_deal_is_played(browser: Browser, tmp_path: Path, size: tuple[int, int]) -> None:
    with started("--game", str(tmp_path / "game.yaml")) as link:
        watched = visit(browser, link, size[0], height=size[1])
        tab = watched.tab
        begin(tab)
        mine(tab)
        racks = place(tab, ".rack.you"), place(tab, ".rack.opponent")
        tab.evaluate(f"() => {{{SHIFTS}}}")
        bar(tab, "Hint").click()
        tab.locator(".strip.hint").wait_for()
        tab.locator(".tile.up").wait_for()
        tab.get_by_role("button", name="Why?").first.click()
        tab.locator(".strip.hint p", has_not_text="One moment").wait_for()
        assert tab.locator(".tile.up").count() == 1  # why, and still which
        assert not play(tab, 5)
        assert (place(tab, ".rack.you"), place(tab, ".rack.opponent")) == racks
        assert play(tab)
        assert moved(tab) == 0
        assert tab.evaluate("document.scrollingElement.scrollTop") == 0
        assert watched.faults == []
        tab.close()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_shifts_while_a_position_is_set_up(browser: Browser, link: str, size: tuple[int, int]) -> None:
    """A position in the middle of a deal takes fifteen taps, and no scrolling."""
    watched = visit(browser, f"{link}#setup", size[0], height=size[1])
    tab = watched.tab
    tab.locator(".pool").wait_for()
    tab.wait_for_timeout(300)
    tab.evaluate(f"() => {{{SHIFTS}}}")
    where, taps = place(tab, ".pool"), 0
    for name in ["6-6", "6-3", "6-2", "5-4", "5-0", "4-2", "0-0", "5-1"]:  # the turned tile is next by itself
        tab.locator(f".pool [data-tile='{name}']").click()
        taps += 1
    for name in ["1-1", "4-1"]:  # then your tricks
        tab.locator(f".pool [data-tile='{name}']").click()
        taps += 1
    tab.locator(".seat.opponent .pile").click()
    for name in ["3-0", "3-1"]:
        tab.locator(f".pool [data-tile='{name}']").click()
        taps += 1
    assert place(tab, ".pool") == where
    bar(tab, "Analyze").click()
    assert taps + 2 <= 15
    answered(tab)
    assert "You lead, the other hand is hidden" in tab.locator(".panel").inner_text()
    assert moved(tab) == 0
    assert watched.faults == []
    tab.close()


def test_a_tile_is_dragged_to_a_row(watched: Watched) -> None:
    tab = watched.tab
    go(tab, "setup")
    tab.locator(".pool [data-tile='6-6']").drag_to(tab.locator(".rack.opponent"))
    tab.locator(".rack.opponent [data-tile='6-6']").drag_to(tab.locator(".rack.you"))
    assert tab.locator(".rack.you [data-tile='6-6']").count() == 1
    assert tab.locator(".rack.opponent [data-tile]").count() == 0
    assert tab.locator(".lifted").count() == 0


def test_the_coach_speaks_where_one_looks(game: Watched) -> None:
    tab = game.tab
    begin(tab, seed=16)
    mine(tab)
    for _ in range(12):
        if tab.locator(".ended, .strip.coach").count():
            break
        tab.evaluate("[...document.querySelectorAll('.rack.you button.tile')].at(-1).click()")
        tab.wait_for_timeout(1500)
    box = place(tab, ".strip.coach")
    assert 0 < box["top"] < box["bottom"] <= PHONE[1] - 64


# --- puzzles ------------------------------------------------------------------------------------------


def test_a_puzzle_outlives_a_request_that_failed(phone: Watched) -> None:
    tab = phone.tab
    go(tab, "puzzles/sacrifice/7")
    hand(tab).first.wait_for()
    tab.route("**/ask", lambda route: route.fulfill(status=500, body="No."))
    hand(tab).first.click()
    tab.get_by_text("No.", exact=True).wait_for()
    bar(tab, "Next").click()
    tab.get_by_text("nothing counts as failed").wait_for()
    tab.unroute("**/ask")
    tab.get_by_role("button", name="Try again").click()
    hand(tab).first.wait_for()
    assert "solved" not in tab.locator(".panel").inner_text()
    phone.faults.clear()  # the requests that failed


def test_closing_is_a_choice_one_sees_in_a_puzzle(phone: Watched) -> None:
    tab = phone.tab
    go(tab, "puzzles/close-unseen/1")
    position = next(iter(read(EXAMPLES.parent / "collections" / "close-unseen.yaml")))
    assert position.expect
    close = position.expect.best[0]
    tab.get_by_role("button", name="Close, then lead").wait_for()
    assert hand(tab).count() == 0
    assert tab.locator(".seat .chip").all_inner_texts() == ["declared 20, holds 5-5", "declared 20"]
    tab.get_by_role("button", name="Just lead").click()
    hand(tab).first.click()
    for _ in range(2):  # the play against a wrong answer, on the same table
        tab.get_by_role("button", name="Next move").click()
    assert tab.locator(".rack.opponent .back").count() == 0
    bar(tab, "Try again").click()
    tab.get_by_role("button", name="Close, then lead" if close.close else "Just lead").click()
    tab.get_by_role("list", name="Your hand").get_by_role("button", name=re.compile(f"^{str(close)[-3:]}")).click()
    tab.locator(".strip", has_text="Right:").wait_for()
    assert tab.locator("pre").count() == 0


# --- deals --------------------------------------------------------------------------------------------


def test_seats_stay_through_a_record_and_the_end_has_a_result(phone: Watched) -> None:
    tab = phone.tab
    go(tab, "deals")
    tab.get_by_role("button", name="The match of Ann and Bert").click()
    tab.locator(".mist, .fall").first.wait_for()
    middle = place(tab, ".mid")
    for _ in range(6):
        assert place(tab, ".mid") == middle
        assert tab.locator(".seat").last.inner_text().startswith("Ann")
        bar(tab, "On").click()
    bar(tab, "Flip").click()
    assert tab.locator(".seat").last.inner_text().startswith("Bert")
    tab.keyboard.press("End")
    tab.locator(".verdict", has_text="You win the deal").wait_for()
    assert "+2" in tab.locator(".verdict").inner_text()
    tab.keyboard.press("Home")
    tab.locator(".v.bst").wait_for()  # the best tile, in the colour of best
    assert tab.locator(".v.bst").count() == 1


def test_the_sheet_is_pulled_over_a_table_that_stays(phone: Watched) -> None:
    tab = phone.tab
    go(tab, "deals")
    tab.get_by_role("button", name="The match of Ann and Bert").click()
    tab.locator(".fall").wait_for()
    rack, why = place(tab, ".rack.you"), place(tab, ".why")
    assert why["top"] + 20 < place(tab, ".under")["top"]  # why, in a line at least, at rest
    tab.get_by_role("button", name="Up: the sheet").click()
    assert place(tab, ".rack.you") == rack
    fall, panel = place(tab, ".fall"), place(tab, ".panel")
    assert panel["top"] < 60 < fall["bottom"] <= panel["bottom"] == place(tab, ".bar")["top"]


# --- addresses ----------------------------------------------------------------------------------------


def test_back_goes_to_the_view_before_and_a_reload_stays(phone: Watched) -> None:
    tab = phone.tab
    answered(tab)
    go(tab, link_to(HIDDEN))
    answered(tab)
    go(tab, "puzzles/sacrifice/3")
    tab.get_by_text("3 of 32").wait_for()
    go(tab, "deals")
    tab.get_by_role("button", name="The match of Ann and Bert").click()
    tab.locator(".graph").wait_for()
    bar(tab, "On").click()
    tab.reload()
    tab.locator(".graph").wait_for()
    assert tab.evaluate("location.hash") == "#deals/1/1"
    tab.go_back()
    tab.go_back()
    tab.get_by_text("3 of 32").wait_for()
    tab.go_back()
    assert "Close, declare 6-6 0-0 and lead 6-6" in answered(tab)


# --- play ---------------------------------------------------------------------------------------------


@thorough
def test_nobody_is_asked_to_go_on_and_the_end_of_a_deal_is_shown_large(game: Watched) -> None:
    tab = game.tab
    begin(tab, level="strongest", seed=4)
    mine(tab)
    assert bar(tab, "Claim").is_disabled()
    assert play(tab)  # tricks that are lost, too
    assert tab.get_by_role("button", name="Go on").count() == 0
    assert tab.locator(".tile.back").count() == 0
    big, following = place(tab, ".big3"), place(tab, ".bar .main")
    assert big["height"] > 40
    assert big["bottom"] < following["top"] < following["bottom"] <= PHONE[1]
    tab.get_by_text("Costliest mistake").or_(tab.get_by_text("no mistake")).first.wait_for()
    assert "Next deal" in tab.locator(".bar .main").inner_text()
    tab.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    result, middle = place(tab, ".ended h2"), place(tab, ".ended")
    assert middle["top"] <= result["top"] < place(tab, ".result p")["bottom"] <= middle["bottom"]


def test_a_double_that_the_opponent_shows_does_not_come_from_the_boneyard(watched: Watched) -> None:
    """Tiles slide from where they lay; one that was not seen before comes from the boneyard to your hand alone."""
    moved = """async () => {
      const { slide } = await import("bingo/table");
      const felt = document.querySelector(".felt");
      const racks = [".rack.you", ".rack.opponent"].map((name) => felt.querySelector(name));
      felt.insertAdjacentHTML("beforeend", '<div class="deck" style="position:absolute">?</div>');
      const tiles = racks.map((rack, n) => Object.assign(document.createElement("b"), { textContent: `${n}` }));
      tiles.forEach((tile, n) => (tile.dataset.tile = `new ${n}`));
      slide(felt, () => racks.forEach((rack, n) => rack.append(tiles[n])));
      return tiles.map((tile) => tile.getAnimations().length);
    }"""
    answered(watched.tab)
    assert watched.tab.evaluate(moved) == [1, 0]


# --- windows of every kind ----------------------------------------------------------------------------


#: What is wider than the window, or cut off at its edges.
STICKS_OUT = """
[...document.querySelectorAll(".btn, .tile, .suit, .chip")].filter((one) => one.checkVisibility()).filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return left < 0 || right > innerWidth;
}).map((one) => one.outerHTML)
"""


@pytest.mark.parametrize("size", [(844, 390), (640, 400), (320, 640), (1920, 1080)])
def test_the_table_is_whole_in_every_window(browser: Browser, link: str, size: tuple[int, int]) -> None:
    watched = visit(browser, link, size[0], height=size[1])
    tab = watched.tab
    answered(tab)
    felt, panel = place(tab, ".felt"), place(tab, ".panel")
    assert watched.overflow() <= 0
    assert tab.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
    assert panel["left"] >= felt["right"] - 1 or panel["top"] >= felt["bottom"] - 20
    tiles = tab.locator(".rack.you .tile:not(.up)")
    tops = tiles.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len({round(top) for top in tops}) == 1
    width = place(tab, ".rack.you .tile")["width"]
    assert width > (70 if size[0] == 1920 else 24)
    assert tab.evaluate(STICKS_OUT) == []
    upper, lower, spot = place(tab, ".rack.opponent"), place(tab, ".rack.you"), place(tab, ".trick")
    assert upper["bottom"] <= lower["top"]
    beside = spot["left"] >= lower["right"]
    assert beside or upper["bottom"] <= spot["top"] < spot["bottom"] <= lower["top"] + 8
    assert place(tab, ".verdict .num")["bottom"] <= place(tab, ".bar")["top"]  # what it is worth, at rest
    assert watched.faults == []
    tab.close()


def test_dark_is_remembered_numbers_keep_their_side_and_paper_has_no_buttons(browser: Browser, link: str) -> None:
    watched = visit(browser, link)
    tab = watched.tab
    answered(tab)
    tab.get_by_role("button", name="Light or dark").click()
    tab.reload()
    answered(tab)
    assert tab.evaluate("document.documentElement.style.colorScheme") == "dark"
    tab.evaluate("document.documentElement.dir = 'rtl'")
    for numbers in (".num", ".panel b"):
        assert tab.locator(numbers).first.evaluate("one => getComputedStyle(one).direction") == "ltr"
    tiles = tab.locator(".rack.you .tile").evaluate_all("all => all.map(one => one.getBoundingClientRect().left)")
    assert tiles == sorted(tiles)
    tab.emulate_media(media="print")
    assert not tab.locator(".bar").is_visible()
    black = "all => all.every(one => getComputedStyle(one).color === 'rgb(0, 0, 0)')"
    assert tab.locator(".v").evaluate_all(black)
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert watched.faults == []
    tab.close()


# --- everybody ----------------------------------------------------------------------------------------

ANALYZED = ("start", "hidden", "close", "claim", "how")
STATES = (*ANALYZED, "setup", "new", "play", "puzzles", "deals", "review", "rules", "bad")


def bring(tab: Page, state: str) -> None:
    address = {"hidden": link_to(HIDDEN), "close": link_to(HIDDEN), "claim": link_to(HIDDEN), "how": link_to(HIDDEN)}
    go(tab, address.get(state, {"bad": "%ZZ", "start": "analyze", "review": "deals"}.get(state, state)))
    if state in ("start", *address):
        answered(tab)
    if state in ("close", "claim"):
        tab.get_by_role("tab", name=state.capitalize()).click()
        tab.locator(".versus, .leaf p").first.wait_for()
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
        hand(tab).or_(tab.locator(".pick")).first.wait_for()
    if state == "review":
        tab.get_by_role("button", name="The match of Ann and Bert").click()
        tab.locator(".fall").wait_for()


@pytest.mark.parametrize("state", few(STATES, "hidden", "play"))
def test_no_rule_of_axe_is_broken_in_any_state(browser: Browser, tmp_path: Path, state: str) -> None:
    with started("--game", str(tmp_path / "game.yaml")) as link:
        watched = watch(browser, link)
        tab = watched.open(link)
        bring(tab, state)
        violations = {}
        for width, height, scheme in ((*PHONE, "light"), (*DESK, "dark")):
            tab.set_viewport_size({"width": width, "height": height})
            colours: Any = scheme
            tab.emulate_media(color_scheme=colours, reduced_motion="reduce")
            violations[scheme] = watched.violations(IMPACTS)
            assert watched.overflow() <= 0
        assert {scheme: faults for scheme, faults in violations.items() if faults} == {}
        assert watched.faults == []
        tab.close()
