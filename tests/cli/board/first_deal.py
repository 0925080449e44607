"""A first deal in the browser, by what the page asks of the server.

It needs nothing but Python: ``.ci/run`` tries it with what README.md installs for the board, as
``python3 -m tests.cli.board.first_deal .venv/bin/bingo board``.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.oracles.board import ask, send, started

#: What somebody says who plays the first legal tile and lets everything else be.
WORD_BY_STATE = {"program": "go", "claim": "wait", "show": "wait"}


def played(*command: str) -> dict[str, Any]:
    """The game that such a player has had with a board, once its deal is over."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "game.yaml")
        with started("--game", file, command=command) as link:
            assert b"Bingo board" in send(link)[1]
            game = _ask(link, ask="begin", level="greedy", seed=1)
            while not game["over"]:
                word = WORD_BY_STATE.get(game["awaits"]) or next(move for move in game["moves"] if "close" not in move)
                game = _ask(link, ask="game", say=word, stamp=game["stamp"], passed=game["passed"])
    return game


def _ask(link: str, **question: object) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(ask(link, question)[1])["game"]
    return game


if __name__ == "__main__":
    print(f"a deal was played to its end: {played(*sys.argv[1:])['ending'][0]}")
