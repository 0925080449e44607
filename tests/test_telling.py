"""How a deal ended, in words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bingo.cli.render.telling import outcome
from bingo.solver.game import presets
from bingo.solver.game.dealing import deal
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.replay import replay
from bingo.solver.opponents.levels import LEVELS
from bingo.solver.opponents.playing import play_out
from tests.native import needs_kernel

GREEDY = LEVELS["greedy"]


def at_random(seed: int) -> Record:
    """A deal of berndt; where the seed is odd, both may close at random."""
    rng, record = Random(seed), Record.of(deal("berndt", seed), [])
    while not (now := replay(record).end.position).over:
        moves = [move for move in legal_moves(now) if not move.close]
        closes = [move for move in legal_moves(now) if move.close and rng.random() < 0.1 * (seed % 2)]
        record = replace(record, turns=(*record.turns, Turn(now.to_move, rng.choice(closes or moves))))
    return record


def test_where_a_deal_is_worth_card_points_they_are_told_once_and_what_a_failed_close_brought() -> None:
    kinds: Counter[int | None] = Counter()
    for seed in range(25):
        record = at_random(seed)
        end = replay(record).end
        (told,) = outcome(end, record)
        assert told.startswith(f"The deal is over: you have {end.score[YOU]} card point")
        assert f"the opponent has {end.score[OPPONENT]}" in told
        extra = {p: end.score[p] - end.position.card_points(p) for p in (YOU, OPPONENT)}
        failed = next((p for p in (YOU, OPPONENT) if extra[p]), None)
        assert [int(number) for number in re.findall(r"\d+", told)] == [*end.score, *filter(None, extra.values())]
        assert ("has failed" in told) == (failed is not None)
        if failed is not None:
            assert end.position.closed
            assert end.position.closed.by == 1 - failed
            assert ("your close" in told) == (failed == OPPONENT)
        kinds[failed] += 1
    assert len(kinds) == 3


@needs_kernel
@pytest.mark.parametrize("rules", [name for name in presets.PRESETS if name != "berndt"])
def test_elsewhere_game_points_are_told_and_then_card_points(rules: str) -> None:
    record = play_out(deal(rules, 1), (GREEDY, GREEDY))
    end = replay(record).end
    (told,) = outcome(end, record)
    numbers = [int(number) for number in re.findall(r"\d+", told)]
    assert numbers[:-2] == [score for score in end.score if score]
    assert numbers[-2:] == [end.position.card_points(p) for p in (YOU, OPPONENT)]
