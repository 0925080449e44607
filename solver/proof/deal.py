"""Where every tile may lie: the part that all models share, one function for each family of constraints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ortools.sat.python import cp_model

from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.tiles import ALL, Mask, Tile, mask, members
from bingo.solver.proof.trick_rules import worth

Truth = cp_model.IntVar
Linear = cp_model.LinearExpr | int
Places = dict[Tile, Truth]


def total(terms: Iterable[Linear]) -> cp_model.LinearExpr:
    """The sum of variables, expressions and numbers, always an expression."""
    return cp_model.LinearExpr.sum(list(terms))


@dataclass(frozen=True, slots=True)
class Deal:
    """The variables of a deal that fits what is seen: which tiles the opponent holds, which lie in whose tricks.

    A tile that is in neither is in the boneyard. ``taken`` is empty where no trick hides a tile that matters.
    """

    model: cp_model.CpModel
    known: InformationSet
    held: Places
    taken: tuple[Places, Places]

    def points(self, player: int) -> cp_model.LinearExpr:
        """Card points in a player's tricks, declared ones left out."""
        points = self.known.taken[player].points
        if points is not None:
            return total([points])
        return total(worth(self.known.rules, self.known.trump, t) * there for t, there in self.taken[player].items())


@dataclass(frozen=True, slots=True)
class Layout:
    """A deal that a model found: the opponent's hand, and the tiles in the tricks of both sides."""

    hand: Mask
    taken: tuple[Mask, Mask]


def deal_of(known: InformationSet) -> Deal:
    """A model of every deal that fits."""
    model = cp_model.CpModel()
    pool = list(members(ALL & ~known.hand & ~known.aside))
    held = {t: model.new_bool_var(f"opponent holds {t}") for t in members(known.unseen | (known.other or 0))}
    hiding = (
        known.recalled or known.unknown_gone > 0
    )  # tricks may hide tiles that the opponent may hold, or card points
    yours, theirs = (
        {t: model.new_bool_var(f"{t} in tricks of {player}") for t in pool} if hiding else {}
        for player in (YOU, OPPONENT)
    )
    deal = Deal(model, known, held, (yours, theirs))
    one_place_each(deal)
    hand_size(deal)
    shown_doubles(deal)
    known_hand(deal)
    if yours:
        trick_sizes(deal)
        known_tricks(deal)
        tiles_gone(deal)
        points_in_tricks(deal)
    return deal


def layout(deal: Deal, solver: cp_model.CpSolver) -> Layout:
    """What the solver found."""
    yours, theirs = (mask(t for t, there in taken.items() if solver.value(there)) for taken in deal.taken)
    return Layout(mask(t for t, held in deal.held.items() if solver.value(held)), (yours, theirs))


# --- families of constraints -------------------------------------------------------------------------


def one_place_each(deal: Deal) -> None:
    """A tile is in one place only."""
    places: dict[Tile, list[Truth]] = {}
    for place in (deal.held, *deal.taken):
        for t, there in place.items():
            places.setdefault(t, []).append(there)
    for here in places.values():
        deal.model.add_at_most_one(here)


def hand_size(deal: Deal) -> None:
    """The opponent holds as many tiles as they must."""
    deal.model.add(total(deal.held.values()) == deal.known.hidden)


def shown_doubles(deal: Deal) -> None:
    """The opponent still holds a double shown before, unless it lies in a trick that nobody remembers."""
    for t in members(deal.known.shown_by[OPPONENT] & deal.known.unseen):
        elsewhere = [] if not deal.known.recalled else [taken[t] for taken in deal.taken if t in taken]
        deal.model.add_bool_or([deal.held[t], *elsewhere])


def known_hand(deal: Deal) -> None:
    """Where the opponent's hand is known, it is that."""
    if deal.known.other is not None:
        for t in members(deal.known.other):
            deal.model.add(deal.held[t] == 1)


def trick_sizes(deal: Deal) -> None:
    """Two tiles lie in each trick."""
    for count, taken in zip(deal.known.tricks, deal.taken, strict=True):
        deal.model.add(total(taken.values()) == 2 * count)


def known_tricks(deal: Deal) -> None:
    """What is remembered of a player's tricks lies in them; of a trick known whole there is nothing else."""
    for side, taken in zip(deal.known.taken, deal.taken, strict=True):
        for t in members(side.tiles):
            deal.model.add(taken[t] == 1)


def tiles_gone(deal: Deal) -> None:
    """Tiles that are gone lie in a trick of one side or the other."""
    for t in members(deal.known.played):
        deal.model.add_exactly_one(taken[t] for taken in deal.taken)


def points_in_tricks(deal: Deal) -> None:
    """Where the card points of a side are known, its tricks hold just these."""
    rules, trump = deal.known.rules, deal.known.trump
    for side, taken in zip(deal.known.taken, deal.taken, strict=True):
        if side.points is not None:
            deal.model.add(total(worth(rules, trump, t) * there for t, there in taken.items()) == side.points)
