"""What is left out where no native kernel was built, and how that is forbidden."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from tests.native import MISSING

pytest_plugins = ["tests.depth", "tests.browser"]

#: Modules that import what cannot do without a kernel; in all others ``needs_kernel`` marks single tests.
collect_ignore = (
    [
        "test_cli_compose.py",
        "test_compose_candidates.py",
        "test_compose_composing.py",
        "test_hidden_beliefs.py",
        "test_hidden_intervals.py",
        "test_hidden_phase_one.py",
        "test_hidden_players.py",
        "test_proof_closing.py",
        "test_proof_lines.py",
        "test_published_answers.py",
    ]
    if MISSING
    else []
)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Python's own handler, also where the tests run with Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def pytest_configure() -> None:
    """Programs that tests start hear Ctrl-C and print no colour; a required kernel is not quietly done without."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # behind `nohup`, or `&` in a script
        signal.signal(signal.SIGINT, signal.default_int_handler)  # or every program that a test starts ignores it too
    os.environ.pop("FORCE_COLOR", None)  # what programs print is compared
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or numpy keeps a core busy whenever a program starts
    if MISSING and os.environ.get("BINGO_REQUIRE_NATIVE") == "1":
        raise pytest.UsageError("BINGO_REQUIRE_NATIVE=1: expected the native kernel; found that none was built")
