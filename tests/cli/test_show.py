"""`bingo show`: what is coloured; what it prints is stored."""

import re

import pytest

from tests.cli.test_main import CLOSE_NOW, ROOT, run


def _show(text: str, width: int = 80) -> str:
    result = run("show", "-", text=text, width=width)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_only_what_the_legend_calls_a_trump_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    [with_bingo] = [line for line in _show(CLOSE_NOW).splitlines() if "│0│0│" in line]
    assert "\x1b[33m" not in with_bingo  # trumps are 4, and no other trump is in this hand
    assert "\x1b[33m│4│4│\x1b[0m" in _show(CLOSE_NOW)


@pytest.mark.parametrize("match", ["", "match: {you: 4, opponent: 5}\n"])
def test_of_all_moves_the_best_are_green(match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = (ROOT / "positions/examples/the-bingo-waits.yaml").read_text(encoding="utf-8") + match
    output = run("analyze", "-", text=text, width=80).stdout
    rows = [line for line in output.splitlines() if re.search(r"[+-]\d  (lead|close|declare) ", line)]
    assert len(rows) > 1
    assert [line.startswith("\x1b[32m") for line in rows] == [True] + [False] * (len(rows) - 1)
