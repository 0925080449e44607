"""A decision as reasons look at it: the move made and the better one, and what is certain about the tiles in play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bingo.solver.analysis.exact import Engine, line_after
from bingo.solver.analysis.worlds import count_hands, draw, hand_weights, hands
from bingo.solver.game import moves, tricks
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import sign
from bingo.solver.game.tiles import Mask, Tile, TileSet, members
from bingo.solver.reviewing.decision import Judged, Reason

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Of more hands than ``EVERY`` that the other player may hold, ``DRAWN`` are looked at, always the same ones.
EVERY, DRAWN = 600, 400
#: What part of the loss a difference between options must make up to count as its cause.
MATERIAL = 0.5
#: One lead is weaker than another if so much more of the unseen tiles beat it, and so many times as many.
GAP, RATIO = 0.1, 1.5


@dataclass(frozen=True)
class Case:
    """A judged decision. Values here are the mover's, from the decision on; lines and positions are the record's."""

    judged: Judged
    engine: Engine

    @property
    def position(self) -> Position:
        """The moment with all tiles; those that are not recorded lie where they may."""
        return self.judged.moment.position

    @property
    def player(self) -> int:
        """Who made the move."""
        return self.judged.player

    @property
    def other(self) -> int:
        """The other player."""
        return 1 - self.judged.player

    @property
    def rules(self) -> Rules:
        return self.position.rules

    @property
    def trump(self) -> int:
        return self.position.trump

    @property
    def move(self) -> Move:
        """The move made."""
        return self.judged.move

    @property
    def best(self) -> Move:
        """The better move."""
        return self.judged.best

    @property
    def tiles(self) -> tuple[Tile, Tile]:
        """The tiles of the move made and of the better one, where both lead or reply."""
        assert self.move.tile is not None
        assert self.best.tile is not None
        return self.move.tile, self.best.tile

    @property
    def hand(self) -> Mask:
        """The mover's tiles."""
        return self.position.hands[self.player]

    @property
    def leading(self) -> bool:
        """Whether both moves lead a tile, both after closing or neither."""
        return self.move.lead is not None and self.best.lead is not None and self.move.close == self.best.close

    @property
    def replying(self) -> bool:
        """Whether both moves are replies: where one is, all are."""
        return self.move.play is not None

    @property
    def phase_two(self) -> bool:
        """Whether nobody draws any more after the move made."""
        return not self.position.open or self.move.close

    @property
    def last_draw(self) -> bool:
        """Whether the boneyard is exhausted after this trick."""
        return self.position.open and not self.move.close and self.seen.face_down == 1

    @cached_property
    def seen(self) -> InformationSet:
        """What the mover knew, as ``you``."""
        return self.judged.moment.seen_by(self.player).concealed()

    @cached_property
    def others(self) -> Mask:
        """The tiles that the other player may hold."""
        return self.seen.unseen & ~self.seen.excluded

    # --- what options are worth ------------------------------------------------------------------------

    @cached_property
    def worths(self) -> dict[Move, float]:
        """What the options are worth to the mover, from the decision on, all by the same deals."""
        worths = {self.best: self.judged.best_value, self.move: self.judged.value}
        worths |= {option.move: option.value for option in self.judged.options}
        so_far = self.judged.moment.score[0] - self.judged.moment.score[1]
        return {move: sign(self.player) * (value - so_far) for move, value in worths.items()}

    def best_where(self, holds: Callable[[Move], bool]) -> Move | None:
        """The option worth most to the mover among those for which ``holds``."""
        return max(filter(holds, self.worths), key=lambda move: self.worths[move], default=None)

    def is_material(self, difference: float) -> bool:
        """Whether a difference between options explains enough of what the move lost."""
        return difference >= MATERIAL * min(self.judged.lost, self.gap(self.best, self.move))

    def gap(self, better: Move, worse: Move) -> float:
        """By how much one option is worth more than another."""
        return self.worths[better] - self.worths[worse]

    def _like(self, move: Move, holds: Callable[[Tile], bool]) -> bool:
        """Whether a move plays a tile of which this holds, and closes as the better move does."""
        return move.tile is not None and move.close == self.best.close and holds(move.tile)

    def costs(self, holds: Callable[[Tile], bool]) -> bool:
        """Whether to play a tile of which this holds costs enough by itself: the best such move is that much worse than
        the better one.
        """
        best = self.best_where(lambda move: self._like(move, holds))
        return best is None or self.is_material(self.gap(self.best, best))

    def mostly_better(self, holds: Callable[[Tile], bool]) -> bool:
        """Whether at least half of the tiles of which this holds are worth more than the one played."""
        worths = [worth for move, worth in self.worths.items() if self._like(move, holds)]
        return 2 * sum(worth > self.worths[self.move] for worth in worths) >= len(worths)

    # --- tiles -----------------------------------------------------------------------------------------

    def worth(self, tile: Tile) -> int:
        """Card points of a tile."""
        return tricks.points_table(self.rules, self.trump)[tile]

    @property
    def on_table(self) -> int:
        """Card points of the tile that was led."""
        return 0 if self.position.led is None else self.worth(self.position.led)

    def beating(self, lead: Tile) -> Mask:
        """The tiles that the other player may hold and that beat this lead; where their hand is known, those that they
        may play to it.
        """
        replies = self.others
        if self.phase_two and replies.bit_count() == self.seen.hidden:
            replies = tricks.may_reply(self.rules, self.trump, lead, replies, phase_two=True)
        return tricks.winners(self.rules, self.trump, lead, phase_two=self.phase_two) & replies

    def beaten_by(self, lead: Tile) -> int:
        """How many they are."""
        return self.beating(lead).bit_count()

    def is_weaker(self, tile: Tile, than: Tile) -> bool:
        """Whether clearly more of the tiles that the other player may hold beat one tile, led, than another."""
        more, fewer = self.beaten_by(tile), self.beaten_by(than)
        return more - fewer >= max(GAP * self.others.bit_count(), 1) and more >= RATIO * fewer

    def wins(self, reply: Tile) -> bool:
        """Whether this reply takes the trick."""
        led = self.position.led
        assert led is not None
        return tricks.beats(self.rules, self.trump, led, reply, phase_two=self.phase_two)

    # --- the hands that the other player may hold --------------------------------------------------------

    @cached_property
    def hands(self) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """The hands that the other player may hold, or some of them, and how often each counts."""
        every, weights = hands(self.seen), hand_weights(self.seen)
        if len(every) <= EVERY:
            return every, weights
        drawn = draw(self.seen, DRAWN).hands
        return drawn, weights[every.searchsorted(drawn)]

    @property
    def sampled(self) -> bool:
        """Whether some were left out."""
        return count_hands(self.seen) > len(self.worlds)

    def part(self, holds: Sequence[bool]) -> float:
        """What part of the worlds it is that this holds of, by their weights."""
        _, weights = self.hands
        return float(weights[list(holds)].sum() / weights.sum())

    @cached_property
    def worlds(self) -> tuple[Position, ...]:
        """The position with each of these hands."""
        between = self.position.stage in (Stage.CLAIM, Stage.ANSWER)
        waited = between and (self.move.lead is not None or self.best.lead is not None)
        stage = Stage.LEAD if waited else self.position.stage
        worlds = []
        for hand in self.hands[0].tolist():
            mine, theirs = TileSet(self.hand), TileSet(hand)
            both = (mine, theirs) if self.player == 0 else (theirs, mine)
            left = tuple(members(self.seen.unseen & ~hand)) if self.last_draw else self.position.stock
            worlds.append(replace(self.position, hands=both, stock=left, stage=stage))
        return tuple(worlds)

    def values(self, move: Move) -> list[int]:
        """What a move is worth to the mover in each of the worlds."""
        results = [moves.apply(world, move) for world in self.worlds]
        values = iter(self.engine.values([after for _, after, over, _ in results if not over]))
        return [sign(self.player) * (gain if over else gain + int(next(values))) for gain, _, over, _ in results]

    @cached_property
    def gaps(self) -> list[int]:
        """What the better move brings the mover more than the one made, in each of the worlds."""
        return [a - b for a, b in zip(self.values(self.best), self.values(self.move), strict=True)]

    def line(self, world: Position, move: Move) -> tuple[str, ...]:
        """A move in one of the worlds and best play after it."""
        steps = line_after(world, move, self.engine)
        return tuple(str(step) for step in steps if step.move != WAIT)

    # --- what is said ----------------------------------------------------------------------------------

    def reason(self, kind: str, line: tuple[str, ...], hand: str = "", /, **facts: Any) -> Reason:
        """A reason; how many tiles the other player may hold, and whether more than they do hold, are facts of all."""
        total = self.others.bit_count()
        return Reason(kind, {**facts, "of": total, "unseen": total > self.seen.hidden}, line, hand)

    def turn(self, move: Move, player: int | None = None) -> str:
        """A move in a line, the mover's unless said."""
        return f"{PLAYER_NAMES[self.player if player is None else player]} {move}"


def most_declared(rules: Rules, doubles: Mask) -> int:
    """The most that declaring some of these doubles brings."""
    parts = (part for part in moves.subsets(doubles) if tricks.may_declare(rules, part.bit_count()))
    return max((tricks.declaration_points(rules, part) for part in parts), default=0)
