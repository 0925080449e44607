"""Small deals as games in sequence form, by the rules of the game module.

The tiles are those of a smaller set, or some of it; all others are gone. Hands, the face-down tiles and their order
are dealt at random, the turned tile and the score are known. Nothing else is left out: declaring, closing, claiming,
drawing are as in any deal. Once the boneyard is exhausted everything is known to both, so the rest counts its exact
value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from benchmarks.arena.choices import Policy
from benchmarks.arena.referee import Memory
from bingo.solver.game.moves import Move
from bingo.solver.game.play import begin, legal_moves, play_unchecked
from bingo.solver.game.position import Pair, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ALL, ENDS, TILES, Tile, mask
from bingo.solver.game.tricks import trump_of
from bingo.solver.search import engines
from bingo.solver.search.exact import Engine

Vector = NDArray[np.float64]
#: What a player knows: the tiles held at first and drawn since, in order, and all moves of both.
Seen = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Small:
    """A small deal before its first lead: ``tiles`` are dealt at random, ``size`` to each hand, the rest face down.

    Player 0 leads. As in a deal of full size, as many tricks are over as the boneyard has shrunk by.
    """

    rules: Rules
    tiles: tuple[Tile, ...]
    size: int
    turned: Tile
    points: Pair
    tricks: Pair

    def deals(self) -> Iterator[Position]:
        """Every deal; all are equally likely."""
        for first in combinations(self.tiles, self.size):
            rest = [t for t in self.tiles if t not in first]
            for second in combinations(rest, self.size):
                for stock in permutations([t for t in rest if t not in second]):
                    yield self._position(mask(first), mask(second), stock)

    def _position(self, first: int, second: int, stock: tuple[Tile, ...]) -> Position:
        return begin(
            Position(
                self.rules,
                trump_of(self.turned),
                (first, second),
                0,
                points=self.points,
                tricks=self.tricks,
                stock=stock,
                turned=self.turned,
            )
        )


@dataclass
class Sequences:
    """The decisions of one player. Sequence 0 is to have done nothing yet; each move at each decision is another.

    Decisions stand in an order in which none comes before one that leads to it: ``parent`` is the sequence before a
    decision, ``first`` the sequence of its first move, ``seen`` what its player knows there, and ``asked`` a moment of
    it, with what both remember.
    """

    parent: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    moves: list[list[Move]] = field(default_factory=list)
    asked: list[tuple[Position, Memory]] = field(default_factory=list)
    size: int = 1
    known: dict[Seen, int] = field(default_factory=dict)

    def decision(self, seen: Seen, parent: int, position: Position, memory: Memory) -> int:
        """The number of a decision, a new one if it was not met before."""
        if seen not in self.known:
            self.known[seen] = len(self.parent)
            self.parent.append(parent)
            self.first.append(self.size)
            self.moves.append(list(legal_moves(position)))
            self.asked.append((position, memory.copy()))
            self.size += len(self.moves[-1])
        number = self.known[seen]
        assert self.parent[number] == parent
        return number


@dataclass(frozen=True)
class Game:
    """A zero-sum game in sequence form: where player 0 has gone by sequence ``rows`` and player 1 by ``columns``,
    player 0 wins ``values``, times the chance of it. No pair stands twice.
    """

    players: tuple[Sequences, Sequences]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: Vector

    def against(self, player: int, plan: Vector) -> Vector:
        """What each sequence of a player wins if the other plays by ``plan``."""
        mine, theirs = (self.rows, self.columns) if player == 0 else (self.columns, self.rows)
        sign = 1 if player == 0 else -1
        return np.bincount(mine, sign * self.values * plan[theirs], minlength=self.players[player].size).astype(
            np.float64
        )


def sequence_form(small: Small) -> Game:
    """Go through every deal and every line of it."""
    players = Sequences(), Sequences()
    totals: dict[tuple[int, int], float] = {}
    engine = _engine(small.rules)

    def follow(position: Position, memory: Memory, at: Pair, seen: tuple[Seen, Seen], value: int) -> None:
        if not position.open and position.closed is None:
            totals[at] = totals.get(at, 0.0) + value + engine.value(position)
            return
        mover = position.to_move
        decision = players[mover].decision(seen[mover], at[mover], position, memory)
        for n, move in enumerate(players[mover].moves[decision]):
            gain, after, over = play_unchecked(position, move)
            sequence = players[mover].first[decision] + n
            then = (sequence, at[1]) if mover == 0 else (at[0], sequence)
            if over:
                totals[then] = totals.get(then, 0.0) + value + gain
                continue
            noted = memory.copy()
            noted.note(position, move)
            drawn = [after.hands[p] & ~position.hands[p] for p in (0, 1)]
            told = ((*seen[0], str(move), drawn[0]), (*seen[1], str(move), drawn[1]))
            follow(after, noted, then, told, value + gain)

    deals = 0
    for start in small.deals():
        deals += 1
        gone = ALL & ~mask((*small.tiles, small.turned))
        follow(start, Memory(gone=gone), (0, 0), ((start.hands[0],), (start.hands[1],)), 0)
    pairs = np.array(list(totals), dtype=np.int64).reshape(-1, 2)
    return Game(players, pairs[:, 0], pairs[:, 1], np.array(list(totals.values())) / deals)


def plan_of(sequences: Sequences, policy: Policy, seed: int) -> Vector:
    """How a player goes: the chance of each sequence, as far as it is theirs to decide. Chance takes its own seed at
    each decision.
    """
    plan = np.zeros(sequences.size)
    plan[0] = 1
    for number, (position, memory) in enumerate(sequences.asked):
        moves = sequences.moves[number]
        made = moves[0]
        if len(moves) > 1:
            luck = random.Random(f"{seed} {number}").getrandbits(31)
            made = policy(memory.view(position, position.to_move), moves, luck)
        plan[sequences.first[number] + moves.index(made)] = plan[sequences.parent[number]]
    return plan


def double_three(rules: Rules, size: int, stock: int, seed: int) -> Small:
    """Some tiles of the double-three set, so many in each hand and face down, at a random score within reach of 70."""
    rng = random.Random(f"small {seed}")
    tiles = rng.sample([t for t in TILES if max(ENDS[t]) <= 3], 2 * size + stock + 1)
    over = (13 - stock) // 2
    tricks = (over - over // 2, over // 2)
    return Small(
        rules,
        tuple(sorted(tiles[1:])),
        size,
        tiles[0],
        (rng.randrange(20, 60), rng.randrange(20, 60)),
        tricks if rng.random() < 0.5 else tricks[::-1],
    )


@cache
def _engine(rules: Rules) -> Engine:
    return engines.engine(rules)
