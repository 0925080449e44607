"""``bingo analyze``: what each position is worth, what every move brings, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from bingo.cli.moments import AtOption, OpenOption, asked_for
from bingo.cli.options import (
    Even,
    Files,
    Full,
    Html,
    Json,
    Live,
    NoMatch,
    RulesOption,
    Seed,
    Threads,
    number_option,
    parse_rules,
    seconds_option,
)
from bingo.cli.page.items import analyzed
from bingo.cli.page.report import HtmlReport
from bingo.cli.progress import ProgressLine
from bingo.cli.render.answer import explain
from bingo.cli.render.board import board_of, draw
from bingo.cli.session import Item, Session
from bingo.positions.expectation import unmet
from bingo.solver import Analysis, Settings, analyze, equilibrium
from bingo.solver.errors import BingoError
from bingo.solver.hidden.settings import METHOD_NAMES
from bingo.solver.search import engines

if TYPE_CHECKING:
    from bingo.solver.hidden.equilibrium import Equilibrium
    from bingo.solver.hidden.estimates import Estimates

MethodOption = Annotated[
    str | None,
    typer.Option("--method", metavar="NAME", help="Where tiles are hidden: rollout (the default), ismcts or pimc."),
]
Worlds = Annotated[
    int | None,
    number_option(
        "--worlds", "Where tiles are hidden: deals to draw (default: 6,144; domino-play 2,048, berndt 256).", 1
    ),
]
Seconds = Annotated[
    float | None, seconds_option("--seconds", "Where tiles are hidden: time to think, instead of --worlds.")
]
Apart = Annotated[
    bool,
    typer.Option(
        "--apart", "--until-clear", help="Where tiles are hidden: stop once the best move stands clear of all others."
    ),
]
Balanced = Annotated[
    bool,
    typer.Option(
        "--equilibrium",
        help="Once nothing is drawn any more and few tiles are left: also solve the game in which neither side sees"
        " the other's hand.",
    ),
]


def run(
    files: Files,
    rules: RulesOption = None,
    method: MethodOption = None,
    worlds: Worlds = None,
    seconds: Seconds = None,
    apart: Apart = False,
    balanced: Balanced = False,
    even: Even = False,
    seed: Seed = 0,
    threads: Threads = 1,
    at: AtOption = None,
    laid_open: OpenOption = False,
    html: Html = None,
    live: Live = False,
    no_match: NoMatch = False,
    full: Full = False,
    as_json: Json = False,
) -> None:
    """What is each position worth, and what should I play?"""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    asked = asked_for(at, laid_open)
    settings = Settings(_method(method), worlds, seconds, apart, not even, seed, threads)
    report = HtmlReport(html, files, live=live)
    with ProgressLine() as progress:
        session = Session(progress, no_match=no_match)
        items = session.items(files, chosen, asked)
        compare = chosen is None and not no_match
        _answer(items, session, progress, settings, report, as_json, full=full, compare=compare, balanced=balanced)
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
    full: bool,
    compare: bool,
    balanced: bool,
) -> None:
    """Analyze one after the other. What a file expects, it expects by its own rules: else do not ``compare``.
    ``balanced``: with the equilibrium.
    """
    for item in items:

        def on_progress(share: float, where: str = item.where) -> None:
            progress.show(where, share)

        try:
            found = analyze(item.position, settings, on_progress)
        except BingoError as error:
            session.complain(f"{item.where}: {error}")
            continue
        played = _equilibrium(item, session, settings, on_progress) if balanced else None
        if as_json:
            more = {"equilibrium": played.as_dict()} if played else {}
            session.write_json({**found.as_dict(), **more})
        elif not full:
            from bingo.cli.render.short import analyzed as briefly

            session.write([*briefly(found, item.position, item.title, session.screen), *_played(played, item, session)])
        else:
            picture = draw(board_of(item.position), item.title, session.screen)
            session.write([*picture, "", *_explain(found, item, session), *_played(played, item, session)])
        if report.wanted:
            report.add(analyzed(item.title, item.position, found, played))
        if compare:
            _compare(found, item.where, session)


def _explain(found: Analysis | Estimates, item: Item, session: Session) -> list[str]:
    if isinstance(found, Analysis):
        return explain(found, engines.NAME, session.screen)
    from bingo.cli.render import estimates

    screen = session.screen
    spent = screen.footnote(f"{estimates.how_found(found)}; {found.seconds:.1f} s")
    return [*estimates.ignored_hand(item.position, screen), *estimates.explain(found, screen), *spent]


def _equilibrium(
    item: Item, session: Session, settings: Settings, on_progress: Callable[[float], None]
) -> Equilibrium | None:
    """Complain where there is none to be had; the analysis stands all the same."""
    try:
        return equilibrium(item.position, settings, on_progress)
    except BingoError as error:
        session.complain(f"{item.where}: {error}")
        return None


def _played(found: Equilibrium | None, item: Item, session: Session) -> list[str]:
    if found is None:
        return []
    from bingo.cli.render import equilibrium as render

    lines = render.explain(found, item.position.rules, session.screen)
    return ["", *lines, *session.screen.footnote(f"{render.how_found(found)}; {found.seconds:.1f} s")]


def _compare(found: Analysis | Estimates, where: str, session: Session) -> None:
    """Complain where the answer is not the one that is written with the position, unless it was drawn by chance."""
    if isinstance(found, Analysis):
        wrong = unmet(found.position.expect, found.value, map(str, found.best))
    elif not found.every:
        return
    else:
        wrong = unmet(found.known.expect, found.best.value, [str(found.best.move)], exact=False)
    for words in wrong:
        session.complain(f"{where}: {words}")
