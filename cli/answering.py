"""What ``analyze``, ``close`` and ``claim`` share: one position after the other answered, as text, JSON and a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from bingo.cli.moments import asked_for
from bingo.cli.options import parse_rules
from bingo.cli.page.items import Item as PageItem
from bingo.cli.page.report import HtmlReport
from bingo.cli.session import Item, Session
from bingo.solver.errors import BingoError
from bingo.solver.render.screen import Screen


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, made in each form only where that is wanted; ``troubles`` are complained of all the same."""

    as_dict: Callable[[], dict[str, Any]]
    lines: Callable[[Screen], list[str]]
    page: Callable[[], PageItem]
    troubles: tuple[str, ...] = ()


#: Answers one position; told how far that is, in words where there is more to say than where it stands.
OnProgress: TypeAlias = Callable[..., None]
Ask: TypeAlias = Callable[[Item, OnProgress], Answer]


def answer_files(
    ask: Ask,
    files: list[str],
    rules: str | None,
    at: str | None,
    laid_open: bool,
    html: Path | None,
    overwrite: bool,
    no_match: bool,
    as_json: bool,
) -> None:
    """Answer every position of the files, and complain of those that cannot be answered."""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    asked = asked_for(at, laid_open)
    report = HtmlReport(html, files, overwrite=overwrite)
    with Session(no_match=no_match) as session:
        for item in session.items(files, chosen, asked):
            try:
                found = ask(item, partial(_show, session, item.where))
            except BingoError as error:
                session.complain(f"{item.where}: {error}")
                continue
            if as_json:
                session.write_json(found.as_dict())
            else:
                session.write(found.lines(session.screen))
            for trouble in found.troubles:
                session.complain(f"{item.where}: {trouble}")
            if report.wanted:
                report.add(found.page())
        report.write()
    session.finish()


def _show(session: Session, where: str, share: float, doing: str = "") -> None:
    session.show(f"{where}: {doing}" if doing else where, share)
