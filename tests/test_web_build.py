"""What is compiled for browsers: no more of the kernel than answers questions, and nothing that needs threads."""

from __future__ import annotations

import re

from bingo.cli.web.build import sources


def test_nothing_that_is_compiled_for_browsers_needs_threads() -> None:
    files = sources()
    assert {"wasm.cpp", "answer.cpp", "search.cpp", "strategy.cpp", "player.cpp"} <= {path.name for path in files}
    without = re.compile(r"^#ifndef __wasm__$.*?^#endif$", re.MULTILINE | re.DOTALL)
    needing = [path.name for path in files if "#include <thread>" in without.sub("", path.read_text(encoding="utf-8"))]
    assert needing == []
