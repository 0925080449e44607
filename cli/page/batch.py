"""``bingo batch --html``: the results as a page with contents, each with its position drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import typer

from bingo.cli.page.items import solved
from bingo.cli.page.report import HtmlReport
from bingo.positions import read
from bingo.solver.errors import BingoError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.game.rules import Rules
from bingo.solver.render.screen import plain

#: Positions on a page, at most.
MAX_POSITIONS = 1000


def check(out: str, paths: list[str]) -> None:
    """See that a page can be made: of results in a file, and of positions that can be read again.

    Raises:
        typer.BadParameter: it cannot. Status 2.
    """
    if out == "-":
        raise typer.BadParameter("expected --out FILE as well, which the page is made of", param_hint="--html")
    if "-" in paths:
        raise typer.BadParameter("expected files, which are read again for the page; found -", param_hint="--html")


def add_results(report: HtmlReport, out: Path, rules: Rules | None) -> None:
    """Put the results on the page, the first ones if they are many, each beside its position."""
    with out.open(encoding="utf-8") as lines:
        good = (entry for line in lines if "error" not in (entry := json.loads(line)))
        for result, position in _pair_results(islice(good, MAX_POSITIONS), rules):
            title = plain(position.name) or f"{result['file']}, position {result['position']}"
            report.add(solved(title, position, result))
        left_out = sum(1 for _ in good)
    if left_out:
        report.remark(f"These are the first {MAX_POSITIONS:,} of {MAX_POSITIONS + left_out:,} positions.")


def _pair_results(
    results: Iterator[dict[str, Any]], rules: Rules | None
) -> Iterator[tuple[dict[str, Any], Position | InformationSet]]:
    """Each result with its position. Results come in the order of the files and of the positions in them."""
    file, last, numbered = "", 0, _numbered("", rules)  # no result comes from a file without a name
    for result in results:
        if result["file"] != file or result["position"] <= last:  # or from the same file, named twice
            file, numbered = result["file"], _numbered(result["file"], rules)
        last = result["position"]
        yield from islice(((result, position) for number, position in numbered if number == last), 1)


def _numbered(file: str, rules: Rules | None) -> Iterator[tuple[int, Position | InformationSet]]:
    """The positions of a file that can be read, with their numbers; those that cannot count too."""
    refused: list[BingoError] = []
    positions = read(file, rules=rules, on_error=refused.append)
    return ((good + len(refused), position) for good, position in enumerate(positions, 1))
