"""Ctrl-C as KeyboardInterrupt, where Python would lose it or make another error of it."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

#: Seconds after which a Ctrl-C that came at a bad moment is tried again.
AGAIN = 0.02


@contextmanager
def interruptible() -> Iterator[None]:
    """Meanwhile Ctrl-C raises KeyboardInterrupt as soon as nothing is being imported, and never goes unheard.

    A native module that is interrupted amid its import fails with an ImportError, and what is raised in a finalizer
    is dropped. Where Ctrl-C is ignored (``nohup``), it stays ignored.
    """
    before, hook = signal.getsignal(signal.SIGINT), sys.unraisablehook

    def try_again(unraisable: Any) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            _press_again()
        else:
            hook(unraisable)

    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = try_again
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook


def importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported there; a native one whose import is broken off cannot be imported again."""
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


def _interrupt(_number: int, frame: FrameType | None) -> None:
    if not importing(frame):
        raise KeyboardInterrupt
    _press_again()


def _press_again() -> None:
    _thread.start_new_thread(_press_later, ())  # no threading.Timer: a lock that it takes may be taken just now


def _press_later() -> None:
    time.sleep(AGAIN)
    press()


def press() -> None:
    """What Ctrl-C does, from any thread: the main thread wakes up too."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()
