"""``bingo analyze``: what each position is worth, what every move brings, and why."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from bingo.cli.moments import AtOption, OpenOption, asked_for
from bingo.cli.options import (
    Even,
    Files,
    Html,
    Json,
    NoMatch,
    RulesOption,
    Seed,
    Threads,
    parse_rules,
    time_limit,
    whole,
)
from bingo.cli.page.items import analyzed
from bingo.cli.page.report import HtmlReport
from bingo.cli.progress import ProgressLine
from bingo.cli.render.answer import explain
from bingo.cli.render.board import board_of, draw
from bingo.cli.session import Item, Session
from bingo.positions.expectation import unmet
from bingo.solver import Analysis, Settings, analyze
from bingo.solver.errors import BingoError
from bingo.solver.hidden.settings import METHOD_NAMES
from bingo.solver.search import engines

if TYPE_CHECKING:
    from bingo.solver.hidden.estimates import Estimates

MethodOption = Annotated[
    str | None,
    typer.Option(
        "--method", metavar="NAME", help="Where tiles are hidden: rollout (used unless told otherwise), ismcts or pimc."
    ),
]
Worlds = Annotated[
    int | None,
    typer.Option(
        "--worlds",
        parser=whole(1),
        metavar="N",
        help="Where tiles are hidden: deals to draw, 6,144 unless told otherwise.",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds", parser=time_limit, metavar="N", help="Where tiles are hidden: time to think, instead of --worlds."
    ),
]
Apart = Annotated[
    bool,
    typer.Option("--apart", help="Where tiles are hidden: stop once the best move stands apart from all others."),
]


def run(
    files: Files,
    rules: RulesOption = None,
    method: MethodOption = None,
    worlds: Worlds = None,
    seconds: Seconds = None,
    apart: Apart = False,
    even: Even = False,
    seed: Seed = 0,
    threads: Threads = 1,
    at: AtOption = None,
    laid_open: OpenOption = False,
    html: Html = None,
    no_match: NoMatch = False,
    as_json: Json = False,
) -> None:
    """What is each position worth, and what should I play?"""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    asked = asked_for(at, laid_open)
    settings = Settings(_method(method), worlds, seconds, apart, not even, seed, threads)
    report = HtmlReport(html)
    with ProgressLine() as progress:
        session = Session(progress, no_match=no_match)
        items = session.items(files, chosen, asked)
        _answer(items, session, progress, settings, report, as_json, compare=chosen is None and not no_match)
        report.write()
    session.finish()


def _method(name: str | None) -> str | None:
    if name is not None and name not in METHOD_NAMES:
        raise typer.BadParameter(f"expected one of {', '.join(METHOD_NAMES)}; found {name!r}", param_hint="--method")
    return name


def _answer(
    items: Iterable[Item],
    session: Session,
    progress: ProgressLine,
    settings: Settings,
    report: HtmlReport,
    as_json: bool,
    compare: bool,
) -> None:
    """Analyze one after the other. What a file expects, it expects by its own rules: else do not ``compare``."""
    for item in items:

        def on_progress(share: float, where: str = item.where) -> None:
            progress.show(where, share)

        try:
            found = analyze(item.position, settings, on_progress)
        except BingoError as error:
            session.complain(f"{item.where}: {error}")
            continue
        if as_json:
            session.write_json(json.dumps(found.as_dict(), allow_nan=False))
        else:
            picture = draw(board_of(item.position), item.title, session.screen)
            session.write([*picture, "", *_explain(found, item, session)])
        if report.wanted:
            report.add(analyzed(item.title, item.position, found))
        if compare:
            _compare(found, item.where, session)


def _explain(found: Analysis | Estimates, item: Item, session: Session) -> list[str]:
    if isinstance(found, Analysis):
        return explain(found, engines.NAME, session.screen)
    from bingo.cli.render import estimates

    return [*estimates.ignored_hand(item.position, session.screen), *estimates.explain(found, session.screen)]


def _compare(found: Analysis | Estimates, where: str, session: Session) -> None:
    """Complain where the answer is not the one that is written with the position, unless it was drawn by chance."""
    if isinstance(found, Analysis):
        wrong = unmet(found.position.expect, found.value, map(str, found.best))
    elif not found.every:
        return
    else:
        wrong = unmet(found.known.expect, found.best.value, [str(found.best.move)])
    for words in wrong:
        session.complain(f"{where}: {words}")
