"""Calibration: decisions are paired with what came of them, and errors are taken over deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks import calibration
from benchmarks.arena import methods, policies
from benchmarks.arena.choices import Policy, greedy
from benchmarks.arena.endings import with_endings
from benchmarks.arena.matches import Match, the_deal
from benchmarks.arena.referee import play_deal
from benchmarks.calibration import Decisions, by_kind, decisions, error, fit, groups, main, table
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import YOU, Position

MATCH = Match("foresight", "foresight", "pagat", 3)


def noisy(decisions: int, deals: int, seed: int) -> Decisions:
    rng = np.random.default_rng(seed)
    predicted = rng.uniform(-3, 3, decisions)
    deal = rng.integers(0, deals, decisions)
    luck = rng.normal(0, 1, deals)[deal] + rng.normal(0, 0.5, decisions)
    return Decisions(predicted, 0.2 + 0.9 * predicted + luck, deal, rng.choice(["lead", "reply"], decisions))


def test_what_is_predicted_exactly_lies_on_the_line() -> None:
    x = np.linspace(-2, 3, 50)
    line = fit(Decisions(x, x, np.arange(50), np.full(50, "lead")))
    assert (line.intercept, line.slope) == pytest.approx((0, 1))
    assert (line.intercept_error, line.slope_error) == pytest.approx((0, 0), abs=1e-12)


def test_decisions_told_twice_do_not_make_the_line_surer() -> None:
    once = noisy(400, 60, 1)
    twice = once[np.tile(np.arange(400), 2)]
    assert fit(twice).slope == pytest.approx(fit(once).slope)
    assert fit(twice).slope_error == pytest.approx(fit(once).slope_error)
    assert error(twice) == pytest.approx(error(once))


def test_the_standard_errors_are_those_of_repeated_experiments() -> None:
    lines = [fit(noisy(400, 60, seed)) for seed in range(200)]
    for of in ("slope", "intercept"):
        spread = np.std([getattr(line, of) for line in lines])
        told = np.mean([getattr(line, f"{of}_error") for line in lines])
        assert told == pytest.approx(spread, rel=0.2)
    assert np.mean([line.slope for line in lines]) == pytest.approx(0.9, abs=0.01)


def test_groups_are_tenths_in_the_order_of_what_was_predicted() -> None:
    found = noisy(403, 60, 1)
    parts = groups(found)
    assert [len(part.predicted) for part in parts] == [41] * 3 + [40] * 7
    assert all(a.predicted.max() <= b.predicted.min() for a, b in pairwise(parts))
    assert len(table(found)) == 11
    assert max(map(len, table(found))) <= 60


def test_each_kind_of_decision_with_enough_of_them_gets_a_line_of_its_own() -> None:
    found = noisy(400, 60, 1)
    rows = [row.split() for row in by_kind(found)[1:]]
    assert [row[0] for row in rows] == ["all", "lead", "reply"]
    assert int(rows[0][1]) == int(rows[1][1]) + int(rows[2][1]) == 400
    assert max(map(len, by_kind(found))) <= 60


# --- decisions ---------------------------------------------------------------------------------------


@pytest.fixture
def foresight(monkeypatch: pytest.MonkeyPatch) -> None:
    """A method of the library that plays greedily and predicts how many tricks are gone."""

    def player(_method: str, _seconds: object, _worlds: object, on_estimate: Callable[[object], None]) -> Policy:
        def choose(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
            made = greedy(seen, moves, seed)
            on_estimate(SimpleNamespace(move=made, value=sum(seen.tricks), worlds=0 if made.claim else 1))
            return made

        return choose

    monkeypatch.setattr(methods, "player", player)
    monkeypatch.setattr(calibration, "METHOD_NAMES", ("foresight",))
    monkeypatch.setattr(calibration, "DEFAULT", "foresight")
    monkeypatch.setitem(policies.PLAYERS, "foresight", lambda _budget: greedy)


@pytest.mark.usefixtures("foresight")
def test_each_decision_is_told_with_what_the_deal_brought_its_player_from_there_on() -> None:
    players = with_endings(greedy)
    for number in range(20):
        expected: list[tuple[int, int, int]] = []

        def note(position: Position, value: int, expected: list[tuple[int, int, int]] = expected) -> None:
            if position.open:
                expected.append((sum(position.tricks), 1 if position.to_move == YOU else -1, value))

        seed = MATCH.seed * 1_000_003 + number
        whole = play_deal(the_deal(MATCH, number), (players, players), seed, note).value
        found = decisions(MATCH, number)
        assert found
        brought = {(tricks, sign * (whole - value)) for tricks, sign, value in expected}
        assert {(predicted, realised) for predicted, realised, _ in found} <= brought
        assert {kind for _, _, kind in found} >= {"lead", "reply"}
        assert len(expected) - 2 <= len(found) <= len(expected)  # but for a claim


@pytest.mark.usefixtures("foresight")
def test_the_command_resumes_and_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def printed(*words: str) -> str:
        monkeypatch.setattr("sys.argv", ["calibration", "--jobs", "1", *words])
        main()
        return capsys.readouterr().out

    out = str(tmp_path / "out.jsonl")
    whole = printed("--deals", "12")
    printed("--deals", "5", "--out", out)
    assert printed("--deals", "12", "--out", out) == whole
    monkeypatch.setattr(calibration, "decisions", None)  # all are in the file
    assert printed("--deals", "12", "--out", out) == whole
    pytest.importorskip("matplotlib")
    picture = tmp_path / "plot.png"
    printed("--deals", "12", "--out", out, "--plot", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
