"""The file of the game on the board: read before each question, written when the answer is another game.

Nothing else is kept, so a board that was killed, a page that is loaded again and `bingo play` go on from the file. What
another tab or program wrote meanwhile is never written over.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from bingo.cli.files import write_whole

Answer = Callable[[bytes], Awaitable[bytes]]


class Desk:
    """Where the game lies."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def ask(self, question: bytes, answer: Answer) -> bytes:
        """Answer a question about the game; ``answer`` is asked for it with the records from the file.

        A new game takes the place of the old one, whose file gets a number.
        """
        try:
            asked = msgspec.json.decode(question, type=dict[str, Any])
            found = await self._asked({"ask": "", **asked}, answer)
        except (msgspec.DecodeError, RecursionError) as error:
            found = {"error": f"This question cannot be answered: {error}"}
        except UnicodeDecodeError:
            found = {"error": f"{self._path} holds something other than a game: expected text in UTF-8."}
        except OSError as error:
            found = {"error": f"{error.filename or self._path}: {error.strerror}"}
        return msgspec.json.encode(found)

    async def _asked(self, asked: dict[str, Any], answer: Answer) -> dict[str, Any]:
        before, begins = self._read(), asked["ask"] == "begin"
        found = await _found({**asked, "text": before}, answer)
        there = await _found({"ask": "game", "text": before}, answer) if begins and before.strip() else found
        if before.strip() and ("reasons" in there or (begins and "error" in there)):
            return {"error": f"{self._path} holds something other than a game; name another file with --game."}
        after = found.get("text", before)
        if after != before:
            if self._read() != before:  # somebody else wrote it: nothing is done, and their game is shown
                return await self._asked({"ask": "game", "stamp": -1}, answer)
            if begins and before.strip():
                found["told"].append({"code": "aside", "file": str(self._put_aside())})
            write_whole(self._path, after)
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


async def _found(asked: dict[str, Any], answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(await answer(msgspec.json.encode(asked)))
    return found
