"""Dealing the hidden tiles of a puzzle against a move that is not right, and how play goes then.

All that is dealt fits what is known. A close is held against every hand that the opponent may have; for playing on,
deals are drawn, and both play on by networks that see only their own tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import at_lead, has_claim, legal_moves
from bingo.solver.game.position import Position, Stage
from bingo.solver.hidden.closing import closed
from bingo.solver.hidden.deals import Deals, draw, every_hand
from bingo.solver.hidden.players import evaluate, make_players, play_out
from bingo.solver.hidden.worlds import hands
from bingo.solver.search import engines
from bingo.solver.search.exact import Step, analyze_exact, line_after, make
from bingo.solver.search.kernel import SEARCH_WIDTH, Kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bingo.solver.native import _kernel

#: Deals drawn where a move plays on.
DRAWN = 4_096


@dataclass(frozen=True, slots=True)
class RefutingDeal:
    """The hidden tiles as they are dealt against a wrong move.

    Attributes:
        deal: The position, with the opponent's hand, and what lies face down if ``stock`` matters.
        value: What the wrong move brings in this deal; a close, even if you saw the hand.
        right: What the right move brings in it; a close, without seeing the hand.
        line: The wrong move and what follows it, to the end.
        mean: What the wrong move brings on average in all deals looked at, and the right one in the same.
        worse: In how many of ``tried`` hands or deals the wrong move brings less than the right one.
        drawn: Whether they were drawn; else they are all hands there are.
    """

    deal: Position
    value: int
    right: int
    line: tuple[Step, ...]
    mean: tuple[float, float]
    worse: int
    tried: int
    drawn: bool


def refute(known: InformationSet, wrong: Move, right: Move, seed: int = 0) -> RefutingDeal:
    """Deal the hidden tiles so that ``wrong`` falls short of ``right`` the most; among such deals, brings the least.

    You are on lead, the boneyard open. Needs the kernel.
    """
    drawn = not (wrong.close and right.close)
    deals = draw(known, DRAWN, seed) if drawn else every_hand(known)
    bad, good = (_values(known, move, deals, sure) for move, sure in ((wrong, False), (right, True)))
    worst = int(np.lexsort((bad, bad - good))[0])
    deal = next(deals[worst : worst + 1].positions(known))
    line = tuple(played_out(deal, wrong))
    return RefutingDeal(
        deal=deal,
        value=int(bad[worst]),
        right=int(good[worst]),
        line=line,
        mean=(float(bad.mean()), float(good.mean())),
        worse=int((bad < good).sum()),
        tried=len(deals),
        drawn=drawn,
    )


def _values(known: InformationSet, move: Move, deals: Deals, sure: bool) -> NDArray[np.int16]:
    """What a move brings in each deal: of a close with sight of the hand, or if ``sure`` without it."""
    if not move.close:
        world = next(deals.positions(known))
        return play_out(make_players(known.rules), world, [move], deals).values[:, 0]
    every = hands(known)
    kernel, position, lead = Kernel(known.rules), closed(known, int(every[0])), [replace(move, close=False)]
    found = kernel.guaranteed(position, every, lead, *SEARCH_WIDTH) if sure else kernel.closings(position, every, lead)
    return found[:, 0][every.searchsorted(deals.hands)]


def played_out(position: Position, move: Move) -> Iterator[Step]:
    """A move and what follows: by the networks while the boneyard is open, exactly once nothing is drawn any more."""
    engine = engines.engine(position.rules)
    players = make_players(position.rules)
    position = at_lead(position)
    while not move.close:
        step, position, over = make(position, move)
        yield step
        if over:
            return
        if not position.open:
            yield from analyze_exact(position, engine).line
            return
        move = _next(players, position)
    yield from line_after(position, move, engine)


def _next(players: _kernel.Players, position: Position) -> Move:
    """What a player by the networks does next: claims at once, declares whatever can be."""
    if position.stage in (Stage.CLAIM, Stage.ANSWER):
        return CLAIM if has_claim(position, position.to_move) else WAIT
    if position.stage is Stage.SHOW:
        return max(legal_moves(position), key=lambda move: move.declare.bit_count())
    move = max(evaluate(players, position), key=lambda one: one[1])[0]
    claiming = Move(declare=move.declare, claim=True)
    if move.declare and not move.close and claiming in legal_moves(position):
        return claiming
    return move
