"""The file of the game on the board: read before each question, written when the answer is another game.

Nothing else is kept, so a board that was killed, a page that is loaded again and `bingo play` go on from the file. What
another tab or program wrote meanwhile is never written over.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

import msgspec

from bingo.cli.files import move_aside, write_atomically
from bingo.solver.engine import OnProgress
from bingo.solver.render.board import Json


class GameStore:
    """Where the game lies."""

    def __init__(self, path: Path) -> None:
        self._path, self._writing = path, Lock()

    def ask(self, answer: Callable[[Json, OnProgress], Json], question: bytes, on_progress: OnProgress) -> Json:
        """Answer a question about the game; ``answer`` is asked for it with the records from the file.

        A new game takes the place of the old one, whose file gets a number.
        """
        try:
            request = {"ask": "", **msgspec.json.decode(question, type=Json)}
            return self._answer(request, lambda about: answer(about, on_progress))
        except (msgspec.DecodeError, RecursionError) as error:
            return {"error": f"This question cannot be answered: {error}"}
        except UnicodeDecodeError:
            return {"error": f"{self._path} holds something other than a game: expected text in UTF-8."}
        except OSError as error:
            return {"error": f"{error.filename or self._path}: {error.strerror}"}

    def _answer(self, question: Json, answer: Callable[[Json], Json]) -> Json:
        before, begins = self._read(), question["ask"] == "begin"
        reply = answer({**question, "text": before})
        there = answer({"ask": "game", "text": before}) if begins and before.strip() else reply
        if before.strip() and ("reasons" in there or (begins and "error" in there)):
            return {"error": f"{self._path} holds something other than a game; name another file with --game."}
        after = reply.get("text", before)
        with self._writing:
            current = self._read() == before
            if after != before and current:
                if begins and before.strip():
                    reply["lines"] = [*reply["lines"], f"The game before is in {move_aside(self._path)}."]
                write_atomically(self._path, after)
        if after != before and not current:  # somebody else wrote it: nothing is done, and their game is shown
            return self._answer({"ask": "game", "stamp": -1}, answer)
        return {**reply, "file": str(self._path)}

    def _read(self) -> str:
        """What is in the file; nothing where there is none.

        Raises:
            OSError, UnicodeDecodeError: it cannot be read.
        """
        return self._path.read_text(encoding="utf-8-sig") if self._path.exists() else ""
