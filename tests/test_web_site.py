"""The page on a site: a phone may install it, and it opens without a network afterwards."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bingo.cli.web.page import site
from tests.browser import watch
from tests.native import needs_kernel
from tests.test_page_setup import set_up
from tests.web import module

if TYPE_CHECKING:
    from playwright.sync_api import Browser


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder without a word."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".webmanifest": "application/manifest+json"}  # noqa: RUF012

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is served."""
    folder: Path = tmp_path_factory.mktemp("site")
    for name, text in site(module().read_bytes()).items():
        (folder / name).write_text(text, encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@needs_kernel
def test_it_can_be_installed_and_then_opens_and_answers_without_a_network(browser: Browser, address: str) -> None:
    watched = watch(browser, address, 360)
    tab = watched.open(address)
    tab.evaluate("navigator.serviceWorker.ready.then(() => null)")
    session = tab.context.new_cdp_session(tab)
    found = session.send("Page.getAppManifest")
    assert (found["url"], found["errors"]) == (f"{address}bingo.webmanifest", [])
    faults = {one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert faults <= {"in-incognito"}  # as every tab of a test is
    tab.context.set_offline(True)
    tab.reload()
    set_up(tab)
    assert watched.faults == []
