"""A decision as reasons look at it: the move made and the better one, and what is certain about the tiles in play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from bingo.solver.game import play, tricks
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import sign
from bingo.solver.game.tiles import Mask, Tile, members, text
from bingo.solver.reviewing.decision import Judged
from bingo.solver.search.exact import Engine, line_after

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
        """The rules of the deal."""
        return self.position.rules

    @property
    def trump(self) -> int:
        """The trump suit."""
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

    @property
    def solvable(self) -> bool:
        """Whether nothing is left to chance but the hand of the other player."""
        return self.phase_two or self.last_draw

    @cached_property
    def seen(self) -> InformationSet:
        """What the mover knew, as ``you``."""
        return self.judged.moment.seen_by(self.player).concealed()

    @cached_property
    def others(self) -> Mask:
        """The tiles that the other player may hold."""
        return self.seen.unseen & ~self.seen.barred

    # --- what options are worth ------------------------------------------------------------------------

    def mine(self, value: float) -> float:
        """A value of the judgment as the mover's, from the decision on."""
        so_far = self.judged.moment.score[0] - self.judged.moment.score[1]
        return sign(self.player) * (value - so_far)

    @cached_property
    def worths(self) -> dict[Move, float]:
        """What the options were found to be worth to the mover, all by the same deals."""
        found = {self.best: self.judged.best_value, self.move: self.judged.value}
        found |= {option.move: option.value for option in self.judged.options}
        return {move: self.mine(value) for move, value in found.items()}

    def top(self, holds: Callable[[Move], bool]) -> Move | None:
        """The option worth most to the mover among those for which ``holds``."""
        return max(filter(holds, self.worths), key=lambda move: self.worths[move], default=None)

    def material(self, difference: float) -> bool:
        """Whether a difference between options makes up enough of what the move lost, which was measured twice."""
        return difference >= MATERIAL * min(self.judged.lost, self.worths[self.best] - self.worths[self.move])

    def matters(self, holds: Callable[[Move], bool]) -> bool:
        """Whether what holds of the move made costs enough by itself: the best of all moves of which it holds is that
        much worse than the better move.
        """
        best = self.top(holds)
        return best is None or self.material(self.worths[self.best] - self.worths[best])

    # --- tiles -----------------------------------------------------------------------------------------

    def worth(self, tile: Tile) -> int:
        """Card points of a tile."""
        return tricks.points_table(self.rules, self.trump)[tile]

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

    def wins(self, reply: Tile) -> bool:
        """Whether this reply takes the trick."""
        led = self.position.led
        assert led is not None
        return tricks.beats(self.rules, self.trump, led, reply, phase_two=self.phase_two)

    def share(self, count: int) -> str:
        """So many of the tiles that the other player may hold, in words."""
        total = self.others.bit_count()
        which = "unseen tiles" if total > self.seen.hidden else "tiles of the other player"
        return f"{count} of {total} {which}" if count else f"none of {total} {which}"

    # --- the hands that the other player may hold --------------------------------------------------------

    @cached_property
    def worlds(self) -> tuple[Position, ...]:
        """The position with each hand that the other player may hold, or with some of them."""
        from bingo.solver.hidden.deals import draw  # here, as the next: they need numpy
        from bingo.solver.hidden.worlds import count_hands, hands

        listed = hands(self.seen) if count_hands(self.seen) <= EVERY else draw(self.seen, DRAWN).hands
        return tuple(self._world(int(hand)) for hand in listed)

    def _world(self, hand: Mask) -> Position:
        hands = (self.hand, hand) if self.player == 0 else (hand, self.hand)
        left = tuple(members(self.seen.unseen & ~hand)) if self.last_draw else self.position.stock
        between = self.position.stage in (Stage.CLAIM, Stage.ANSWER)
        waited = between and (self.move.lead is not None or self.best.lead is not None)
        return replace(self.position, hands=hands, stock=left, stage=Stage.LEAD if waited else self.position.stage)

    def values(self, move: Move) -> list[int]:
        """What a move is worth to the mover in each of the worlds."""
        made = [play.play_unchecked(world, move) for world in self.worlds]
        values = iter(self.engine.values([after for _, after, over in made if not over]))
        return [sign(self.player) * (gain if over else gain + int(next(values))) for gain, _, over in made]

    @cached_property
    def gaps(self) -> list[int]:
        """What the better move brings the mover more than the one made, in each of the worlds."""
        return [a - b for a, b in zip(self.values(self.best), self.values(self.move), strict=True)]

    def line(self, world: Position, move: Move) -> tuple[str, ...]:
        """A move in one of the worlds and best play after it."""
        steps = line_after(world, move, self.engine)
        return tuple(str(step) for step in steps if step.move != WAIT)

    def against(self, count: int) -> str:
        """So many of the worlds, in words."""
        from bingo.solver.hidden.worlds import count_hands  # here: it needs numpy

        total = len(self.worlds)
        drawn = " drawn" if count_hands(self.seen) > total else ""
        which = f"all {total:,}" if count == total > 1 else f"{count:,} of {total:,}"
        return f"against {which} hands{drawn}"

    # --- words -----------------------------------------------------------------------------------------

    def turn(self, move: Move, player: int | None = None) -> str:
        """A move in a line, the mover's unless said."""
        return f"{PLAYER_NAMES[self.player if player is None else player]} {move}"


def name(move: Move) -> str:
    """A move in a sentence: its tile alone where that says it all."""
    plain = move.tile is not None and not move.close and not move.declare
    return text(move.tile) if plain and move.tile is not None else str(move)


def signed(value: float) -> str:
    """A value as it is written elsewhere: ``+0.17``."""
    return f"{value + 0.0 if abs(value) >= 0.005 else 0.0:+.2f}"


def most_declared(rules: Rules, doubles: Mask) -> int:
    """The most that declaring some of these doubles brings."""
    parts = (part for part in play.subsets(doubles) if tricks.may_declare(rules, part.bit_count()))
    return max((tricks.declaration_points(rules, part) for part in parts), default=0)


def weaker(case: Case, tile: Tile, than: Tile) -> bool:
    """Whether clearly more of the tiles that the other player may hold beat one tile, led, than another."""
    more, fewer = case.beaten_by(tile), case.beaten_by(than)
    return more - fewer >= max(GAP * case.others.bit_count(), 1) and more >= RATIO * fewer
