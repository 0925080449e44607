"""The picture in README.md: ``python -m tests.cli.page.picture`` draws it anew, from the page of ``--html``."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.cli.page.browser import chromium
from tests.cli.test_main import ROOT, run

PICTURE = ROOT / ".github" / "table.png"
SIZE = (1060, 672)


def main() -> None:
    """Photograph the first answer of the manual."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        page = Path(folder) / "page.html"
        done = run("analyze", str(ROOT / "positions" / "examples" / "the-bingo-waits.yaml"), "--html", str(page))
        assert done.exit_code == 0, done.output
        tab = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        tab.goto(page.as_uri())
        tab.wait_for_selector("h1")
        tab.wait_for_timeout(500)
        tab.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
