"""``bingo board``: set up a position by clicking, and see the answers at once, in the browser."""

from __future__ import annotations

import secrets
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from bingo.cli.files import check_outputs, check_yaml
from bingo.cli.options import argument, number_parser, option

#: Bytes of a file that the board can take, at most.
LARGEST = 400 * 1024
#: Where a game is written unless something else is said, as with `bingo play`.
GAME = "bingo-game.yaml"


def run(
    file: Annotated[str | None, argument("[FILE]", "Positions or a record to begin with (.yaml or .jsonl).")] = None,
    port: Annotated[int, option("--port N", "The port; 0 takes any that is free.", parser=number_parser(0, 65535))] = 0,
    game: Annotated[
        Path | None,
        option(
            "--game FILE",
            "Where a game against the program is saved after every turn; one that is there, also from `bingo play`,"
            " is resumed.  [default: bingo-game.yaml]",
            show_default=False,
        ),
    ] = None,
    no_browser: Annotated[bool, option("--no-browser", "Only print the link, instead of opening the browser.")] = False,
) -> None:
    """Set up positions by clicking and see what every tile is worth, or play against the program, in the browser."""
    text = "" if file is None else _text(file)
    try:
        from bingo.cli.board.guide import COLLECTIONS, EXAMPLES, example, guide
    except ModuleNotFoundError as error:
        print(f"The board needs {error.name}: pip install 'domino-bingo[board]'", file=sys.stderr)
        raise typer.Exit(1) from None
    from bingo.cli.board.keeping import GameStore
    from bingo.cli.board.server import LOOPBACK, Server
    from bingo.cli.page.document import board_page
    from bingo.positions import reads
    from bingo.solver.game.presets import PRESETS
    from bingo.solver.render.board import board_of
    from bingo.solver.render.game import LEVELS, TITLES

    check_outputs({"game": game or Path(GAME)}, overwrite=True)  # what is there must be a game
    check_yaml(game or Path(GAME), "--game")
    token, once = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    try:
        server = Server(port, token, once, GameStore(game or Path(GAME)))
    except OSError as error:
        expected = f"expected a port that is free; found {port} ({error.strerror})"
        raise typer.BadParameter(expected, param_hint="--port") from None
    home = f"http://{LOOPBACK}:{server.port}"

    deals = (COLLECTIONS / "deals" / "a-match.yaml").read_text(encoding="utf-8")
    board = board_of(next(iter(reads((EXAMPLES / "should-i-close.yaml").read_text(encoding="utf-8")))))
    page = board_page(
        {
            "presets": list(PRESETS),
            "file": {"name": Path(file or "").name, "text": text},
            "guide": guide(),
            "levels": LEVELS,
            "titles": TITLES,
            "examples": {
                "waits": example("the-bingo-waits.yaml"),
                "close": example("should-i-close.yaml"),
                "deals": deals,
                "board": board,
            },
        }
    )
    print(f"The board is at {home}/{token}/\nCtrl-C ends it.", flush=True)
    if not no_browser:  # in a thread: a browser may run in the foreground, and asks for the page
        Thread(target=webbrowser.open, args=(f"{home}/{once}",), daemon=True).start()
    with suppress(KeyboardInterrupt):
        server.serve(page)


def _text(file: str) -> str:
    """What is in a file.

    Raises:
        typer.BadParameter: it cannot be read, or is too large for the board. Status 2.
    """
    try:
        with Path(file).open("rb") as stream:
            content = stream.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise typer.BadParameter(
                f"expected a file of at most {LARGEST:,} bytes; content {file!r}", param_hint="FILE"
            )
        return content.decode("utf-8-sig")
    except OSError as error:
        raise typer.BadParameter(
            f"expected a file that can be read; found {file!r} ({error.strerror})", param_hint="FILE"
        ) from None
    except UnicodeDecodeError:
        raise typer.BadParameter(f"expected text in UTF-8; found {file!r}", param_hint="FILE") from None
