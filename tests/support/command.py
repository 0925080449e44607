"""The program as tests ask it: in this process or started, and positions to ask about."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from bingo.cli.main import app
from tests.support.reading import ROOT

BINGO = [sys.executable, "-m", "bingo"]

LAST_TILE = """
name: The last tile
trump: 4
lead: you
you: {hand: 4-4, points: 65, tricks: 7}
opponent: {hand: 6-5, points: 41, tricks: 6}
"""
#: The same, nameless, as a line of JSON.
LAST_LINE = (
    '{"trump":4,"lead":"you","you":{"hand":"4-4","points":65,"tricks":7},'
    '"opponent":{"hand":"6-5","points":41,"tricks":6}}'
)
#: Close, declare, take the double of trumps with the Bingo, claim: 3 game points.
CLOSE_NOW = """
name: Close now
turned: 4-1
lead: you
you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0, points: 29, tricks: 4}
opponent: {hand: 5-1 4-4 3-2 3-1 2-2 2-1 1-1, points: 11, tricks: 1}
stock: 5-4 3-3 4-2
"""
HIDDEN = """
name: What do they hold?
turned: 4-1
lead: opponent
led: 6-3
you: {hand: 0-0 5-4 4-2 6-6 6-2 2-2 1-1, points: 0, tricks: 0}
opponent: {shown: 3-3}
"""
IMPOSSIBLE = """
name: Nine trumps
trump: 9
lead: me
you: {hand: 4-4}
"""


def run(*words: str, text: str | None = None, width: int = 80) -> Result:
    """Run a command in this process. A ``text`` is what standard input holds."""
    return CliRunner().invoke(app, list(words), input=text, env={"COLUMNS": str(width), "LC_ALL": "C.UTF-8"})


def output(*words: str, text: str | None = None, width: int = 80) -> str:
    """What a command prints that has nothing to complain of."""
    result = run(*words, text=text, width=width)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def refusal(*words: str, text: str | None = None, width: int = 300) -> str:
    """What is said of wrong usage, in one line; nothing else is printed."""
    result = run(*words, text=text, width=width)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    return " ".join(result.stderr.split())


def begun(*words: str, **more: Any) -> subprocess.Popen[bytes]:
    """The program at work, with pipes to it and from it."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*BINGO, *words], stdin=pipe, stdout=pipe, stderr=pipe, **more)


def program(*words: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return program_in(ROOT, *words, text=text, **environment)


def program_in(folder: Path, *words: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8", **environment}
    return subprocess.run([*BINGO, *words], input=text, env=env, capture_output=True, encoding="utf-8", cwd=folder)


def wait_for(condition: Callable[[], object], seconds: float = 300) -> None:
    """Wait for what a program does."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
