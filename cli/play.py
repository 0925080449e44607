"""``bingo play``: a deal, or a match to seven, against the program."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer

from bingo.cli.game.session import DEFAULT_LEVEL, SEATS, Session
from bingo.cli.game.terminal import Terminal
from bingo.cli.options import (
    argument,
    check_outputs,
    check_yaml,
    choice_option,
    move_aside,
    number_option,
    option,
    require,
    rules_option,
)
from bingo.positions import read
from bingo.positions.parsing import A_SETUP
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.rules import Rules
from bingo.solver.render.game import LEVELS
from bingo.solver.render.screen import plain


def play(
    file: Annotated[
        Path,
        argument(
            "[FILE]",
            "Where the game is saved after every turn; a game that is there is resumed. Or a position: the game goes on"
            " from it, what is hidden being dealt at random, and nothing is saved.",
            show_default=True,
        ),
    ] = Path("bingo-game.yaml"),
    rules: Annotated[Rules | None, rules_option("The rules of a new game")] = None,
    level: Annotated[
        str | None,
        choice_option(
            "--level LEVEL",
            "; ".join(f"{name}: {words}" for name, words in LEVELS.items())
            + f". Default: {DEFAULT_LEVEL}, or the level of the game that is resumed.",
            LEVELS,
        ),
    ] = None,
    match: Annotated[bool, option("--match", "A match: deal after deal until somebody has 7 game points.")] = False,
    seed: Annotated[int | None, number_option("--seed", "The same seed deals the same tiles.", 0)] = None,
    seat: Annotated[
        str | None,
        choice_option(
            "--seat SEAT",
            "first: you lead the first deal; second: the program does, and with the same seed you see the same deal"
            " from the other side. Without --seat the seed decides.",
            SEATS,
        ),
    ] = None,
    new: Annotated[
        bool, option("--new", "Begin a new game, and keep the one that is there under another name.")
    ] = False,
    count: Annotated[
        bool, option("--count", "Show both players' card points, instead of leaving the counting to you.")
    ] = False,
    coach: Annotated[bool, option("--coach", "Say at once when a turn of yours was a mistake, and why.")] = False,
) -> None:
    """Play against the program: type a move such as 4-4 or "close, lead 4-4"; type "help" for more."""
    check_outputs({"FILE": file}, overwrite=True)  # what is there must be a game
    check_yaml(file, "FILE")
    played_by = rules or PAGAT
    require("--match", not match or played_by.at_target != "points", "rules that are worth game points, of which 7 win")
    seeded = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    if position := _position(file, rules):
        for name, value in {"--match": match, "--seat": seat, "--new": new}.items():
            require(
                name, not value, "a new game or one that was saved; FILE holds a position, which says how it stands"
            )
        _play_on(position, seeded, level or DEFAULT_LEVEL, count=count, coach=coach)
        return
    game = _saved(file)
    if game and new:
        print(plain(f"The game before is in {move_aside(file)}."))
    elif game:
        _check_same(game, rules, match, seed, seat)
        if level not in (None, game.level):
            print(plain(f"The program plays at level {level} from now on, before at level {game.level}."))
        game.play_at(level or game.level)
        Terminal(game, file, count=count, coach=coach).run(None)
        return
    game = Session.begin(played_by, level or DEFAULT_LEVEL, match=match, seed=seeded, seat=seat)
    Terminal(game, file, count=count, coach=coach).run(seeded)


def _position(file: Path, rules: Rules | None) -> Position | InformationSet | None:
    """The position in a file, which is to be played on from; None where the file has none."""
    refused: list[NotationError | ImpossiblePosition] = []
    positions = list(read(file, rules=rules, on_error=refused.append)) if file.is_file() else []
    require("FILE", len(positions) < 2, "one position to play on from, in a file of its own; found several")
    return positions[0] if positions and not refused else None


def _play_on(position: Position | InformationSet, seed: int, level: str, *, count: bool, coach: bool) -> None:
    try:
        game = Session.continue_from(position, level, seed)
    except BingoError as error:
        raise typer.BadParameter(str(error), param_hint="FILE") from None
    Terminal(game, None, count=count, coach=coach).run(None if isinstance(position, Position) else seed)


def _saved(file: Path) -> Session | None:
    """The game in the file."""
    if not file.exists():
        return None
    try:
        return Session.read(file.read_text(encoding="utf-8-sig"))
    except (NotationError, ImpossiblePosition) as error:
        trouble, wrong_kind = str(error.reasons[0]), error.reasons[0].found == A_SETUP
    except (BingoError, UnicodeDecodeError) as error:
        trouble, wrong_kind = str(error).splitlines()[0], False
    if wrong_kind:
        faults: list[BingoError] = []
        list(read(file, on_error=faults.append))
        raise typer.BadParameter("\n".join(map(str, faults)), param_hint="FILE")
    raise typer.BadParameter(f"expected a new file, or a game that `bingo play` wrote; {trouble}", param_hint="FILE")


def _check_same(game: Session, rules: Rules | None, match: bool, seed: int | None, seat: str | None) -> None:
    """See that the game in the file is still going on, and is what was asked for: the same words go on with it."""
    new = "--new begins another and keeps this one"
    first = game.records[0]
    require("FILE", game.awaits != "nothing", f"a game still going on; this match is over, and {new}")
    require("--rules", rules in (None, game.rules), f"those of the game in the file, {game.rules}; {new}")
    require("--match", not match or game.match is not None, f"a match in the file, where the game is none; {new}")
    seated = seat or SEATS[first.leader]
    require("--seat", seated == SEATS[first.leader], f"that of the game in the file, {SEATS[first.leader]}; {new}")
    dealt = first.dealt if seed is None else Session.begin(game.rules, seed=seed, seat=seated).records[0].dealt
    require("--seed", dealt == first.dealt, f"the seed of the game in the file, where other tiles are dealt; {new}")
