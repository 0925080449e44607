"""``bingo analyze``: what each position is worth, what every move brings, and why."""

from __future__ import annotations

import json
from collections.abc import Iterable

from bingo.cli.expectation import unmet
from bingo.cli.interrupt import interruptibly
from bingo.cli.options import Files, Json, RulesOption, parse_rules
from bingo.cli.progress import Waiting
from bingo.cli.render.answer import explain
from bingo.cli.render.board import board_of, draw
from bingo.cli.session import Item, Session
from bingo.solver import Analysis, View, analyze
from bingo.solver.search import engines


def run(files: Files, rules: RulesOption = None, as_json: Json = False) -> None:
    """What is each position worth, and what should be played?"""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    with Waiting() as waiting:
        session = Session(waiting)
        interruptibly(lambda: _answer(session.items(files, chosen), session, as_json, compare=chosen is None))
    session.finish()


def _answer(items: Iterable[Item], session: Session, as_json: bool, compare: bool) -> None:
    """Analyze one after the other. What a file expects, it expects by its own rules: else do not ``compare``."""
    for item in items:
        analysis = _analyze(item, session, as_json)
        if analysis is not None and compare:
            _compare(analysis, item.where, session)


def _analyze(item: Item, session: Session, as_json: bool) -> Analysis | None:
    position = item.position
    if isinstance(position, View):
        session.complain(f"{item.where}: {_hidden(position)}; only what is fully known can be analyzed yet")
        return None
    analysis = analyze(position)
    if as_json:
        session.write_json(json.dumps(analysis.as_dict()))
    else:
        picture = draw(board_of(position), item.title, session.screen)
        session.write([*picture, "", *explain(analysis, engines.NAME, session.screen)])
    return analysis


def _hidden(view: View) -> str:
    hands = ("your hand", "the opponent's hand")
    missing = [hand for hand, side in zip(hands, view.setup.sides, strict=True) if side.hand is None]
    if view.setup.open and view.setup.stock is None:
        missing.append("the order of the face-down tiles (stock)")
    if view.setup.uncertain:
        missing.append("what card points the tricks hold (some of their tiles are not remembered)")
    return f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not given"


def _compare(analysis: Analysis, where: str, session: Session) -> None:
    """Complain where the answer is not the one that is written with the position."""
    for words in unmet(analysis.position.expect, analysis.value, map(str, analysis.best)):
        session.complain(f"{where}: {words}")
