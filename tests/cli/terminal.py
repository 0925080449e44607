"""The program at a terminal of its own: keys in, what it shows out."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMPT = ": "
LIMIT = 60.0  # seconds, to end what hangs
QUIET = 0.1  # seconds without a word, after which a prompt is one


class Terminal:
    def __init__(self, *words: str, width: int = 80, term: str = "dumb") -> None:
        pty = pytest.importorskip("pty", reason="terminals are a matter of POSIX")
        self._shown, self._ended = "", False
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.chdir(ROOT)
            os.environ |= {"TERM": term, "COLUMNS": str(width), "NO_COLOR": "1"}
            os.execv(sys.executable, [sys.executable, "-m", "bingo", *words])

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_error: object) -> None:
        if not self._ended:
            self.kill()

    def until(self, words: str | None = None) -> str:
        """What is shown until these words are, or else until the next prompt."""
        end = time.monotonic() + LIMIT
        while words is None or words not in self._shown:
            assert time.monotonic() < end, self._shown
            if not self._hear(QUIET) and words is None and self._shown.endswith(PROMPT):
                break  # and it is not part of a long text that came so far
        shown, self._shown = self._shown, ""
        return shown

    def until_end(self, again: bytes = b"") -> str:
        """What is shown until the program has ended.

        ``again`` is pressed after each second without a word: a Ctrl-C between Python's prompt and the moment at which
        it waits for keys is heard no sooner than the next key.
        """
        end = time.monotonic() + LIMIT
        with suppress(OSError):  # the other side is gone
            while True:
                assert time.monotonic() < end, self._shown
                if not self._hear(1):
                    self.press(again)
        return self._shown

    def _hear(self, seconds: float) -> bool:
        if not select.select([self._terminal], [], [], seconds)[0]:
            return False
        self._shown += os.read(self._terminal, 65536).decode(errors="replace").replace("\r\n", "\n")
        return True

    def type(self, line: str) -> None:
        os.write(self._terminal, line.encode() + b"\n")

    def press(self, keys: bytes) -> None:
        os.write(self._terminal, keys)

    def kill(self) -> None:
        os.kill(self._pid, 9)
        self.status()

    def status(self) -> int:
        _, status = os.waitpid(self._pid, 0)
        os.close(self._terminal)
        self._ended = True
        return os.waitstatus_to_exitcode(status)


def at_a_terminal(*words: str, keys: Sequence[bytes] = (), at: str = "", width: int = 80) -> tuple[str, int]:
    """What ``bingo WORDS`` shows, and its status, when each of ``keys`` is pressed at the next prompt.

    Without prompts they are pressed as soon as ``at`` has been shown.
    """
    with Terminal(*words, width=width, term="xterm") as program:
        shown = ""
        for some in keys:
            shown += program.until(at or None)
            program.press(some)
        return shown + program.until_end(), program.status()
