"""The opponent of a puzzle with hidden tiles: they are dealt against a move that is not right, within what is known.

A close is held against every hand that the opponent may have; for playing on, deals are drawn, and both play on by
networks that see only their own tiles. A puzzle that wins against every hand is played on: the opponent keeps every
hand that fits, replies with what leaves you the most ways to go wrong, and then holds every hand that such a reply
fits. A move of yours that fails against one of them, even if you saw it, gets that hand.
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
from bingo.solver.hidden.deals import Deals, draw, evaluate, every_hand, make_players, play_out
from bingo.solver.hidden.worlds import hands
from bingo.solver.search.exact import Analysis, Step, analyze_exact, line_after, make
from bingo.solver.search.kernel import SEARCH_WIDTH, Kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bingo.solver.native import _kernel


from collections.abc import Sequence
from dataclasses import field

from bingo.solver.game.play import Scored, play_scored, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.scoring import NOTHING
from bingo.solver.search.kernel import NONE

#: Deals drawn where a move plays on.
DRAWN = 4_096


@dataclass(frozen=True, slots=True)
class RefutingDeal:
    """The hidden tiles as they are dealt against a wrong move.

    Attributes:
        found: The position, with the opponent's hand and what lies face down; what the wrong move brings in it (a
            close, even if you saw the hand); and the line that it begins, to the end.
        right: What the right move brings in it; a close, without seeing the hand.
        mean: What the wrong move brings on average in all deals looked at, and the right one in the same.
        worse: In how many of ``tried`` hands or deals the wrong move brings less than the right one.
        drawn: Whether they were drawn; else they are all hands there are.
    """

    found: Analysis
    right: int
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
    deal = known.world(int(deals.hands[worst]), tuple(deals.stocks[worst].tolist()))
    return RefutingDeal(
        found=Analysis(deal, int(bad[worst]), (), tuple(played_out(deal, wrong)), 0, 0),
        right=int(good[worst]),
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
    kernel, asked = Kernel(known.rules), (closed(known, int(every[0])), every, [move])
    found = kernel.guaranteed(*asked, *SEARCH_WIDTH) if sure else kernel.closings(*asked)
    return found[:, 0][every.searchsorted(deals.hands)]


def played_out(position: Position, move: Move) -> Iterator[Step]:
    """A move and what follows: by the networks while the boneyard is open, exactly once nothing is drawn any more."""
    engine = Kernel(position.rules)
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
    """What a player by the networks does next: claims at once, declares whatever can be. Where that ends the deal no
    tile is led, of which the networks know nothing.
    """
    if position.stage in (Stage.CLAIM, Stage.ANSWER):
        return CLAIM if has_claim(position, position.to_move) else WAIT
    if position.stage is Stage.SHOW:
        return max(legal_moves(position), key=lambda move: move.declare.bit_count())
    move = max(evaluate(players, position), key=lambda one: one[1])[0]
    ends = (replace(move, lead=None), Move(declare=move.declare, claim=True)) if move.declare else ()
    return next((one for one in ends if one in legal_moves(position)), move)


# --- a close that wins against every hand ------------------------------------------------------------

#: A hand of the opponent's is a world.
Worlds = list[Position]


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

    def try_move(self, move: Move) -> Analysis | None:
        """Make a move of yours and all that the opponent does until your next turn; or say which hand beats it, what
        the deal brings then, and the play from that move on.
        """
        after, values = self._made(self.worlds, move)
        worst = min(range(len(values)), key=values.__getitem__)
        if values[worst] <= 0:
            world = self.worlds[worst]
            step, then, over = make(world, move)
            line = (step, *(() if over else analyze_exact(then, self.kernel).line))
            return Analysis(world, values[worst], (), line, 0, 0)
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
