"""A line of leads, with its declarations: the least it can take, whatever the opponent holds and however they reply.

The line is led as long as every trick of it is won. Once one is lost the opponent leads, and the rest is counted at
its worst: nothing more is taken. Declarations are those of RULES.md section 4, restated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import YOU
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, Tile, is_double, members, text, text_mask
from bingo.solver.proof.deal import (
    Clock,
    Deal,
    Layout,
    Linear,
    Places,
    Truth,
    deal_of,
    duty,
    layout,
    solve,
    total,
    wins,
    worth,
)


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


def most_declarable(rules: Rules) -> int:
    """How many doubles may be declared at once; all seven are left aside where they end the deal."""
    return min(len(rules.declaration_points) + 1, 6 if rules.seven_doubles else 7)


def largest(rules: Rules, hand: Mask, used: Mask, t: Tile) -> Mask:
    """The most doubles that may be declared by leading ``t``; under some rules by having won with it."""
    free = hand & DOUBLES if rules.redeclare else hand & DOUBLES & ~used
    if not is_double(t) or not free >> t & 1:
        return 0
    chosen = 1 << t
    for other in members(free & ~chosen):  # the Bingo first
        if chosen.bit_count() < most_declarable(rules):
            chosen |= 1 << other
    return chosen if chosen.bit_count() >= 2 else 0


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst that can happen to a line: the hand, the replies up to the trick that is lost, the card points.

    ``points`` is proved to be the least, unless ``proved`` is less: then the truth lies between the two.
    """

    points: int
    proved: int
    layout: Layout
    replies: tuple[Tile, ...]
    lost: bool


@dataclass(frozen=True, slots=True)
class LineModel:
    """The variables of a line: ``alive[n]`` if the first n tricks are won; the reply to each lead."""

    deal: Deal
    leads: tuple[LineLead, ...]
    alive: tuple[Truth, ...]
    replies: tuple[Places, ...]


def least_points(
    known: InformationSet, leads: Sequence[LineLead], clock: Clock, *, lost_at: int | None = None
) -> Worst | None:
    """The least that a line takes. With ``lost_at`` n only what loses just the n-th trick (from 0) is looked at; with
    n the length of the line, only what loses none. None if there is no such thing.

    Raises:
        Unfinished: time was up.
    """
    line = line_model(known, leads)
    if lost_at is not None:
        for n, alive in enumerate(line.alive):
            line.deal.model.add(alive == (n <= lost_at))
    points = card_points(line)
    line.deal.model.minimize(points)
    solver, status = solve(line.deal.model, clock)
    if status == cp_model.INFEASIBLE:
        return None
    replies = tuple(t for n in line.replies for t, played in n.items() if solver.value(played))
    return Worst(
        points=round(solver.objective_value),
        proved=round(solver.best_objective_bound + 0.499),
        layout=layout(line.deal, solver),
        replies=replies,
        lost=not solver.value(line.alive[-1]),
    )


def line_model(known: InformationSet, leads: Sequence[LineLead]) -> LineModel:
    """The model of a line."""
    deal = deal_of(known)
    model = deal.model
    alive = tuple(model.new_bool_var(f"{n} tricks won") for n in range(len(leads) + 1))
    replies = tuple(
        {t: model.new_bool_var(f"reply {t} in trick {n}") for t in deal.held if t != lead.tile}
        for n, lead in enumerate(leads)
    )
    line = LineModel(deal, tuple(leads), alive, replies)
    one_reply_to_each_lead(line)
    replies_come_from_the_hand(line)
    replies_do_their_duty(line)
    lead_is_kept_by_winning(line)
    return line


# --- families of constraints -------------------------------------------------------------------------


def one_reply_to_each_lead(line: LineModel) -> None:
    """A tile is played to each lead that is made, none after a trick is lost."""
    model = line.deal.model
    model.add(line.alive[0] == 1)
    for alive, replies in zip(line.alive, line.replies, strict=False):
        model.add(total(replies.values()) == alive)


def replies_come_from_the_hand(line: LineModel) -> None:
    """A tile is played once, by a player who holds it."""
    for t, held in line.deal.held.items():
        line.deal.model.add(total(replies[t] for replies in line.replies if t in replies) <= held)


def replies_do_their_duty(line: LineModel) -> None:
    """While any tile of lower duty is still held, no other may be played."""
    known, model = line.deal.known, line.deal.model
    for n, (lead, replies) in enumerate(zip(line.leads, line.replies, strict=True)):
        duties = {t: duty(known.rules, known.trump, lead.tile, t) for t in replies}
        for step in sorted(set(duties.values()))[1:]:
            shirked = model.new_bool_var(f"duties below {step} not done in trick {n}")
            model.add(total(played for t, played in replies.items() if duties[t] == step) == shirked)
            held = total(still_held(line, t, n) for t in replies if duties[t] < step)
            model.add(held == 0).only_enforce_if(shirked)


def still_held(line: LineModel, t: Tile, n: int) -> Linear:
    """Whether the opponent holds this tile when the n-th lead is made."""
    return line.deal.held[t] - total(replies[t] for replies in line.replies[:n] if t in replies)


def lead_is_kept_by_winning(line: LineModel) -> None:
    """The next lead is made only if the reply does not win."""
    known = line.deal.known
    for n, (lead, replies) in enumerate(zip(line.leads, line.replies, strict=True)):
        kept = [p for t, p in replies.items() if not wins(known.rules, known.trump, lead.tile, t)]
        line.deal.model.add(total(kept) == line.alive[n + 1])


# --- what it takes -----------------------------------------------------------------------------------


def card_points(line: LineModel) -> Linear:
    """Your card points when the line is through or its first trick lost."""
    known, leads = line.deal.known, line.leads
    rules, trump = known.rules, known.trump
    has_trick: Linear = line.alive[1] if leads and not known.tricks[YOU] else min(known.tricks[YOU], 1)
    at_once = rules.declare == "leading" and rules.declaration_counts == "once-a-trick-is-won"
    terms: list[Linear] = [line.deal.points(YOU), known.declared[YOU] * has_trick]
    for n, (lead, replies) in enumerate(zip(leads, line.replies, strict=True)):
        won = line.alive[n + 1]
        terms.append(worth(rules, trump, lead.tile) * won)
        terms += [worth(rules, trump, t) * p for t, p in replies.items() if not wins(rules, trump, lead.tile, t)]
        counts = (line.alive[n] if n else has_trick) if at_once else won
        terms.append(worth_of(rules, lead.declare) * counts)
        if not known.open and known.closed is None and known.own.bit_count() == n + 1:
            terms.append(rules.last_trick * won)
    if known.led is not None and known.leader == YOU and known.pending:
        terms.append(known.pending * line.alive[1])
    return total(terms)
