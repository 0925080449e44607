"""What levels are sure of: closes of ``greedy`` win, claims are true, and ``strongest`` plays endings by guarantees."""

import random
from collections.abc import Iterator

import pytest

from bingo.solver import Moment, Move, Position, Record, Settings, analyze, deal, play_out, replay, reply
from bingo.solver.analysis.hidden import solved_worths
from bingo.solver.analysis.worlds import count_hands, known
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.legal import apply, legal_moves
from bingo.solver.game.moves import CLAIM
from bingo.solver.game.position import YOU, Stage
from tests.oracles.random_play import playout


def reached(deals: int) -> Iterator[Position]:
    return (position for seed in range(deals) for position in playout(deal(seed=seed), random.Random(seed)))


def test_a_greedy_close_on_sure_tricks_wins_against_every_hand() -> None:
    """What is sure is sure: against an opponent who sees everything, whatever is in hand, in many deals."""
    closes = 0
    for position in reached(150):
        if position.open and position.stage is Stage.LEAD and position.leader == YOU and position.tricks[YOU]:
            move = reply(known(position), "greedy")
            if move.close:
                gain, after, over, _ = apply(position, move)
                assert (gain if over else gain + Kernel(position.rules).value(after)) > 0
                closes += 1
    assert closes > 5


def test_greedy_claims_when_it_can_and_only_then() -> None:
    claims = 0
    for position in reached(60):
        if position.open and position.stage is Stage.CLAIM and position.leader == YOU:
            claimed = reply(known(position), "greedy") == CLAIM
            assert claimed == (position.card_points(YOU) >= position.rules.target)
            claims += claimed
    assert claims


def test_an_exhausted_boneyard_is_played_exactly() -> None:
    for seed in range(12):
        start = next((p for p in playout(deal(seed=seed), random.Random(seed)) if not p.open), None)
        if start is None or start.closed or len(list(legal_moves(start))) < 2:
            continue
        mine = start if start.to_move == YOU else start.swapped()
        assert reply(known(mine)) in analyze(mine).best_moves


def decisions(record: Record) -> Iterator[tuple[Moment, list[Move]]]:
    """Leads after a close, where the other hand is one of some few."""
    for moment in replay(record).moments:
        position = moment.position
        if position.stage is Stage.LEAD and position.closed is not None and len(list(legal_moves(position))) > 1:
            yield moment, list(legal_moves(position))


def test_a_hidden_hand_after_a_close_is_played_against_by_what_is_sure() -> None:
    """Not by the mean of what moves are worth if the hand is seen, as ``greedy`` plays it."""
    better = 0
    for seed in (1, 2, 3, 19, 33, 35):  # in the last three the two differ
        for moment, moves in decisions(play_out("greedy", "greedy", rules="domino-play", seed=seed)):
            seen = moment.seen_by(moment.position.to_move)
            if not 1 < count_hands(seen) <= 120:
                continue
            sure = {move: worth.value for move, worth in solved_worths(seen, moves, Settings()).items()}
            best = sure[reply(seen)]
            assert best == pytest.approx(max(sure.values()), abs=1e-9)
            better += best > sure[reply(seen, "greedy")] + 1e-9
    assert better
