"""Playing on instead of closing: an estimate from sampled whole deals.

Perfect-information Monte Carlo: deals that fit are drawn, and each is solved with both hands and the stock seen. That
is known to misjudge: either player then knows when a close will win, so taking a trick is worth too much, and finding
out or hiding what one holds is worth nothing. It stands in until phase one has a method of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bingo.solver.game.moves import CLAIM, Move
from bingo.solver.game.play import can_claim, legal_moves, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.scoring import win_score
from bingo.solver.hidden.view import Known
from bingo.solver.hidden.worlds import sample_deals
from bingo.solver.search import engines
from bingo.solver.search.exact import Engine

METHOD = "perfect-information Monte Carlo"
#: Moves that are looked at again in fresh deals, after all were looked at in a quarter as many.
FINALISTS = 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """A move and the mean of its sampled values, with the limits of its 95 % confidence interval."""

    move: Move
    value: float
    low: float
    high: float
    worlds: int


def play_on(known: Known, worlds: int, seed: int, heard: Callable[[float], None] = lambda _share: None) -> Estimate:
    """The best way of going on without closing now, estimated from so many deals.

    ``heard`` is told how much is done, 0 to 1. The same seed gives the same answer.
    """
    claimed = _claim(known)
    if claimed is not None:
        return claimed
    engine = engines.engine(known.rules)
    screening = sample_deals(known, max(worlds // 4, 1), 2 * seed)
    moves = _moves(screening[0])
    work = len(screening) * len(moves) + worlds * min(FINALISTS, len(moves))
    done = 0

    def sampled(move: Move, deals: Sequence[Position]) -> list[int]:
        nonlocal done
        values = []
        for deal in deals:
            heard(done / work)
            values.append(_value(deal, move, engine))
            done += 1
        return values

    promising = sorted(moves, key=lambda move: -sum(sampled(move, screening)))[:FINALISTS]
    deals = sample_deals(known, worlds, 2 * seed + 1)
    found = [_estimate(move, sampled(move, deals)) for move in promising]
    return max(found, key=lambda estimate: estimate.value)


def _claim(known: Known) -> Estimate | None:
    """Claiming now, or on declaring the fewest doubles that reach the target, where the rules know claims."""
    now = known.world(0)
    if now.stage is Stage.CLAIM and now.card_points(YOU) >= now.rules.target:
        value, move = win_score(now, YOU), CLAIM
    elif now.stage is Stage.LEAD:
        claims = [(m, play_unchecked(now, m).gain) for m in legal_moves(now) if m.claim and not m.close]
        true = [(m, gain) for m, gain in claims if gain > 0]
        if not true:
            return None
        move, value = min(true, key=lambda claim: (-claim[1], claim[0].declare.bit_count()))
    else:  # the opponent may claim first
        return None
    return Estimate(move, value, value, value, 0)


def _moves(deal: Position) -> list[Move]:
    """Every lead, without a declaration and with the largest."""
    node = _at_lead(deal)
    largest = max((m.declare.bit_count() for m in legal_moves(node) if not m.close), default=0)
    moves = [m for m in legal_moves(node) if not m.close and not m.claim]
    return [m for m in moves if m.declare.bit_count() in (0, largest)]


def _value(deal: Position, move: Move, engine: Engine) -> int:
    gain, after, over = play_unchecked(_at_lead(deal), move)
    value = gain if over else gain + engine.value(after)
    if can_claim(deal, OPPONENT) and deal.card_points(OPPONENT) >= deal.rules.target:
        value = min(value, -win_score(deal, OPPONENT))
    return value


def _at_lead(deal: Position) -> Position:
    """The same deal with nobody claiming any more before the lead."""
    return replace(deal, stage=Stage.LEAD)


def _estimate(move: Move, values: Sequence[int]) -> Estimate:
    size = len(values)
    mean = sum(values) / size
    spread = math.sqrt(sum((v - mean) ** 2 for v in values) / max(size - 1, 1))
    margin = 1.96 * spread / math.sqrt(size)
    return Estimate(move, mean, mean - margin, mean + margin, size)
