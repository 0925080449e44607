"""The program at a terminal of its own: keys in, what it shows out."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMPT = b": "
LIMIT = 60.0  # seconds, to end what hangs
QUIET = 0.1  # seconds without a word, after which a prompt is one


def at_a_terminal(*words: str, keys: Sequence[bytes] = (), at: bytes = b"", width: int = 80) -> tuple[str, int]:
    """What ``bingo WORDS`` shows, and its status, when each of ``keys`` is pressed at the next prompt.

    Without prompts they are pressed as soon as ``at`` has been shown.
    """
    pty = pytest.importorskip("pty", reason="terminals are a matter of POSIX")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.environ |= {"TERM": "xterm", "COLUMNS": str(width), "NO_COLOR": "1"}
        os.execv(sys.executable, [sys.executable, "-m", "bingo", *words])
    shown, rest, seen = b"", list(keys), 0
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                shown += os.read(terminal, 65536)
            except OSError:  # the other side is gone
                break
        prompted = at in shown[seen:] if at else not ready and shown.endswith(PROMPT)
        if rest and len(shown) > seen and prompted:
            seen = len(shown)
            os.write(terminal, rest.pop(0))
    else:
        os.kill(pid, 9)
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    return shown.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(status)


class Terminal:
    """A program at a terminal of its own that is talked to line by line."""

    def __init__(self, *words: str) -> None:
        pty = pytest.importorskip("pty", reason="terminals are a matter of POSIX")
        self._shown, self._ended = "", False
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.chdir(ROOT)
            os.environ |= {"TERM": "dumb", "COLUMNS": "80", "NO_COLOR": "1"}
            os.execv(sys.executable, [sys.executable, "-m", "bingo", *words])

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_error: object) -> None:
        if not self._ended:
            self.kill()

    def until_prompt(self, *, keep: bool = False) -> str:
        """What is shown until the next prompt; it is told again the next time with ``keep``."""
        end = time.monotonic() + LIMIT
        while True:
            assert time.monotonic() < end, self._shown
            if select.select([self._terminal], [], [], QUIET)[0]:
                self._shown += os.read(self._terminal, 65536).decode(errors="replace").replace("\r\n", "\n")
            elif self._shown.endswith(PROMPT.decode()):  # and not part of a long text that came so far
                break
        shown = self._shown
        if not keep:
            self._shown = ""
        return shown

    def until_end(self, again: bytes = b"") -> str:
        """What is shown until the program has ended.

        ``again`` is pressed after each second without a word: a Ctrl-C between Python's prompt and the moment at which
        it waits for keys is heard no sooner than the next key.
        """
        end = time.monotonic() + LIMIT
        while True:
            assert time.monotonic() < end, self._shown
            if not select.select([self._terminal], [], [], 1)[0]:
                self.press(again)
                continue
            try:
                self._shown += os.read(self._terminal, 65536).decode(errors="replace").replace("\r\n", "\n")
            except OSError:  # the other side is gone
                return self._shown

    def type(self, line: str) -> None:
        """A line and Enter."""
        os.write(self._terminal, line.encode() + b"\n")

    def press(self, keys: bytes) -> None:
        """Keys, without Enter."""
        os.write(self._terminal, keys)

    def kill(self) -> None:
        """End the program without a word to it."""
        os.kill(self._pid, 9)
        self.status()

    def status(self) -> int:
        """How it ended."""
        _, status = os.waitpid(self._pid, 0)
        os.close(self._terminal)
        self._ended = True
        return os.waitstatus_to_exitcode(status)
