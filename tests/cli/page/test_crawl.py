"""Every control in every state of the report and the board: nothing breaks or sticks out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.page.browser import Watched, visit
from tests.cli.page.test_report import CLOSE, DEALS, MEMORY, report
from tests.cli.page.test_setup import EXAMPLES, RECORD, WAITS
from tests.support.depth import by_depth, few, thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


DEAL = str(DEALS / "time-to-close.yaml")
#: The size of a phone, and of a desk, and how many controls are worked there at most in one state.
PHONE, DESK = (390, 844, by_depth(40, 200)), (1280, 800, 40)
#: How long the page has after each, and after the last, in milliseconds.
PAUSE, REST = by_depth(30, 60), 300
#: Works the first control whose kind (its words without digits) has not been worked yet; tells its kind.
WORK = """
(done) => {
  const words = (one) => one.ariaLabel || one.innerText || one.name;
  const kind = (one) => `${one.tagName} ${words(one)}`.replace(/[0-9]+/g, "#").slice(0, 60);
  const all = [...document.querySelectorAll("button, summary, select, input[type=checkbox], .tile.off, .laying .rack")];
  const next = all.find((one) => one.checkVisibility() && !one.disabled && !done.includes(kind(one)));
  if (!next) return null;
  const worked = kind(next);
  if (next.tagName === "SELECT") {
    next.selectedIndex = next.options.length - 1;
    next.dispatchEvent(new Event("change", { bubbles: true }));
  } else next.click();
  return worked;
}
"""
#: Whether every verdict is within the screen.
IN_VIEW = """
() => [...document.querySelectorAll(".walk > .panel > .moves > .verdict, .live .verdict")]
  .filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect())
  .every(({ top, bottom }) => top >= -1 && bottom <= innerHeight + 1)
"""


def crawl(watched: Watched, most: int) -> None:
    """Work one control of every kind there is, and of every kind that appears."""
    done: list[str] = []
    tab = watched.tab
    tab.wait_for_selector("button:visible, summary:visible")
    for _ in range(most):
        worked = tab.evaluate(WORK, done)
        if worked is not None:
            done.append(worked)
        tab.wait_for_timeout(PAUSE if worked else REST)
        assert watched.faults == [], done
        assert watched.overflow() <= 0, done
        if worked is None:
            break
    assert len(done) > 1


REPORTS = (
    ("analyze", str(WAITS)),
    ("close", CLOSE, "--no-proof"),
    ("claim", MEMORY),
    ("review", "--worlds", "128", DEAL),
    ("analyze", CLOSE, str(WAITS)),
)


@pytest.mark.parametrize("words", few(REPORTS, REPORTS[1], REPORTS[3]), ids=lambda words: words[0])
def test_every_control_of_a_report(tmp_path: Path, browser: Browser, words: tuple[str, ...]) -> None:
    width, height, most = PHONE
    watched = visit(browser, report(tmp_path, *words).as_uri(), width, height=height)
    listed = watched.tab.get_by_role("link", name="Should I close?")
    if listed.count():  # a list of positions, with nothing to work but its links
        assert watched.overflow() <= 0
        listed.click()
    if words[0] == "analyze":
        watched.tab.wait_for_function(IN_VIEW)
    crawl(watched, most)
    watched.tab.close()


STATES = ("start", "set up", "example", "hidden", "forgotten", "deals", "Play", "Puzzles", "Rules", "rubbish")
#: Those of the short run.
WORKED = ("start", "forgotten", "deals", "Play", "rubbish")
#: The tables that are laid out in another way on a desk.
ON_A_DESK = ("start", "deals", "Play")


@pytest.mark.parametrize("state", few(STATES, *WORKED))
def test_every_control_of_the_board(browser: Browser, link: str, state: str) -> None:
    worked(browser, link, state, PHONE)


@thorough
@pytest.mark.parametrize("state", ON_A_DESK)
def test_every_control_of_the_board_on_a_desk(browser: Browser, link: str, state: str) -> None:
    worked(browser, link, state, DESK)


def worked(browser: Browser, address: str, state: str, size: tuple[int, int, int]) -> None:
    """Bring a page into a state, and work its controls."""
    width, height, most = size
    watched = visit(browser, f"{address}#%ZZ" if state == "rubbish" else address, width, height=height)
    bring(watched.tab, state)
    crawl(watched, most)
    watched.tab.close()


def bring(tab: Page, state: str) -> None:
    """Bring the board into a state; where a verdict comes of it, it is within the screen of a phone."""
    files = {
        "example": WAITS,
        "hidden": EXAMPLES / "should-i-close.yaml",
        "forgotten": EXAMPLES / "can-i-claim.yaml",
        "deals": RECORD,
    }
    if state in ("Play", "Puzzles", "Rules"):
        tab.get_by_role("button", name=state, exact=True).first.click()
    elif state == "rubbish":
        tab.get_by_role("region").get_by_text("The link does not hold a position.").wait_for()
        return
    elif state == "set up":
        tab.get_by_role("button", name="Set up", exact=True).click()
        tab.get_by_role("region", name="The table so far").wait_for()
    elif state in files:
        tab.get_by_label("Open a file").set_input_files(files[state])
    if state == "deals":
        tab.get_by_text("Before the first lead").first.wait_for()
    if state == "forgotten":  # what moves are worth cannot be told, but a claim can be judged
        tab.locator(".hint").get_by_text("both tiles of every trick, or their card points").wait_for()
        tab.emulate_media(reduced_motion="reduce")  # the page goes to the verdict at once
        tab.get_by_role("button", name="Can I claim?").click()
    if state in ("start", "example", "hidden", "forgotten"):
        tab.locator(".live .verdict").wait_for()
        tab.wait_for_function(IN_VIEW)
