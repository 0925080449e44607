"""The rules of tricks once more, in numbers for the models; where every tile may lie, which all models share; and how a
model is run: one worker and a fixed seed, so that the same question has the same answer, and a limit of time.

Written from RULES.md sections 1, 3 and 9 and the fields of the rules alone. The predicates of the game
(``solver.game.tricks``) are left aside on purpose, so that a slip in either shows as a disagreement.
"""

from __future__ import annotations

import _thread
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from ortools.sat.python import cp_model

from bingo.solver.game import OPPONENT, YOU, InformationSet, Rules
from bingo.solver.game.tiles import ALL, BINGO, ENDS, Mask, Tile, double, mask, members, tile

#: The two tiles that count 10 whatever is trumps.
TEN_POINT_TILES = (tile(6, 4), tile(3, 0))
#: The duty of a tile that may be played only when nothing else has to be.
LAST_DUTY = 100


@lru_cache(maxsize=1 << 14)
def worth(rules: Rules, trump: int, tile: Tile) -> int:
    high, low = ENDS[tile]
    if rules.tile_points == "simplified":
        if high == low:
            return high + low if high == trump else 3
        return {high: low, low: high}.get(trump, 0)
    if tile == double(trump):
        return 28
    if trump in (high, low) or high == low:
        return (high or 7) + (low or 7)
    return 10 if tile in TEN_POINT_TILES else 0


@lru_cache(maxsize=1 << 15)
def wins(rules: Rules, trump: int, lead: Tile, reply: Tile, *, phase_two: bool = True) -> bool:
    """Whether the reply takes the trick: it has to be stronger than the lead, which wins a tie."""
    lead_strength, reply_strength = (_strength(rules, trump, lead, t, phase_two) for t in (lead, reply))
    return reply_strength > lead_strength


def _strength(rules: Rules, trump: int, lead: Tile, tile: Tile, phase_two: bool) -> int:
    """How strong a tile is in a trick with this lead: the Bingo, then trumps, then by the rule for plain tricks."""
    if tile == BINGO:
        return 300
    if trump in ENDS[tile]:
        return 200 + height(rules, tile, trump)
    plain_rule = rules.plain_trick
    if plain_rule == "heavier":
        return 100 + sum(_end(rules, end) for end in ENDS[tile])
    if plain_rule == "heavier-if-matching":
        return 100 + sum(_end(rules, end) for end in ENDS[tile]) if _share_end(tile, lead) else 0
    if plain_rule == "either-end" or (plain_rule == "either-end-in-phase-two" and phase_two):
        height_gains = [height(rules, tile, end) - height(rules, lead, end) for end in ENDS[lead] if end in ENDS[tile]]
        return 100 + max(height_gains) if height_gains else 0
    suit = _suit_led(rules, lead)
    return 100 + height(rules, tile, suit) if suit in ENDS[tile] else 0


@lru_cache(maxsize=1 << 15)
def duty(rules: Rules, trump: int, lead: Tile, reply: Tile) -> int:
    """Phase two: a tile may be played only if none of lower duty is held."""
    step = _trump_step(rules, trump, lead, reply) if trump in ENDS[lead] else _plain_step(rules, trump, lead, reply)
    if step is None:
        return LAST_DUTY
    return 2 * step + (rules.must_beat and not wins(rules, trump, lead, reply))


def _trump_step(rules: Rules, trump: int, lead: Tile, reply: Tile) -> int | None:
    if trump in ENDS[reply] or (rules.follow == "any-end" and _share_end(reply, lead)):
        return 0
    return 1 if reply == BINGO and rules.bingo_on_trumps else None


