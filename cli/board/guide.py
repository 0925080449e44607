"""The guide as the board shows it: solver/STRATEGY.md."""

from __future__ import annotations

import re
from importlib.resources import files

from markdown_it import MarkdownIt


def guide() -> str:
    """As HTML."""
    text = (files("bingo.solver") / "STRATEGY.md").read_text(encoding="utf-8")
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)  # its links are to files beside it
    html: str = MarkdownIt("commonmark").enable("table").render(plain)
    html = html.replace("h2>", "h3>").replace("h1>", "h2>")
    return html.replace("<table>", '<table tabindex="0">')  # which a phone scrolls
