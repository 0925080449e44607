"""The kernel for browsers, compiled once for all tests that need it."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from bingo.cli.web.build import CannotBuild, kept
from tests.oracles import node

#: Set to 1, a missing compiler or Node is a failure and not a reason to leave tests out.
REQUIRED = os.environ.get("BINGO_REQUIRE_WEB") == "1"


def module() -> Path:
    """The compiled kernel. Where it cannot be had, tests are left out."""
    if find_spec("ziglang") is None:
        _without("the package ziglang, a compiler for WebAssembly")
    try:
        return kept()
    except CannotBuild as error:
        pytest.fail(str(error))


def needs_node() -> None:
    """Leave a test out where there is no Node."""
    if node.found() is None:
        _without("Node")


def _without(what: str) -> None:
    if REQUIRED:
        pytest.fail(f"BINGO_REQUIRE_WEB=1: expected {what}; found none")
    pytest.skip(f"there is no {what}")
