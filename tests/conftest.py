"""How signals and colours are while tests run."""

import os
import signal
from collections.abc import Iterator

import pytest

pytest_plugins = ["tests.support.depth", "tests.cli.page.browser"]


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Python's own handler, also where the tests run with Ctrl-C ignored."""
    old_handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, old_handler)


def pytest_configure() -> None:
    """Programs that tests start hear Ctrl-C and print no colour."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # behind `&` in a script
        signal.signal(signal.SIGINT, signal.default_int_handler)  # or every program that a test starts ignores it too
    os.environ.pop("FORCE_COLOR", None)  # what programs print is compared
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or numpy keeps a core busy whenever a program starts
