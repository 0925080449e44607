"""A newcomer with a phone: everything one needs is in view, read aloud, at a thumb's or an arrow key's reach."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.page.browser import visit
from tests.cli.page.test_game import CHANGED, begin, board, log, opened, prompt
from tests.cli.page.test_report import blunders, look, report
from tests.cli.page.test_setup import WAITS
from tests.support.depth import few, thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser


#: Keeps all that is said to those who hear the page, and whether anything has moved.
HEARD = """
window.heard = [];
window.moved = 0;
const live = document.getElementById("live");
new MutationObserver(() => heard.push(live.textContent)).observe(live, { childList: true, subtree: true });
const real = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.moved += 1;
  return real.apply(this, how);
};
"""
#: What one might press now and is not wholly in view, or is too small for a thumb: 44 pixels.
OUT_OF_REACH = """() => [...document.querySelectorAll(".game .board button, .your-turn .tools button")]
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, at]) => at.top < 0 || at.bottom > innerHeight || at.height < 43.5 || at.width < 43.5)
  .map(([one, at]) => `${one.ariaLabel || one.textContent}: ${at.top} to ${at.bottom}, ${at.width} wide`)
"""
#: Presses what a newcomer would: what goes on, else the first tile.
PRESS = "() => (document.querySelector('.your-turn .main') || document.querySelector('.game button.tile')).click()"


@thorough
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_deal_is_played_to_its_end_by_what_is_in_view_and_every_turn_is_read_aloud(
    browser: Browser, tmp_path: Path, motion: str
) -> None:
    with board(tmp_path / "game.yaml") as address:
        watched = opened(browser, address, 390)
        tab = watched.tab
        tab.set_viewport_size({"width": 390, "height": 844})
        tab.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        begin(tab, level="club")
        tab.evaluate(f"() => {{{HEARD}}}")
        before = len(log(tab))
        while (asked := prompt(tab)) != "The deal is over.":
            assert tab.evaluate(OUT_OF_REACH) == [], asked
            happened = len(log(tab))
            tab.evaluate(PRESS)
            tab.wait_for_function(CHANGED, arg=[happened, asked])
        assert tab.evaluate(OUT_OF_REACH) == []  # how to go on with the next deal
        heard = " ".join(tab.evaluate("heard"))
        assert [line for line in log(tab)[before:] if line not in heard] == []
        assert (tab.evaluate("moved") > 0) is (motion == "no-preference")
        assert watched.faults == []
        tab.close()


def test_tiles_of_a_desk_are_at_least_58_pixels_wide(browser: Browser, link: str) -> None:
    tab = visit(browser, link).tab
    tab.locator(".verdict").wait_for()
    widths = tab.locator(".rack .tile").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert len(widths) == 14
    assert min(widths) >= 58
    tab.close()


def test_arrow_keys_work_wherever_the_focus_is_but_in_fields(browser: Browser, link: str) -> None:
    tab = visit(browser, link).tab
    tab.get_by_label("Open a file").set_input_files(WAITS)
    tab.get_by_role("heading", name="The Bingo waits", exact=True).wait_for()  # not that of the example
    led = tab.locator(".live .table .turn").get_by_text("You led 5-0")
    for place in ("body", ".top nav button[aria-pressed=true]", ".place-of", ".line .step"):
        tab.locator(place).first.evaluate("one => one.focus()")
        tab.keyboard.press("ArrowRight")
        led.wait_for()
        tab.keyboard.press("ArrowLeft")
        led.wait_for(state="detached")
    tab.get_by_label("or type them").focus()
    tab.keyboard.press("ArrowRight")
    tab.wait_for_timeout(300)
    assert not led.count()
    tab.close()


@pytest.mark.parametrize("width", few([390, 1280], 390))
def test_the_chart_of_a_review_is_wide_and_a_thumb_hits_its_points(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    page = report(tmp_path, "review", "--worlds", "128", "-", text=blunders())
    tab = look(browser, page)
    tab.set_viewport_size({"width": width, "height": 844})
    tab.get_by_role("link").first.click()
    told = tab.get_by_role("region", name="This turn")
    told.wait_for()
    wide: float = tab.locator(".course").evaluate("one => one.getBoundingClientRect().width")
    assert wide > 0.85 * width
    marks, shown = tab.locator(".course .mistake"), set()
    for n in range(marks.count()):
        at = marks.nth(n).evaluate("(one) => one.getBoundingClientRect().toJSON()")
        tab.mouse.click(at["x"] + at["width"] / 2 + 4, at["y"] + at["height"] / 2 + 20)  # a thumb is not exact
        assert "better" in told.inner_text()
        shown.add(told.get_by_role("heading").inner_text())
    assert len(shown) == marks.count() > 1
    tab.close()
