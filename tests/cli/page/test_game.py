"""A game against the program in a browser: by clicks and keys, over reloads and kills, with all that can be asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bingo.positions import read_records
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.render.game import ELSEWHERE
from tests.cli.page.browser import Watched, visit
from tests.cli.test_main import run
from tests.oracles.board import started
from tests.oracles.game import SEED
from tests.support.depth import thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

#: Whether more has happened than so many lines tell, or something else is asked than before.
CHANGED = """([n, asked]) => document.querySelectorAll('.game .log li').length > n
  || document.querySelector('.game .asked').innerText !== asked"""


def board(file: Path, *more: str) -> AbstractContextManager[str]:
    """A board with its game in that file."""
    return started("--game", str(file), *more)


def opened(browser: Browser, link: str, width: int = 1280, scheme: str = "light") -> Watched:
    """The tab at the game."""
    watched = visit(browser, link, width, scheme)
    watched.tab.get_by_role("button", name="Play", exact=True).first.click()
    return watched


@pytest.fixture
def watched(browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    """Such a tab of a board, which must meet no fault."""
    with board(tmp_path / "game.yaml") as link:
        found = opened(browser, link)
        yield found
        assert found.faults == []
        found.tab.close()


def begin(
    tab: Page, level: str = "greedy", seed: str = str(SEED), rules: str = "pagat", *, instead: bool = False
) -> None:
    """Begin a game; ``instead``: of one that is under way."""
    tab.get_by_label("Seed").fill(seed)
    tab.get_by_label("Level").select_option(level)
    tab.get_by_role("region", name="Play").get_by_label("Rules").fill(rules)
    tab.get_by_role("button", name="Begin", exact=True).click()
    if instead:
        tab.get_by_role("button", name="Begin a new game").click()
    said(tab).get_by_text(f"Seed {seed}.").wait_for()  # of the new game, where there was one before
    prompt(tab)


def prompt(tab: Page) -> str:
    """What is asked of you, once the program has made its turn."""
    tab.locator(".game .asked:not(:text('opponent\\'s turn'), :text('The trick is'))").wait_for()
    return tab.locator(".game .asked").inner_text()


def said(tab: Page) -> Locator:
    return tab.get_by_role("region", name="What the program says")


def tile(tab: Page, name: str) -> Locator:
    return tab.get_by_role("list", name="Your hand").get_by_role("button", name=re.compile(f"^{name}\\b"))


def ask(tab: Page, name: str) -> None:
    tab.get_by_role("group", name="Ask").get_by_role("button", name=name).click()


def log(tab: Page) -> list[str]:
    return tab.get_by_role("list", name="What happened").get_by_role("listitem").all_inner_texts()


def play_on(tab: Page, turns: int = 60) -> bool:
    """Make so many turns, each the first of those listed; whether the deal is over."""
    for _ in range(turns):
        asked, before = prompt(tab), len(log(tab))
        if asked in ("The deal is over.", "The match is over.", "All deals are played."):
            return True
        if tab.get_by_role("button", name="Go on").is_visible():
            tab.get_by_role("button", name="Go on").click()
        else:
            tab.evaluate("document.querySelector('.game .choices button').click()")
        tab.wait_for_function(CHANGED, arg=[before, asked])
    return False


def begun(tab: Page, level: str = "greedy") -> list[str]:
    """Begin a game, say what cannot be played, and make four turns; what has happened then."""
    begin(tab, level=level)
    assert prompt(tab) == "Your reply."
    assert tab.locator(".game .board").inner_text().count("card point") == 0
    tab.get_by_label("Or type it").fill("5-5")
    tab.get_by_role("button", name="Say it").click()
    said(tab).get_by_text("play 5-5 is not possible here: 5-5 is not in the hand").wait_for()
    assert not play_on(tab, 4)
    prompt(tab)
    return log(tab)


def test_a_deal_is_played_to_its_end_over_a_reload_and_a_kill(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    with board(file) as link:
        watched = opened(browser, link)
        tab = watched.tab
        before = begun(tab)
        tab.reload()
        tab.get_by_role("button", name="Hint").wait_for()
        assert log(tab) == before
        assert tab.get_by_label("Level").input_value() == "greedy"
        assert watched.faults == []
        tab.close()
    with board(file) as link:
        watched = opened(browser, link)
        tab = watched.tab
        tab.get_by_role("button", name="Hint").wait_for()
        assert log(tab) == before
        assert play_on(tab)
        review = tab.get_by_role("region", name="Review", exact=True)
        review.get_by_role("heading", name="The sum").wait_for()
        with tab.expect_download() as saved:
            ask(tab, "Save")
        saved.value.save_as(tmp_path / "saved.yaml")
        assert watched.faults == []
        assert watched.violations() == []
        tab.close()
    assert (tmp_path / "saved.yaml").read_bytes() == file.read_bytes()
    (record,) = read_records(file)
    assert record.players == ("", "greedy")
    assert record.result
    judged = run("review", str(file), "--worlds", "20", "--json")
    assert judged.exit_code == 0, judged.output
    assert json.loads(judged.stdout)["result"] == record.result[YOU] - record.result[OPPONENT]


def test_hint_why_what_if_and_back_are_a_click_each(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    with board(file) as link:
        watched = opened(browser, link)
        tab = watched.tab
        begin(tab)
        ask(tab, "Hint")
        said(tab).get_by_text(re.compile(r"^play \d-\d: worth \S+ game points on average \(.*\)\.")).wait_for()
        ask(tab, "What if")
        tile(tab, "4-0").click()
        lost = said(tab).get_by_text(re.compile("^play 4-0 loses .* game points on average; play .* is better"))
        lost.wait_for()
        words = lost.inner_text()
        assert len(log(tab)) == 1
        ask(tab, "What if")
        tab.get_by_text("New game and settings").click()
        tab.get_by_role("checkbox", name="Coach").check()
        tile(tab, "4-0").click()
        coach = tab.get_by_role("region", name="Coach")
        coach.get_by_text(words).wait_for()
        ask(tab, "Why?")
        said(tab).get_by_text(words).wait_for()
        coach.get_by_role("button", name="Take it back").click()
        tile(tab, "4-0").wait_for()
        assert len(log(tab)) == 1
        assert watched.faults == []
        tab.close()
    (record,) = read_records(file)
    assert [str(turn.move) for turn in record.turns] == ["lead 2-1"]


def test_the_keyboard_is_enough(watched: Watched) -> None:
    tab = watched.tab
    begin(tab)
    tile(tab, "4-0").focus()
    for key in ("ArrowRight", "ArrowLeft"):
        tab.keyboard.press(key)
    assert "4-0" in (tab.evaluate("document.activeElement.getAttribute('aria-label')") or "")
    tab.evaluate("addEventListener('keydown', (event) => event.preventDefault(), { capture: true, once: true })")
    tab.keyboard.press("ArrowRight")  # somebody else has done with it
    assert "4-0" in (tab.evaluate("document.activeElement.getAttribute('aria-label')") or "")
    tab.keyboard.press("Enter")
    tab.get_by_text("You play 4-0. You take the trick.").first.wait_for()
    prompt(tab)
    tab.keyboard.press("ArrowRight")  # the focus is still at the table
    assert "tile" in tab.evaluate("document.activeElement.className")
    tab.get_by_label("Or type it").fill("claim")
    tab.keyboard.press("Enter")
    tab.get_by_text("the opponent scores 2 game points").first.wait_for()


@thorough
def test_a_trick_is_seen_before_it_is_taken_and_a_double_click_plays_one_tile(watched: Watched) -> None:
    tab = watched.tab
    begin(tab)
    before = len(log(tab))
    tab.evaluate("window.began = 0; window.ended = 0")
    tab.evaluate("""new MutationObserver(() => {
      const rests = document.querySelector('.game .asked')?.innerText === 'The trick is taken.';
      if (rests && !window.began) window.began = performance.now();
      if (!rests && window.began && !window.ended) window.ended = performance.now();
    }).observe(document.querySelector('.game'), { childList: true, subtree: true })""")
    tile(tab, "4-0").dblclick()
    tab.get_by_text("The trick is taken.").wait_for()
    trick = tab.get_by_role("list", name="On the table")
    assert trick.get_by_role("img").count() == 2
    assert tab.get_by_role("list", name="Your hand").get_by_role("button").count() == 0
    prompt(tab)
    assert len(log(tab)) == before + 1
    assert tab.evaluate("window.ended - window.began") > 300  # 800, less what a slow machine takes to draw it
    you = tab.get_by_role("group", name="You", exact=True)
    you.get_by_text("1 trick").click()
    last = you.get_by_role("list", name="Tricks").get_by_role("img")
    assert [one.get_attribute("data-tile") for one in last.all()] == ["2-1", "4-0"]
    tab.get_by_role("button", name="Claim", exact=True).click()
    tab.get_by_text("Claim that you have enough card points?").wait_for()
    tab.get_by_role("button", name="Not yet").click()
    assert prompt(tab) == "Your lead."
    assert len(log(tab)) == before + 1
    tab.get_by_role("button", name="Claim", exact=True).click()
    tab.get_by_role("button", name="Claim now").click()
    tab.get_by_text("the opponent scores 2 game points").first.wait_for()


@thorough
def test_a_game_under_way_ends_for_a_new_one_only_if_that_is_meant(watched: Watched, tmp_path: Path) -> None:
    tab = watched.tab
    score = tab.locator(".game .score").first  # the review, which comes when it comes, has boards too
    tab.get_by_label("A match").check()
    begin(tab)
    before = log(tab)
    tab.get_by_text("New game and settings").click()
    tab.get_by_role("button", name="Begin", exact=True).click()
    tab.get_by_text("This ends the game under way").first.wait_for()
    assert watched.violations() == []
    tab.get_by_role("button", name="Go on with this one").click()
    assert log(tab) == before
    assert score.inner_text().startswith("0 : 0")
    tile(tab, "4-0").click()
    tab.get_by_text("You play 4-0. You take the trick.").first.wait_for()
    tab.get_by_label("Or type it").fill("claim")
    tab.keyboard.press("Enter")
    tab.get_by_role("button", name="Next deal").wait_for()
    assert score.inner_text().startswith("0 : 2")  # as it stands, once the deal is over
    tab.get_by_text("New game and settings").click()
    begin(tab, seed="7", instead=True)
    assert score.inner_text().startswith("0 : 0")
    assert (tmp_path / "game-1.yaml").exists()


@thorough
def test_a_second_tab_and_the_terminal_go_on_with_the_same_game(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    assert run("play", str(file), "--seed", str(SEED), "--level", "greedy", text="6-6\nquit\n").exit_code == 0
    with board(file) as link:
        one, two = opened(browser, link), opened(browser, link)
        for tab in (one.tab, two.tab):
            tab.get_by_role("button", name="Hint").wait_for()
            assert "You play 6-6. The opponent takes the trick." in log(tab)[1]
        choice = one.tab.get_by_role("list", name="Your hand").get_by_role("button").first
        choice.click()
        one.tab.wait_for_function(CHANGED, arg=[3, "Your reply."])
        two.tab.get_by_role("list", name="Your hand").get_by_role("button").last.click()
        said(two.tab).get_by_text(ELSEWHERE).wait_for()
        prompt(one.tab), prompt(two.tab)
        assert log(one.tab) == log(two.tab)
        kept = log(one.tab)
        for watched in (one, two):
            assert watched.faults == []
            watched.tab.close()
    shown = " ".join(run("play", str(file), text="").stdout.split())
    assert "level greedy" in shown
    (record,) = read_records(file)
    assert len(record.turns) == len(kept)


@thorough
def test_a_slow_answer_shows_that_it_is_awaited_and_blocks_nothing(watched: Watched) -> None:
    tab = watched.tab
    begin(tab)

    held: list[Route] = []
    tab.route("**/game", lambda route: route.continue_() if held else held.append(route))
    tile(tab, "6-6").click()
    tab.get_by_role("progressbar").first.wait_for()
    tab.get_by_role("button", name="Puzzles").click()
    tab.get_by_role("heading", name=re.compile("^Puzzle [0-9]+ of")).wait_for()
    tab.get_by_role("button", name="Play", exact=True).first.click()
    held[0].continue_()
    prompt(tab)
    tab.get_by_role("progressbar").first.wait_for(state="detached")
