"""The library's own methods for phase one as players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from benchmarks.arena.choices import Policy, stage
from bingo.solver.analysis.answer import MoveValue
from bingo.solver.analysis.deals import draw, evaluate, make_players
from bingo.solver.analysis.hidden import estimate
from bingo.solver.analysis.settings import Method, Settings
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.position import Stage

if TYPE_CHECKING:
    from bingo.solver.engine.weights import Weights


def player(
    method: str,
    seconds: float | None,
    worlds: int | None,
    on_estimate: Callable[[MoveValue], None] = lambda _: None,
) -> Policy:
    """A player who makes the move that the library puts first. Time is processor time of this thread.

    ``on_estimate`` gets the estimate of each move made.
    """
    usual = Settings(cast(Method, method), worlds, seconds)

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        if stage(seen, moves) is Stage.CLAIM:  # the library weighs a claim against the leads that come after waiting
            first = estimate(seen, replace(usual, seed=seed)).first
            move = CLAIM if first.move == CLAIM else WAIT
        else:
            first = estimate(seen, replace(usual, seed=seed), only=moves).first
            move = first.move
        on_estimate(first)
        return move

    return play


def networks(weights: Weights | None = None) -> Policy:
    """A player who makes the move that the networks put first, without looking at a single deal; they are the shipped
    ones unless the weights of others are given.
    """

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        if stage(seen, moves) in (Stage.CLAIM, Stage.ANSWER):
            return CLAIM
        [world] = draw(seen, 1, seed).positions(seen)
        evaluated = [
            (value, move) for move, value in evaluate(make_players(seen.rules, weights), world) if move in moves
        ]
        return max(evaluated, key=lambda pair: pair[0])[1]

    return play
