"""``bingo show``: positions drawn, hidden tiles from the back; recorded deals as score sheets; or either as JSON."""

from __future__ import annotations

from bingo.cli import options
from bingo.cli.options import parse_rules
from bingo.cli.session import At, Session
from bingo.positions.writing import as_document
from bingo.solver.analysis.worlds import known
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.game.record import Record
from bingo.solver.render.board import board_of, draw, sheet
from bingo.solver.render.estimates import remarks
from bingo.solver.render.screen import Screen


def run(
    files: options.Files,
    rules: options.RulesOption = None,
    at: options.AtOption = None,
    with_all_hands: options.OpenOption = False,
    as_json: options.Json = False,
) -> None:
    """Draw each position, and write each recorded deal as a score sheet."""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    moment = At.of(at, with_all_hands)
    with Session() as session:

        def on_record(record: Record, title: str) -> None:
            if as_json:
                session.write_json(as_document(record))
            else:
                session.write(sheet(record, title, session.screen))

        for item in session.items(files, chosen, moment, on_record):
            if as_json:
                session.write_json(as_document(item.position))
            else:
                picture = draw(board_of(item.position), item.title, session.screen)
                session.write([*picture, *_known_from_play(item.position, session.screen)])
    session.finish()


def _known_from_play(position: Position | InformationSet, screen: Screen) -> list[str]:
    """Say what recorded play tells about the opponent's hand."""
    if not isinstance(position, InformationSet) or not position.history:
        return []
    lines = remarks(known(position), screen, weighted=True)
    return ["", *lines] if lines else []
