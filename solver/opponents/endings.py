"""Phase two, played alike for all players that leave it to this: what is measured is phase one.

Exhausted: the tiles not seen are the other hand, so the exact value decides. Closed: the mean of the exact values over
the hands that the other may hold, all of them where they are few, else some.
"""

from __future__ import annotations

from collections.abc import Sequence

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Stage
from bingo.solver.hidden.worlds import count_hands, hands, sample_hands
from bingo.solver.opponents.choices import Policy, at, best, sensible, stage, totals_by_hand

#: Hands drawn after a close; all are taken where they are at most ``LISTED``.
DRAWN, LISTED = 100, 120


def with_endings(policy: Policy, *, alone: bool = False) -> Policy:
    """A player who plays phase one by ``policy`` and phase two like all, or by ``policy`` too if ``alone``.

    Where the winner of a trick declares, all show as many doubles as they can.
    """

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        now = stage(seen, moves)
        if now is Stage.SHOW:
            return max(moves, key=lambda move: move.declare.bit_count())
        return policy(seen, moves, seed) if seen.open or alone else ending(seen, moves, seed)

    return play


def ending(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    """The best move of phase two on the mean over the hands that fit."""
    few = sensible(moves)
    found = hands(seen) if count_hands(seen) <= LISTED else sample_hands(seen, DRAWN, seed)
    return best(few, totals_by_hand(at(seen.world(int(found[0])), stage(seen, moves)), found, few))
