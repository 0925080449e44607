"""The guide as the board shows it: solver/STRATEGY.md, with the position of each of its rules."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from urllib.parse import quote

from markdown_it import MarkdownIt

from bingo.positions import dumps_json, reads
from bingo.solver.render.board import Json

COLLECTIONS = files("bingo.positions")
EXAMPLES = COLLECTIONS / "examples"


def guide() -> str:
    """The text as HTML without its tables, which are in the manual; each rule leads to its position."""
    text = (files("bingo.solver") / "STRATEGY.md").read_text(encoding="utf-8")
    rules = text.partition("\n## ")[2].partition("\n## What")[0]
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", f"## {rules}")  # its links are to files beside it
    text = (EXAMPLES / "rules-of-thumb.yaml").read_text(encoding="utf-8")
    positions = {"1": example("should-i-close.yaml")}
    for position in reads(text):
        if rule := re.match(r"\D*(\d+)", position.name):
            positions[rule[1]] = json.loads(dumps_json(position))

    def with_link(rule: re.Match[str]) -> str:
        if rule[1] not in positions:
            return rule[0]
        address, label = quote(json.dumps(positions[rule[1]])), f"The position of rule {rule[1]}"
        return f'{rule[0]} <a class="link" href="#{address}" aria-label="{label}">Look at it</a><br>'

    html: str = MarkdownIt("commonmark").render(plain)
    return re.sub(r"<p><strong>(\d+)\..*?</strong>", with_link, html)


def example(name: str) -> Json:
    """A position of the examples, as a document."""
    [position] = reads((EXAMPLES / name).read_text(encoding="utf-8"))
    document: Json = json.loads(dumps_json(position))
    return document
