"""A position is set up on the board in a browser: by clicks, keys and drags, from a file, a text or a link."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bingo.positions import read
from bingo.solver import Position, analyze
from tests.cli.page.browser import Watched, visit
from tests.cli.test_main import ROOT
from tests.support.depth import thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

EXAMPLES = ROOT / "positions" / "examples"
WAITS = EXAMPLES / "the-bingo-waits.yaml"
RECORD = ROOT / "positions" / "deals" / "a-match.yaml"


def put(tab: Page, place: str, tiles: str) -> None:
    """Click tiles into a place."""
    tab.get_by_role("group", name="Put tiles into").get_by_role("button", name=re.compile(f"^{place}")).click()
    pool = tab.get_by_role("list", name=re.compile("^Tiles"))
    for tile in tiles.split():
        pool.get_by_role("button", name=re.compile(rf"^{tile}\b")).click()


def choose(tab: Page, fieldset: str, label: str, value: str) -> None:
    group = tab.get_by_role("group", name=fieldset, exact=True)
    number = group.get_by_role("spinbutton", name=label, exact=True)
    if number.count():
        number.fill(value)
        number.blur()
    else:
        group.get_by_role("combobox", name=label, exact=True).select_option(value)


def set_up(tab: Page) -> None:
    """The position of README.md, by clicks alone."""
    put(tab, "Your hand", "6-2 5-2 5-0 4-1 3-2 3-1 0-0")
    put(tab, "Opponent's hand", "6-6 5-4 4-4 4-3 4-2 1-1 1-0")
    put(tab, "Shown by opponent", "1-1")
    choose(tab, "Deal", "Trumps", "6")
    for label, yours, theirs in (("Card points in tricks", "43", "37"), ("Tricks", "4", "3")):
        choose(tab, "You", label, yours)
        choose(tab, "Opponent", label, theirs)
    choose(tab, "Opponent", "Card points declared", "20")
    tab.get_by_text("You win 2 game points with lead 5-0").first.wait_for()


def answer(tab: Page) -> str:
    """The answer, once there is one."""
    region = tab.get_by_role("region", name="Answer", exact=True)
    tab.wait_for_selector('.answer[aria-busy="false"]')
    return region.inner_text()


def values_are_read(tab: Page) -> None:
    """Set the example up by clicks: every tile has the value that the library gives it."""
    set_up(tab)
    assert "You win 2 game points with lead 5-0" in answer(tab)
    [position] = read(WAITS)
    assert isinstance(position, Position)
    board = tab.get_by_role("list", name="Your hand")
    for choice in analyze(position).moves:
        tile = str(choice.move).removeprefix("lead ")
        shown = board.get_by_role("button", name=re.compile(rf"^{tile}\b")).locator(".value").inner_text()
        assert shown == f"{choice.value:+d}".replace("-", "\N{MINUS SIGN}")


def test_a_position_is_set_up_by_clicks_and_every_tile_gets_its_value(watched: Watched) -> None:
    tab = watched.tab
    values_are_read(tab)
    tab.get_by_role("button", name=re.compile("^One move on")).click()
    tab.get_by_role("region", name="Answer", exact=True).get_by_text("You led 5-0").first.wait_for()


def test_every_reason_why_it_cannot_occur_appears_as_it_arises(watched: Watched) -> None:
    tab = watched.tab
    set_up(tab)
    choose(tab, "You", "Tricks", "5")
    wrong = tab.get_by_role("region", name="What is wrong")
    wrong.get_by_text("Tricks: expected").wait_for()
    choose(tab, "You", "Tricks", "4")
    wrong.get_by_text("Tricks: expected").wait_for(state="detached")
    assert "You win 2 game points" in answer(tab)


def test_before_anything_is_placed_there_are_an_example_and_three_doors(watched: Watched) -> None:
    tab = watched.tab
    tab.get_by_text("You win 2 game points with lead 5-0").first.wait_for()
    assert [tab.locator(".doors button").nth(n).inner_text() for n in range(3)] == ["Play", "Set up", "Puzzle"]
    tab.get_by_text("The rules in a minute").click()
    tab.locator(".welcome").get_by_text("Whoever has 70 card points claims").wait_for()
    assert watched.violations() == []
    tab.get_by_role("button", name="Puzzle", exact=True).click()
    tab.get_by_role("heading", name=re.compile("^Puzzle [0-9]+ of")).wait_for()
    tab.get_by_role("button", name="Analyze", exact=True).click()
    tab.get_by_role("button", name="Set up", exact=True).click()
    tab.get_by_role("region", name="The table so far").locator(".seat.you").get_by_text(
        "Your hand: the tiles in your hand."
    ).wait_for()
    assert watched.violations() == []


def test_a_hand_is_typed_and_what_is_missing_is_a_hint_until_something_contradicts(watched: Watched) -> None:
    tab = watched.tab
    missing, wrong = tab.locator(".hint"), tab.get_by_role("region", name="What is wrong")
    tab.get_by_role("button", name="Set up", exact=True).click()
    missing.first.wait_for()
    tab.keyboard.type("66 63 61")
    tab.get_by_role("list", name="Your hand").get_by_role("img", name="6-1").wait_for()
    tab.locator(".boneyard .hint").get_by_text("Trumps: a suit 0 to 6, or turn a tile up.").wait_for()
    assert wrong.inner_text() == ""
    tab.keyboard.type(" 5-5 05 30")
    tab.locator(".boneyard").click()  # a place of the table is tapped, and tiles go there
    tab.get_by_label("Drag or tap tiles, or type them").fill("41")
    tab.locator(".seat.you .hint").get_by_text("Your hand: 7 tiles; now 6.").wait_for()
    put(tab, "Your hand", "0-0")
    tab.locator(".verdict").get_by_text("About").wait_for()
    choose(tab, "Opponent", "Card points in tricks", "147")
    wrong.get_by_text("points: expected card points that 0 tricks").wait_for()
    assert missing.count() == 0


def dragged(tab: Page, tile: str, to: Locator) -> None:
    """Drag a tile from the box, with the mouse, to where the place is once the page has come to rest."""
    answer(tab)
    tab.get_by_role("list", name=re.compile("^Tiles")).get_by_role("button", name=re.compile(rf"^{tile}\b")).hover()
    tab.mouse.down()
    reached = None
    while (box := to.bounding_box()) != reached:
        assert box
        tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        reached = box
    assert tab.locator(".lifted").count() == 1
    tab.mouse.up()
    assert tab.locator(".lifted").count() == 0


def lies(tab: Page) -> dict[str, str]:
    """What lies in each place, by the link."""
    document = json.loads(unquote(tab.evaluate("location.hash.slice(1)")))
    sides = {f"{player}.{key}": value for player in ("you", "opponent") for key, value in document[player].items()}
    return {key: value for key, value in (document | sides).items() if isinstance(value, str)}


def test_tiles_are_dragged_to_every_place_of_the_table_and_what_was_done_is_undone(browser: Browser, link: str) -> None:
    watched = visit(browser, link, height=1500)
    tab = watched.tab
    tab.get_by_role("button", name="Set up", exact=True).click()
    spots = {
        "you.hand": ("6-3", tab.get_by_role("list", name="Your hand", exact=True)),
        "opponent.hand": ("6-4", tab.get_by_role("list", name="The opponent's hand")),
        "led": ("5-1", tab.get_by_role("list", name="On the table")),
        "turned": ("4-1", tab.locator(".boneyard")),
        "stock": ("2-2", tab.locator(".deck + div")),
        "you.won": ("3-3", tab.locator(".seat.you .pile")),
        "opponent.won": ("1-1", tab.locator(".seat.opponent .pile")),
        "you.shown": ("6-3", tab.get_by_role("button", name="Shown by you")),
    }
    places = {}
    for place, (tile, spot) in spots.items():
        dragged(tab, tile, spot)
        places[place] = f"{tile} ?" if place.endswith("won") else tile
        tab.wait_for_function("tile => location.hash.includes(tile)", arg=tile)
        assert places.items() <= lies(tab).items()
    tab.get_by_role("list", name="Your hand", exact=True).get_by_role("img", name="6-3").hover()
    tab.mouse.down()
    tab.mouse.move(10, 10)
    tab.keyboard.press("Escape")
    tab.mouse.up()
    assert places.items() <= lies(tab).items()
    laid = tab.url
    change = tab.get_by_role("group", name="Change all")
    change.get_by_role("button", name="Clear").click()
    assert "you.hand" not in lies(tab)
    tab.keyboard.press("Control+z")
    assert tab.url == laid
    tab.keyboard.press("Control+z")
    assert "you.shown" not in lies(tab)
    tab.keyboard.press("Control+Shift+Z")
    assert tab.url == laid
    change.get_by_role("button", name="Deal at random").click()
    tab.locator(".verdict").get_by_text("About").wait_for()
    assert len(lies(tab)["you.hand"].split()) == 7
    assert lies(tab)["turned"] not in lies(tab)["you.hand"]
    change.get_by_role("button", name="Undo").click()
    assert tab.url == laid
    assert change.get_by_role("button", name="Undo").is_enabled()
    change.get_by_role("button", name="Redo").click()
    assert len(lies(tab)["you.hand"].split()) == 7
    assert watched.faults == []
    assert watched.violations() == []
    tab.close()


@thorough
def test_a_finger_drags_a_tile_after_a_rest_and_scrolls_without_one(browser: Browser, link: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(link)
    tab.get_by_role("button", name="Set up", exact=True).click()
    tab.get_by_role("region", name="The table so far").wait_for()
    client = context.new_cdp_session(tab)
    pool = tab.get_by_role("list", name=re.compile("^Tiles"))
    place = tab.get_by_role("group", name="Put tiles into").get_by_role("button", name="Opponent's hand")

    def swipe(name: str, *, rests: bool) -> None:
        tile = pool.get_by_role("button", name=name)
        tile.scroll_into_view_if_needed()
        (start, end) = (one.bounding_box() for one in (tile, place))
        assert start
        assert end
        spots = [(box["x"] + 20, box["y"] + 15) for box in (start, end)]
        for n in range(6):
            x, y = ((a * (5 - n) + b * n) / 5 for a, b in zip(*spots, strict=True))
            kind = "touchMove" if n else "touchStart"
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            if rests and not n:
                tab.clock.run_for(400)
                tab.locator(".lifted").wait_for()
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    tab.clock.install()
    tab.clock.pause_at("2100-01-01")  # or the finger of a slow machine rests before it scrolls
    swipe("6-3", rests=True)
    tab.wait_for_function("() => location.hash.includes('6-3')")
    assert lies(tab)["opponent.hand"] == "6-3"
    swipe("6-2", rests=False)
    tab.wait_for_function("() => scrollY > 0")
    assert lies(tab)["opponent.hand"] == "6-3"
    context.close()


def play_worst(tab: Page, most: int) -> None:
    """Always the last of the moves, as far from best play as can be: so many, or until there are none."""
    moves = tab.get_by_role("region", name="Moves")
    for _ in range(most):
        buttons = moves.get_by_role("button").all()
        if not buttons:
            break
        shown = moves.inner_text()
        buttons[-1].click()
        tab.wait_for_function("shown => document.querySelector('.moves').innerText !== shown", arg=shown)


@thorough
def test_moves_that_did_not_come_with_the_answer_are_asked_for(watched: Watched) -> None:
    tab = watched.tab
    set_up(tab)
    moves = tab.get_by_role("region", name="Moves")
    play_worst(tab, 8)
    assert moves.get_by_role("button").count() or "The deal is over" in moves.inner_text()


#: Lets a text or a file go somewhere, or pastes the text.
BRING = """([kind, text, name]) => {
  const data = new DataTransfer();
  if (name) data.items.add(new File([text], name));
  else data.setData("text/plain", text);
  const more = kind === "paste" ? { clipboardData: data } : { dataTransfer: data };
  const Kind = kind === "paste" ? ClipboardEvent : DragEvent;
  document.body.dispatchEvent(new Kind(kind, { ...more, bubbles: true, cancelable: true }));
}"""


def test_positions_and_records_are_dropped_and_pasted_and_the_link_is_shared(watched: Watched) -> None:
    tab = watched.tab
    tab.get_by_role("button", name="Puzzles").click()
    tab.evaluate(BRING, ["paste", WAITS.read_text(encoding="utf-8"), ""])
    tab.get_by_role("heading", name="The Bingo waits", exact=True).wait_for()
    tab.get_by_role("button", name="Share").click()
    tab.get_by_text("The link").last.wait_for()
    shared = tab.url
    tab.evaluate(BRING, ["drop", RECORD.read_text(encoding="utf-8"), "match.yaml"])
    tab.get_by_text("Before the first lead").first.wait_for()
    tab.evaluate(BRING, ["paste", shared, ""])
    tab.get_by_role("heading", name="The Bingo waits", exact=True).wait_for()
    tab.evaluate(BRING, ["paste", "rubbish", ""])
    tab.get_by_role("region", name="What is wrong").get_by_text("expected").wait_for()


@thorough
def test_any_moment_of_a_line_or_a_deal_is_edited_and_the_table_is_flipped(watched: Watched) -> None:
    tab = watched.tab
    tab.get_by_label("Open a file").set_input_files(WAITS)
    tab.get_by_role("heading", name="The Bingo waits", exact=True).wait_for()  # not that of the example
    for _ in range(2):
        tab.get_by_role("button", name=re.compile("^One move on")).click()
    tab.get_by_role("button", name="Edit", exact=True).click()
    tab.wait_for_function("() => !location.hash.includes('1-0')")  # which was played to the 5-0
    tab.get_by_text("You win 2 game points with lead 0-0").first.wait_for()
    left = {"0-0", "6-2", "5-2", "4-1", "3-2", "3-1"}
    assert set(lies(tab)["you.hand"].split()) == left
    tab.get_by_role("button", name="Flip").click()
    tab.get_by_text("The opponent wins 2 game points").first.wait_for()
    assert set(lies(tab)["opponent.hand"].split()) == left
    assert lies(tab)["lead"] == "opponent"
    tab.keyboard.press("Control+z")
    tab.get_by_text("You win 2 game points with lead 0-0").first.wait_for()
    tab.get_by_label("Open a file").set_input_files(RECORD)
    tab.get_by_role("button", name="One turn on").click()
    tab.get_by_role("button", name="Edit this position").click()
    tab.get_by_role("region", name="Answer", exact=True).get_by_role("heading").first.wait_for()
    assert lies(tab)["lead"] == "opponent"  # as Bert sees it, who is to reply
    assert lies(tab)["led"]
    assert "opponent.hand" not in lies(tab)


def test_a_file_is_opened_and_saved(watched: Watched, tmp_path: Path) -> None:
    tab = watched.tab
    tab.get_by_label("Open a file").set_input_files(WAITS)
    tab.get_by_role("heading", name="The Bingo waits", exact=True).wait_for()  # not that of the example
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save").click()
    saved.value.save_as(tmp_path / "saved.yaml")
    assert [repr(p) for p in read(tmp_path / "saved.yaml")] == [repr(p) for p in read(WAITS)]
