"""Why a move was a mistake: each reason is given only if its facts hold on the position.

A function of a :class:`Case` gives a reason or None. What it says rests on three things: what is certain by what the
mover could know (tiles, points, which unseen tiles beat which), what the judgment gives the options to be worth, and in
phase two the exact values of both moves against every hand that the other player may hold, or a sample of them, by
their weights. The lines are best play with both hands seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bingo.solver.analysis import Engine, count_hands, draw, hand_weights, hands, line_after, value_of
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import PLAYER_NAMES, WAIT, Move, Position, Stage, declarable, legal, sign, tricks
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
    """A judged decision. Values here are the mover's, from the decision on; lines and positions are the record's.

    ``position`` is the moment with all tiles; those that are not recorded lie where they may. ``player`` made ``move``,
    and ``best`` is the better one; ``hand`` are their tiles, ``view`` is what they knew, as ``you``. ``possible`` are
    the tiles that the ``other`` player may hold.
    """

    def __init__(self, judged: Judged, engine: Engine) -> None:
        self.judged, self.engine = judged, engine
        self.player, self.move, self.best = judged.player, judged.move, judged.best
        self.other = 1 - self.player
        self.position = judged.moment.position
        self.rules, self.trump, self.hand = self.position.rules, self.position.trump, self.position.hands[self.player]
        self.view = judged.moment.seen_by(self.player).concealed()
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
        return {move: sign(self.player) * (value - scored_before) for move, value in worths.items()}

    def best_where(self, holds: Callable[[Move], bool]) -> Move | None:
        """The option worth most to the mover among those for which ``holds``."""
        return max(filter(holds, self.worths), key=lambda move: self.worths[move], default=None)

    def is_material(self, difference: float) -> bool:
        """Whether a difference between options explains enough of what the move lost."""
        return difference >= MATERIAL * min(self.judged.lost, self.gap(self.best, self.move))

    def gap(self, better: Move, worse: Move) -> float:
        return self.worths[better] - self.worths[worse]

    def _plays(self, move: Move, holds: Callable[[Tile], bool]) -> bool:
        """Whether a move plays a tile of which this holds, and closes as the better move does."""
        return move.tile is not None and move.close == self.best.close and holds(move.tile)

    def costs(self, holds: Callable[[Tile], bool]) -> bool:
        """Whether to play a tile of which this holds costs enough by itself: the best such move is that much worse than
        the better one.
        """
        best = self.best_where(lambda move: self._plays(move, holds))
        return best is None or self.is_material(self.gap(self.best, best))

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
        is_between_tricks = self.position.stage in (Stage.CLAIM, Stage.ANSWER)
        lead_follows = is_between_tricks and (self.move.lead is not None or self.best.lead is not None)
        stage = Stage.LEAD if lead_follows else self.position.stage
        worlds = []
        for hand in self.hands[0].tolist():
            own, other = TileSet(self.hand), TileSet(hand)
            hands = (own, other) if self.player == 0 else (other, own)
            stock = tuple(members(self.view.unseen & ~hand)) if self.last_draw else self.position.stock
            worlds.append(replace(self.position, hands=hands, stock=stock, stage=stage))
        return tuple(worlds)

    def values(self, move: Move) -> list[int]:
        results = [legal.apply(world, move) for world in self.worlds]
        values = iter(self.engine.values([after for _, after, over, _ in results if not over]))
        return [sign(self.player) * (gain if over else gain + int(next(values))) for gain, _, over, _ in results]

    @cached_property
    def gaps(self) -> list[int]:
        """What the better move brings the mover more than the one made, in each of the worlds."""
        return [a - b for a, b in zip(self.values(self.best), self.values(self.move), strict=True)]

    def line(self, world: Position, move: Move) -> tuple[str, ...]:
        steps = line_after(world, move, self.engine)
        return tuple(str(step) for step in steps if step.move != WAIT)

    # --- reasons and lines ---------------------------------------------------------------------------

    def reason(self, kind: str, line: tuple[str, ...], hand: str = "", /, **facts: Any) -> MistakeReason:
        """A reason. All say how many tiles the other player may hold (``of``) and whether that is more than they do."""
        total = self.possible.bit_count()
        return MistakeReason(kind, {**facts, "of": total, "unseen": total > self.view.hidden}, line, hand)

    def tile_reason(self, kind: str, line: tuple[str, ...], **facts: int) -> MistakeReason:
        """One about the tile played and the better one: how many beat each where it is led, what they and the tile led
        count, and what was declared that counts only once the mover wins a trick.
        """
        tile, better = self.tiles
        waiting, led = 0, self.position.led
        if not self.position.tricks[self.player] and self.rules.declaration_counts == "once-a-trick-is-won":
            waiting = self.position.declared[self.player]
            if self.move.declare and self.rules.declare == "leading":
                waiting += declaration_points(self.rules, self.move.declare)
        return self.reason(
            kind,
            line,
            tile=tile,
            better=better,
            beaten=self.beaters(tile).bit_count(),
            fewer=self.beaters(better).bit_count(),
            counts=(self.worth(tile), self.worth(better), 0 if led is None else self.worth(led)),
            waiting=waiting,
            **facts,
        )

    def turn(self, move: Move, player: int | None = None) -> str:
        """A move in a line, the mover's unless another player is named."""
        return f"{PLAYER_NAMES[self.player if player is None else player]} {move}"


