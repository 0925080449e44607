"""A strategy that never sees the hidden hand once nothing is drawn any more, and what it takes for certain.

It works on sets of worlds. At an own node you decide once for all worlds that have looked alike so far: for what
promises most in total if play were double-dummy from then on; where few worlds are left, several moves are tried out.
At an opponent node the opponent, who sees everything, does in each world what is worst for the strategy. So the sum
over all worlds is a true lower bound. This is the readable form; ``native/hidden/strategy.cpp`` does the same, value
for value, and a test compares the two and replays the plan made here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bingo.solver.compose.defence import opponent_does, opponents_moves, showing
from bingo.solver.game import tricks
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.objective import SCALE, Objective
from bingo.solver.game.play import Scored, declarable, legal_moves, play_scored
from bingo.solver.game.position import OPPONENT, YOU, Pair, Position, Stage
from bingo.solver.game.scoring import Scores, difference, failed_close, win_score
from bingo.solver.game.tiles import BINGO, DOUBLES, Tile, double, members
from bingo.solver.search.exact import START, Engine, value_of
from bingo.solver.search.kernel import SEARCH_WIDTH
from bingo.solver.search.tables import largest_is_best, renumber, tile_order

#: More game points, card points or utility than any deal brings.
ABOVE_ANY_VALUE = 2 * SCALE + 1
#: More moves than there are in any position.
EVERY_MOVE = 1000


class SearchWidth(NamedTuple):
    """How many of its own moves the strategy tries out: all where at most ``all_up_to`` worlds are left, two where at
    most ``two_up_to`` are, else only the one that promises most.
    """

    all_up_to: int
    two_up_to: int

    def at(self, worlds: int) -> int:
        """How many moves are tried out where so many worlds are left."""
        if worlds <= self.all_up_to:
            return EVERY_MOVE
        return 2 if worlds <= self.two_up_to else 1


class Score(NamedTuple):
    """What both have scored since the strategy began, as far as an objective counts it."""

    objective: Objective | None = None
    scored: Pair = START

    @property
    def worth(self) -> int:
        """Your utility if no more is scored; 0 where game points count."""
        return self.objective.utility(*self.scored) if self.objective else 0

    def gain(self, scores: Scores) -> int:
        """What you gain by these."""
        return self._plus(scores).worth - self.worth if self.objective else difference(scores)

    def after(self, made: Scored) -> tuple[int, Score, bool]:
        """What you gain by a move that was made, the score after it, and whether deal or match is over."""
        then = self._plus(made.scores)
        ended = self.objective is not None and self.objective.over(*then.scored)
        return self.gain(made.scores), then, made.over or ended

    def _plus(self, scores: Scores) -> Score:
        return self._replace(scored=self.objective.add(self.scored, scores)) if self.objective else self


#: How hard the engine thinks.
WIDTH = SearchWidth(*SEARCH_WIDTH)

#: Where game points count.
PLAIN = Score()


class World(NamedTuple):
    """A position as it is if the opponent holds a certain hand; of its value nothing above ``cap`` matters. It counts
    ``weight`` times.
    """

    position: Position
    cap: int
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class OwnNode:
    """You do ``move``, then follow ``then`` (None where no play can lose more than is lost)."""

    move: Move
    then: Plan


@dataclass(frozen=True, slots=True)
class OpponentNode:
    """The opponent does something; what you do then. Whatever is not listed cannot lose more than is lost.

    ``shows``: they have won a trick and may show doubles. With a hand that has none to show they wait: you see no more.
    """

    replies: Mapping[Move, Plan]
    shows: bool = False


@dataclass(frozen=True, slots=True)
class DoubleDummy:
    """One hand is left, so from here on the play is that of a player who sees it."""


@dataclass(frozen=True, slots=True)
class Cash:
    """You stay on lead with tiles that the opponent cannot beat, declare, and claim; see :meth:`move`."""

    tiles: tuple[Tile, ...]

    def move(self, position: Position) -> Move:
        """What to do now: claim, else lead the next tile, with all doubles if one of them is led."""
        if position.stage in (Stage.CLAIM, Stage.ANSWER):
            return CLAIM
        doubles = declarable(position, YOU) if largest_is_best(position.rules) else 0
        doubles = doubles if doubles.bit_count() >= 2 else 0
        left = [t for t in self.tiles if position.hands[YOU] >> t & 1]
        if not left:
            return Move(declare=doubles, claim=True)
        return Move(declare=doubles if doubles >> left[0] & 1 else 0, lead=left[0])


Plan = OwnNode | OpponentNode | Cash | DoubleDummy | None


class Strategist:
    """Makes the strategy and says what it takes. ``engine`` tells exact values in single worlds."""

    def __init__(self, engine: Engine, width: SearchWidth) -> None:
        self._engine = engine
        self._width = width

    def guaranteed(
        self, positions: Sequence[Position], move: Move, weights: Sequence[float] | None = None
    ) -> tuple[list[int], Plan]:
        """What the strategy that begins with ``move`` takes in each of these positions, and the strategy.

        The positions differ in the opponent's hand only. Where it is their turn, the move is to wait. Each counts as
        often as ``weights`` say, once without: numbers so short that sums of them are exact.
        """
        counting = [1.0] * len(positions) if weights is None else weights
        uncapped = [World(p, ABOVE_ANY_VALUE, w) for p, w in zip(positions, counting, strict=True)]
        start = Score(self._engine.objective)
        if positions[0].to_move == OPPONENT:
            values, plan = self._solve([w._replace(cap=self._exact(w, start)) for w in uncapped], start)
            return [start.worth + value for value in values], plan
        worlds = [world._replace(cap=self._exact_after(world, move, start)) for world in uncapped]
        values, plan = self._follow(worlds, move, start)
        return [start.worth + value for value in values], OwnNode(move, plan)

    # What follows returns what is gained in each world from ``score`` on, at most its cap, and the plan that takes it.

    def _solve(self, worlds: list[World], score: Score) -> tuple[list[int], Plan]:
        if len(worlds) == 1:
            return [self._exact(worlds[0], score)], DoubleDummy()
        cashed = cashes(worlds, score)
        if cashed is not None:
            return [world.cap for world in worlds], cashed
        if worlds[0].position.to_move == YOU and not showing([world.position for world in worlds]):
            return self._own_node(worlds, score)
        return self._opponent_node(worlds, score)

    def _own_node(self, worlds: list[World], score: Score) -> tuple[list[int], Plan]:
        most = _total(worlds, [world.cap for world in worlds])
        width = self._width.at(len(worlds))
        best: tuple[list[int], Plan] | None = None
        options: list[tuple[float, Move, list[World]]] = []
        for move in _your_moves(worlds[0].position):
            capped = [world._replace(cap=self._exact_after(world, move, score)) for world in worlds]
            total = _total(worlds, [world.cap for world in capped])
            if total < most:
                options.append((total, move, capped))
                continue
            best = self._attempt(best, capped, move, score)
            width -= 1
            if _total(worlds, best[0]) == most or not width:
                return best
        for total, move, capped in sorted(options, key=lambda option: -option[0]):
            if not width or (best and _total(worlds, best[0]) >= total):
                break
            best = self._attempt(best, capped, move, score)
            width -= 1
        assert best is not None
        return best

    def _attempt(
        self, best: tuple[list[int], Plan] | None, worlds: list[World], move: Move, score: Score
    ) -> tuple[list[int], Plan]:
        values, plan = self._follow(worlds, move, score)
        if best and _total(worlds, values) <= _total(worlds, best[0]):
            return best
        return values, OwnNode(move, plan)

    def _follow(self, worlds: list[World], move: Move, score: Score) -> tuple[list[int], Plan]:
        """Make a move of yours in all worlds; the caps are what it is worth there."""
        values = [world.cap for world in worlds]
        gain, then, over = score.after(play_scored(worlds[0].position, move))
        left = [] if over else [i for i, world in enumerate(worlds) if world.cap > lower_bound(world.position, score)]
        if not left:
            return values, None
        after = [
            World(play_scored(worlds[i].position, move).position, worlds[i].cap - gain, worlds[i].weight) for i in left
        ]
        rest, plan = self._solve(after, then)
        for i, value in zip(left, rest, strict=True):
            values[i] = min(values[i], gain + value)
        return values, plan

    def _opponent_node(self, worlds: list[World], score: Score) -> tuple[list[int], Plan]:
        """They do in each world what is worst for you; worlds where the same is done look alike."""
        values, shows = [world.cap for world in worlds], showing([world.position for world in worlds])
        doing: dict[Move, list[int]] = {}
        for i, world in enumerate(worlds):
            if world.cap > lower_bound(world.position, score):
                for move in opponents_moves(world.position, shows=shows):
                    doing.setdefault(move, []).append(i)
        replies: dict[Move, Plan] = {}
        for move in sorted(doing, key=lambda m: _opponents_order(worlds[0].position, m)):
            left = [i for i in doing[move] if values[i] > lower_bound(worlds[i].position, score)]
            after = [opponent_does(worlds[i].position, move, shows=shows) for i in left]
            if not left:
                continue
            gain, then, over = score.after(after[0])
            if over:
                rest = [0] * len(left)
            else:
                group = [
                    World(a.position, values[i] - gain, worlds[i].weight) for i, a in zip(left, after, strict=True)
                ]
                rest, replies[move] = self._solve(group, then)
            for i, value in zip(left, rest, strict=True):
                values[i] = min(values[i], gain + value)
        return values, OpponentNode(replies, shows)

    def _exact(self, world: World, score: Score) -> int:
        return min(world.cap, self._engine.value(world.position, score.scored) - score.worth)

    def _exact_after(self, world: World, move: Move, score: Score) -> int:
        return min(world.cap, value_of(world.position, move, self._engine, score.scored) - score.worth)


def _total(worlds: Sequence[World], values: Sequence[int]) -> float:
    return sum(world.weight * value for world, value in zip(worlds, values, strict=True))


def cashes(worlds: Sequence[World], score: Score = PLAIN) -> Cash | None:
    """A plan that reaches the target with tiles that no tile of any world beats and a declaration, if there is one
    and no world is worth more than it brings. The opponent takes no trick meanwhile.
    """
    position = worlds[0].position
    rules, trump, hand = position.rules, position.trump, position.hands[YOU]
    if position.stage is not Stage.LEAD or position.leader != YOU or rules.at_target != "claim" or rules.false_claims:
        return None
    value = score.gain(((YOU, win_score(position, YOU)),))
    if position.card_points(OPPONENT) >= rules.target or any(world.cap > value for world in worlds):
        return None
    against = 0
    for world in worlds:
        against |= world.position.hands[OPPONENT]
    cheapest = sorted(tricks.points(rules, trump, t) for t in members(against))
    doubles = declarable(position, YOU) if largest_is_best(rules) else 0
    doubles = doubles if doubles.bit_count() >= 2 else 0
    tops = [
        t for t in members(hand) if not any(tricks.beats(rules, trump, t, r, phase_two=True) for r in members(against))
    ]
    tops.sort(key=lambda t: not doubles >> t & 1)  # doubles first, while they can still be declared
    taking = sum(tricks.points(rules, trump, t) for t in tops) + sum(cheapest[: len(tops)])
    total = position.points[YOU] + position.declared[YOU] + taking
    if doubles and (position.tricks[YOU] or taking):
        total += tricks.declaration_points(rules, doubles)
    return Cash(tuple(tops)) if (taking or doubles) and total >= rules.target else None


def lower_bound(position: Position, score: Score = PLAIN) -> int:
    """A bound on what you gain that no play of yours can fall below, once nothing is drawn any more."""
    rules, trump = position.rules, position.trump
    if rules.at_target == "points":
        return -ABOVE_ANY_VALUE
    closed, each, fail = position.closed, rules.at_target == "each-scores", 0
    if closed is not None and closed.by == YOU:
        fail = 3 if rules.failed_close == "no-trick-at-end" else failed_close(position)
    wins = win_score(position, OPPONENT)
    worst = fail + wins if each else max(fail, wins)
    if rules.seven_doubles and declarable(position, OPPONENT) == DOUBLES:
        worst = worst + rules.seven_doubles if each else max(worst, rules.seven_doubles)
    if rules.false_claims:
        worst = max(worst, 3)
    led = 0 if position.led is None else 1 << position.led
    mine, theirs = (hand | (led if player == position.leader else 0) for player, hand in enumerate(position.hands))
    if trump and rules.capture and theirs >> BINGO & 1 and mine >> double(trump) & 1:
        worst += rules.capture
    return score.gain(((OPPONENT, worst),))


def _your_moves(position: Position) -> Iterator[Move]:
    """Your moves, the cheapest tiles first; only the largest declaration where no other can be better."""
    if position.stage in (Stage.CLAIM, Stage.ANSWER):
        return iter((CLAIM, WAIT))
    order = tile_order(position.rules, position.trump)
    moves = list(legal_moves(position))
    doubles = declarable(position, YOU)
    largest = position.stage is Stage.LEAD and largest_is_best(position.rules) and doubles.bit_count() >= 2
    if largest and tricks.may_declare(position.rules, doubles.bit_count()):
        moves = [m for m in moves if m.declare in (0, doubles) and (m.declare or not doubles >> (m.lead or 0) & 1)]
    return iter(sorted(moves, key=lambda m: (m.declare != 0, -renumber(m.declare, order), m.claim, _number(m, order))))


def _opponents_order(position: Position, move: Move) -> tuple[bool, int, int]:
    order = tile_order(position.rules, position.trump)
    return not move.claim, renumber(move.declare, order), _number(move, order)


def _number(move: Move, order: tuple[int, ...]) -> int:
    return -1 if move.tile is None else order.index(move.tile)
