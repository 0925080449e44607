"""The program at a terminal of its own: keys in, what it shows out."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import pexpect
import pytest

from tests.support.reading import ROOT

TIMEOUT_SECONDS = 60  # seconds, to end what hangs
QUIET_SECONDS = 0.1  # seconds without a word, after which a prompt is one
ANY_OUTPUT = [r".+", pexpect.TIMEOUT]


def terminal(*words: str, width: int = 80, term: str = "dumb") -> pexpect.spawn:
    pytest.importorskip("pty", reason="terminals are a matter of POSIX")
    env: dict[str, str] = {**os.environ, "TERM": term, "COLUMNS": str(width), "NO_COLOR": "1"}
    return pexpect.spawn(sys.executable, ["-m", "bingo", *words], TIMEOUT_SECONDS, cwd=ROOT, env=env, encoding="utf-8")


def until_prompt(program: pexpect.spawn) -> str:
    """What is shown until the next prompt, which is not part of a long text that came so far."""
    screen = ""
    while program.expect(ANY_OUTPUT, timeout=QUIET_SECONDS if screen.endswith(": ") else TIMEOUT_SECONDS) == 0:
        screen += program.after
    return screen


def until_end(program: pexpect.spawn, again: str = "") -> str:
    """What is shown until the program has ended.

    ``again`` is pressed after each second without a word: a Ctrl-C between Python's prompt and the moment at which
    it waits for keys is heard no sooner than the next key.
    """
    for _ in range(TIMEOUT_SECONDS):
        if program.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=1) == 0:
            break
        program.send(again)
    return str(program.before).replace("\r\n", "\n")


def at_a_terminal(*words: str, keys: Sequence[str] = (), at: str = "", width: int = 80) -> tuple[str, int]:
    """What ``bingo WORDS`` shows, and its status, when each of ``keys`` is pressed at the next prompt.

    Without prompts they are pressed as soon as ``at`` has been shown.
    """
    with terminal(*words, width=width, term="xterm") as program:
        shown = ""
        for key_presses in keys:
            if at:
                program.expect_exact(at)
                shown += program.before + at
            else:
                shown += until_prompt(program)
            program.send(key_presses)
        return shown + until_end(program), program.wait()
