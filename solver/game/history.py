"""What both players saw of the play so far, a trick at a time and in order."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.tiles import Mask, Tile


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick in the order in which it was played.

    Attributes:
        leader: Who led, 0 (you) or 1.
        led: The tile led.
        reply: The tile played to it; None while the trick is under way.
        declared: Doubles that the leader declared before leading.
        shown: Doubles that the winner declared after it, the one that won it included (``domino-play``).
        closed: Whether the leader closed the boneyard before leading.
    """

    leader: int
    led: Tile
    reply: Tile | None = None
    declared: Mask = 0
    shown: Mask = 0
    closed: bool = False

    def played_by(self, player: int) -> Tile | None:
        """The tile of one player; None while they are to reply."""
        return self.led if player == self.leader else self.reply

    def swapped(self) -> Trick:
        """The same seen by the other player."""
        return replace(self, leader=1 - self.leader)


#: All tricks of a deal so far, the one under way last.
History = tuple[Trick, ...]


def after(history: History, position: Position, move: Move) -> History:
    """The history once ``move`` was made in ``position``; none if it does not begin with the first lead of the deal."""
    if len(history) != sum(position.tricks) + (position.led is not None):
        return ()
    if move.lead is not None:
        led = Trick(position.leader, move.lead, declared=move.declare, closed=move.close)
        return (*history, led)
    if move.play is not None:
        return (*history[:-1], replace(history[-1], reply=move.play))
    if position.stage is Stage.SHOW and move.declare:
        return (*history[:-1], replace(history[-1], shown=move.declare))
    return history
