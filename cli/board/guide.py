"""The guide as the board shows it: solver/STRATEGY.md, with the position of each of its rules."""

from __future__ import annotations

import json
import re
from importlib.resources import files

from markdown_it import MarkdownIt

from bingo.positions import dumps_json, reads
from bingo.solver.render.board import Json

COLLECTIONS = files("bingo.positions")
EXAMPLES = COLLECTIONS / "examples"


def guide() -> Json:
    """The text as HTML without its tables, which are in the manual, and positions by the numbers of their rules."""
    text = (files("bingo.solver") / "STRATEGY.md").read_text(encoding="utf-8")
    rules = text.partition("\n## ")[2].partition("\n## What")[0]
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", f"## {rules}")  # its links are to files beside it
    html: str = MarkdownIt("commonmark").render(plain)
    text = (EXAMPLES / "rules-of-thumb.yaml").read_text(encoding="utf-8")
    named = {position.name: json.loads(dumps_json(position)) for position in reads(text)}
    numbered = {rule[1]: document for name, document in named.items() if (rule := re.match(r"\D*(\d+)", name))}
    return {"html": html, "positions": {"1": example("should-i-close.yaml"), **numbered}}


def example(name: str) -> Json:
    """A position of the examples, as a document."""
    [position] = reads((EXAMPLES / name).read_text(encoding="utf-8"))
    document: Json = json.loads(dumps_json(position))
    return document
