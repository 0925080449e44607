"""A headless Chromium for tests of the page: what it meets that it should not, and what axe-core finds fault with."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.oracles.board import chromium as a_chromium, started
from tests.support.depth import needs_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE, DESK = (390, 844), (1280, 800)
#: How long a page may take to show something on a busy machine, in milliseconds.
TIMEOUT = 30_000
#: Has a page wait an eighth of the time it would: finished tricks, and claims that nobody makes.
HURRY = "const wait = setTimeout; window.setTimeout = (act, pause = 0) => wait(act, pause / 8);"
#: Tells the console of words that a page shows only where something is missing, whenever they appear.
NONSENSE = """
const look = (node) => {
  const found = node.nodeType === Node.TEXT_NODE && /.{0,40}\\b(null|undefined|NaN)|\\[object /.exec(node.data);
  if (found) console.error(`shown: ${found[0]}`);
  if (node.nodeName !== "SCRIPT") node.childNodes.forEach(look);
};
const changed = ({ target, addedNodes }) => target.nodeName === "SCRIPT" || addedNodes.forEach(look);
new MutationObserver((changes) => changes.forEach(changed)).observe(document, { childList: true, subtree: true });
"""


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """A browser is at the mercy of whatever else the machine does: what fails in one is tried once more, and named."""
    for item in filter(needs_browser, items):
        item.add_marker(pytest.mark.flaky(reruns=1))


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; where there is none, tests are skipped, unless ``BINGO_REQUIRE_BROWSER=1`` forbids that."""
    with ExitStack() as stack:
        try:
            browser = stack.enter_context(a_chromium())
        except FileNotFoundError as error:
            if os.environ.get("BINGO_REQUIRE_BROWSER") == "1":
                pytest.fail(f"BINGO_REQUIRE_BROWSER=1: {error}")
            pytest.skip("there is no Chromium to look at the page with")
        yield browser


@pytest.fixture(scope="session")
def _started() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def browser(_started: Browser) -> Iterator[Browser]:
    """The one browser of all tests, without the tabs of other files.

    Playwright marks the loop that it waits with as running, where ``asyncio.run`` of other tests would not begin one:
    between files it is not.
    """
    asyncio._set_running_loop(_started._loop)
    yield _started
    for context in _started.contexts:
        context.close()
    asyncio._set_running_loop(None)


class Visitor:
    """Opens tabs, and notes every script error in them and every request that leaves the page or its server."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.tabs: list[Page] = []
        self.faults: list[str] = []

    def __call__(self, address: str, size: tuple[int, int] = DESK, scheme: str = "light") -> Page:
        """A new tab of so many pixels, in the ``light`` or ``dark`` scheme, gone to an address."""
        home = (address.split("#")[0], "data:", "blob:")
        colours: Any = scheme
        tab = self.browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=colours)
        self.tabs.append(tab)
        tab.set_default_timeout(TIMEOUT)
        tab.on("pageerror", lambda error: self._note(f"script error: {error}"))
        tab.on("console", lambda said: self._note(f"console: {said.text}", wrong=said.type == "error"))
        tab.on("request", lambda sent: self._note(f"request: {sent.url}", wrong=not sent.url.startswith(home)))
        tab.add_init_script(NONSENSE + HURRY)
        tab.goto(address)
        tab.wait_for_selector("h1")
        return tab

    def _note(self, fault: str, *, wrong: bool = True) -> None:
        if wrong:
            self.faults.append(fault)


def overflow(tab: Page) -> int:
    wider: int = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wider


def violations(tab: Page) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    tab.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    report: dict[str, Any] = Axe().run(tab).response
    return [f"{fault['id']}: {node['html'][:200]}" for fault in report["violations"] for node in fault["nodes"]]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visitor]:
    """Opens tabs, which must meet no fault."""
    visitor = Visitor(browser)
    yield visitor
    faults = list(visitor.faults)
    for tab in visitor.tabs:
        tab.close()
    assert faults == []


@pytest.fixture(scope="session")
def game_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("board") / "game.yaml"


@pytest.fixture(scope="session")
def link(_started: Browser, game_file: Path) -> Iterator[str]:
    """The link to a board; not started where there is no browser to look at it."""
    assert _started.is_connected()
    with started("--game", str(game_file)) as address:
        yield address


@pytest.fixture
def desk(visit: Visitor, link: str) -> Page:
    return visit(link)


@pytest.fixture
def phone(visit: Visitor, link: str) -> Page:
    return visit(link, PHONE)