# --- the reasons -------------------------------------------------------------------------------------


def close_too_late(case: Case) -> MistakeReason | None:
    """Closing now is worth more than any way of playing on."""
    best = case.best
    if not best.close or case.move.close or case.move.claim:
        return None
    playing_on = case.best_where(lambda move: not move.close and not move.claim)
    if playing_on is None or not case.is_material(case.gap(best, playing_on)):
        return None
    values = case.values(best)
    world = case.worlds[values.index(max(values))]
    return case.reason(
        "close-too-late",
        case.line(world, best),
        text_mask(world.hands[case.other]),
        best=best,
        worth=case.worths[best],
        going_on=playing_on,
        otherwise=case.worths[playing_on],
        wins=None if case.rules.at_target == "points" else case.share([value > 0 for value in values]),
        sampled=case.sampled,
    )


def declared_too_early(case: Case) -> MistakeReason | None:
    """No declaration is worth as much now as keeping the doubles, to which a third one may still come."""
    move, best = case.move, case.best
    if not move.declare or best.declare or best.close or not case.position.open:
        return None
    declaring = case.best_where(lambda option: bool(option.declare) and not option.claim)
    now = declaration_points(case.rules, move.declare)
    third = _better_doubles(case, move.declare, now)
    leads_a_declared = best.tile is not None and move.declare >> best.tile & 1
    if leads_a_declared or declaring is None or not third or not case.is_material(case.gap(best, declaring)):
        return _declared_at_all(case)
    plain = third & ~(1 << BINGO)
    then = [declaration_points(case.rules, move.declare | part) for part in (plain & -plain, third & 1) if part]
    later = Move(declare=move.declare | (plain & -plain or 1 << BINGO), lead=move.lead)
    facts = {"declared": move.declare, "now": now, "then": then, "third": third}
    return case.reason("declared-too-early", (case.turn(later),), **facts)


def sure_trick_not_cashed(case: Case) -> MistakeReason | None:
    """Nothing that the other player may hold beats the better lead; no lead that something beats is nearly as good."""
    lead, winner = case.tiles
    if case.beaters(winner) or not case.beaters(lead) or not case.costs(lambda tile: bool(case.beaters(tile))):
        return None
    return case.tile_reason("sure-trick-not-cashed", _beaten(case))


def easily_beaten(case: Case) -> MistakeReason | None:
    """Clearly more unseen tiles beat the lead than the better one, and leads that fewer beat are worth more."""
    lead, better = case.tiles
    if not case.is_weaker(lead, better) or not case.mostly_better(lambda tile: case.is_weaker(lead, tile)):
        return None
    return case.tile_reason("easily-beaten", _beaten(case))


def strong_tile_spent(case: Case) -> MistakeReason | None:
    """Clearly fewer unseen tiles beat the lead than the better one, and leads that more beat are worth more."""
    lead, better = case.tiles
    if not case.is_weaker(better, lead) or not case.mostly_better(lambda tile: case.is_weaker(tile, lead)):
        return None
    return case.tile_reason("strong-tile-spent", (case.turn(case.best),))


def trick_not_taken(case: Case) -> MistakeReason | None:
    """The better reply takes the trick, and no other reply that leaves it is nearly as good."""
    _, better = case.tiles
    if not case.costs(lambda tile: not case.wins(tile)):
        return None
    remaining = declarable(case.position, case.player) & ~(1 << better) if case.rules.declare == "leading" else 0
    parts = (part for part in legal.subsets(remaining) if may_declare(case.rules, part.bit_count()))
    most_points = max((declaration_points(case.rules, part) for part in parts), default=0)
    return case.tile_reason("trick-not-taken", _trick(case, case.best), left=remaining, left_points=most_points)


def trick_not_worth_it(case: Case) -> MistakeReason | None:
    """The reply takes a trick that is better left, with a tile that fewer of the unseen ones beat."""
    played, better = case.tiles
    if not case.is_weaker(better, played) or not case.costs(case.wins):
        return None
    return case.tile_reason("trick-not-worth-it", _trick(case, case.move))


