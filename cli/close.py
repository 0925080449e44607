"""``bingo close``: is it right to turn the trump down now?"""

from __future__ import annotations

import os
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
    ProofSeconds,
    RulesOption,
    Seed,
    Threads,
    parse_rules,
    seconds_option,
)
from bingo.cli.page.items import closing
from bingo.cli.page.report import HtmlReport
from bingo.cli.progress import ProgressLine
from bingo.cli.render.board import board_of, draw
from bingo.cli.render.closing import details, effort, summary
from bingo.cli.render.estimates import ignored_hand
from bingo.cli.render.screen import wrap
from bingo.cli.render.short import decided
from bingo.cli.session import Item, Session
from bingo.solver import Settings, should_close
from bingo.solver.errors import BingoError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.proof.claims import SECONDS

if TYPE_CHECKING:
    from bingo.solver.hidden.decision import Decision
    from bingo.solver.proof.certificate import Certificate

#: Threads unless told: as many as there are cores, but no more than leads usually keep busy.
THREADS = min(os.cpu_count() or 1, 4)

Seconds = Annotated[
    float | None,
    seconds_option(
        "--seconds", "Time for closing and playing on; where it is short, closing is solved for a sample of hands."
    ),
]
Brief = Annotated[bool, typer.Option("--brief", help="Only the advice and what it rests on, without the board.")]


def run(
    files: Files,
    rules: RulesOption = None,
    brief: Brief = False,
    seconds: Seconds = None,
    even: Even = False,
    threads: Threads = THREADS,
    seed: Seed = 0,
    no_proof: Annotated[bool, typer.Option("--no-proof", help="Leave the proof out.")] = False,
    proof_seconds: ProofSeconds = SECONDS,
    at: AtOption = None,
    laid_open: OpenOption = False,
    html: Html = None,
    live: Live = False,
    no_match: NoMatch = False,
    full: Full = False,
    as_json: Json = False,
) -> None:
    """Should I close now, not knowing what the opponent holds?"""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    asked = asked_for(at, laid_open)
    settings = Settings(seconds=seconds, inference=not even, seed=seed, threads=threads)
    limit = proof_seconds if not no_proof and (full or as_json or html) else None
    report = HtmlReport(html, files, live=live)
    with ProgressLine() as progress:
        session = Session(progress, no_match=no_match)
        write = _json if as_json else _brief if brief else _page if full else _short
        _answer(session.items(files, chosen, asked), session, progress, settings, limit, write, report)
        report.write()
    session.finish()


#: Writes an answer, with the proof if there is one.
Write = Callable[["Decision", "Certificate | None", Item, Session], None]


def _answer(
    items: Iterable[Item],
    session: Session,
    progress: ProgressLine,
    settings: Settings,
    limit: float | None,
    write: Write,
    report: HtmlReport,
) -> None:
    """Answer one after the other; a proof takes ``limit`` seconds at most (None: there is none)."""
    for item in items:

        def deciding(share: float, where: str = item.where) -> None:
            progress.show(where, share)

        def proving(doing: str, share: float, where: str = item.where) -> None:
            progress.show(f"{where}: {doing}", share)

        try:
            decision = should_close(item.position, settings, deciding)
            proof = None if limit is None else _certify(item.position, limit, proving)
        except BingoError as error:
            session.complain(f"{item.where}: {error}")
            continue
        write(decision, proof, item, session)
        if report.wanted:
            report.add(closing(item.title, item.position, decision, proof))


def _certify(
    position: Position | InformationSet, limit: float, on_progress: Callable[[str, float], None]
) -> Certificate:
    from bingo.solver.proof.certificate import certify  # here: only proofs need OR-Tools

    return certify(position, seconds=limit, on_progress=on_progress)


def _json(decision: Decision, proof: Certificate | None, _item: Item, session: Session) -> None:
    session.write_json({**decision.as_dict(), "proof": proof and proof.as_dict()})


def _brief(decision: Decision, _proof: Certificate | None, item: Item, session: Session) -> None:
    title = [session.screen.strong(line) for line in wrap(item.title, session.screen.width)]
    session.write([*title, *summary(decision, session.screen)])


def _short(decision: Decision, _proof: Certificate | None, item: Item, session: Session) -> None:
    session.write(decided(decision, item.position, item.title, session.screen))


def _page(decision: Decision, proof: Certificate | None, item: Item, session: Session) -> None:
    screen = session.screen
    title = [screen.strong(line) for line in wrap(item.title, screen.width)]
    picture = draw(board_of(item.position), "", screen)
    remark = ignored_hand(item.position, screen)
    lines = [*remark, *details(decision, screen, proof), *screen.footnote(effort(decision, proof))]
    session.write([*title, *summary(decision, screen), "", *picture, "", *lines])
