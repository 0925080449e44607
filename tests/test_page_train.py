"""Mistakes are trained on the board in a browser, and come again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.depth import thorough
from tests.test_page_game import board, opened
from tests.test_train import cards_of, few_deals, memory

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["few_deals", "memory"]  # fixtures of the trainer are some here too


@thorough
def test_a_mistake_is_trained_on_the_board(browser: Browser, tmp_path: Path, memory: Path) -> None:
    with cards_of(memory) as cards:
        assert cards.confirmed(*cards.mistakes)  # the board would ask many more deals
    with board(tmp_path / "game.yaml", "--memory", str(memory)) as address:
        watched = opened(browser, address, 390)
        tab = watched.tab
        tab.get_by_role("button", name="Train", exact=True).click()
        tab.get_by_text("You are to lead. What is best?").wait_for()
        assert "0 due, 1 new" in tab.get_by_role("region", name="Train").inner_text()
        tab.get_by_role("button", name="declare 2-2 1-1, lead 2-2", exact=True).click()
        told = tab.get_by_role("region", name="Verdict")
        told.get_by_text("is worse than the best move by").wait_for()
        tab.get_by_role("button", name="close, declare 2-2 1-1, lead 1-1", exact=True).click()
        told.get_by_text("It comes again in 1 minute.").wait_for()
        assert watched.violations() == []
        assert watched.overflow() <= 0
        tab.get_by_role("button", name="Next", exact=True).click()
        tab.get_by_text("Nothing is due: the next card comes in 1 minute.").wait_for()
        tab.get_by_text("Profile", exact=True).click()
        tab.get_by_text("game points a decision").wait_for()
        assert watched.violations() == []
        assert watched.overflow() <= 0
        tab.get_by_role("button", name="Train close-too-late", exact=True).click()
        tab.locator(".puzzles details[open]").wait_for(state="detached")  # what is asked now has come, its profile shut
        tab.get_by_text("Profile", exact=True).click()
        tab.get_by_role("button", name="Train every cause", exact=True).wait_for()
        assert watched.faults == []
        tab.close()
