"""``bingo board``: set up a position by clicking, and see the answers at once, in the browser."""

import json
import re
import secrets
import sys
import webbrowser
from contextlib import nullcontext, suppress
from importlib.resources import files
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import typer

from bingo.cli.board.server import LOOPBACK_ADDRESS, Server
from bingo.cli.options import DEFAULT_GAME_FILE, argument, check_game, flag, number_parser, option, require
from bingo.cli.page import fill_page
from bingo.positions import reads
from bingo.positions.reading import as_document
from bingo.solver.game import PRESETS
from bingo.solver.render import sentence
from bingo.solver.render.board import Json, board_of
from bingo.solver.render.game import LEVEL_DESCRIPTIONS, LEVEL_TITLES

#: The most bytes that a file for the board may have.
MAX_FILE_BYTES = 400 * 1024


def board(
    file: str | None = argument(
        "[FILE]", "Positions or a record to begin with (.yaml or .jsonl); - reads standard input."
    ),
    port: int = option("--port N", "The port; 0 takes any that is free.", default=0, parser=number_parser(0, 65535)),
    game: Path = option(
        "--game FILE",
        "Where a game against the program is saved after every turn; one that is there, also from `bingo play`,"
        " is resumed.",
        DEFAULT_GAME_FILE,
    ),
    no_browser: bool = flag("--no-browser", "Only print the link, instead of opening the browser."),
) -> None:
    """Set up positions by clicking and see what every tile is worth, or play against the program, in the browser."""
    text = "" if file is None else _read_file(file)
    try:
        page = _page(text)
    except ModuleNotFoundError as error:
        print(f"The board needs {error.name}: pip install 'domino-bingo[board]'", file=sys.stderr)
        raise typer.Exit(1) from None
    check_game(game, "--game")
    token, one_time = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    try:
        server = Server(port, token, one_time, game)
    except OSError as error:
        expected = f"expected a port that is free; found {port} ({error.strerror})"
        raise typer.BadParameter(expected, param_hint="--port") from None
    address = f"http://{LOOPBACK_ADDRESS}:{server.port}"
    print(f"The board is at {address}/{token}/\nCtrl-C ends it.", flush=True)
    if not no_browser:  # in a thread: a browser may run in the foreground, and asks for the page
        Thread(target=webbrowser.open, args=(f"{address}/{one_time}",), daemon=True).start()
    with suppress(KeyboardInterrupt):
        server.serve(page)


def _read_file(file: str) -> str:
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as stream:
            file_bytes = stream.read(MAX_FILE_BYTES + 1)
        fits_limit = len(file_bytes) <= MAX_FILE_BYTES
        require("FILE", fits_limit, f"a file of at most {MAX_FILE_BYTES:,} bytes; found {file!r}")
        return file_bytes.decode("utf-8-sig")
    except OSError as error:
        fault_text = f"expected a file that can be read; found {file!r} ({error.strerror})"
    except UnicodeDecodeError:
        fault_text = f"expected text in UTF-8; found {file!r}"
    raise typer.BadParameter(fault_text, param_hint="FILE")


def _page(text: str) -> str:
    """The page with what it starts from: a text, the examples, and solver/STRATEGY.md without tables as the guide."""
    from markdown_it import MarkdownIt

    package_files = files("bingo.positions")
    names = "the-bingo-waits", "should-i-close", "rules-of-thumb"
    example_texts = ((package_files / "examples" / f"{name}.yaml").read_text(encoding="utf-8") for name in names)
    (waiting_example, *_), (closing_example, *_), rule_examples = map(reads, example_texts)
    example_by_rule = {"1": closing_example}
    for position in rule_examples:
        if rule := re.match(r"\D*(\d+)", position.name):
            example_by_rule[rule[1]] = position

    def with_link(rule: re.Match[str]) -> str:
        if rule[1] not in example_by_rule:
            return rule[0]
        address = quote(json.dumps(as_document(example_by_rule[rule[1]])))
        label = f"The position of rule {rule[1]}"
        return f'{rule[0]} <a class="link" href="#{address}" aria-label="{label}">Look at it</a><br>'

    strategy = (files("bingo.solver") / "STRATEGY.md").read_text(encoding="utf-8")
    rules_of_thumb = strategy.partition("\n## ")[2].partition("\n## What")[0]
    rules_text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", f"## {rules_of_thumb}")  # its links are to files beside it
    guide = re.sub(r"<p><strong>(\d+)\..*?</strong>", with_link, MarkdownIt("commonmark").render(rules_text))
    page_data: Json = {
        "presets": list(PRESETS),
        "file": text,
        "guide": guide,
        "levels": {name: sentence(words) for name, words in LEVEL_DESCRIPTIONS.items()},
        "titles": LEVEL_TITLES,
        "examples": {
            "waits": as_document(waiting_example),
            "close": as_document(closing_example),
            "deals": (package_files / "deals" / "a-match.yaml").read_text(encoding="utf-8"),
            "board": board_of(closing_example),
        },
    }
    return fill_page("board", "Bingo board", page_data)
