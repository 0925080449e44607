"""Accessibility rules (axe) hold in every main state, nothing is cut off at five widths, and nothing jumps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.page.browser import Watched, visit, watch
from tests.cli.page.test_crawl import REPORTS, STATES, bring
from tests.cli.page.test_game import begin, board, opened, prompt
from tests.cli.page.test_report import report
from tests.oracles.browser import SHIFTS
from tests.support.depth import few, thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


WIDTHS = (360, 390, 768, 1280, 1920)
#: Those of the short run: others than the crawler works.
RULED_STATES = ("example", "hidden", "Puzzles")
#: Where rules are asked for: each layout, and each scheme of colours, once.
RULED: dict[int, Any] = {360: "light", 1280: "dark"}
IMPACTS = ("minor", "moderate", "serious", "critical")
MOST_SHIFTED = 0.05


def sound(watched: Watched) -> None:
    """Nothing is cut off at any width, and no rule is broken."""
    watched.tab.wait_for_timeout(300)
    found = {}
    for width in WIDTHS:
        watched.tab.set_viewport_size({"width": width, "height": 844})
        if scheme := RULED.get(width):
            watched.tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found[f"{width} {scheme}"] = watched.violations(IMPACTS)
        assert watched.overflow() <= 0, width
    assert {where: faults for where, faults in found.items() if faults} == {}
    assert watched.faults == []
    watched.tab.close()


@pytest.mark.parametrize("state", few(STATES, *RULED_STATES))
def test_no_rule_of_axe_is_broken_in_any_state_of_the_board(browser: Browser, link: str, state: str) -> None:
    watched = visit(browser, f"{link}#%ZZ" if state == "rubbish" else link)
    bring(watched.tab, state)
    sound(watched)


@pytest.mark.parametrize("words", few(REPORTS, REPORTS[0]), ids=lambda words: words[0])
def test_no_rule_of_axe_is_broken_in_a_report(browser: Browser, tmp_path: Path, words: tuple[str, ...]) -> None:
    sound(visit(browser, report(tmp_path, *words).as_uri()))


def shifted(tab: Page) -> float:
    """What has shifted in the page since it was opened."""
    total: float = tab.evaluate("window.shifted")
    return total


@thorough
def test_nothing_jumps_and_no_rule_is_broken_while_a_deal_is_played(browser: Browser, tmp_path: Path) -> None:
    with board(tmp_path / "game.yaml") as address:
        watched = opened(browser, address, 390)
        tab = watched.tab
        begin(tab)
        tab.wait_for_timeout(1500)
        tab.evaluate(f"() => {{{SHIFTS}}}")
        for _ in range(4):
            prompt(tab)
            on = tab.get_by_role("button", name="Go on")
            (on if on.is_visible() else tab.locator(".game button.tile").first).click()
            tab.wait_for_timeout(1500)  # the trick has been seen, and the program has made its turn
        assert shifted(tab) < MOST_SHIFTED
        sound(watched)


@thorough
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_jumps_while_the_page_opens(browser: Browser, link: str, width: int) -> None:
    watched = watch(browser, link, width, height=844)
    watched.tab.add_init_script(SHIFTS)
    tab = watched.open(link)
    tab.wait_for_selector('.answer[aria-busy="false"] .verdict')
    assert shifted(tab) < MOST_SHIFTED
    tab.close()
