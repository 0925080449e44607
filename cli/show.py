"""``bingo show``: draws positions, hidden tiles from the back, or rewrites them as JSON Lines."""

from __future__ import annotations

from bingo.cli.moments import AtOption, OpenOption, asked_for
from bingo.cli.options import Files, Json, RulesOption, parse_rules
from bingo.cli.progress import ProgressLine
from bingo.cli.render.board import board_of, draw
from bingo.cli.session import Session
from bingo.positions import dumps_json


def run(
    files: Files, rules: RulesOption = None, at: AtOption = None, laid_open: OpenOption = False, as_json: Json = False
) -> None:
    """Draw each position."""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    asked = asked_for(at, laid_open)
    with ProgressLine() as progress:
        session = Session(progress)
        for item in session.items(files, chosen, asked):
            if as_json:
                session.write_json(dumps_json(item.position))
            else:
                session.write(draw(board_of(item.position), item.title, session.screen))
    session.finish()
