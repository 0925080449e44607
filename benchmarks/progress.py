"""One line on a terminal that tells how far a benchmark is."""

import sys


def say(text: str) -> None:
    """Show the text in place of the one before it; on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
