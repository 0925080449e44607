"""A board in a process of its own, what its server answers, and a headless Chromium to look at it."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BOARD_COMMAND = (sys.executable, "-m", "bingo", "board")


@contextmanager
def started(*more: str, files: int = 0, command: Sequence[str] = BOARD_COMMAND) -> Iterator[str]:
    """The link to a board, which is ended by a signal; with ``files``, it may have so many open."""
    command_line, silence = [*command, "--no-browser", *more], subprocess.DEVNULL if command is BOARD_COMMAND else None
    command_line = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command_line] if files else command_line
    with subprocess.Popen(command_line, stdout=subprocess.PIPE, stderr=silence, encoding="utf-8") as process:
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


@contextmanager
def requested(
    link: str, method: str = "GET", path: str | None = None, body: bytes | None = None, **headers: str
) -> Iterator[http.client.HTTPConnection]:
    """A connection with a request on its way; whoever leaves has not waited for the answer."""
    address = urlsplit(link)
    with closing(http.client.HTTPConnection(address.hostname or "", address.port, timeout=300)) as connection:
        connection.request(method, address.path if path is None else path, body, headers)
        yield connection


def asking(link: str, question: object, **headers: str) -> AbstractContextManager[http.client.HTTPConnection]:
    address = urlsplit(link)
    sent_headers = {"Origin": f"http://{address.netloc}", **headers}
    return requested(link, "POST", f"{address.path}ask", json.dumps(question).encode(), **sent_headers)


def send(
    link: str, method: str = "GET", path: str | None = None, body: bytes | None = None, **headers: str
) -> tuple[int, bytes, http.client.HTTPMessage]:
    with requested(link, method, path, body, **headers) as connection:
        response = connection.getresponse()
        return response.status, response.read(), response.headers


def ask(link: str, question: object, **headers: str) -> tuple[int, bytes]:
    with asking(link, question, **headers) as connection:
        response = connection.getresponse()
        return response.status, response.read()


#: Where Debian and others put it; `BINGO_CHROMIUM` names another.
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window.

    Raises:
        FileNotFoundError: there is no Chromium on this machine.
    """
    program = os.environ.get("BINGO_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if program is None:
        raise FileNotFoundError("expected a Chromium; found none")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
