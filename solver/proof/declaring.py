"""Declarations along a line of leads: which doubles, and what they count. RULES.md section 4, restated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import YOU
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, Tile, is_double, members, text, text_mask


@dataclass(frozen=True, slots=True)
class LineLead:
    """A tile to lead, and the doubles declared with it (the led one among them)."""

    tile: Tile
    declare: Mask = 0

    def __str__(self) -> str:
        declared = f"declare {text_mask(self.declare)}, " if self.declare else ""
        return f"{declared}lead {text(self.tile)}"


def worth_of(rules: Rules, doubles: Mask) -> int:
    """Card points for declaring these doubles together."""
    bonus = rules.bingo_bonus if doubles & 1 << BINGO else 0
    return worth_of_some(rules, doubles.bit_count()) + bonus if doubles else 0


def worth_of_some(rules: Rules, count: int) -> int:
    """The same for so many doubles without the Bingo."""
    table = rules.declaration_points
    return table[min(count, len(table) + 1) - 2]


def most_together(rules: Rules) -> int:
    """How many doubles may be declared at once; all seven are left aside where they end the deal."""
    return min(len(rules.declaration_points) + 1, 6 if rules.seven_doubles else 7)


def declaring_all(known: InformationSet, tiles: Iterable[Tile]) -> tuple[LineLead, ...]:
    """These leads, with all doubles declared as soon as one of them is led."""
    hand, used = known.own, known.shown_by[YOU]
    leads = []
    for t in tiles:
        declare = largest(known.rules, hand, used, t)
        used |= declare
        hand &= ~(1 << t)
        leads.append(LineLead(t, declare))
    return tuple(leads)


def largest(rules: Rules, hand: Mask, used: Mask, t: Tile) -> Mask:
    """The most doubles that may be declared by leading ``t``; under some rules by having won with it."""
    free = hand & DOUBLES if rules.redeclare else hand & DOUBLES & ~used
    if not is_double(t) or not free >> t & 1:
        return 0
    chosen = 1 << t
    for other in members(free & ~chosen):  # the Bingo first
        if chosen.bit_count() < most_together(rules):
            chosen |= 1 << other
    return chosen if chosen.bit_count() >= 2 else 0
