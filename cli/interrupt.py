"""Work that Ctrl-C can leave behind at once."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread


def interruptibly(work: Callable[[], None]) -> None:
    """Do the work in a thread of its own and wait for it, passing on what it raises.

    A signal reaches Python only between two of its own instructions, and one search in the native kernel can
    take a minute. The waiting thread is always reached.
    """
    raised: list[BaseException] = []

    def catch() -> None:
        try:
            work()
        except BaseException as error:  # passed on below, whatever it is
            raised.append(error)

    thread = Thread(target=catch, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.5)  # without a limit, Windows would not be interrupted
    if raised:
        raise raised[0]
