"""The most a closed deal can bring: every hand, both sides' leads and replies at once, with an opponent who helps.

Nobody claims here, and the opponent wants what you want. What this model cannot reach, nothing can.
"""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python import cp_model

from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import YOU
from bingo.solver.game.tiles import BINGO, DOUBLES, Tile, members
from bingo.solver.proof.deal import Clock, Deal, Linear, Truth, deal_of, duty, solve, total, wins, worth
from bingo.solver.proof.lines import most_declarable, worth_of_some

Tricks = tuple[dict[Tile, Truth], ...]


@dataclass(frozen=True, slots=True)
class Playout:
    """The variables of a deal played to its end: for each trick who leads and who wins it, and what both play."""

    deal: Deal
    you_lead: tuple[Truth, ...]
    your_leads: Tricks
    your_replies: Tricks
    their_leads: Tricks
    their_replies: Tricks

    @property
    def size(self) -> int:
        """How many tricks are played."""
        return len(self.your_leads)

    def you_win(self, n: int) -> Truth:
        """Whether you win the n-th trick: the winner leads the next one."""
        return self.you_lead[n + 1]

    def yours(self, n: int, t: Tile) -> Linear:
        """Whether you play this tile to the n-th trick."""
        return self.your_leads[n][t] + self.your_replies[n][t]

    def theirs(self, n: int, t: Tile) -> Linear:
        """Whether the opponent plays this tile to the n-th trick."""
        return self.their_leads[n][t] + self.their_replies[n][t]


@dataclass(frozen=True, slots=True)
class Best:
    """The most that was found, and what was proved that cannot be passed."""

    found: int | None
    bound: int


def most_points(known: InformationSet, clock: Clock) -> Best:
    """The most card points, if you close and lead.

    Raises:
        Unfinished: time was up.
    """
    playout = playout_of(known)
    playout.deal.model.maximize(card_points(playout))
    solver, status = solve(playout.deal.model, clock, linearization=2)
    if status == cp_model.INFEASIBLE:
        return Best(None, -1)
    bound = int(solver.best_objective_bound + 0.501) if status == cp_model.OPTIMAL else int(solver.best_objective_bound)
    return Best(round(solver.objective_value), bound)


def playout_of(known: InformationSet) -> Playout:
    """The model of a deal that is played to its end, with you to lead."""
    deal = deal_of(known)
    model, size = deal.model, known.own.bit_count()

    def plays(who: str, tiles: list[Tile]) -> Tricks:
        return tuple({t: model.new_bool_var(f"{who} {t} in trick {n}") for t in tiles} for n in range(size))

    mine, theirs = list(members(known.own)), list(deal.held)
    playout = Playout(
        deal,
        tuple(model.new_bool_var(f"you lead trick {n}") for n in range(size + 1)),
        plays("you lead", mine),
        plays("you reply", mine),
        plays("opponent leads", theirs),
        plays("opponent replies", theirs),
    )
    one_lead_and_one_reply(playout)
    tiles_are_played_once(playout)
    replies_do_their_duty(playout)
    the_stronger_tile_wins(playout)
    return playout


# --- families of constraints -------------------------------------------------------------------------


def one_lead_and_one_reply(playout: Playout) -> None:
    """You lead first; in each trick one player leads a tile and the other replies with one."""
    model = playout.deal.model
    model.add(playout.you_lead[0] == 1)
    for n in range(playout.size):
        you_lead = playout.you_lead[n]
        for part in (playout.your_leads[n], playout.their_replies[n]):
            model.add(total(part.values()) == you_lead)
        for part in (playout.their_leads[n], playout.your_replies[n]):
            model.add(total(part.values()) == 1 - you_lead)


def tiles_are_played_once(playout: Playout) -> None:
    """Each tile in a hand is played once, as all are in the end."""
    model, every = playout.deal.model, range(playout.size)
    for t in playout.your_leads[0] if playout.size else ():
        model.add(total(playout.yours(n, t) for n in every) == 1)
    for t, held in playout.deal.held.items():
        model.add(total(playout.theirs(n, t) for n in every) == held)


def replies_do_their_duty(playout: Playout) -> None:
    """The opponent, too, has to follow, and so have you."""
    both = ((playout.your_leads, playout.their_replies), (playout.their_leads, playout.your_replies))
    for yours, (leads, replies) in enumerate(both):
        for n in range(playout.size):
            for lead, led in leads[n].items():
                _duties(playout, n, lead, led, replies[n], yours=bool(yours))


