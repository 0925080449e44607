"""One deal between two players, each told only what they may know, every move checked by the game module."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from benchmarks.arena.choices import Policy
from bingo.solver.analysis.worlds import known
from bingo.solver.errors import IllegalMove
from bingo.solver.game.information import History, InformationSet, after, cannot_hold
from bingo.solver.game.moves import Move, Outcome, legal_moves, play
from bingo.solver.game.position import YOU, Position


@dataclass(frozen=True, slots=True)
class Played:
    """How a deal went: game points of player 0 less those of player 1, and for each player the decisions with a
    choice while the boneyard was open, with the processor seconds they took.
    """

    value: int
    decisions: tuple[int, int]
    seconds: tuple[float, float]


@dataclass(slots=True)
class Memory:
    """What both players have seen and a position does not say: the tricks in order, their tiles, replies that tell."""

    history: History = ()
    gone: int = 0
    excluded: list[int] = field(default_factory=lambda: [0, 0])

    def note(self, before: Position, move: Move) -> None:
        """Remember a move. What a player of phase two did not play in duty, they do not hold: the other knows."""
        self.history = after(self.history, before, move)
        if before.led is None or move.play is None:
            return
        self.gone |= 1 << before.led | 1 << move.play
        if not before.open:
            self.excluded[before.leader] |= cannot_hold(before.rules, before.trump, before.led, move.play)

    def copy(self) -> Memory:
        """Another that remembers the same so far."""
        return Memory(self.history, self.gone, list(self.excluded))

    def swapped(self) -> Memory:
        """The same with the players' names exchanged."""
        return Memory(tuple(trick.swapped() for trick in self.history), self.gone, self.excluded[::-1])

    def view(self, position: Position, player: int) -> InformationSet:
        """What this player knows, as ``YOU``."""
        seen = known(position if player == YOU else position.swapped())
        if position.closed is not None:
            seen = replace(seen, played=self.gone)
        mine = self if player == YOU else self.swapped()
        return replace(seen, excluded=self.excluded[player] & seen.unseen, history=mine.history)


def play_deal(
    deal: Position,
    players: tuple[Policy, Policy],
    seed: int,
    on_decision: Callable[[Position, int], None] = lambda _position, _value: None,
) -> Played:
    """Play a deal to its end. Seeds of decisions depend on ``seed``, the seat and how many were made before.

    After each decision with a choice ``on_decision`` gets the position it was made in, and the value of the deal up to
    it.

    Raises:
        IllegalMove: a player chose what the rules do not allow.
    """
    return play_on(deal, Memory(), players, seed, on_decision)


def play_on(
    position: Position,
    memory: Memory,
    players: tuple[Policy, Policy],
    seed: int,
    on_decision: Callable[[Position, int], None] = lambda _position, _value: None,
) -> Played:
    """As :func:`play_deal`, from a position on, of which both remember what they have seen; the value is what follows.

    Raises:
        IllegalMove: a player chose what the rules do not allow.
    """
    over = False
    value, decisions, seconds = 0, [0, 0], [0.0, 0.0]
    decision = 0
    while not over:
        player, moves = position.to_move, list(legal_moves(position))
        move = moves[0]
        if len(moves) > 1:
            seen, luck = memory.view(position, player), random.Random(f"{seed} {player} {decision}").getrandbits(31)
            decision += 1
            start = time.thread_time()
            move = players[player](seen, moves, luck)
            if position.open:
                seconds[player] += time.thread_time() - start
                decisions[player] += 1
            on_decision(position, value)
        memory.note(position, move)
        outcome = _played(position, move)
        gain, position, over, _ = outcome
        value += gain
    return Played(value, (decisions[0], decisions[1]), (seconds[0], seconds[1]))


def _played(position: Position, move: Move) -> Outcome:
    try:
        return play(position, move)
    except IllegalMove as error:
        raise IllegalMove(f"player {position.to_move}: {error}") from None
