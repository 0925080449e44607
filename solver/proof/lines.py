"""A line of leads: the least it can take, whatever the opponent holds and however they reply.

The line is led as long as every trick of it is won. Once one is lost the opponent leads, and the rest is counted at
its worst: nothing more is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import YOU
from bingo.solver.game.tiles import Tile
from bingo.solver.proof.deal import Deal, Layout, Linear, Places, Truth, deal_of, layout, total
from bingo.solver.proof.declaring import Lead, worth_of
from bingo.solver.proof.solving import Clock, solve
from bingo.solver.proof.trick_rules import duty, wins, worth


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
class Walk:
    """The variables of a line: ``alive[n]`` if the first n tricks are won; the reply to each lead."""

    deal: Deal
    leads: tuple[Lead, ...]
    alive: tuple[Truth, ...]
    replies: tuple[Places, ...]


def worst(facts: InformationSet, leads: Sequence[Lead], clock: Clock, *, lost_at: int | None = None) -> Worst | None:
    """The least that a line takes. With ``lost_at`` n only what loses just the n-th trick (from 0) is looked at; with
    n the length of the line, only what loses none. None if there is no such thing.

    Raises:
        Unfinished: time was up.
    """
    walk = walk_of(facts, leads)
    if lost_at is not None:
        for n, alive in enumerate(walk.alive):
            walk.deal.model.add(alive == (n <= lost_at))
    points = card_points(walk)
    walk.deal.model.minimize(points)
    solver, status = solve(walk.deal.model, clock)
    if status == cp_model.INFEASIBLE:
        return None
    replies = tuple(t for n in walk.replies for t, played in n.items() if solver.value(played))
    return Worst(
        points=round(solver.objective_value),
        proved=round(solver.best_objective_bound + 0.499),
        layout=layout(walk.deal, solver),
        replies=replies,
        lost=not solver.value(walk.alive[-1]),
    )


def walk_of(facts: InformationSet, leads: Sequence[Lead]) -> Walk:
    """The model of a line."""
    deal = deal_of(facts)
    model = deal.model
    alive = tuple(model.new_bool_var(f"{n} tricks won") for n in range(len(leads) + 1))
    replies = tuple(
        {t: model.new_bool_var(f"reply {t} in trick {n}") for t in deal.held if t != lead.tile}
        for n, lead in enumerate(leads)
    )
    walk = Walk(deal, tuple(leads), alive, replies)
    one_reply_to_each_lead(walk)
    replies_come_from_the_hand(walk)
    replies_do_their_duty(walk)
    lead_is_kept_by_winning(walk)
    return walk


# --- families of constraints -------------------------------------------------------------------------


def one_reply_to_each_lead(walk: Walk) -> None:
    """A tile is played to each lead that is made, none after a trick is lost."""
    model = walk.deal.model
    model.add(walk.alive[0] == 1)
    for alive, replies in zip(walk.alive, walk.replies, strict=False):
        model.add(total(replies.values()) == alive)


def replies_come_from_the_hand(walk: Walk) -> None:
    """A tile is played once, by a player who holds it."""
    for t, held in walk.deal.held.items():
        walk.deal.model.add(total(replies[t] for replies in walk.replies if t in replies) <= held)


def replies_do_their_duty(walk: Walk) -> None:
    """While any tile of lower duty is still held, no other may be played."""
    facts, model = walk.deal.facts, walk.deal.model
    for n, (lead, replies) in enumerate(zip(walk.leads, walk.replies, strict=True)):
        duties = {t: duty(facts.rules, facts.trump, lead.tile, t) for t in replies}
        for step in sorted(set(duties.values()))[1:]:
            shirked = model.new_bool_var(f"duties below {step} not done in trick {n}")
            model.add(total(played for t, played in replies.items() if duties[t] == step) == shirked)
            held = total(still_held(walk, t, n) for t in replies if duties[t] < step)
            model.add(held == 0).only_enforce_if(shirked)


def still_held(walk: Walk, t: Tile, n: int) -> Linear:
    """Whether the opponent holds this tile when the n-th lead is made."""
    return walk.deal.held[t] - total(replies[t] for replies in walk.replies[:n] if t in replies)


def lead_is_kept_by_winning(walk: Walk) -> None:
    """The next lead is made only if the reply does not win."""
    facts = walk.deal.facts
    for n, (lead, replies) in enumerate(zip(walk.leads, walk.replies, strict=True)):
        kept = [p for t, p in replies.items() if not wins(facts.rules, facts.trump, lead.tile, t)]
        walk.deal.model.add(total(kept) == walk.alive[n + 1])


# --- what it takes -----------------------------------------------------------------------------------


def card_points(walk: Walk) -> Linear:
    """Your card points when the line is through or its first trick lost."""
    facts, leads = walk.deal.facts, walk.leads
    rules, trump = facts.rules, facts.trump
    has_trick: Linear = walk.alive[1] if leads and not facts.tricks[YOU] else min(facts.tricks[YOU], 1)
    at_once = rules.declare == "leading" and rules.declaration_counts == "once-a-trick-is-won"
    terms: list[Linear] = [walk.deal.points(YOU), facts.declared[YOU] * has_trick]
    for n, (lead, replies) in enumerate(zip(leads, walk.replies, strict=True)):
        won = walk.alive[n + 1]
        terms.append(worth(rules, trump, lead.tile) * won)
        terms += [worth(rules, trump, t) * p for t, p in replies.items() if not wins(rules, trump, lead.tile, t)]
        counts = (walk.alive[n] if n else has_trick) if at_once else won
        terms.append(worth_of(rules, lead.declare) * counts)
        if not facts.open and facts.closed is None and facts.own.bit_count() == n + 1:
            terms.append(rules.last_trick * won)
    if facts.led is not None and facts.leader == YOU and facts.pending:
        terms.append(facts.pending * walk.alive[1])
    return total(terms)
