"""Causes of mistakes: as many mistakes are counted as were asked for, each under its kind or as one without a cause."""

from __future__ import annotations

import re

import pytest

from benchmarks import causes


def test_every_mistake_is_counted_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["causes", "--mistakes", "12", "--worlds", "32", "--seed", "2"])
    status = causes.main()
    *rows, verdict = capsys.readouterr().out.splitlines()
    counted = {kind: int(number) for number, kind in (row.split(maxsplit=1) for row in rows)}
    assert sum(counted.values()) == 12
    share = 100 * (12 - counted["no cause found"]) / 12
    assert re.match(rf"{'MISS' if status else 'PASS'}  .*: {share:.1f}, at least 70", verdict)
