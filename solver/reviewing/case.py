"""A judged decision as its mover sees it: what options are worth, which tiles beat which, hands that may be held."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from bingo.solver.analysis import Engine, count_hands, line_after, weighted_hands
from bingo.solver.game import OPPONENT, PLAYER_NAMES, WAIT, YOU, Mask, Move, Position, Tile, TileSet, at_lead, tricks
from bingo.solver.game.tiles import descending, members
from bingo.solver.reviewing.decision import Judged

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Of more hands than ``MAX_HANDS`` that the other player may hold, ``SAMPLE_SIZE`` are looked at, always the same ones.
MAX_HANDS, SAMPLE_SIZE = 600, 400
#: What part of the loss a difference between options must make up to count as its cause.
MATERIAL_SHARE = 0.5
#: One lead is weaker than another if so much more of the unseen tiles beat it, and so many times as many.
MIN_EXCESS, MIN_RATIO = 0.1, 1.5


class MistakeCase:
    """A judged decision as its mover sees it, who is ``you`` here: positions, values from the decision on. Lines and
    hands in them are named as in the record.

    ``position`` has all tiles; those that are not recorded lie where they may. ``move`` was made, and ``best`` is the
    better one; ``view`` is what the mover knew, and ``possible_tiles`` are the tiles that the other player may hold.
    """

    def __init__(self, judged: Judged, engine: Engine) -> None:
        self.judged, self.engine, self.move, self.best = judged, engine, judged.move, judged.best
        self.worths = judged.worths
        position = judged.moment.position
        self.position = position if judged.player == YOU else position.swapped()
        self.rules, self.trump = position.rules, position.trump
        self.view = judged.moment.seen_by(judged.player).concealed()
        self.possible_tiles: Mask = self.view.unseen & ~self.view.excluded

    @property
    def compared_tiles(self) -> tuple[Tile, Tile]:
        """The tiles of the move made and of the better one, where both lead or reply."""
        assert self.move.tile is not None
        assert self.best.tile is not None
        return self.move.tile, self.best.tile

    @property
    def phase_two(self) -> bool:
        """Whether nobody draws any more after the move made."""
        return not self.position.open or self.move.close

    @property
    def last_draw(self) -> bool:
        """Whether the boneyard is exhausted after this trick."""
        return self.position.open and not self.move.close and self.view.face_down_count == 1

    # --- what options are worth ------------------------------------------------------------------------

    def best_where(self, condition: Callable[[Move], bool]) -> Move | None:
        """The option worth most to the mover among those for which the ``condition`` holds."""
        return max(filter(condition, self.worths), key=lambda move: self.worths[move], default=None)

    def is_material(self, better: Move, worse: Move) -> bool:
        """Whether the difference between two options explains enough of what the move lost."""
        loss = min(self.judged.lost, self.worths[self.best] - self.worths[self.move])
        return self.worths[better] - self.worths[worse] >= MATERIAL_SHARE * loss

    def _plays(self, move: Move, condition: Callable[[Tile], bool]) -> bool:
        """Whether a move plays a tile of which this holds, and closes as the better move does."""
        return move.tile is not None and move.close == self.best.close and condition(move.tile)

    def costs_enough(self, condition: Callable[[Tile], bool]) -> bool:
        """Whether to play a tile of which this holds costs enough by itself: the best such move is that much worse than
        the better one.
        """
        best = self.best_where(lambda move: self._plays(move, condition))
        return best is None or self.is_material(self.best, best)

    def mostly_better(self, condition: Callable[[Tile], bool]) -> bool:
        """Whether at least half of the tiles of which this holds are worth more than the one played."""
        worths = [worth for move, worth in self.worths.items() if self._plays(move, condition)]
        return 2 * sum(worth > self.worths[self.move] for worth in worths) >= len(worths)

    # --- tiles -----------------------------------------------------------------------------------------

    def card_points(self, tile: Tile) -> int:
        return tricks.points_table(self.rules, self.trump)[tile]

    def beaters(self, lead: Tile) -> Mask:
        """The tiles that the other player may hold and that beat this lead; where their hand is known, those that they
        may play to it.
        """
        replies = self.possible_tiles
        if self.phase_two and replies.bit_count() == self.view.hidden:
            replies = tricks.legal_replies(self.rules, self.trump, lead, replies, phase_two=True)
        return tricks.winners(self.rules, self.trump, lead, phase_two=self.phase_two) & replies

    def is_weaker(self, tile: Tile, other: Tile) -> bool:
        """Whether clearly more of the tiles that the other player may hold beat one tile, led, than another."""
        beaters, fewer = self.beaters(tile).bit_count(), self.beaters(other).bit_count()
        return beaters - fewer >= max(MIN_EXCESS * self.possible_tiles.bit_count(), 1) and beaters >= MIN_RATIO * fewer

    def wins_trick(self, reply: Tile) -> bool:
        led = self.position.led
        assert led is not None
        return tricks.beats(self.rules, self.trump, led, reply, phase_two=self.phase_two)

    # --- the hands that the other player may hold --------------------------------------------------------

    @cached_property
    def hands(self) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        return weighted_hands(self.view, MAX_HANDS, SAMPLE_SIZE)

    @property
    def is_sample(self) -> bool:
        return count_hands(self.view) > MAX_HANDS

    def weighted_share(self, holds: Sequence[bool]) -> float:
        """The share of the worlds in which this holds, by their weights."""
        _, weights = self.hands
        return float(weights[list(holds)].sum() / weights.sum())

    @cached_property
    def worlds(self) -> tuple[Position, ...]:
        lead_follows = self.move.lead is not None or self.best.lead is not None
        position = at_lead(self.position) if lead_follows else self.position

        def world(hand: Mask) -> Position:
            stock = tuple(members(self.view.unseen & ~hand)) if self.last_draw else position.stock
            return replace(position, hands=(position.hands[YOU], TileSet(hand)), stock=stock)

        hands, _ = self.hands
        return tuple(map(world, hands.tolist()))

    def best_line(self, world: Position, move: Move) -> tuple[str, ...]:
        steps = line_after(world, move, self.engine)
        return tuple(self.turn_text(step.move, step.player) for step in steps if step.move != WAIT)

    # --- lines ---------------------------------------------------------------------------------------

    def trick_line(self, move: Move) -> tuple[str, ...]:
        """The trick with this move of a tile: after the lead; or the better lead alone; or the lead that was made, with
        a tile that beats it: one that the other player could really play, if there is one.
        """
        if self.position.led is not None:
            return self.turn_text(Move(lead=self.position.led), OPPONENT), self.turn_text(move)
        if move == self.best or move.tile is None:
            return (self.turn_text(move),)
        threats, hand = self.beaters(move.tile), self.position.hands[OPPONENT]
        allowed = tricks.legal_replies(self.rules, self.trump, move.tile, hand, phase_two=self.phase_two)
        threatening_replies = descending(threats & allowed & ~self.judged.moment.hidden or threats & ~hand)
        return self.turn_text(move), *(self.turn_text(Move(play=reply), OPPONENT) for reply in threatening_replies[:1])

    def turn_text(self, move: Move, player: int = YOU) -> str:
        """A move in a line, the mover's unless it is the other's."""
        return f"{PLAYER_NAMES[player ^ self.judged.player]} {move}"