def _plain_step(rules: Rules, trump: int, lead: Tile, reply: Tile) -> int | None:
    is_trump = trump in ENDS[reply]
    if rules.trump_follows or not is_trump:
        if _suit_led(rules, lead) in ENDS[reply] or (rules.follow == "any-end" and _share_end(reply, lead)):
            return 0
        if rules.follow == "lower-end-next" and _share_end(reply, lead):
            return 1
    if rules.void != "anything" and is_trump:
        return 2
    if rules.void != "anything" and reply == BINGO:
        return 2 if rules.void == "trump-or-bingo" else 3
    return None


def _suit_led(rules: Rules, lead: Tile) -> int:
    high, low = ENDS[lead]
    return high if _end(rules, high) >= _end(rules, low) else low


def _end(rules: Rules, end: int) -> int:
    return rules.blank_rank if end == 0 else end


def height(rules: Rules, tile: Tile, suit: int) -> int:
    """Where a tile stands within a suit that it shows: by its other end, a double on top or by its pips."""
    other_end = ENDS[tile][0] + ENDS[tile][1] - suit
    if other_end == suit and rules.double_rank == "high":
        return 10
    return _end(rules, other_end)


def _share_end(first: Tile, second: Tile) -> bool:
    return bool(set(ENDS[first]) & set(ENDS[second]))


BoolVar = cp_model.IntVar
Linear = cp_model.LinearExpr | int
Places = dict[Tile, BoolVar]


def total(terms: Iterable[Linear]) -> cp_model.LinearExpr:
    """The sum of variables, expressions and numbers, always an expression."""
    return cp_model.LinearExpr.sum(list(terms))


@dataclass(frozen=True, slots=True)
class DealModel:
    """The variables of a deal that fits what is seen: which tiles the opponent holds, which lie in whose tricks.

    A tile that is in neither is in the boneyard. ``taken`` is empty where no trick hides a tile that matters.
    """

    model: cp_model.CpModel
    known: InformationSet
    held: Places
    taken: tuple[Places, Places]

    def points(self, player: int) -> cp_model.LinearExpr:
        """Card points in a player's tricks, declared ones left out."""
        known_points = self.known.taken[player].points
        if known_points is not None:
            return total([known_points])
        return total(self.worth(t) * in_trick for t, in_trick in self.taken[player].items())

    def worth(self, tile: Tile) -> int:
        return worth(self.known.rules, self.known.trump, tile)

    def wins(self, lead: Tile, reply: Tile) -> bool:
        """In phase two, as :func:`wins`."""
        return wins(self.known.rules, self.known.trump, lead, reply)

    def duty(self, lead: Tile, reply: Tile) -> int:
        return duty(self.known.rules, self.known.trump, lead, reply)

    def layout(self, solver: cp_model.CpSolver) -> tuple[Mask, Mask, Mask]:
        """What a model found: the opponent's hand, the tiles in your tricks and in theirs."""
        hand, your_tricks, their_tricks = (
            mask(t for t, lies_here in places.items() if solver.value(lies_here)) for places in (self.held, *self.taken)
        )
        return hand, your_tricks, their_tricks


def deal_of(view: InformationSet) -> DealModel:
    model = cp_model.CpModel()
    placeable_tiles = list(members(ALL & ~view.hand & ~view.on_table))
    held_vars = {t: model.new_bool_var(f"opponent holds {t}") for t in members(view.unseen | (view.opponent_hand or 0))}
    # Tricks may hide tiles that they may hold, or card points.
    may_hide = view.is_partly_remembered or view.unknown_gone_count > 0
    your_trick_vars, their_trick_vars = (
        {t: model.new_bool_var(f"{t} in tricks of {player}") for t in placeable_tiles} if may_hide else {}
        for player in (YOU, OPPONENT)
    )
    taken = (your_trick_vars, their_trick_vars)
    # A tile lies in one place.
    for t in held_vars | your_trick_vars:
        model.add_at_most_one(places[t] for places in (held_vars, *taken) if t in places)
    model.add(total(held_vars.values()) == view.hidden)
    # The opponent still holds a double shown before, unless it is in a trick that nobody remembers; and what was seen.
    for t in members(view.shown_by[OPPONENT] & view.unseen):
        model.add_bool_or([held_vars[t], *(places[t] for places in taken if view.is_partly_remembered and t in places)])
    for t in members((view.opponent_hand or 0) | view.seen):
        model.add(held_vars[t] == 1)
    if your_trick_vars:
        _tricks(view, model, taken)
    return DealModel(model, view, held_vars, taken)


