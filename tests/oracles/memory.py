"""Tricks that are partly remembered, arrangement by arrangement: what fits all that is written, from the rules alone.

An arrangement is a way in which the tiles that are not remembered lie in the tricks of both. It fits if somebody can
have led and won every trick so, and declared what was declared: each declaration was led (or, after winning, had won)
with a double of its own, its doubles were in that hand then, and those still held are the ones shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product

from bingo.solver.game import tricks
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ALL, DOUBLES, Mask, Tile, mask, members

Trick = tuple[Tile, ...]
Side = tuple[Trick, ...]
Sides = tuple[Side, Side]
#: A double that can have made a declaration, and whether that counts.
Maker = tuple[Tile, bool]
#: The double that made it, all its doubles, and the card points it brought.
Declaration = tuple[Tile, Mask, int]


def bounds(view: InformationSet) -> tuple[int, int] | None:
    """The least and the most card points of yours that fit; None if nothing does."""
    pool = ALL & ~view.hand & ~view.on_table & ~(view.other or 0)
    by_points: dict[int, list[Side]] = {}
    for yours in _filled(view, YOU, pool & ~mask(_tiles(view.taken[OPPONENT].known))):
        points = _worth(view, yours) + (view.declared[YOU] if yours else 0)
        by_points.setdefault(points, []).append(yours)

    def fits(points: int) -> bool:
        return any(
            _fits(view, (yours, theirs))
            for yours in by_points[points]
            for theirs in _filled(view, OPPONENT, pool & ~mask(_tiles(yours)))
        )

    least = next((points for points in sorted(by_points) if fits(points)), None)
    if least is None:
        return None
    return least, next(points for points in sorted(by_points, reverse=True) if fits(points))


def _tiles(side: Sequence[Trick]) -> list[Tile]:
    return [t for trick in side for t in trick]


def _worth(view: InformationSet, side: Sequence[Trick]) -> int:
    return sum(tricks.points(view.rules, view.trump, t) for t in _tiles(side))


def _filled(view: InformationSet, player: int, pool: Mask) -> Iterator[Side]:
    """Every way in which the tricks of a player may be filled from the pool."""
    taken, others = view.taken[player], view.taken[1 - player].somewhere

    def fill(done: Side, left: Sequence[Trick], pool: Mask) -> Iterator[Side]:
        if not left:
            yield done
            return
        trick, *rest = left
        for more in combinations(members(pool), 2 - len(trick)):
            whole = (*trick, *more)
            if trick or not done or len(done) == remembered or whole > done[-1]:  # the order of others tells nothing
                yield from fill((*done, whole), rest, pool & ~mask(more))

    known = sorted(taken.known, key=len, reverse=True)
    remembered = sum(bool(trick) for trick in known)
    for side in fill((), known, pool & ~others & ~mask(_tiles(known))):
        if not taken.somewhere & ~mask(_tiles(side)) and taken.points in (None, _worth(view, side)):
            yield side


def _fits(view: InformationSet, sides: Sides) -> bool:
    """Whether the tricks can have come about so, with what was declared and what there was at the close."""
    gone = mask(_tiles(sides[YOU]) + _tiles(sides[OPPONENT]))
    on_table = 0 if view.led is None else 1 << view.led
    theirs = view.shown_by[OPPONENT] & ~gone & ~on_table
    if view.played & ~gone or theirs & view.on_table or theirs & view.hand or theirs.bit_count() > view.hidden:
        return False
    if view.other is not None and theirs & ~view.other:
        return False
    if view.rules.at_target == "first-ends" and any(
        _worth(view, side) + (view.declared[p] if side else 0) >= view.rules.target for p, side in enumerate(sides)
    ):
        return False
    held = (view.shown_by[YOU] & view.hand, theirs)
    telling = [(winner, trick) for winner, side in enumerate(sides) for trick in side if mask(trick) & DOUBLES]
    return any(_declared(view, sides, held, roles) for roles in product(*(_roles(view, *trick) for trick in telling)))


@lru_cache(maxsize=1 << 16)
def _beats(rules: Rules, trump: int, lead: Tile, reply: Tile, two: bool) -> bool:
    return tricks.beats(rules, trump, lead, reply, phase_two=two)


def _roles(view: InformationSet, winner: int, trick: Trick) -> list[tuple[int, int, Tile, Tile]]:
    """Who can have led a trick that this player won, with which tile: winner, leader, lead, reply."""
    found = []
    for lead, reply in permutations(trick):
        beaten = {_beats(view.rules, view.trump, lead, reply, two) for two in {False, not view.open}}
        found += [(winner, leader, lead, reply) for leader in (YOU, OPPONENT) if (leader != winner) in beaten]
    return found


def _declared(
    view: InformationSet, sides: Sides, held: tuple[Mask, Mask], roles: Sequence[tuple[int, int, Tile, Tile]]
) -> bool:
    """Whether both can have declared what they did, if the tricks were led and won so."""
    rules, every = view.rules, []
    leading = rules.declare == "leading"
    for player in (YOU, OPPONENT):
        own = [(winner, lead if leader == player else reply, leader) for winner, leader, lead, reply in roles]
        if leading:
            at_once = rules.declaration_counts == "once-a-trick-is-won"
            makers = [(t, at_once or winner == player) for winner, t, leader in own if leader == player]
            makers += [(view.led, at_once)] if view.led is not None and view.leader == player else []
        else:
            makers = [(t, True) for winner, t, _ in own if winner == player]
        makers = [(t, counts) for t, counts in makers if DOUBLES >> t & 1]
        played = mask(t for _, t, _ in own) | (1 << view.led if view.led is not None and view.leader == player else 0)
        every.append(
            _ways(
                rules,
                tuple(sorted(makers)),
                (held[player] | played) & DOUBLES,
                held[player] | view.shown_by[player],
                view.declared[player],
            )
        )
    first_leads = (YOU, OPPONENT) if sum(view.tricks) else (view.leader,)
    return any(
        _closes(view, sides, ways)
        for ways in product(*every)
        if not leading or any(_has_leads(view, first, ways) for first in first_leads)
    )


def _has_leads(view: InformationSet, first: int, ways: Sequence[Sequence[Declaration]]) -> bool:
    """Whether both had as many leads as they made declarations with, if this player led first."""
    for player, way in enumerate(ways):
        leads = (view.tricks[player] + (player == first) - (player == view.leader)) if sum(view.tricks) else 0
        if sum(t != view.led for t, _, _ in way) > leads:
            return False
    return True


@lru_cache(maxsize=1 << 16)
def _ways(
    rules: Rules, makers: tuple[Maker, ...], available: Mask, must: Mask, points: int
) -> tuple[tuple[Declaration, ...], ...]:
    """Every list of declarations by these doubles that brings so many points and shows all that were shown."""
    if not points and not must:
        return ((),)
    ways: list[tuple[Declaration, ...]] = []

    def declare(done: tuple[Declaration, ...], left: Sequence[Maker], hand: Mask, missing: int) -> None:
        if not missing and not must & ~mask(t for _, doubles, _ in done for t in members(doubles)):
            ways.append(done)
        for n, (maker, counts) in enumerate(left):
            later = [*left[:n], *left[n + 1 :]] if rules.redeclare else left[n + 1 :]
            others = hand & ~(1 << maker)
            part = int(others) if hand >> maker & 1 else 0
            while part:
                doubles = part | 1 << maker
                brings = tricks.declaration_points(rules, doubles) if _may(rules, doubles.bit_count()) else -1
                if counts and 0 <= brings <= missing:
                    rest = others if rules.redeclare else hand & ~doubles
                    declare((*done, (maker, doubles, brings)), later, rest, missing - brings)
                elif not counts and brings >= 0:
                    rest = others if rules.redeclare else hand & ~doubles
                    declare((*done, (maker, doubles, 0)), later, rest, missing)
                part = (part - 1) & int(others)

    declare((), makers, available, points)
    return tuple(ways)


def _may(rules: Rules, count: int) -> bool:
    return tricks.may_declare(rules, count) and not (count == 7 and rules.seven_doubles)


def _closes(view: InformationSet, sides: Sides, ways: Sequence[Sequence[Declaration]]) -> bool:
    """Whether the closer's opponent can have had at the close what is written: in so many of their tricks, with what
    they had declared by then. What was declared later had not been played by then.
    """
    if view.closed is None:
        return True
    other = 1 - view.closed.by
    side, lost = sides[other], mask(_tiles(sides[1 - other]))
    if view.closed.tricks == 0:
        return view.closed.points == 0
    for chosen in combinations(side, view.closed.tricks):
        tiles = mask(_tiles(chosen))
        points = {0}
        for maker, doubles, brings in ways[other]:
            early = (tiles | lost) >> maker & 1
            late = not doubles & tiles
            points = {p + brings for p in points if early} | {p for p in points if late}
        if view.closed.points - _worth(view, chosen) in points:
            return True
    return False
