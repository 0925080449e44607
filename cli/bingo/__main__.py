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
    """Start the program. While its parts are imported, Ctrl-C ends it; after that it is told as an exception."""
    if sys.stdout is None:
        sys.exit("expected a standard output to write to; found it closed")
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not so under nohup, which it is to outlive
        signal.signal(signal.SIGINT, _leave)
    from bingo.cli import main

    main.run()


if __name__ == "__main__":
    run()
