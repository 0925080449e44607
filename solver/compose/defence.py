"""The opponent of a puzzle that wins against every hand: they keep their hand open until the play has settled it.

After your close they hold every hand that fits. They reply with what leaves you the most ways to go wrong, and then
hold every hand that such a reply fits. A move of yours that fails against one of them, even if you saw it, gets that
hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.play import Scored, has_claim, legal_moves, play_scored, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.scoring import NOTHING
from bingo.solver.hidden.closing import closed
from bingo.solver.hidden.worlds import hands
from bingo.solver.search.exact import Step, analyze_exact, make
from bingo.solver.search.kernel import NONE, Kernel

#: A hand of the opponent's is a world.
Worlds = list[Position]


@dataclass(frozen=True, slots=True)
class Loss:
    """A hand that a move of yours does not win against, what the deal brings then, and the play from that move on."""

    world: Position
    value: int
    line: tuple[Step, ...]


@dataclass
class Defence:
    """All hands that the opponent may still hold, and what the deal has brought you since the close.

    Made for a close that wins against every hand; it has been led, and the opponent has played to it.
    """

    worlds: Worlds
    kernel: Kernel
    gain: int = 0
    over: bool = False
    played: list[Step] = field(default_factory=list)

    @classmethod
    def after(cls, known: InformationSet, move: Move) -> Defence:
        """After a close that wins against every hand, and what the opponent plays to it.

        Raises:
            ValueError: it does not win against some hand.
        """
        defence = cls([closed(known, int(hand)) for hand in hands(known)], Kernel(known.rules))
        if defence.try_move(replace(move, close=False)) is not None:
            raise ValueError(f"defence: expected a close that wins against every hand; found {move}")
        return defence

    @property
    def position(self) -> Position:
        """One of the worlds: what you see of it holds in all."""
        return self.worlds[0]

    @property
    def decided(self) -> bool:
        """Whether nothing can go wrong any more: the deal is over, or you can claim."""
        return self.over or has_claim(self.position, YOU)

    def try_move(self, move: Move) -> Loss | None:
        """Make a move of yours and all that the opponent does until your next turn; or say which hand beats it."""
        after, values = self._made(self.worlds, move)
        worst = min(range(len(values)), key=values.__getitem__)
        if values[worst] <= 0:
            world = self.worlds[worst]
            step, then, over = make(world, move)
            return Loss(world, values[worst], (step, *(() if over else analyze_exact(then, self.kernel).line)))
        self._commit(self.worlds, move, after)
        while not self.over and (self.position.to_move == OPPONENT or showing(self.worlds)):
            shows, reply = showing(self.worlds), self._hardest(self.worlds)
            able = [world for world in self.worlds if reply in opponents_moves(world, shows=shows)]
            self._commit(able, reply, [opponent_does(world, reply, shows=shows).position for world in able])
        return None

    def winning(self) -> list[Move]:
        """Your moves that no hand beats, if you saw it from then on."""
        return [move for move in legal_moves(self.position) if min(self._made(self.worlds, move)[1]) > 0]

    def _commit(self, worlds: Worlds, move: Move, after: Worlds) -> None:
        if move != WAIT:
            step, _, self.over = make(worlds[0], move)
            self.played.append(step)
            self.gain += step.gain
        self.worlds = after

    def _made(self, worlds: Worlds, move: Move) -> tuple[Worlds, list[int]]:
        """The worlds after a move, and what the deal is worth in each, with what it has brought."""
        made = [play_unchecked(world, move) for world in worlds]
        going = iter(self.kernel.values([one.position for one in made if not one.over]).tolist())
        values = [self.gain + one.gain + (0 if one.over else next(going)) for one in made]
        return [one.position for one in made], values

    def _hardest(self, worlds: Worlds) -> Move:
        """What the opponent does: leaves you the fewest moves that win against all hands left; of those, the one that
        leaves the most hands.
        """
        doing: dict[Move, Worlds] = {}
        shows = showing(worlds)
        for world in worlds:
            for move in opponents_moves(world, shows=shows):
                doing.setdefault(move, []).append(world)
        return min(doing, key=lambda move: (self._ease(doing[move], move), -len(doing[move]), str(move)))

    def _ease(self, worlds: Worlds, move: Move) -> float:
        """What part of your next moves win against all of these hands; 1 where the deal ends or you have none."""
        shows = showing(worlds)
        made = [play_unchecked(world, move) for world in worlds if not shows or world.stage is Stage.SHOW]
        gain, over = self.gain + made[0].gain, made[0].over
        going = [one.position for one in made]
        if over:
            return 1.0
        if shows or going[0].to_move == OPPONENT:  # they took the trick: it is their lead that asks the question
            return 0.9
        values = self.kernel.moves(going)
        open_to_you = (values != NONE).any(axis=0)
        open_to_you[0] = False  # the value of the position
        least = values[:, open_to_you].min(axis=0)
        return float((least + gain > 0).mean()) if len(least) else 1.0


def showing(positions: Sequence[Position]) -> bool:
    """Whether the opponent has won a trick and may have doubles to show: with none they look as if they waited."""
    return positions[0].leader == OPPONENT and any(position.stage is Stage.SHOW for position in positions)


def opponents_moves(position: Position, *, shows: bool) -> Iterator[Move]:
    """What they can do, as far as you can see; ``shows`` as :func:`showing` says of all worlds."""
    return iter((WAIT,)) if shows and position.stage is not Stage.SHOW else legal_moves(position)


def opponent_does(position: Position, move: Move, *, shows: bool) -> Scored:
    """What follows that; nothing changes where there was nothing to show."""
    return Scored(NOTHING, position) if shows and position.stage is not Stage.SHOW else play_scored(position, move)
