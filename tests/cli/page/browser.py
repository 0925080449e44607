"""A headless Chromium for tests of the page: what it meets that it should not, and what axe-core finds fault with."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tests.oracles.board import started
from tests.oracles.browser import chromium as a_chromium
from tests.support.depth import looks_at_a_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

#: All that axe-core may find.
IMPACTS = ("minor", "moderate", "serious", "critical")
#: How long a page may take to show something on a busy machine, in milliseconds.
TIMEOUT = 30_000
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
    for item in filter(looks_at_a_page, items):
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


@dataclass
class Watched:
    """A tab, with every script error in it and every request that leaves the page or its server."""

    tab: Page
    home: str
    faults: list[str] = field(default_factory=list)

    def open(self, address: str) -> Page:
        self.tab.on("pageerror", lambda error: self.faults.append(f"script error: {error}"))
        self.tab.on("console", self._said)
        self.tab.on("request", lambda request: self._left(request.url))
        self.tab.add_init_script(NONSENSE)
        self.tab.goto(address)
        self.tab.wait_for_selector("h1")
        return self.tab

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text}")

    def _left(self, url: str) -> None:
        if not url.startswith((self.home, "data:", "blob:")):
            self.faults.append(f"request: {url}")

    def overflow(self) -> int:
        wider: int = self.tab.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wider

    def violations(self, impacts: Sequence[str] = ("serious", "critical")) -> list[str]:
        """What axe-core finds so grave."""
        from axe_playwright_python.sync_playwright import Axe

        self.tab.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
        report: dict[str, Any] = Axe().run(self.tab).response
        return [
            f"{violation['id']}: {node['html'][:200]}"
            for violation in report["violations"]
            if violation["impact"] in impacts
            for node in violation["nodes"]
        ]


def watch(browser: Browser, home: str, width: int = 1280, scheme: str = "light", height: int = 800) -> Watched:
    """A new tab of so many pixels, in the ``light`` or ``dark`` scheme; requests are to stay under ``home``."""
    colours: Any = scheme
    tab = browser.new_page(viewport={"width": width, "height": height}, color_scheme=colours)
    tab.set_default_timeout(TIMEOUT)
    return Watched(tab, home)


def visit(browser: Browser, address: str, width: int = 1280, scheme: str = "light", height: int = 800) -> Watched:
    """Such a tab, gone to an address; its requests are to stay there."""
    watched = watch(browser, address.split("#")[0], width, scheme, height)
    watched.open(address)
    return watched


@pytest.fixture(scope="module")
def link(browser: Browser) -> Iterator[str]:
    """The link to a board; not started where there is no browser to look at it."""
    assert browser.is_connected()
    with started() as address:
        yield address


@pytest.fixture
def watched(browser: Browser, link: str) -> Iterator[Watched]:
    """A board in a tab, which must meet no fault."""
    page = visit(browser, link)
    yield page
    assert page.faults == []
    page.tab.close()
