"""The file of the game on the board: read before each question, written when the answer is another game.

Nothing else is kept, so a board that was killed, a page that is loaded again and `bingo play` go on from the file. What
another tab or program wrote meanwhile is never written over.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

import msgspec

from bingo.cli.files import write_whole

Answer: TypeAlias = Callable[[bytes, Any], bytes]


class Desk:
    """Where the game lies."""

    def __init__(self, path: Path) -> None:
        self._path, self._writing = path, Lock()

    def ask(self, answer: Answer, question: bytes, asker: Any = None) -> bytes:
        """Answer a question about the game; ``answer`` is asked for it with the records from the file.

        A new game takes the place of the old one, whose file gets a number.
        """

        def found(asked: dict[str, Any]) -> dict[str, Any]:
            told: dict[str, Any] = msgspec.json.decode(answer(msgspec.json.encode(asked), asker))
            return told

        try:
            asked = msgspec.json.decode(question, type=dict[str, Any])
            told = self._asked({"ask": "", **asked}, found)
        except (msgspec.DecodeError, RecursionError) as error:
            told = {"error": f"This question cannot be answered: {error}"}
        except UnicodeDecodeError:
            told = {"error": f"{self._path} holds something other than a game: expected text in UTF-8."}
        except OSError as error:
            told = {"error": f"{error.filename or self._path}: {error.strerror}"}
        return msgspec.json.encode(told)

    def _asked(self, asked: dict[str, Any], answer: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
        before, begins = self._read(), asked["ask"] == "begin"
        found = answer({**asked, "text": before})
        there = answer({"ask": "game", "text": before}) if begins and before.strip() else found
        if before.strip() and ("reasons" in there or (begins and "error" in there)):
            return {"error": f"{self._path} holds something other than a game; name another file with --game."}
        after = found.get("text", before)
        with self._writing:
            current = self._read() == before
            if after != before and current:
                if begins and before.strip():
                    found["lines"].append(f"The game before is in {self._put_aside()}.")
                write_whole(self._path, after)
        if after != before and not current:  # somebody else wrote it: nothing is done, and their game is shown
            return self._asked({"ask": "game", "stamp": -1}, answer)
        return {**found, "file": str(self._path)}

    def _read(self) -> str:
        """What is in the file; nothing where there is none.

        Raises:
            OSError, UnicodeDecodeError: it cannot be read.
        """
        return self._path.read_text(encoding="utf-8-sig") if self._path.exists() else ""

    def _put_aside(self) -> Path:
        """Give the file the first number that is free; where it is then."""
        names = (self._path.with_stem(f"{self._path.stem}-{n}") for n in count(1))
        free = next(path for path in names if not path.exists())
        self._path.rename(free)
        return free
