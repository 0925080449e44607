"""``bingo close``: is it right to turn the trump down now?"""

from __future__ import annotations

import json
from collections.abc import Iterable

from bingo.cli.interrupt import interruptibly
from bingo.cli.options import Files, Json, RulesOption, Seed, parse_rules
from bingo.cli.progress import Waiting
from bingo.cli.render.board import board_of, draw
from bingo.cli.render.closing import explain
from bingo.cli.render.screen import wrap
from bingo.cli.session import Item, Session
from bingo.solver.errors import BingoError
from bingo.solver.game.position import Position
from bingo.solver.game.setup import View


def run(files: Files, rules: RulesOption = None, seed: Seed = 0, as_json: Json = False) -> None:
    """Should I close now, not knowing what the opponent holds?"""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    with Waiting() as waiting:
        session = Session(waiting)
        interruptibly(lambda: _answer(session.items(files, chosen), session, waiting, seed, as_json))
    session.finish()


def _answer(items: Iterable[Item], session: Session, waiting: Waiting, seed: int, as_json: bool) -> None:
    from bingo.solver.hidden.decision import should_close

    for item in items:

        def tell(doing: str, share: float, where: str = item.where) -> None:
            waiting.begin(f"{where}: {doing}, {share:.0%}")

        try:
            decision = should_close(item.position, seed, progress=tell)
        except BingoError as error:
            session.complain(f"{item.where}: {error}")
            continue
        if as_json:
            session.write_json(json.dumps(decision.as_dict()))
        else:
            picture = draw(board_of(item.position), item.title, session.screen)
            remark = _beside(item.position, session.screen.width)
            session.write([*picture, "", *remark, *explain(decision, session.screen)])


def _beside(position: Position | View, width: int) -> list[str]:
    """A remark where more is written than the player to decide can know."""
    told = isinstance(position, Position) or position.setup.sides[1].hand is not None
    return [*wrap("The opponent's hand is written, but not looked at.", width), ""] if told else []
