"""Every control in every state of the report and the board: nothing breaks or sticks out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.page.browser import PHONE, Visitor, overflow
from tests.cli.page.frame import STATES, show_state
from tests.cli.page.test_report import CLOSE, MEMORY, WAITS, report
from tests.support.depth import by_depth, few, thorough
from tests.support.reading import LATE_CLOSE

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: How many controls are worked at most in one state; how long the page has after each, and after the last, in ms.
MOST_CONTROLS, PAUSE_MS, LAST_PAUSE_MS = by_depth(30, 150), by_depth(30, 60), 300
#: Works the first control whose kind (its words without digits) has not been worked yet; tells its kind.
WORK_NEXT_JS = """
(done) => {
  const words = (one) => one.ariaLabel || one.innerText || one.name;
  const kind = (one) => `${one.tagName} ${words(one)}`.replace(/[0-9]+/g, "#").slice(0, 60);
  const all = [...document.querySelectorAll("button, summary, select, input[type=checkbox], .laying .rack")];
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
REPORT_COMMANDS = (
    ("analyze", str(WAITS)),
    ("close", CLOSE, "--no-proof"),
    ("claim", MEMORY),
    ("review", "--worlds", "32", str(LATE_CLOSE)),
    ("analyze", CLOSE, str(WAITS)),
)


def crawl(visit: Visitor, tab: Page) -> None:
    """Work one control of every kind there is, and of every kind that appears."""
    worked_kinds: list[str] = []
    for _ in range(MOST_CONTROLS):
        worked = tab.evaluate(WORK_NEXT_JS, worked_kinds)
        if worked is not None:
            worked_kinds.append(worked)
        tab.wait_for_timeout(PAUSE_MS if worked else LAST_PAUSE_MS)
        assert visit.faults == [], worked_kinds
        assert overflow(tab) <= 0, worked_kinds
        assert tab.evaluate("document.scrollingElement.scrollTop") == 0, worked_kinds
        if worked is None:
            break
    assert worked_kinds


@pytest.mark.parametrize("words", few(REPORT_COMMANDS, REPORT_COMMANDS[3]), ids=lambda words: words[0])
def test_every_control_of_a_report(tmp_path: Path, visit: Visitor, words: tuple[str, ...]) -> None:
    tab = visit(report(tmp_path, *words).as_uri(), PHONE)
    listed = tab.get_by_role("link", name="Should I close?")
    if listed.count():
        listed.click()
    crawl(visit, tab)


@pytest.mark.parametrize("state", few(STATES, "setup", "play"))
def test_every_control_of_the_board(visit: Visitor, phone: Page, state: str) -> None:
    show_state(phone, state)
    crawl(visit, phone)


@thorough
@pytest.mark.parametrize("state", ["start", "play", "review"])
def test_every_control_of_the_board_on_a_desk(visit: Visitor, desk: Page, state: str) -> None:
    show_state(desk, state)
    crawl(visit, desk)
