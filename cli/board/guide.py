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
    """Hands like yours, first by their strongest tiles: which lead is best how often, and what it falls short of the
    best one.
    """
    groups: dict[str, list[str]] = {}
    for kind, rows in found["kinds"].items():
        strongest, rest = kind.split(", ", 1)
        groups.setdefault(strongest, []).append(f"<details><summary>{rest}</summary>{_table(rows)}</details>")
    kinds = "".join(f"<details><summary>{name}</summary>{''.join(some)}</details>" for name, some in groups.items())
    told = (
        f"{found['hands']:,} hands under <code>pagat</code>, each first lead tried in {found['deals']:,} deals. Choose"
        " the kind of yours; what a lead falls short of the best one is in game points, with its standard error."
    )
    return f"<h3>First leads: hands like yours</h3><p>{told}</p>{kinds}"


def _table(rows: Mapping[str, list[float]]) -> str:
    """The least loss first."""
    some = sorted(rows.items(), key=lambda row: row[1][2] / row[1][0])
    return f"{HEAD}{''.join(_row(lead, *sums) for lead, sums in some)}</table>"


def _row(lead: str, hands: float, best: float, short: float, square: float) -> str:
    mean = short / hands
    error = (max(square / hands - mean**2, 0) / (hands - 1)) ** 0.5 if hands > 1 else 0
    told = f"{mean:.2f}" + f" ({error:.2f})" * (hands > 1)
    return f"<tr><td>{lead}</td><td>{hands}</td><td>{best / hands:.0%}</td><td>{told}</td></tr>"
