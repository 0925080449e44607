"""A game against the program in a browser: by taps and keys, over reloads and kills, with all that can be asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bingo.positions import read_records
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.render.game import ELSEWHERE
from tests.cli.page.browser import Watched, visit
from tests.cli.page.frame import DEALS, PHONE, answered, bar, begin, go, hand, link_to, log, mine, play
from tests.cli.test_main import run
from tests.oracles.board import started
from tests.support.depth import thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def watched(browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    """A tab of a board with a game of its own, which must meet no fault."""
    with started("--game", str(tmp_path / "game.yaml")) as link:
        tab = visit(browser, link)
        yield tab
        assert tab.faults == []
        tab.tab.close()


def test_a_deal_is_played_to_its_end_over_a_reload_and_a_kill(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    with started("--game", str(file)) as link:
        watched = visit(browser, link)
        tab = watched.tab
        begin(tab)
        assert not play(tab, 4)
        mine(tab)
        before = log(tab)
        tab.reload()
        mine(tab)
        assert log(tab) == before
        assert watched.faults == []
        tab.close()
    with started("--game", str(file)) as link:
        watched = visit(browser, f"{link}#play")
        tab = watched.tab
        mine(tab)
        assert log(tab) == before
        assert play(tab)
        with tab.expect_download() as saved:
            bar(tab, "Save").click()
        saved.value.save_as(tmp_path / "saved.yaml")
        bar(tab, "Review").click()
        tab.locator(".fall").wait_for()
        assert watched.faults == []
        tab.close()
    assert (tmp_path / "saved.yaml").read_bytes() == file.read_bytes()
    (record,) = read_records(file)
    assert record.players == ("", "greedy")
    assert record.result
    judged = run("review", str(file), "--worlds", "20", "--json")
    assert json.loads(judged.stdout)["result"] == record.result[YOU] - record.result[OPPONENT]


def test_hint_what_if_and_take_back_are_a_tap_each(watched: Watched) -> None:
    tab = watched.tab
    begin(tab)
    mine(tab)
    before = log(tab)
    bar(tab, "Hint").click()
    hint = tab.locator(".strip.hint", has_text=re.compile("worth|wins"))
    hint.wait_for()
    lit = tab.locator(".tile.up").get_attribute("data-tile") or ""
    assert lit in hint.inner_text()
    tab.get_by_role("button", name="What if ...").click()
    hand(tab).last.click()
    tab.locator(".strip", has_text=re.compile("loses|worth")).wait_for()
    assert log(tab) == before
    tab.get_by_role("button", name="What if ...").click()
    assert not play(tab, 1)
    mine(tab)
    bar(tab, "Take back").click()
    tab.wait_for_function("n => document.querySelectorAll('.log li').length === n", arg=len(before))
    assert log(tab) == before


def test_doubles_are_declared_by_tapping_them(watched: Watched, tmp_path: Path) -> None:
    """A tap marks a double to be shown, another one leads it; the first tap of another tile takes the marks away."""
    tab = watched.tab
    for seed in range(1, 40):
        begin(tab, seed=seed)
        tab.wait_for_timeout(150)
        if tab.get_by_text("This ends the game under way").count():
            tab.locator("[data-key=deal]").click()
        mine(tab)
        doubles = [f"{n}-{n}" for n in range(7) if tab.locator(f".rack.you [data-tile='{n}-{n}']").count()]
        if len(doubles) > 1 and "lead" in tab.locator(".seat.you").inner_text():
            break
    first, second = doubles[:2]
    tab.locator(f".rack.you [data-tile='{first}']").click()
    tab.locator(f".rack.you [data-tile='{second}']").click()
    assert tab.locator(".tag", has_text="show").count() == 2
    assert log(tab) == []
    tab.locator(f".rack.you [data-tile='{second}']").click()
    tab.get_by_text(re.compile(f"declare .* and lead {second}")).first.wait_for(state="attached")
    (record,) = read_records(tmp_path / "game.yaml")
    assert record.turns[0].move.declare


def test_the_keyboard_is_enough(watched: Watched) -> None:
    tab = watched.tab
    begin(tab)
    mine(tab)
    before = len(log(tab))
    tab.keyboard.press("ArrowRight")
    assert "tile" in tab.evaluate("document.activeElement.className")
    hand(tab).first.focus()
    tab.keyboard.press("Enter")
    tab.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)


@thorough
def test_a_second_tab_goes_on_with_the_same_game(browser: Browser, tmp_path: Path) -> None:
    with started("--game", str(tmp_path / "game.yaml")) as link:
        first = visit(browser, link)
        begin(first.tab)
        mine(first.tab)
        second = visit(browser, f"{link}#play")
        mine(second.tab)
        assert not play(first.tab, 1)
        mine(first.tab)
        hand(second.tab).last.click()
        second.tab.locator(".strip", has_text=ELSEWHERE).wait_for()
        mine(second.tab)
        assert log(first.tab) == log(second.tab)
        for watched in (first, second):
            assert watched.faults == []
            watched.tab.close()


def test_a_deal_is_gone_on_with_from_where_one_looks(watched: Watched) -> None:
    tab = watched.tab
    go(tab, "deals")
    tab.get_by_role("button", name="The match of Ann and Bert").click()
    tab.locator(".graph").wait_for()
    bar(tab, "On").click()
    bar(tab, "On").click()
    bar(tab, "Play on").click()
    mine(tab)
    assert len(log(tab)) >= 2
    go(tab, link_to({"turned": "4-1", "lead": "you", "you": {"hand": "6-6 5-5 4-4 6-5 5-3 3-1 0-0"}}))
    answered(tab)
    bar(tab, "Play on").click()
    tab.get_by_text("The deal goes on from where you looked").wait_for()
    tab.locator("[data-key=deal]").click()  # there is a game under way, which this ends
    tab.locator("[data-key=deal]").click()
    tab.locator(".rack.you [data-tile='4-4']").wait_for()
    assert log(tab) == []


def test_files_are_opened_where_they_are_chosen_or_pasted(browser: Browser, link: str) -> None:
    watched = visit(browser, link, PHONE[0], height=PHONE[1])
    tab = watched.tab
    go(tab, "deals")
    with tab.expect_file_chooser() as chooser:
        tab.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(DEALS.parent / "examples" / "should-i-close.yaml")
    tab.get_by_text("Should I close?").wait_for()
    paste = """text => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }"""
    tab.evaluate(paste, (DEALS / "a-match.yaml").read_text(encoding="utf-8"))
    tab.locator(".graph").wait_for()
    assert tab.get_by_role("navigation", name="Deals").get_by_role("link").count() == 5
    tab.evaluate(paste, "you: [")
    tab.locator(".notice span").wait_for()
    assert watched.faults == []
    tab.close()