def _tricks(view: InformationSet, model: cp_model.CpModel, taken: tuple[Places, Places]) -> None:
    """Two tiles lie in each trick: those that are remembered, those that are gone, and such as count what is known."""
    for trick_count, trick_vars in zip(view.tricks, taken, strict=True):
        model.add(total(trick_vars.values()) == 2 * trick_count)
    for side, trick_vars in zip(view.taken, taken, strict=True):
        for t in members(side.tiles):
            model.add(trick_vars[t] == 1)
    for t in members(view.played):
        model.add_exactly_one(trick_vars[t] for trick_vars in taken)
    for side, trick_vars in zip(view.taken, taken, strict=True):
        if side.points is not None:
            points_term = total(worth(view.rules, view.trump, t) * in_trick for t, in_trick in trick_vars.items())
            model.add(points_term == side.points)


# --- running a model ---------------------------------------------------------------------------------


class OutOfTime(Exception):
    """Time was up before anything could be said."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When the time for a proof is up; ``on_wait`` is called now and then until it is, and may raise to end it."""

    limit: float
    on_wait: Callable[[], object] | None = None
    start: float = field(default_factory=time.monotonic)

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.start

    @property
    def remaining(self) -> float:
        return max(self.limit - self.elapsed, 0.0)

    def part(self, part_seconds: float) -> Clock:
        """A clock for a part of the work, that starts now and never outlasts this one."""
        return Clock(min(part_seconds, self.remaining), self.on_wait)


def solve(model: cp_model.CpModel, clock: Clock, *, linearization: int = 1) -> tuple[cp_model.CpSolver, int]:
    """Solve within the time, and say how it ended: ``OPTIMAL``, ``FEASIBLE`` (not proved), ``INFEASIBLE``.

    ``linearization`` is how much of the model the linear relaxation sees, 0 to 2.

    Raises:
        OutOfTime: there is neither an answer nor a proof that there is none.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.linearization_level = linearization
    solver.parameters.max_time_in_seconds = max(clock.remaining, 1e-3)
    solver.parameters.catch_sigint_signal = False  # Ctrl-C is Python's: _run ends the search
    status = _run(solver, model, clock)
    assert status != cp_model.MODEL_INVALID, model.validate()
    if status == cp_model.UNKNOWN:
        raise OutOfTime
    return solver, status


def _run(solver: cp_model.CpSolver, model: cp_model.CpModel, clock: Clock) -> int:
    """Solve in a thread of its own, so that Ctrl-C, of which only the main thread hears, can end the search.

    The two threads share one lock of the interpreter's own. A ``threading.Event`` or a future would not do: they take
    their locks in Python, and a Ctrl-C between the taking and the ``with`` leaves them taken for ever.
    """
    end_lock, search_results = _thread.allocate_lock(), list[int | BaseException]()
    end_lock.acquire()

    def search() -> None:
        try:
            search_results.append(int(solver.solve(model)))
        except BaseException as error:  # the thread that waits raises it
            search_results.append(error)
        end_lock.release()

    _thread.start_new_thread(search, ())
    try:
        while not end_lock.acquire(timeout=0.05):  # in pieces: on Windows nothing else lets Ctrl-C through
            if clock.on_wait is not None:
                clock.on_wait()
    except BaseException:
        while not search_results:
            solver.stop_search()  # again and again: the solver may not have got so far that it can be stopped
            time.sleep(0.02)
        raise
    if isinstance(search_results[0], BaseException):
        raise search_results[0]
    return search_results[0]
