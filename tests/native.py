"""Tests that need the native kernel: the one mark that leaves them out where none was built.

With BINGO_REQUIRE_NATIVE=1 nothing is left out: a missing kernel then ends the run (``conftest``).
"""

from __future__ import annotations

import pytest

from bingo.solver import native

MISSING = not native.built()

needs_kernel = pytest.mark.skipif(MISSING, reason="no native kernel was built")
