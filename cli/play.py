"""``bingo play``: a deal, or a match to seven, against the program."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from bingo.cli.files import check_outputs, check_yaml
from bingo.cli.game import Game
from bingo.cli.kept import records_of
from bingo.cli.options import parse_rules, whole
from bingo.cli.pairing import Pairing, paired
from bingo.cli.sitting import DEFAULT_LEVEL, SEATS, Wishes
from bingo.solver.errors import BingoError
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.game.rules import Rules
from bingo.solver.opponents.levels import LEVELS
from bingo.solver.opponents.table import level_of, won_match

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
Seat = Annotated[
    str | None,
    typer.Option(
        "--seat",
        metavar="SEAT",
        help="first: you lead the first deal; second: the program leads it. The same seed is the same deal from the"
        " other side. Without it the seed decides.",
    ),
]
Duplicate = Annotated[
    bool,
    typer.Option(
        "--duplicate",
        help="Duplicate: the program plays every deal from your seat too, against the same opponent, and you are"
        " compared with it, with luck taken out. Nothing is told or taken back before a deal is over.",
    ),
]
Program = Annotated[
    str | None,
    typer.Option(
        "--program", metavar="LEVEL", help=f"The level you are compared with, {DEFAULT_LEVEL} unless told otherwise."
    ),
]
Deals = Annotated[
    int | None, typer.Option("--deals", parser=whole(1), metavar="N", help="In duplicate: how many deals, in all.")
]
Count = Annotated[bool, typer.Option("--count", help="Show the card points of both, which nobody counts for you.")]
Coach = Annotated[bool, typer.Option("--coach", help="Be told at once when a turn of yours was a mistake, and why.")]


def run(
    file: File = Path("bingo-game.yaml"),
    rules: RulesOption = None,
    level: LevelOption = None,
    match: Match = False,
    seed: Seed = None,
    seat: Seat = None,
    duplicate: Duplicate = False,
    program: Program = None,
    deals: Deals = None,
    count: Count = False,
    coach: Coach = False,
) -> None:
    """Play against the program: type a move such as 4-4 or "close, lead 4-4"; type "help" for more."""
    for option, name, known in (("--level", level, LEVELS), ("--program", program, LEVELS), ("--seat", seat, SEATS)):
        _refuse({option: (name not in (None, *known), f"one of {', '.join(known)}; found {name!r}")})
    check_outputs({"FILE": file})
    check_yaml(file, "FILE")
    records, pairing = _records(file)
    played_by = parse_rules(rules or "pagat", "--rules")
    if records:
        _check_same(records[-1], None if rules is None else played_by, match, seed, seat)
        _check_duplicate(records[-1], pairing, duplicate, level, program)
    elif duplicate:
        pairing = Pairing(LEVELS[program or DEFAULT_LEVEL])
    points, alone = match and played_by.at_target == "points", pairing is None
    _refuse(
        {
            "--match": (points, "rules that are worth game points, of which 7 win"),
            "--duplicate": (match and not alone, "no --match, as all deals count alike"),
            "--program": (program is not None and alone, "--duplicate as well"),
            "--deals": (deals is not None and alone, "--duplicate as well"),
            "--coach": (coach and not alone, "no duplicate, in which nothing is told before a deal is over"),
        }
    )
    seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    wishes = Wishes(played_by, LEVELS.get(level or ""), match, seed, SEATS.get(seat or ""))
    Game(file, records, wishes, count=count, coach=coach, pairing=pairing, deals=deals).run()


def _records(file: Path) -> tuple[list[Record], Pairing | None]:
    """Your deals that are in the file, and what they are compared with in duplicate.

    Raises:
        typer.BadParameter: there is something else in it, which would be lost. Status 2.
    """
    if not file.exists():
        return [], None
    try:
        records = records_of(file.read_text(encoding="utf-8-sig"))
        found = paired(records)
    except (BingoError, UnicodeDecodeError) as error:
        lines = str(error).splitlines()
        raise typer.BadParameter(
            f"expected a new file, or a game that `bingo play` wrote; {lines[0]}", param_hint="FILE"
        ) from None
    return (records, None) if found is None else (found[1], found[0])


def _check_same(last: Record, rules: Rules | None, match: bool, seed: int | None, seat: str | None) -> None:
    """See that the game in the file is still going on, and is what was asked for.

    Raises:
        typer.BadParameter: it is not. Status 2.
    """
    wrong = {
        "FILE": (won_match(last, replay(last).end.score) is not None, "a game still going on; this match is over"),
        "--rules": (rules is not None and rules != last.rules, f"a new file; in this one they are {last.rules}"),
        "--match": (match and last.match is None, "a new file; the game in this one is no match"),
        "--seed": (seed is not None, "a new file; in this one the tiles are dealt"),
        "--seat": (seat is not None, "a new file; in this one the tiles are dealt"),
    }
    _refuse(wrong)


def _check_duplicate(
    last: Record, pairing: Pairing | None, wanted: bool, level: str | None, program: str | None
) -> None:
    """See that a game in duplicate is what was asked for: all its deals are played against the same.

    Raises:
        typer.BadParameter: it is not. Status 2.
    """
    wrong = {"--duplicate": (wanted and pairing is None, "a new file; the game in this one is no duplicate")}
    if pairing:
        opponent = level_of(last)
        assert opponent
        for option, given, now in (("--level", level, opponent), ("--program", program, pairing.program)):
            wrong[option] = (given not in (None, now.name), f"a new file; in this one it is {now.name}")
    _refuse(wrong)


def _refuse(wrong: Mapping[str, tuple[bool, str]]) -> None:
    for option, (found, expected) in wrong.items():
        if found:
            raise typer.BadParameter(f"expected {expected}", param_hint=option)
