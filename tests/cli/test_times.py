"""How long a command says that it took, which what is stored leaves out."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from tests.cli.test_main import ROOT, run
from tests.support.depth import thorough

EXAMPLES = ROOT / "positions" / "examples"
_TIME = re.compile(r'"seconds": ?([\d.e-]+)|(?<![\w.])([\d.]+) (m?s)\b')


@pytest.mark.parametrize(
    "words",
    [
        ("analyze", "the-bingo-waits", "--full"),
        ("analyze", "the-bingo-waits", "--json"),
        ("batch", "the-bingo-waits", "--jobs", "1"),
        pytest.param(("analyze", "should-i-close", "--worlds", "9", "--full"), marks=thorough),
        pytest.param(("close", "close-for-three", "--no-proof", "--json"), marks=thorough),
        pytest.param(("claim", "can-i-claim", "--json"), marks=thorough),
        pytest.param(("compose", "--deals", "40", "--count", "1", "--out", "found.yaml"), marks=thorough),
    ],
)
def test_no_time_is_longer_than_it_took(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start = time.perf_counter()
    examples = {word: str(file) for word in words if (file := EXAMPLES / f"{word}.yaml").exists()}
    result = run(*(examples.get(word, word) for word in words))
    took = time.perf_counter() - start
    told = [*_TIME.finditer(result.stdout + result.stderr)]
    assert told, result.output
    for found in told:
        seconds = float(found[1] or found[2]) / (1000 if found[3] == "ms" else 1)
        assert 0 <= seconds <= took + 0.05, found[0]
