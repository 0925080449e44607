"""The guide as the board shows it: solver/STRATEGY.md, and what first leads are worth by kind of hand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from markdown_it import MarkdownIt

HEAD = "<table><tr><th>first lead</th><th>hands</th><th>best in</th><th>falls short by</th></tr>"


def guide() -> str:
    """As HTML."""
    text = (files("bingo.solver") / "STRATEGY.md").read_text(encoding="utf-8")
    sums = (files("bingo.solver.hidden") / "first_leads.json").read_text(encoding="utf-8")
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)  # its links are to files beside it
    html: str = MarkdownIt("commonmark").enable("table").render(plain)
    html = html.replace("h2>", "h3>").replace("h1>", "h2>") + _leads(json.loads(sums))
    return html.replace("<table>", '<table tabindex="0">')  # which a phone scrolls


def _leads(found: Mapping[str, Any]) -> str:
    """Hands like yours: of each kind which lead is best how often, and what it falls short of the best one."""
    kinds = "".join(
        f"<details><summary>{kind}</summary>{_table(rows)}</details>" for kind, rows in found["kinds"].items()
    )
    told = f"{found['hands']:,} hands, each first lead tried in {found['deals']:,} deals. Choose the kind of yours."
    return f"<h3>First leads: hands like yours</h3><p>{told}</p>{kinds}"


def _table(rows: Mapping[str, list[float]]) -> str:
    """The least loss first."""
    some = sorted(rows.items(), key=lambda row: row[1][2] / row[1][0])
    cells = (
        f"<tr><td>{lead}</td><td>{hands}</td><td>{best / hands:.0%}</td><td>{short / hands:.2f}</td></tr>"
        for lead, (hands, best, short) in some
    )
    return f"{HEAD}{''.join(cells)}</table>"
