"""Pictures of the page: ``python -m tests.cli.page.picture`` draws the one in README.md anew.

``python -m tests.cli.page.picture gallery.html`` draws every state of the board, on a desk, on a phone and in the dark,
to be looked at one by one.
"""

import base64
import sys
import tempfile
from pathlib import Path

from tests.cli.page.browser import DESK, PHONE, Visitor, chromium
from tests.cli.page.frame import STATES, show_state
from tests.oracles.board import started
from tests.support.command import run
from tests.support.reading import ROOT

PICTURE = ROOT / ".github" / "table.png"
PICTURE_SIZE = (1060, 672)
SCREENS = ((*DESK, "light"), (*PHONE, "light"), (*DESK, "dark"))
STYLE = "<style>body{font:16px system-ui}img{width:32%;vertical-align:top;margin-right:1%}</style>"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        if sys.argv[1:]:
            parts = [f"<!doctype html><title>Gallery</title>{STYLE}"]
            for state in STATES:
                parts.append(f"<h2>{state}</h2>")
                for width, height, scheme in SCREENS:
                    with started("--game", f"{folder}/{state}{width}{scheme}.yaml") as link:
                        tab = Visitor(browser)(link, (width, height), scheme)
                        show_state(tab, state)
                        tab.wait_for_timeout(500)
                        parts.append(f'<img src="data:image/png;base64,{base64.b64encode(tab.screenshot()).decode()}">')
                        tab.close()
            Path(sys.argv[1]).write_text("".join(parts), "utf-8")
            return
        page = Path(folder) / "page.html"
        result = run("analyze", str(ROOT / "positions" / "examples" / "the-bingo-waits.yaml"), "--html", str(page))
        assert result.exit_code == 0, result.output
        tab = Visitor(browser)(page.as_uri(), PICTURE_SIZE)
        tab.wait_for_timeout(500)
        tab.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
