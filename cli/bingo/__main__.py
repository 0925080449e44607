"""The program, as ``bingo`` and as ``python -m bingo``: small, so that Ctrl-C is answered from the first moment on."""

import os
import signal
import sys
from types import FrameType


def _leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001  (the signature is Python's)
    """End at once: an exception amid imports may be printed in pieces, or be taken for a module that is missing."""
    os.write(2, b"Interrupted.\n")
    os._exit(130)


def run() -> None:
    """Start the program. While its parts are imported, Ctrl-C ends it; after that Ctrl-C raises an exception."""
    if sys.stdout is None:
        sys.exit("Standard output is closed, so there is nowhere to write.")
    # A job started with & in a script ignores Ctrl-C, and must go on ignoring it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from bingo.cli import main

    main.run()


if __name__ == "__main__":
    run()