def points_not_secured(case: Case) -> MistakeReason | None:
    """Both replies take the trick; the better one brings home more card points, which may be lost later."""
    less, tile = case.tiles
    most = case.worth(tile)
    if most <= case.worth(less) or not case.beaters(tile):
        return None
    if not case.costs(lambda tile: case.wins(tile) and case.worth(tile) < most):
        return None
    return case.tile_reason("points-not-secured", _trick(case, case.best))


def strong_tile_given_up(case: Case) -> MistakeReason | None:
    """Both replies fare alike in this trick; the one made gives up a tile that fewer of the unseen ones beat, and most
    others that do not are worth more.
    """
    spent, kept = case.tiles
    wins = case.wins(kept)
    spared = case.mostly_better(lambda tile: case.wins(tile) == wins and case.is_weaker(tile, spent))
    if not case.is_weaker(kept, spent) or not spared:
        return None
    return case.tile_reason("strong-tile-given-up", _trick(case, case.best), takes=wins)


def refuted(case: Case) -> MistakeReason | None:
    """Best play after either move, in the position or against the hand where they differ most."""
    if not (case.phase_two or case.last_draw) or not any(gap > 0 for gap in case.gaps):
        return None
    world = case.worlds[max(range(len(case.worlds)), key=lambda n: case.gaps[n])]
    good, bad = (sign(case.player) * value_of(world, move, case.engine) for move in (case.best, case.move))
    more, less = case.share([gap > 0 for gap in case.gaps]), case.share([gap < 0 for gap in case.gaps])
    if more <= less:
        return None
    hand = "" if len(case.worlds) == 1 else text_mask(world.hands[case.other])
    facts = {"move": case.move, "best": case.best, "good": good, "bad": bad, "unit": case.rules.unit}
    line = case.line(world, case.move)
    return case.reason("refuted", line, hand, **facts, hand=hand, more=more, less=less, sampled=case.sampled)


def _declared_at_all(case: Case) -> MistakeReason | None:
    """The same lead is worth more without the declaration."""
    move = case.move
    silent = Move(close=move.close, lead=move.lead)
    if silent not in case.worths or not case.is_material(case.gap(silent, move)):
        return None
    facts = {"lead": silent.lead, "declared": move.declare, "worth": case.worths[move]}
    return case.reason("declared-too-early", (case.turn(silent),), **facts, silent=case.worths[silent])


def _better_doubles(case: Case, declared: Mask, points: int) -> Mask:
    """Doubles that may still be drawn, and with which the declaration would have counted more."""
    drawable = DOUBLES & case.view.unseen & ~case.view.held
    if not may_declare(case.rules, declared.bit_count() + 1):
        return 0
    return mask(t for t in members(drawable) if declaration_points(case.rules, declared | 1 << t) > points)


def _beaten(case: Case) -> tuple[str, ...]:
    """The lead and a tile that beats it: one that the other player could really play, if there is one."""
    lead, hand = case.tiles[0], case.position.hands[case.other]
    threats: Mask = case.beaters(lead)
    allowed = may_reply(case.rules, case.trump, lead, hand, phase_two=case.phase_two)
    tiles = descending(threats & allowed & ~case.judged.moment.hidden or threats & ~hand)
    return case.turn(case.move), *(case.turn(Move(play=reply), case.other) for reply in tiles[:1])


def _trick(case: Case, reply: Move) -> tuple[str, ...]:
    return case.turn(Move(lead=case.position.led), case.other), case.turn(reply)


Explanation = Callable[[Case], MistakeReason | None]

LEADS: tuple[Explanation, ...] = (sure_trick_not_cashed, easily_beaten, strong_tile_spent)
#: By whether the reply made takes the trick, and whether the better one does.
REPLIES: dict[tuple[bool, bool], tuple[Explanation, ...]] = {
    (False, True): (trick_not_taken,),
    (True, False): (trick_not_worth_it,),
    (False, False): (strong_tile_given_up,),
    (True, True): (points_not_secured, strong_tile_given_up),
}


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
    reasons = (explanation(alike) for explanation in _explanations(alike)) if alike else ()
    return next((reason for reason in reasons if reason is not None), None)


def _explanations(case: Case) -> Iterator[Explanation]:
    """The explanations to try in order, the most particular first: the first that holds is the reason."""
    if case.move.lead is not None and case.best.lead is not None:
        yield from (declared_too_early, *LEADS, refuted)
    elif case.move.play is not None:
        played, better = case.tiles
        yield from (*REPLIES[case.wins(played), case.wins(better)], refuted)


def _with_same_close(case: Case) -> Case | None:
    """The move compared with the best one that closes as it does, where that makes up enough of the loss."""
    close = case.move.close
    if case.best.close == close:
        return case
    best = case.best_where(lambda move: move.close == close and not move.claim)
    if best is None or not case.is_material(case.worths[best] - case.worths[case.move]):
        return None
    return Case(replace(case.judged, best=best), case.engine)
