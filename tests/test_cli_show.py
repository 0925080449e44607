"""`bingo show`: what is coloured; what it prints is stored."""

from __future__ import annotations

import pytest

from tests.test_cli_main import CLOSE_NOW, run


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
