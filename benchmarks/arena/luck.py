"""Luck in a deal, by AIVAT: what chance brought beyond what could be expected of it.

Burch, Schmid, Moravcik, Morrill, Bowling, "AIVAT: a new variance reduction technique for agent evaluation in imperfect
information games", AAAI 2018. Each correction is some value of what chance did, less the mean of that value over all
that it could have done, seen by somebody who knows what has happened so far but not what is corrected. So its
expectation is 0 whatever the value function, and game points less corrections have the same mean as game points.

The value function knows both hands: the mean of deals played out by the shipped networks from there on, over orders of
the face-down tiles. It is fixed before the deals are played. Corrected are

- the draws: what the tiles drawn after a trick make of the game, less the mean over all that could be drawn;
- the hidden hand, where one player is the networks, whose choices are known: how a move of the other that the networks
  would not have made turns out against this hand, less the mean over the hands with which the networks would have
  played as they did (AIVAT's imaginary observations);
- the ending after a close, in the same way: what came of it, less its value if all tiles were seen.

The deal has a correction too, but played twice with the seats swapped it adds up to 0. That of a choice with known
chances is 0 where there is no chance in it, as with the networks and ``greedy``; those of a search are not known.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from benchmarks.arena.endings import ending, with_endings
from benchmarks.arena.referee import Memory, play_on
from bingo.solver.analysis.deals import Deals, make_players, play_out
from bingo.solver.analysis.exact import Engine
from bingo.solver.engine import _kernel
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.moves import WAIT, Move, Outcome, has_claim, legal_moves
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import win_score
from bingo.solver.game.tiles import Mask, Tile, TileSet, mask, members
from tests.oracles.players import imagine

#: About so many orders of the face-down tiles stand for all of them: all where there are no more.
ORDERS = 320
#: Hidden hands that a mean is taken over; orders of the tiles for each.
HANDS, ORDERS_EACH = 100, 2
#: The same for endings, which take longer.
ENDINGS = 12
#: Both players of phase two, in every deal of which endings are corrected.
PHASE_TWO = with_endings(ending)


@dataclass(frozen=True, slots=True)
class Lucky:
    """Game points of player 0 that are luck, by where they come from; expected are 0 of each."""

    draws: float = 0.0
    hands: float = 0.0
    endings: float = 0.0


class Luck:
    """Follows a deal move by move.

    ``networks`` is the player who plays as the networks do, if one does; ``endings`` whether both play phase two as
    :data:`PHASE_TWO`. All chance comes from ``seed`` and the tiles, so two plays of a deal look at the same orders of
    tiles; the players must not know it.
    """

    def __init__(self, seed: int, networks: int | None = None, *, endings: bool = True) -> None:
        self._seed, self._networks, self._endings = seed, networks, endings
        self._memory = Memory()
        self._draws = self._hands = self._ending = 0.0
        self._expected: float | None = None  # of the draw to come
        self._gained = 0
        self._closed: float | None = None  # of what follows the close, if all were seen and beyond

    @property
    def found(self) -> Lucky:
        """Luck so far; that of an ending once the deal is over."""
        return Lucky(self._draws, self._hands, self._ending)

    def note(self, before: Position, move: Move, outcome: Outcome) -> None:
        """Take in a move and what it led to."""
        self._draw(before, move, outcome)
        if self._imagines(before.rules):
            if before.open and before.to_move != self._networks and move.tile is not None:
                self._hands += self._against_hands(before, move)
            if self._closed is not None:
                self._closed -= outcome.gain
                if outcome.over:
                    self._ending -= self._closed
        self._memory.note(before, move)
        if self._imagines(before.rules) and self._endings and move.close and not outcome.over:
            self._closed = self._expected_ending(outcome.position)

    def _imagines(self, rules: Rules) -> bool:
        """Whether hands of the networks can be told by what they did; a declaration after a trick is not looked at."""
        return self._networks is not None and rules.declare != "after-winning"

    # --- draws

    def _draw(self, before: Position, move: Move, outcome: Outcome) -> None:
        """A trick is worth what can be expected before anybody draws, and then what it turns out to be worth with the
        tiles drawn; between the two its winner may declare.
        """
        if before.stage is Stage.REPLY:
            chance = before.open and len(before.stock) > 1
            self._expected = self._mean(before, move) if chance else None
            self._gained = 0
        elif before.stage is not Stage.SHOW:
            return
        elif move.declare != _largest(before):
            self._expected = None  # the networks would have shown more: the mean is not of what happened
        self._gained += outcome.gain
        after = outcome.position
        if self._expected is not None and not outcome.over and after.stage is not Stage.SHOW:
            self._draws += self._gained + self._value(after) - self._expected

    def _value(self, position: Position) -> float:
        """Game points of player 0 from here on, both hands known, the order of the face-down tiles not."""
        for player in (position.leader, 1 - position.leader):
            if has_claim(position, player):  # the networks claim as soon as they can
                return float(win_score(position, player) * (1 if player == YOU else -1))
        return self._mean(position, WAIT)

    def _mean(self, position: Position, move: Move) -> float:
        """The same of a move: the mean over orders of the face-down tiles. To wait is to move as the networks would."""
        mine = seen_by(position, position.to_move)
        stocks = orders(mine.stock, self._seed)
        hands = np.full(len(stocks), mine.hands[1], dtype=np.uint32)
        mean = float(play_out(_players(mine.rules), mine, [move], Deals(hands, stocks)).values.mean())
        return mean if position.to_move == YOU else -mean

    # --- hidden hands

    def _against_hands(self, before: Position, move: Move) -> float:
        """What a move brings beyond that of the networks against this hand, less the mean over what they may hold."""
        if move.claim:
            return 0.0
        mine = seen_by(before, before.to_move)
        hands = self._imagined(before, HANDS)
        if not len(hands):
            return 0.0
        stocks = orders(mine.stock, self._seed)
        actual = self._gain(mine, move, np.full(len(stocks), mine.hands[1], dtype=np.uint32), stocks)
        rng = np.random.default_rng((self._seed, len(stocks), 1))
        hands = np.repeat(hands, ORDERS_EACH)
        unseen = [list(members((mask(mine.stock) | mine.hands[1]) & ~int(hand))) for hand in hands]
        gain = self._gain(mine, move, hands, rng.permuted(np.array(unseen, dtype=np.uint8), axis=1))
        return (actual - gain) * (1 if before.to_move == YOU else -1)

    def _gain(self, mine: Position, move: Move, hands: NDArray[np.uint32], stocks: NDArray[np.uint8]) -> float:
        values = play_out(_players(mine.rules), mine, [move, WAIT], Deals(hands, stocks)).values.astype(np.float64)
        return float((values[:, 0] - values[:, 1]).mean())

    def _imagined(self, position: Position, most: int) -> NDArray[np.uint32]:
        """Hands that the networks may hold, as far as the other can tell."""
        assert self._networks is not None
        seen = self._memory.view(position, 1 - self._networks)
        seed = random.Random(f"{self._seed} {sum(position.tricks)} {position.led}").getrandbits(62)
        return imagine(seen, most, seed)

    # --- endings

    def _expected_ending(self, position: Position) -> float | None:
        """What can be expected of an ending once the first tile is led: its value with all tiles seen and, of what
        comes beside it, the mean over the hands that the networks may hold. None where no such hand was found.
        """
        assert self._networks is not None
        viewer = 1 - self._networks
        mine = seen_by(position, viewer)
        worlds = [
            replace(mine, hands=(mine.hands[0], TileSet(int(hand)))) for hand in self._imagined(position, ENDINGS)
        ]
        if not worlds:
            return None
        memory = self._memory if viewer == YOU else self._memory.swapped()
        rng = random.Random(f"{self._seed} ending")
        played = [play_on(w, memory.copy(), (PHASE_TWO, PHASE_TWO), rng.getrandbits(31)).value for w in worlds]
        engine = _engine(mine.rules)
        beside = np.mean(played) - np.mean([engine.value(world) for world in worlds])
        return float(engine.value(mine) + beside) * (1 if viewer == YOU else -1)


def orders(stock: Sequence[Tile], seed: int) -> NDArray[np.uint8]:
    """Orders of the face-down tiles, shape (n, tiles): all, or as many of those that begin with each pair of tiles.

    So the next draw is averaged over exactly, and what follows it by chance. The order of ``stock`` does not matter.
    """
    known = sorted(stock)
    if math.factorial(len(known)) <= ORDERS:
        return np.array(list(permutations(known)), dtype=np.uint8).reshape(-1, len(known))
    first = list(permutations(range(len(known)), 2))
    rng = np.random.default_rng(random.Random(f"{seed} {known}").getrandbits(62))
    pairs = np.array(first * max(1, ORDERS // len(first)))
    keys = rng.random((len(pairs), len(known)))
    np.put_along_axis(keys, pairs, np.array([-2.0, -1.0]), axis=1)
    return np.array(known, dtype=np.uint8)[np.argsort(keys, axis=1)]


def seen_by(position: Position, player: int) -> Position:
    """The position with this player as ``YOU``."""
    return position if player == YOU else position.swapped()


def _largest(position: Position) -> Mask | None:
    """What the winner of a trick declares at most; None where there are several such declarations."""
    shown = sorted((move.declare for move in legal_moves(position)), key=int.bit_count)
    return None if shown[-1].bit_count() == shown[-2].bit_count() else shown[-1]


@cache
def _players(rules: Rules) -> _kernel.Players:
    return make_players(rules)


@cache
def _engine(rules: Rules) -> Engine:
    return Kernel(rules)