def _duties(playout: Playout, n: int, lead: Tile, led: Truth, replies: dict[Tile, Truth], *, yours: bool) -> None:
    """With this lead no tile is played while any of lower duty is held."""
    known, model = playout.deal.known, playout.deal.model
    duties = {t: duty(known.rules, known.trump, lead, t) for t in replies if t != lead}
    for step in sorted(set(duties.values()))[1:]:
        shirked = model.new_bool_var(f"duties below {step} to {lead} not done in trick {n}")
        model.add(shirked >= led + total(replies[t] for t in duties if duties[t] >= step) - 1)
        for t in duties:
            if duties[t] < step:
                model.add(_still_held(playout, n, t, yours=yours) == 0).only_enforce_if(shirked)


def _still_held(playout: Playout, n: int, t: Tile, *, yours: bool) -> Linear:
    if yours:
        return 1 - total(playout.yours(i, t) for i in range(n))
    return playout.deal.held[t] - total(playout.theirs(i, t) for i in range(n))


def the_stronger_tile_wins(playout: Playout) -> None:
    """The leader keeps the lead unless the reply wins."""
    known, model = playout.deal.known, playout.deal.model
    for n in range(playout.size):
        for lead, led in playout.your_leads[n].items():
            beaten = total(p for t, p in playout.their_replies[n].items() if wins(known.rules, known.trump, lead, t))
            model.add(playout.you_win(n) <= 2 - led - beaten)
            model.add(playout.you_win(n) >= led - beaten)
        for lead, led in playout.their_leads[n].items():
            beating = total(p for t, p in playout.your_replies[n].items() if wins(known.rules, known.trump, lead, t))
            model.add(playout.you_win(n) <= 1 - led + beating)
            model.add(playout.you_win(n) >= led + beating - 1)


# --- what it brings ----------------------------------------------------------------------------------


def card_points(playout: Playout) -> Linear:
    """Your card points when the last tile is played."""
    known = playout.deal.known
    terms: list[Linear] = [playout.deal.points(YOU), known.declared[YOU], declared(playout)]
    for n in range(playout.size):
        terms += [_won(playout, n, t, playout.yours(n, t)) for t in playout.your_leads[n]]
        terms += [_won(playout, n, t, playout.theirs(n, t)) for t in playout.deal.held]
    return total(terms)


def _won(playout: Playout, n: int, t: Tile, played: Linear) -> Linear:
    """What a tile counts for you if it is played to the n-th trick: at most that, and nothing unless you win it."""
    known, model = playout.deal.known, playout.deal.model
    counts = worth(known.rules, known.trump, t)
    if not counts:
        return 0
    won = model.new_bool_var(f"{t} won in trick {n}")
    model.add(won <= played)
    model.add(won <= playout.you_win(n))
    return counts * won


def declared(playout: Playout) -> Linear:
    """Card points for doubles that you declare on the way, each declaration with one of them led or won with."""
    known, model = playout.deal.known, playout.deal.model
    rules = known.rules
    free = list(members(known.own & DOUBLES & ~(0 if rules.redeclare else known.shown_by[YOU])))
    if len(free) < 2:
        return 0
    terms: list[Linear] = []
    chosen = [{d: model.new_bool_var(f"{d} declared in trick {n}") for d in free} for n in range(playout.size)]
    for n, doubles in enumerate(chosen):
        sizes = [model.new_bool_var(f"{k} doubles declared in trick {n}") for k in range(2, most_declarable(rules) + 1)]
        model.add(total(sizes) <= 1)
        model.add(total(doubles.values()) == total(k * m for k, m in enumerate(sizes, 2)))
        for d, declared_now in doubles.items():
            model.add(declared_now <= 1 - total(playout.yours(i, d) for i in range(n)))
        shows = [_may_show(playout, n, d, now) for d, now in doubles.items()]
        model.add(total(shows) >= total(sizes))
        terms += [worth_of_some(rules, k) * m for k, m in enumerate(sizes, 2)]
        if BINGO in doubles:
            terms.append(rules.bingo_bonus * doubles[BINGO])
    if not rules.redeclare:
        for d in free:
            model.add(total(doubles[d] for doubles in chosen) <= 1)
    return total(terms)


def _may_show(playout: Playout, n: int, d: Tile, now: Truth) -> Truth:
    """Whether a double that is declared now is the one that was led, or has won, as these rules ask for."""
    rules, model = playout.deal.known.rules, playout.deal.model
    shows = model.new_bool_var(f"{d} makes the declaration of trick {n}")
    model.add(shows <= now)
    model.add(shows <= (playout.your_leads[n][d] if rules.declare == "leading" else playout.yours(n, d)))
    if rules.declare != "leading" or rules.declaration_counts == "with-its-trick":
        model.add(shows <= playout.you_win(n))
    return shows
