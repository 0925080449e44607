"""Why a move was a mistake: each reason is given only if its facts hold on the position.

What a reason says rests on three things: what is certain by what the mover could know (tiles, points, which unseen
tiles beat which), what the judgment gives the options to be worth, and in phase two the exact values of both moves
against every hand that the other player may hold, or a sample of them, by their weights. The lines are best play with
both hands seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from bingo.solver.analysis import Engine, count_hands, draw, hand_weights, hands, line_after
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import OPPONENT, PLAYER_NAMES, WAIT, YOU, Move, Position, declarable, legal, sign, tricks
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, Tile, TileSet, descending, mask, members, text_mask
from bingo.solver.game.tricks import declaration_points, may_declare, may_reply
from bingo.solver.reviewing.decision import Judged, MistakeReason

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Of more hands than ``MAX_HANDS`` that the other player may hold, ``SAMPLE_SIZE`` are looked at, always the same ones.
MAX_HANDS, SAMPLE_SIZE = 600, 400
#: What part of the loss a difference between options must make up to count as its cause.
MATERIAL = 0.5
#: One lead is weaker than another if so much more of the unseen tiles beat it, and so many times as many.
MIN_EXCESS, MIN_RATIO = 0.1, 1.5


class Case:
    """A judged decision as its mover sees it, who is ``you`` here: positions, values from the decision on. Lines and
    hands in them are named as in the record.

    ``position`` has all tiles; those that are not recorded lie where they may. ``move`` was made, and ``best`` is the
    better one; ``view`` is what the mover knew, and ``possible`` are the tiles that the other player may hold.
    """

    def __init__(self, judged: Judged, engine: Engine) -> None:
        self.judged, self.engine, self.move, self.best = judged, engine, judged.move, judged.best
        position = judged.moment.position
        self.position = position if judged.player == YOU else position.swapped()
        self.rules, self.trump = position.rules, position.trump
        self.view = judged.moment.seen_by(judged.player).concealed()
        self.possible: Mask = self.view.unseen & ~self.view.excluded

    @property
    def tiles(self) -> tuple[Tile, Tile]:
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
        return self.position.open and not self.move.close and self.view.face_down == 1

    # --- what options are worth ------------------------------------------------------------------------

    @cached_property
    def worths(self) -> dict[Move, float]:
        """What the options are worth to the mover, from the decision on, all by the same deals."""
        worths = {self.best: self.judged.best_value, self.move: self.judged.value}
        worths |= {option.move: option.value for option in self.judged.options}
        scored_before = self.judged.moment.score[0] - self.judged.moment.score[1]
        return {move: sign(self.judged.player) * (value - scored_before) for move, value in worths.items()}

    def best_where(self, holds: Callable[[Move], bool]) -> Move | None:
        """The option worth most to the mover among those for which ``holds``."""
        return max(filter(holds, self.worths), key=lambda move: self.worths[move], default=None)

    def is_material(self, better: Move, worse: Move) -> bool:
        """Whether the difference between two options explains enough of what the move lost."""
        lost = min(self.judged.lost, self.worths[self.best] - self.worths[self.move])
        return self.worths[better] - self.worths[worse] >= MATERIAL * lost

    def _plays(self, move: Move, holds: Callable[[Tile], bool]) -> bool:
        """Whether a move plays a tile of which this holds, and closes as the better move does."""
        return move.tile is not None and move.close == self.best.close and holds(move.tile)

    def costs(self, holds: Callable[[Tile], bool]) -> bool:
        """Whether to play a tile of which this holds costs enough by itself: the best such move is that much worse than
        the better one.
        """
        best = self.best_where(lambda move: self._plays(move, holds))
        return best is None or self.is_material(self.best, best)

    def mostly_better(self, holds: Callable[[Tile], bool]) -> bool:
        """Whether at least half of the tiles of which this holds are worth more than the one played."""
        worths = [worth for move, worth in self.worths.items() if self._plays(move, holds)]
        return 2 * sum(worth > self.worths[self.move] for worth in worths) >= len(worths)

    # --- tiles -----------------------------------------------------------------------------------------

    def worth(self, tile: Tile) -> int:
        return tricks.points_table(self.rules, self.trump)[tile]

    def beaters(self, lead: Tile) -> Mask:
        """The tiles that the other player may hold and that beat this lead; where their hand is known, those that they
        may play to it.
        """
        replies = self.possible
        if self.phase_two and replies.bit_count() == self.view.hidden:
            replies = tricks.may_reply(self.rules, self.trump, lead, replies, phase_two=True)
        return tricks.winners(self.rules, self.trump, lead, phase_two=self.phase_two) & replies

    def is_weaker(self, tile: Tile, other: Tile) -> bool:
        """Whether clearly more of the tiles that the other player may hold beat one tile, led, than another."""
        beaters, fewer = self.beaters(tile).bit_count(), self.beaters(other).bit_count()
        return beaters - fewer >= max(MIN_EXCESS * self.possible.bit_count(), 1) and beaters >= MIN_RATIO * fewer

    def wins(self, reply: Tile) -> bool:
        led = self.position.led
        assert led is not None
        return tricks.beats(self.rules, self.trump, led, reply, phase_two=self.phase_two)

    # --- the hands that the other player may hold --------------------------------------------------------

    @cached_property
    def hands(self) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """The hands that the other player may hold, or some of them, and their weights."""
        all_hands, weights = hands(self.view), hand_weights(self.view)
        if len(all_hands) <= MAX_HANDS:
            return all_hands, weights
        drawn = draw(self.view, SAMPLE_SIZE).hands
        return drawn, weights[all_hands.searchsorted(drawn)]

    @property
    def sampled(self) -> bool:
        return count_hands(self.view) > MAX_HANDS

    def share(self, holds: Sequence[bool]) -> float:
        """The share of the worlds in which this holds, by their weights."""
        _, weights = self.hands
        return float(weights[list(holds)].sum() / weights.sum())

    @cached_property
    def worlds(self) -> tuple[Position, ...]:
        lead_follows = self.move.lead is not None or self.best.lead is not None
        position = legal.at_lead(self.position) if lead_follows else self.position
        worlds = []
        for hand in self.hands[0].tolist():
            hands = position.hands[YOU], TileSet(hand)
            stock = tuple(members(self.view.unseen & ~hand)) if self.last_draw else self.position.stock
            worlds.append(replace(position, hands=hands, stock=stock))
        return tuple(worlds)

    def values(self, move: Move) -> list[int]:
        results = [legal.apply(world, move) for world in self.worlds]
        values = iter(self.engine.values([after for _, after, over, _ in results if not over]))
        return [gain if over else gain + int(next(values)) for gain, _, over, _ in results]

    def line(self, world: Position, move: Move) -> tuple[str, ...]:
        steps = line_after(world, move, self.engine)
        return tuple(self.turn(step.move, step.player) for step in steps if step.move != WAIT)

    # --- reasons and lines ---------------------------------------------------------------------------

    def tile_reason(self, kind: str) -> MistakeReason:
        """One about the tile played and the better one: how many of the tiles that the other player may hold (``of``)
        beat each where it is led, and whether these are more than they do hold (``unseen``); what they and the tile led
        count; whether the better one wins, and what can be declared once it has; and what was declared that counts only
        once the mover wins a trick.
        """
        tile, better = self.tiles
        led, rules, total = self.position.led, self.rules, self.possible.bit_count()
        waiting = left = 0
        if not self.position.tricks[YOU] and rules.declaration_counts == "once-a-trick-is-won":
            waiting = self.position.declared[YOU]
            if self.move.declare and rules.declare == "leading":
                waiting += declaration_points(rules, self.move.declare)
        if led is not None and rules.declare == "leading":
            left = declarable(self.position, YOU) & ~(1 << better)
        parts = (part for part in legal.subsets(left) if may_declare(rules, part.bit_count()))
        facts = {
            "tile": tile,
            "better": better,
            "beaten": self.beaters(tile).bit_count(),
            "fewer": self.beaters(better).bit_count(),
            "of": total,
            "unseen": total > self.view.hidden,
            "counts": (self.worth(tile), self.worth(better), 0 if led is None else self.worth(led)),
            "takes": led is not None and self.wins(better),
            "left": left,
            "left_points": max((declaration_points(rules, part) for part in parts), default=0),
            "waiting": waiting,
        }
        return MistakeReason(kind, facts, self.trick(self.move if kind in SHOWN_AS_MADE else self.best))

    def trick(self, move: Move) -> tuple[str, ...]:
        """The trick with this move of a tile: after the lead; or the better lead alone; or the lead that was made, with
        a tile that beats it: one that the other player could really play, if there is one.
        """
        if self.position.led is not None:
            return self.turn(Move(lead=self.position.led), OPPONENT), self.turn(move)
        if move == self.best or move.tile is None:
            return (self.turn(move),)
        threats, hand = self.beaters(move.tile), self.position.hands[OPPONENT]
        allowed = may_reply(self.rules, self.trump, move.tile, hand, phase_two=self.phase_two)
        tiles = descending(threats & allowed & ~self.judged.moment.hidden or threats & ~hand)
        return self.turn(move), *(self.turn(Move(play=reply), OPPONENT) for reply in tiles[:1])

    def turn(self, move: Move, player: int = YOU) -> str:
        """A move in a line, the mover's unless it is the other's."""
        return f"{PLAYER_NAMES[player ^ self.judged.player]} {move}"


# --- the reasons -------------------------------------------------------------------------------------


def close_too_late(case: Case) -> MistakeReason | None:
    """Closing now is worth more than any way of playing on."""
    best = case.best
    if not best.close or case.move.close or case.move.claim:
        return None
    playing_on = case.best_where(lambda move: not move.close and not move.claim)
    if playing_on is None or not case.is_material(best, playing_on):
        return None
    values = case.values(best)
    world = case.worlds[values.index(max(values))]
    facts = {
        "best": best,
        "worth": case.worths[best],
        "going_on": playing_on,
        "otherwise": case.worths[playing_on],
        "wins": None if case.rules.at_target == "points" else case.share([value > 0 for value in values]),
        "sampled": case.sampled,
    }
    return MistakeReason("close-too-late", facts, case.line(world, best), text_mask(world.hands[OPPONENT]))


def declared_too_early(case: Case) -> MistakeReason | None:
    """No declaration is worth as much now as keeping the doubles, to which a third one may still come; or the same lead
    is worth more without one.
    """
    move, best = case.move, case.best
    if not move.declare or best.declare or best.close or not case.position.open:
        return None
    declaring = case.best_where(lambda option: bool(option.declare) and not option.claim)
    now = declaration_points(case.rules, move.declare)
    third = _better_doubles(case, move.declare, now)
    leads_a_declared = best.tile is not None and move.declare >> best.tile & 1
    if third and declaring and not leads_a_declared and case.is_material(best, declaring):
        plain = third & ~(1 << BINGO)
        then = [declaration_points(case.rules, move.declare | part) for part in (plain & -plain, third & 1) if part]
        line = Move(declare=move.declare | (plain & -plain or 1 << BINGO), lead=move.lead)
        facts = {"declared": move.declare, "now": now, "then": then, "third": third}
    else:
        line = Move(close=move.close, lead=move.lead)
        if line not in case.worths or not case.is_material(line, move):
            return None
        worths = {"worth": case.worths[move], "silent": case.worths[line]}
        facts = {"lead": line.lead, "declared": move.declare, **worths}
    return MistakeReason("declared-too-early", facts, (case.turn(line),))


def _better_doubles(case: Case, declared: Mask, points: int) -> Mask:
    """Doubles that may still be drawn, and with which the declaration would have counted more."""
    drawable = DOUBLES & case.view.unseen & ~case.view.held
    if not may_declare(case.rules, declared.bit_count() + 1):
        return 0
    return mask(t for t in members(drawable) if declaration_points(case.rules, declared | 1 << t) > points)


def worse_double_dummy(case: Case) -> MistakeReason | None:
    """Best play after either move, in the position or against the hand where they differ most."""
    if not (case.phase_two or case.last_draw):
        return None
    values = [*zip(case.values(case.best), case.values(case.move), strict=True)]
    good, bad = max(values, key=lambda pair: pair[0] - pair[1])
    more, less = case.share([a > b for a, b in values]), case.share([a < b for a, b in values])
    if good <= bad or more <= less:
        return None
    world = case.worlds[values.index((good, bad))]
    hand = "" if len(case.worlds) == 1 else text_mask(world.hands[OPPONENT])
    facts = {
        "move": case.move,
        "best": case.best,
        "good": good,
        "bad": bad,
        "unit": case.rules.unit,
        "hand": hand,
        "more": more,
        "less": less,
        "sampled": case.sampled,
    }
    return MistakeReason("refuted", facts, case.line(world, case.move), hand)


# --- about one tile and another ------------------------------------------------------------------------


def sure_trick_not_cashed(case: Case) -> bool:
    """Nothing that the other player may hold beats the better lead; no lead that something beats is nearly as good."""
    lead, winner = case.tiles
    can_lose = case.beaters(lead) and not case.beaters(winner)
    return bool(can_lose) and case.costs(lambda tile: bool(case.beaters(tile)))


def easily_beaten(case: Case) -> bool:
    """Clearly more unseen tiles beat the lead than the better one, and leads that fewer beat are worth more."""
    lead, better = case.tiles
    return case.is_weaker(lead, better) and case.mostly_better(lambda tile: case.is_weaker(lead, tile))


def strong_tile_spent(case: Case) -> bool:
    """Clearly fewer unseen tiles beat the lead than the better one, and leads that more beat are worth more."""
    lead, better = case.tiles
    return case.is_weaker(better, lead) and case.mostly_better(lambda tile: case.is_weaker(tile, lead))


def trick_not_taken(case: Case) -> bool:
    """The better reply takes the trick, and no other reply that leaves it is nearly as good."""
    played, better = map(case.wins, case.tiles)
    return better and not played and case.costs(lambda tile: not case.wins(tile))


def trick_not_worth_it(case: Case) -> bool:
    """The reply takes a trick that is better left, with a tile that fewer of the unseen ones beat."""
    played, better = case.tiles
    takes = case.wins(played) and not case.wins(better)
    return takes and case.is_weaker(better, played) and case.costs(case.wins)


def points_not_secured(case: Case) -> bool:
    """Both replies take the trick; the better one brings home more card points, which may be lost later."""
    less, tile = case.tiles
    most = case.worth(tile)
    if not (case.wins(less) and case.wins(tile)) or most <= case.worth(less) or not case.beaters(tile):
        return False
    return case.costs(lambda tile: case.wins(tile) and case.worth(tile) < most)


def strong_tile_given_up(case: Case) -> bool:
    """Both replies fare alike in this trick; the one made gives up a tile that fewer of the unseen ones beat, and most
    others that do not are worth more.
    """
    spent, kept = case.tiles
    wins = case.wins(kept)
    if case.wins(spent) != wins or not case.is_weaker(kept, spent):
        return False
    return case.mostly_better(lambda tile: case.wins(tile) == wins and case.is_weaker(tile, spent))


#: Of leads and of replies, the most particular first: the first that holds is the reason.
LEADS = {
    "sure-trick-not-cashed": sure_trick_not_cashed,
    "easily-beaten": easily_beaten,
    "strong-tile-spent": strong_tile_spent,
}
REPLIES = {
    "trick-not-taken": trick_not_taken,
    "trick-not-worth-it": trick_not_worth_it,
    "points-not-secured": points_not_secured,
    "strong-tile-given-up": strong_tile_given_up,
}
#: Those that the move made proves; others the better one.
SHOWN_AS_MADE = ("sure-trick-not-cashed", "easily-beaten", "trick-not-worth-it")


def reason_of(judged: Judged, engine: Engine | None = None) -> MistakeReason | None:
    """Why the move of this decision is worse than ``judged.best``; None where no explanation can be proved.

    ``engine`` is for the rules of the deal, a fresh one unless given; its earlier searches change nothing.
    """
    if judged.lost <= 0 or judged.move == judged.best:
        return None
    case = Case(judged, engine or Kernel(judged.moment.position.rules))
    if (late := close_too_late(case)) is not None:
        return late
    alike = _with_same_close(case)
    if alike is None or alike.move.tile is None or alike.best.tile is None:
        return None
    leads = alike.move.lead is not None
    if leads and (early := declared_too_early(alike)) is not None:
        return early
    kinds = (kind for kind, holds in (LEADS if leads else REPLIES).items() if holds(alike))
    return next(map(alike.tile_reason, kinds), None) or worse_double_dummy(alike)


def _with_same_close(case: Case) -> Case | None:
    """The move compared with the best one that closes as it does, where that makes up enough of the loss."""
    close = case.move.close
    if case.best.close == close:
        return case
    best = case.best_where(lambda move: move.close == close and not move.claim)
    if best is None or not case.is_material(best, case.move):
        return None
    return Case(replace(case.judged, best=best), case.engine)
