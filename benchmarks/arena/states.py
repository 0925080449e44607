"""The game as a search from outside asks for it: states, numbers for actions, strings for what a player knows."""

from __future__ import annotations

import random
from functools import cache

from benchmarks.arena.choices import at, sensible
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves, play_unchecked
from bingo.solver.game.position import Position, Stage
from bingo.solver.hidden.deals import draw


class Worlds:
    """Deals that fit what a player knows, as states of the game."""

    def __init__(self, seen: InformationSet, now: Stage, rng: random.Random) -> None:
        self._seen, self._now, self._rng = seen, now, rng

    def draw(self) -> State:
        """A deal, uniform among all."""
        deal = next(draw(self._seen, 1, self._rng.getrandbits(31)).positions(self._seen))
        return State(at(deal, self._now), self._seen.gone)


class State:
    """A position with the face of ``pyspiel.State``, as far as the search looks at it. Values are in game points."""

    def __init__(self, position: Position, gone: int, value: int = 0, over: bool = False) -> None:
        self.position, self._gone, self._value, self._over = position, gone, value, over
        self._actions: list[int] | None = None

    def clone(self) -> State:
        """A copy."""
        return State(self.position, self._gone, self._value, self._over)

    def current_player(self) -> int:
        """0 or 1."""
        return self.position.to_move

    def legal_actions(self, _player: int | None = None) -> list[int]:
        """The sensible moves of the player to move as numbers, in ascending order."""
        if self._actions is None:
            self._actions = sorted(action(m) for m in sensible(list(legal_moves(self.position))))
        return self._actions

    def apply_action(self, number: int) -> None:
        """Make a move."""
        made, before = move(int(number)), self.position
        gain, self.position, self._over = play_unchecked(before, made)
        self._value += gain
        self._actions = None
        if before.led is not None and made.play is not None:
            self._gone |= 1 << before.led | 1 << made.play

    def is_chance_node(self) -> bool:
        """Never: the order of the stock is part of the deal."""
        return False

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self._over

    def returns(self) -> list[float]:
        """Game points of both from the root on, each less those of the other."""
        return [float(self._value), -float(self._value)]

    def information_state_string(self) -> str:
        """What the player to move holds, and what both have seen."""
        p = self.position
        score = (p.points, p.tricks, p.declared, p.pending, p.shown, p.closed)
        return repr((p.hands[p.to_move], p.leader, p.led, p.stage, p.turned, self._gone, score))


# --- moves as numbers --------------------------------------------------------------------------------


@cache
def action(made: Move) -> int:
    """A number that tells the move: bits for closing and claiming, the tile, who plays it, what is declared."""
    tile = 31 if made.tile is None else made.tile
    return made.close | made.claim << 1 | tile << 2 | (made.play is not None) << 7 | made.declare << 8


@cache
def move(number: int) -> Move:
    """The move of a number."""
    tile = number >> 2 & 31
    tile_or_none = None if tile == 31 else tile
    replying = bool(number >> 7 & 1)
    return Move(
        close=bool(number & 1),
        claim=bool(number >> 1 & 1),
        declare=number >> 8,
        lead=None if replying else tile_or_none,
        play=tile_or_none if replying else None,
    )
