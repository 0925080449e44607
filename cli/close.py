"""``bingo close``: is it right to turn the trump down now?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from bingo.cli.options import Files, Json, ProofSeconds, RulesOption, Seed, parse_rules
from bingo.cli.progress import Waiting
from bingo.cli.render.board import board_of, draw
from bingo.cli.render.certificate import certified
from bingo.cli.render.closing import explain
from bingo.cli.render.estimates import not_looked_at
from bingo.cli.session import Item, Session
from bingo.solver.errors import BingoError
from bingo.solver.game.position import Position
from bingo.solver.game.setup import View
from bingo.solver.proof.claims import SECONDS

if TYPE_CHECKING:
    from bingo.solver.proof.certificate import Certificate


def run(
    files: Files,
    rules: RulesOption = None,
    seed: Seed = 0,
    no_proof: Annotated[bool, typer.Option("--no-proof", help="Leave the certificate out.")] = False,
    proof_seconds: ProofSeconds = SECONDS,
    as_json: Json = False,
) -> None:
    """Should I close now, not knowing what the opponent holds?"""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    with Waiting() as waiting:
        session = Session(waiting)
        limit = None if no_proof else proof_seconds
        _answer(session.items(files, chosen), session, waiting, seed, limit, as_json)
    session.finish()


def _answer(
    items: Iterable[Item], session: Session, waiting: Waiting, seed: int, limit: float | None, as_json: bool
) -> None:
    """Answer one after the other; a certificate takes ``limit`` seconds at most (None: there is none)."""
    from bingo.solver.hidden.decision import should_close

    for item in items:

        def tell(doing: str, share: float, where: str = item.where) -> None:
            waiting.begin(f"{where}: {doing}", share)

        try:
            decision = should_close(item.position, seed, progress=tell)
            proof = None if limit is None else _certify(item.position, limit, tell)
        except BingoError as error:
            session.complain(f"{item.where}: {error}")
            continue
        if as_json:
            session.write_json(json.dumps({**decision.as_dict(), "proof": proof and proof.as_dict()}))
        else:
            picture = draw(board_of(item.position), item.title, session.screen)
            remark = not_looked_at(item.position, session.screen)
            proved = [] if proof is None else certified(proof, session.screen)
            session.write([*picture, "", *remark, *explain(decision, session.screen, proved)])


def _certify(position: Position | View, limit: float, tell: Callable[[str, float], None]) -> Certificate:
    from bingo.solver.proof.certificate import certify  # here: only proofs need OR-Tools

    return certify(position, seconds=limit, progress=tell)
