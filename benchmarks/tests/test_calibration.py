"""Calibration: decisions are paired with what came of them, and errors are taken over deals."""

from random import Random

import numpy as np
import pytest

from benchmarks import arena
from benchmarks.arena import Match, by_name
from benchmarks.calibration import Decisions, decisions, error, fit
from bingo.solver import play_out, replay
from bingo.solver.game.position import OPPONENT, YOU


def noisy(decisions: int, deals: int, seed: int) -> Decisions:
    rng = np.random.default_rng(seed)
    predicted = rng.uniform(-3, 3, decisions)
    deal = rng.integers(0, deals, decisions)
    luck = rng.normal(0, 1, deals)[deal] + rng.normal(0, 0.5, decisions)
    return Decisions(predicted, 0.2 + 0.9 * predicted + luck, deal, rng.choice(["lead", "reply"], decisions))


def test_what_is_predicted_exactly_lies_on_the_line() -> None:
    means = np.linspace(-2, 3, 50)
    line = fit(Decisions(means, means, np.arange(50), np.full(50, "lead")))
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
    for parameter in ("slope", "intercept"):
        spread = np.std([getattr(line, parameter) for line in lines])
        expected = np.mean([getattr(line, f"{parameter}_error") for line in lines])
        assert expected == pytest.approx(spread, rel=0.2)
    assert np.mean([line.slope for line in lines]) == pytest.approx(0.9, abs=0.01)


# --- decisions ---------------------------------------------------------------------------------------


def test_each_decision_is_told_with_what_the_deal_brought_its_player_from_there_on() -> None:
    """Of a deal played again: the estimate of the move made, and game points scored after it."""
    match, kinds = Match("rollout@2w", "rollout@2w", "domino-play", 3), set[str]()
    for number in range(2):
        player = arena.seat(by_name(match.a), Random(f"{match.seed} {number}"))
        record = play_out(player, player, start=arena.start_position(match, number))
        rows = decisions(match, number).decisions
        margin = arena.lead(record)
        possible_gains = {
            sign * (margin - moment.score[YOU] + moment.score[OPPONENT])
            for moment in replay(record).moments
            if moment.position.open
            for sign in (1, -1)
        }
        assert {realised for _, realised, _ in rows} <= possible_gains
        assert sum(kind == "reply" for *_, kind in rows) == sum(
            moment.position.open and moment.turn.move.play is not None and len(moment.position.legal_moves) > 1
            for moment in replay(record).moments
            if moment.turn
        )
        kinds |= {kind for *_, kind in rows}
    assert kinds >= {"lead", "reply"}
