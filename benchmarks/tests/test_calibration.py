"""Calibration: decisions are paired with what came of them, and errors are taken over deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks import calibration
from benchmarks.arena import methods, policies
from benchmarks.arena.choices import Policy, greedy
from benchmarks.arena.endings import with_endings
from benchmarks.arena.matches import Match, the_deal
from benchmarks.arena.referee import play_deal
from benchmarks.calibration import Decisions, decisions, error, fit
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
        expected = np.mean([getattr(line, f"{of}_error") for line in lines])
        assert expected == pytest.approx(spread, rel=0.2)
    assert np.mean([line.slope for line in lines]) == pytest.approx(0.9, abs=0.01)


# --- decisions ---------------------------------------------------------------------------------------


@pytest.fixture
def foresight(monkeypatch: pytest.MonkeyPatch) -> None:
    """A method of the library that plays greedily and predicts how many tricks are gone."""

    def player(_method: str, _seconds: object, _worlds: object, on_estimate: Callable[[object], None]) -> Policy:
        def choose(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
            choice = greedy(seen, moves, seed)
            on_estimate(SimpleNamespace(move=choice, value=sum(seen.tricks), worlds=0 if choice.claim else 1))
            return choice

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
        marks = decisions(MATCH, number)
        assert marks
        brought = {(tricks, sign * (whole - value)) for tricks, sign, value in expected}
        assert {(predicted, realised) for predicted, realised, _ in marks} <= brought
        assert {kind for _, _, kind in marks} >= {"lead", "reply"}
        assert len(expected) - 2 <= len(marks) <= len(expected)  # but for a claim
