"""``bingo claim``: are the card points there, or what will a line of leads surely take?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated

import typer

from bingo.cli.moments import AtOption, OpenOption, asked_for
from bingo.cli.options import (
    Files,
    Full,
    Html,
    Json,
    Live,
    NoMatch,
    ProofSeconds,
    RulesOption,
    number_option,
    parse_rules,
)
from bingo.cli.page.items import claimed
from bingo.cli.page.report import HtmlReport
from bingo.cli.progress import ProgressLine
from bingo.cli.render.board import board_of, draw
from bingo.cli.render.claiming import explain, explain_chances, explain_line
from bingo.cli.render.short import claimed as claimed_briefly
from bingo.cli.session import Item, Session
from bingo.solver import analyze
from bingo.solver.errors import BingoError
from bingo.solver.match.claiming import claim_chances
from bingo.solver.proof.claims import SECONDS, claim

Line = Annotated[
    str | None,
    typer.Option(
        "--line",
        metavar="LEADS",
        help='Prove what these leads take whatever the opponent holds: "0-0 4-4, then the trumps from the top".',
    ),
]
Wanted = Annotated[
    int | None, number_option("--at-least", "Card points that the line has to bring (default: the target).", 0)
]


def run(
    files: Files,
    line: Line = None,
    at_least: Wanted = None,
    rules: RulesOption = None,
    proof_seconds: ProofSeconds = SECONDS,
    at: AtOption = None,
    laid_open: OpenOption = False,
    html: Html = None,
    live: Live = False,
    no_match: NoMatch = False,
    full: Full = False,
    as_json: Json = False,
) -> None:
    """Can I claim, going by what I remember? Or would these leads do?"""
    if at_least is not None and line is None:
        raise typer.BadParameter("expected --line as well, which it is about", param_hint="--at-least")
    chosen = None if rules is None else parse_rules(rules, "--rules")
    asked = asked_for(at, laid_open)
    report = HtmlReport(html, files, live=live)
    with ProgressLine() as progress:
        session = Session(progress, no_match=no_match)
        _answer(session.items(files, chosen, asked), session, report, line, at_least, proof_seconds, as_json, full)
        report.write()
    session.finish()


def _answer(
    items: Iterable[Item],
    session: Session,
    report: HtmlReport,
    line: str | None,
    wanted: int | None,
    seconds: float,
    as_json: bool,
    full: bool,
) -> None:
    for item in items:
        try:
            answer = claim(item.position, seconds=seconds)
            chances = claim_chances(answer, partial(analyze, item.position))
            proof = None
            if line is not None:
                from bingo.solver.proof.proving import prove_line  # here: it needs OR-Tools

                proof = prove_line(item.position, line, wanted, seconds=seconds)
        except BingoError as error:
            session.complain(f"{item.where}: {error}")
            continue
        if report.wanted:
            report.add(claimed(item.title, item.position, answer, proof))
        if as_json:
            found = answer.as_dict() if proof is None else {**answer.as_dict(), "line": proof.as_dict()}
            found |= {} if chances is None else {"chance": chances.as_dict()}
            session.write_json(found)
            continue
        screen = session.screen
        beside = [] if chances is None else explain_chances(chances, item.position, screen)
        beside += [] if proof is None else ["", *explain_line(proof, screen)]
        if full:
            picture = draw(board_of(item.position), item.title, screen)
            session.write([*picture, "", *explain(answer, screen), *beside])
        else:
            session.write(claimed_briefly(answer, beside, item.position, item.title, screen))
