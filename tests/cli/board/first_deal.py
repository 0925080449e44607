"""A first deal in the browser, by what the page asks of the server: ``first_deal.py .venv/bin/bingo board``.

It needs nothing but Python: ``.ci/run`` tries it with what README.md installs for the board.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

#: What somebody says who plays the first legal tile and lets everything else be.
WORDS = {"program": "go", "claim": "wait", "show": "wait"}


def played(*command: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        words = [*command, "--no-browser", "--game", str(Path(folder) / "game.yaml")]
        with subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8") as process:
            try:
                return _deal(process.stdout.readline().split()[-1])
            finally:
                process.kill()


def _deal(link: str) -> dict[str, Any]:
    with urlopen(link) as page:
        assert b"Bingo board" in page.read()
    game = _ask(link, ask="begin", level="greedy", seed=1)
    while not game["over"]:
        word = WORDS.get(game["awaits"]) or next(move for move in game["moves"] if "close" not in move)
        game = _ask(link, ask="game", say=word, stamp=game["stamp"], passed=game["passed"])
    return game


def _ask(link: str, **question: Any) -> dict[str, Any]:
    origin = link[: link.index("/", len("http://"))]
    request = Request(f"{link}ask", json.dumps(question).encode(), {"Origin": origin})
    with urlopen(request) as answer:
        game: dict[str, Any] = json.load(answer)["game"]
    return game


if __name__ == "__main__":
    print(f"a deal was played to its end: {played(*sys.argv[1:])['ending'][0]}")
