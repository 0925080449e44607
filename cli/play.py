"""``bingo play``: a deal, or a match to seven, against the program."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer

from bingo.cli.files import check_place
from bingo.cli.game import Game, Wishes
from bingo.cli.options import parse_rules, whole
from bingo.positions import read_records
from bingo.solver.errors import BingoError
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.game.rules import Rules
from bingo.solver.opponents.levels import LEVELS
from bingo.solver.opponents.table import won_match

DEFAULT_LEVEL = "strongest"
File = Annotated[
    Path,
    typer.Argument(
        metavar="[FILE]", help="Where the game is written, after every turn; a game that is there is gone on with."
    ),
]
RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="PRESET", help='The rules of a new game: "pagat, must_beat=false".')
]
LevelOption = Annotated[
    str | None,
    typer.Option(
        "--level", metavar="LEVEL", help="; ".join(f"{name}: {level.words}" for name, level in LEVELS.items()) + "."
    ),
]
Match = Annotated[bool, typer.Option("--match", help="A match: deal after deal until somebody has 7 game points.")]
Seed = Annotated[
    int | None, typer.Option("--seed", parser=whole(0), metavar="N", help="The same seed deals the same tiles.")
]
Count = Annotated[bool, typer.Option("--count", help="Show the card points of both, which nobody counts for you.")]
Coach = Annotated[bool, typer.Option("--coach", help="Be told at once when a turn of yours was a mistake, and why.")]


def run(
    file: File = Path("bingo-game.yaml"),
    rules: RulesOption = None,
    level: LevelOption = None,
    match: Match = False,
    seed: Seed = None,
    count: Count = False,
    coach: Coach = False,
) -> None:
    """Play against the program: type a move such as 4-4 or "close, lead 4-4"; type "help" for more."""
    if level is not None and level not in LEVELS:
        raise typer.BadParameter(f"expected one of {', '.join(LEVELS)}; found {level!r}", param_hint="--level")
    check_place(file, "FILE")
    records = _records(file)
    played_by = parse_rules(rules or "pagat", "--rules")
    if match and played_by.at_target == "points":
        raise typer.BadParameter("expected rules that are worth game points, of which 7 win", param_hint="--match")
    if records:
        _check_same(records[-1], None if rules is None else played_by, match, seed)
    seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    wishes = Wishes(played_by, LEVELS.get(level or ""), LEVELS[DEFAULT_LEVEL], match, seed, count, coach)
    Game(file, records, wishes).run()


def _records(file: Path) -> list[Record]:
    """The deals that are in the file.

    Raises:
        typer.BadParameter: there is something else in it, which would be lost. Status 2.
    """
    if not file.exists() or not file.stat().st_size:
        return []
    try:
        records = list(read_records(file))
    except BingoError as error:
        lines = str(error).splitlines()
        raise typer.BadParameter(
            f"expected a new file, or a game that `bingo play` wrote; {lines[0]}", param_hint="FILE"
        ) from None
    if any(None in record.dealt or record.stock is None for record in records):
        raise typer.BadParameter("expected a game of which all tiles are recorded", param_hint="FILE")
    return records


def _check_same(last: Record, rules: Rules | None, match: bool, seed: int | None) -> None:
    """See that the game in the file is still going on, and is what was asked for.

    Raises:
        typer.BadParameter: it is not. Status 2.
    """
    wrong = {
        "FILE": (won_match(last, replay(last).end.score) is not None, "a game still going on; this match is over"),
        "--rules": (rules is not None and rules != last.rules, f"a new file; in this one they are {last.rules}"),
        "--match": (match and last.match is None, "a new file; the game in this one is no match"),
        "--seed": (seed is not None, "a new file; in this one the tiles are dealt"),
    }
    for option, (found, expected) in wrong.items():
        if found:
            raise typer.BadParameter(f"expected {expected}", param_hint=option)
