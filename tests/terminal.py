"""The program at a terminal of its own: keys in, what it shows out."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROMPT = b": "
LIMIT = 60.0  # seconds, to end what hangs


def at_a_terminal(*words: str, keys: Sequence[bytes], at: bytes = b"") -> tuple[str, int]:
    """What ``bingo WORDS`` shows, and its status, when each of ``keys`` is pressed at the next prompt.

    Without prompts they are pressed as soon as ``at`` has been shown.
    """
    pty = pytest.importorskip("pty", reason="terminals are a matter of POSIX")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.environ |= {"TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1"}
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
