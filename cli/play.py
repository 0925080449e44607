"""``bingo play``: a deal, or a match to seven, against the program."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from bingo.cli.coach.memory import Memory, MemoryOption, RememberOption, place
from bingo.cli.files import check_outputs, check_yaml
from bingo.cli.game import Game
from bingo.cli.options import argument, insist, number_option, one_of, option, parse_rules
from bingo.cli.playing import Json, said, saved
from bingo.cli.progress import busy
from bingo.cli.render.telling import LEVELS
from bingo.positions import reads_records
from bingo.solver.errors import BingoError
from bingo.solver.game import presets
from bingo.solver.game.rules import Rules
from bingo.solver.reviewing.comparing import in_pairs
from bingo.solver.seam import ask

DEFAULT_LEVEL, SEATS = "strongest", ("first", "second")


def run(
    file: Annotated[
        Path,
        argument(
            "[FILE]", "Where the game is saved after every turn; a game that is there is resumed.", show_default=True
        ),
    ] = Path("bingo-game.yaml"),
    rules: Annotated[str | None, option("--rules PRESET", 'The rules of a new game: "pagat, must_beat=false".')] = None,
    level: Annotated[
        str | None,
        option(
            "--level LEVEL",
            "; ".join(f"{name}: {words}" for name, words in LEVELS.items())
            + f". Default: {DEFAULT_LEVEL}, or the level of the game that is resumed.",
        ),
    ] = None,
    match: Annotated[bool, option("--match", "A match: deal after deal until somebody has 7 game points.")] = False,
    seed: Annotated[int | None, number_option("--seed", "The same seed deals the same tiles.", 0)] = None,
    seat: Annotated[
        str | None,
        option(
            "--seat SEAT",
            "first: you lead the first deal; second: the program does, and with the same seed you see the same deal"
            " from the other side. Without --seat the seed decides.",
        ),
    ] = None,
    duplicate: Annotated[
        bool,
        option(
            "--duplicate",
            "The program plays every deal from your seat too, against the same opponent, and you are compared with"
            " it, with luck taken out. Until a deal is over there are no hints, and no move can be taken back.",
        ),
    ] = False,
    program: Annotated[
        str | None, option("--program LEVEL", f"The level you are compared with (default: {DEFAULT_LEVEL}).")
    ] = None,
    deals: Annotated[int | None, number_option("--deals", "In duplicate: how many deals in all.", 1)] = None,
    count: Annotated[
        bool, option("--count", "Show both players' card points, instead of leaving the counting to you.")
    ] = False,
    coach: Annotated[bool, option("--coach", "Say at once when a turn of yours was a mistake, and why.")] = False,
    remember: RememberOption = False,
    memory: MemoryOption = None,
) -> None:
    """Play against the program: type a move such as 4-4 or "close, lead 4-4"; type "help" for more."""
    for name, given, known in (("--level", level, LEVELS), ("--program", program, LEVELS), ("--seat", seat, SEATS)):
        one_of(name, given, known)
    check_outputs({"FILE": file})
    check_yaml(file, "FILE")
    records = _records(file)
    played_by = parse_rules(rules or "pagat", "--rules")
    game = said(records, "look", deals=deals)["game"] if records else None
    if game:
        others = {"--seed": seed, "--seat": seat, "--level": level, "--program": program}
        _check_same(records[game["at"]], game, None if rules is None else played_by, match, duplicate, others)
    alone = not (game["duplicate"] if game else duplicate)
    won = played_by.at_target != "points"
    insist("--match", not match or won, "rules that are worth game points, of which 7 win")
    insist("--duplicate", not match or alone, "no --match, as all deals count alike")
    insist("--program", program is None or not alone, "--duplicate as well")
    insist("--deals", deals is None or not alone, "--duplicate as well")
    insist("--coach", not coach or alone, "no --duplicate, in which there are no hints before a deal is over")
    if records:
        answer = said(records, "look", deals=deals, level=level or "")
    else:
        seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
        chosen = {"rules": presets.label(played_by), "match": match, "seat": seat or "", "seed": seed, "deals": deals}
        with busy("the program plays the deal from your seat" if duplicate else "the tiles are dealt"):
            compared = program or DEFAULT_LEVEL if duplicate else ""
            answer = ask(ask="begin", level=level or "", duplicate=compared, **chosen)
    Game(file, answer, count, coach, deals, level or "", Memory(place(memory)) if remember else None).run()


def _records(file: Path) -> list[Json]:
    """The deals of the game in the file.

    Raises:
        typer.BadParameter: there is something else in it, which would be lost. Status 2.
    """
    if not file.exists():
        return []
    try:
        text = file.read_text(encoding="utf-8-sig")
        records = saved(text)
        if any(record.get("players", {}).get("you") in LEVELS for record in records):
            in_pairs(reads_records(text))
        found = said(records, "look") if records else {}
        if "error" not in found:
            return records
        trouble = found["error"]
    except (BingoError, UnicodeDecodeError) as error:
        trouble = str(error).splitlines()[0]
    raise typer.BadParameter(f"expected a new file, or a game that `bingo play` wrote; {trouble}", param_hint="FILE")


def _check_same(
    last: Json, game: Json, rules: Rules | None, match: bool, duplicate: bool, others: Mapping[str, object]
) -> None:
    """See that the game in the file is still going on, and is what was asked for; in duplicate all deals are played
    against the same.

    Raises:
        typer.BadParameter: it is not. Status 2.
    """
    played_by = presets.rules(last["rules"])
    going_on = game["asked"] != "nothing" or game["duplicate"]
    insist("FILE", going_on, "a game still going on; this match is over")
    insist("--rules", rules in (None, played_by), f"a new file; in this one they are {played_by}")
    insist("--match", not match or game["match"] is not None, "a new file; the game in this one is no match")
    for name in ("--seed", "--seat"):
        insist(name, others[name] is None, "a new file; in this one the tiles are dealt")
    insist("--duplicate", not duplicate or game["duplicate"], "a new file; the game in this one is no duplicate")
    for name, now in (("--level", game["level"]), ("--program", game["duplicate"])):
        right = not game["duplicate"] or others[name] in (None, now)
        insist(name, right, f"a new file; in this one it is {now}")
