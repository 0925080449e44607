"""Waiting for what other processes do."""

import time
from collections.abc import Callable


def wait_for(condition: Callable[[], object], seconds: float = 300) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)
