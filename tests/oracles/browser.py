"""A headless Chromium, as tests and benchmarks of the page start it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Where Debian and others put it; `BINGO_CHROMIUM` names another.
NAMES = ("chromium", "chromium-browser", "google-chrome")

#: Chromium's measure: the worst five seconds of what shifts, but for what answers a touch or key in half a second.
SHIFTS = """
let [first, last, sum] = [-9999, -9999, 0];
window.shifted = 0;
const add = (list) => list.getEntries().filter((one) => !one.hadRecentInput).forEach((one) => {
  if (one.startTime - last > 1000 || one.startTime - first > 5000) [first, sum] = [one.startTime, 0];
  [last, sum] = [one.startTime, sum + one.value];
  window.shifted = Math.max(shifted, sum);
});
new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window.

    Raises:
        FileNotFoundError: there is no Chromium on this machine.
    """
    program = os.environ.get("BINGO_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise FileNotFoundError("expected a Chromium; found none")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
