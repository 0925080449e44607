"""Questions to the person at the keyboard, or to whatever comes out of a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress

from bingo.solver.render.screen import plain


def ask(prompt: str) -> str | None:
    """One line of input, without its end; None where there is no more.

    On a terminal the line can be edited and former ones recalled, where Python has ``readline``. What comes out of a
    pipe is shown as if it had been typed, so that the output can be read without it.
    """
    if sys.stdin.isatty() and sys.stdout.isatty():
        return _typed(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.buffer.readline().decode(sys.stdin.encoding or "utf-8", "replace")
    if not line:
        print("(no more input)", flush=True)
        return None
    line = line.rstrip("\r\n")
    if not sys.stdin.isatty():
        print(plain(line), flush=True)
    return line


def _typed(prompt: str) -> str | None:
    with suppress(ImportError):
        import readline  # noqa: F401  (to import it is all that `input` needs to edit lines)
    sys.stdout.flush()
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt) as end:
        print()
        if isinstance(end, KeyboardInterrupt):
            raise
        return None
