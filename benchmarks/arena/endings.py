"""Phase two, played alike for all players that leave it to this: what is measured is phase one."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.arena.choices import Policy, stage
from bingo.solver.analysis.playing import engine_reply
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Stage


def ending(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    """The move of phase two that ``bingo play`` makes: the best by what play that never sees the hidden hand is sure
    of; exhausted, the tiles not seen are the other hand.
    """
    return engine_reply("strongest", seen, stage(seen, moves), seed)


def with_endings(policy: Policy, endings: Policy = ending) -> Policy:
    """A player who plays phase one by ``policy``, and phase two like all unless told otherwise.

    Where the winner of a trick declares, all show as many doubles as they can.
    """

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        if stage(seen, moves) is Stage.SHOW:
            return max(moves, key=lambda move: move.declare.bit_count())
        return (policy if seen.open else endings)(seen, moves, seed)

    return play
