"""``bingo match``: the chance to win a match from every score, or from one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from bingo.cli import options
from bingo.cli.options import (
    argument,
    check_outputs,
    number_option,
    number_parser,
    option,
    require,
    rules_option,
    write_atomically,
)
from bingo.cli.session import compact
from bingo.solver.batch.output import as_csv
from bingo.solver.errors import NotationError
from bingo.solver.game.position import MATCH_TO, PLAYER_NAMES
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.rules import Rules
from bingo.solver.match import MOST_TO, MatchEquity, match_equity
from bingo.solver.render.match import one_score, table
from bingo.solver.render.screen import screen_of


def match(
    you: Annotated[int | None, argument("YOU", "Your game points so far.", parser=number_parser(0))] = None,
    opponent: Annotated[
        int | None, argument("OPPONENT", "The opponent's game points so far.", parser=number_parser(0))
    ] = None,
    to: Annotated[int | None, number_option("--to", "Game points that win the match (default: 7).", 1, MOST_TO)] = None,
    rules: Annotated[Rules, rules_option("Play by these rules")] = PAGAT,
    csv_file: Annotated[str | None, option("--csv FILE", "Also write the table to a file, for spreadsheets.")] = None,
    overwrite: options.Overwrite = False,
    as_json: options.Json = False,
) -> None:
    """Who wins the match from here? The chance from every score, or what the next deal makes of one."""
    require("OPPONENT", you is None or opponent is not None, "the opponent's game points after yours; found none")
    require("--csv", csv_file is None or you is None, "no score beside it, as it has all of them")
    check_outputs({"csv": None if csv_file is None else Path(csv_file)}, overwrite=overwrite)
    try:
        equity = match_equity(rules, to or MATCH_TO)
        if you is None or opponent is None:
            _table(equity, csv_file, as_json)
        elif as_json:
            print(compact(equity.score_as_dict(you, opponent)))
        else:
            print("\n".join(one_score(equity, you, opponent, screen_of(sys.stdout))))
    except NotationError as error:
        [reason] = error.reasons
        words = f"expected {reason.expected}; found {reason.found}"
        raise typer.BadParameter(words, param_hint="--rules" if reason.field == "rules" else "YOU OPPONENT") from None


def _table(equity: MatchEquity, csv_file: str | None, as_json: bool) -> None:
    if csv_file is not None:
        scores = ((a, b, PLAYER_NAMES[lead], f"{equity.chance(a, b, lead):.5f}") for a, b, lead in equity.scores())
        write_atomically(Path(csv_file), as_csv([("you", "opponent", "lead", "chance"), *scores]).decode())
    print(compact(equity.as_dict()) if as_json else "\n".join(table(equity, screen_of(sys.stdout))))
