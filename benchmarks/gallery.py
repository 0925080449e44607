"""Pictures of the main states of the board, to be looked at one by one: ``python -m benchmarks.gallery gallery.html``.

Each state is drawn on a desk, on a phone and in the dark, beside the name of the drawing that it is to be held against.
"""

from __future__ import annotations

import argparse
import base64
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.oracles.board import started
from tests.oracles.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

POSITIONS = Path(__file__).parents[1] / "positions"
#: Width and height in pixels, and the colour scheme.
SCREENS = {"desk": (1280, 800, "light"), "phone": (390, 844, "light"), "dark": (1280, 800, "dark")}
#: A proof or a review, in milliseconds.
LONG = 120_000

#: Makes any turn, or goes on.
TURN = """
() => {
  const goesOn = (one) => one.matches(".choice") || one.textContent === "Go on";
  [...document.querySelectorAll(".game button")].find(goesOn)?.click();
}
"""


def press(tab: Page, name: str) -> None:
    """Press the first button of that name."""
    tab.get_by_role("button", name=name, exact=True).first.click()


def opened(tab: Page, file: str, shows: str) -> None:
    """Open a file, and wait until something is there."""
    tab.get_by_label("Open a file").set_input_files(POSITIONS / file)
    tab.locator(shows).first.wait_for()


def start(tab: Page) -> None:
    tab.locator(".doors").wait_for()


def empty(tab: Page) -> None:
    start(tab)
    press(tab, "Set up")
    tab.locator(".hint").first.wait_for()


def wrong(tab: Page) -> None:
    empty(tab)
    tab.keyboard.type("66 63 61")
    press(tab, "Opponent's hand")
    tab.get_by_label("or type them").fill("55 54 44 43 42 41 40 33")
    tab.locator(".reasons li").first.wait_for()


def exact(tab: Page) -> None:
    opened(tab, "examples/the-bingo-waits.yaml", "h2:text('The Bingo waits')")
    press(tab, "One move on (arrow right)")


def estimate(tab: Page) -> None:
    opened(tab, "examples/first-lead.yaml", ".interval")


def close(tab: Page) -> None:
    opened(tab, "examples/should-i-close.yaml", "h2:text('Should I close?')")
    press(tab, "Should I close?")
    tab.locator(".side .verdict").wait_for(timeout=LONG)


def claim(tab: Page) -> None:
    tab.get_by_label("Open a file").set_input_files(POSITIONS / "examples/can-i-claim.yaml")
    tab.wait_for_url(re.compile("20claim"))
    press(tab, "Can I claim?")
    tab.locator(".side .verdict").wait_for(timeout=LONG)


def play(tab: Page) -> None:
    press(tab, "Play")
    settings, table = tab.get_by_label("Seed"), tab.locator(".game .board")
    settings.or_(table).filter(visible=True).first.wait_for()
    if not settings.is_visible():  # a game is under way, of the screen before
        tab.get_by_text("New game and settings").click()
    tab.get_by_label("Seed").fill("129222")
    press(tab, "Begin")
    if tab.get_by_role("button", name="Begin a new game").count():
        press(tab, "Begin a new game")
    tab.locator(".game .asked:text('Your reply.')").wait_for()


def over(tab: Page) -> None:
    play(tab)
    judged = tab.get_by_role("heading", name="The sum")
    for _ in range(LONG // 100):
        if judged.count():
            break
        tab.evaluate(TURN)
        tab.wait_for_timeout(100)
    judged.wait_for()


def puzzle(tab: Page) -> None:
    press(tab, "Puzzles")
    tab.get_by_label("Theme").select_option("sacrifice")
    tab.get_by_role("heading", name="Puzzle 1 of").wait_for()


def solution(tab: Page) -> None:
    puzzle(tab)
    press(tab, "Give up")
    tab.locator(".puzzles .verdict").wait_for()


def deal(tab: Page) -> None:
    opened(tab, "deals/a-match.yaml", ".deals .verdict")


#: The states, each with the drawing beside which it belongs.
STATES: dict[Callable[[Page], None], str] = {
    start: "table",
    empty: "setup",
    wrong: "setup",
    exact: "table",
    estimate: "table",
    close: "close",
    claim: "close",
    play: "play",
    over: "review",
    puzzle: "play",
    solution: "table",
    deal: "review",
}


def main() -> None:
    """Draw every state on every screen, and write a page of the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where to write the page")
    parser.add_argument("--only", choices=[state.__name__ for state in STATES], nargs="+", help="these states alone")
    asked = parser.parse_args()
    wanted = {state: drawing for state, drawing in STATES.items() if not asked.only or state.__name__ in asked.only}
    with TemporaryDirectory() as folder, chromium() as browser, started("--game", f"{folder}/game.yaml") as link:
        rows = [row(browser, link, state, drawing) for state, drawing in wanted.items()]
    style = "<style>body{font:16px system-ui}img{width:32%;vertical-align:top;margin-right:1%}</style>"
    asked.file.write_text(f"<!doctype html><title>Gallery</title>{style}{''.join(rows)}", encoding="utf-8")


def row(browser: Any, link: str, state: Callable[[Page], None], drawing: str) -> str:
    """A state on every screen."""
    pictures = []
    for screen, (width, height, scheme) in SCREENS.items():
        tab = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
        )
        tab.goto(link)
        state(tab)
        tab.wait_for_timeout(300)
        image = base64.b64encode(tab.screenshot(full_page=True)).decode()
        pictures.append(f'<img alt="{state.__name__}, {screen}" src="data:image/png;base64,{image}">')
        tab.close()
    print(state.__name__, flush=True)
    return f"<h2>{state.__name__} (drawing: {drawing})</h2>{''.join(pictures)}"


if __name__ == "__main__":
    main()
