"""What closing now can bring and what it surely brings, proved without the search.

``proved`` is the most card points that some line of leads takes against every hand and reply; ``excluded`` the least
that not even the best hand and a helpful opponent bring. The claim threshold of the hand lies between them.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from ortools.sat.python import cp_model

from bingo.solver.errors import NotationError, check_duration
from bingo.solver.game import OPPONENT, YOU, InformationSet, Position, information_set
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, Tile, descending, members
from bingo.solver.proof import DEFAULT_PROOF_SECONDS, Certificate, LineLead
from bingo.solver.proof.deal import BoolVar, Clock, DealModel, Linear, OutOfTime, deal_of, solve, total, worth
from bingo.solver.proof.lines import (
    largest,
    least_points,
    most_declarable,
    opponent_has_claim,
    worth_of,
    worth_of_some,
)

#: More card points than any deal brings.
UNREACHABLE_POINTS = 10_000
#: Called with what is being done, and the share of the work (0 to 1) that is done.
OnStage = Callable[[str, float], None]
Tricks = tuple[dict[Tile, BoolVar], ...]


def certify(
    position: Position | InformationSet, *, seconds: float = DEFAULT_PROOF_SECONDS, on_progress: OnStage | None = None
) -> Certificate:
    """What closing now surely brings and what it cannot bring, within so many seconds.

    Whatever is written of the opponent's hand and of the stock is ignored. Closing has to be possible.

    Raises:
        NotationError: your own hand is not given, card points are not known, or the time is not above 0.
    """
    check_duration("seconds", seconds)
    clock, report_stage = Clock(seconds), on_progress or (lambda _doing, _share: None)
    view = information_set(position).concealed()
    now, opponent_points = view.card_points(YOU), view.card_points(OPPONENT)
    if now is None or opponent_points is None:
        raise NotationError.of("won", "card points that are known", "tricks that are only partly known")
    rules, opponent_can_claim = view.rules, opponent_has_claim(view)
    holds_seven = not DOUBLES & (~view.own_tiles | view.shown_by[YOU])
    wins_with_seven = holds_seven and rules.seven_doubles > 0 and rules.declare == "leading"
    report_stage("proving what closing surely takes", 0)
    line_search = _LineSearch(view, clock.part(seconds / 2), now, _all_points(view, clock))
    if not opponent_can_claim:
        line_search.search()
    report_stage("proving what closing cannot reach", 0.5)
    excluded = reached = None
    with suppress(OutOfTime):
        reached, bound = most_points(view, clock)
        excluded = bound + 1
    return Certificate(
        target=rules.target,
        now=now,
        proved=line_search.proved,
        line=line_search.line,
        complete=line_search.complete,
        excluded=excluded,
        reached=reached,
        limit=seconds,
        seconds=clock.elapsed,
        wins_with_seven=wins_with_seven and not opponent_can_claim,
        barred=opponent_can_claim,
    )


def _all_points(view: InformationSet, clock: Clock) -> int:
    """What no line can surely pass: all the tricks, with the hand of the opponent that counts least."""
    deal = deal_of(view)
    deal.model.minimize(total(deal.worth(t) * held for t, held in deal.held.items()))
    try:
        solver, _ = solve(deal.model, clock)
    except OutOfTime:
        return UNREACHABLE_POINTS
    hand_points = sum(map(deal.worth, members(view.own_tiles)))
    return (view.card_points(YOU) or 0) + hand_points + _all_declared(view) + round(solver.best_objective_bound)


def _all_declared(view: InformationSet) -> int:
    """What all doubles in hand bring at most, declared as soon as one is led."""
    rules, hand_left, shown, declared_points = view.rules, view.own_tiles, view.shown_by[YOU], 0
    for double in descending(view.own_tiles & DOUBLES):  # the Bingo last, where it adds to every declaration
        declared = largest(rules, hand_left, shown, double)
        declared_points += worth_of(rules, declared)
        shown, hand_left = shown | declared, hand_left & ~(1 << double)
    return declared_points


class _LineSearch:
    """A search for the line of leads that takes most for certain, lead by lead.

    What a line takes if one of its tricks is lost, no longer line can better: ``lower_bound`` is the least of that. So
    only beginnings are extended whose ``lower_bound`` is above what is proved already. Every number comes from a model.
    """

    def __init__(self, view: InformationSet, clock: Clock, points_now: int, points_limit: int) -> None:
        self.view, self.clock, self.points_limit = view, clock, points_limit
        self.proved, self.complete = points_now, True
        self.line: tuple[LineLead, ...] = ()

    def search(self) -> None:
        try:
            self._extend((), UNREACHABLE_POINTS, self.view.shown_by[YOU], self.view.own_tiles)
        except OutOfTime:
            self.complete = self.proved >= self.points_limit

    def _extend(self, leads: tuple[LineLead, ...], points_if_lost_before: int, used: Mask, hand: Mask) -> None:
        """Try a lead more: in order of what the line takes if just that trick is lost, then of what the lead counts."""
        ranked_leads = []
        rules, trump = self.view.rules, self.view.trump
        for tile in members(hand):
            lead = LineLead(tile, largest(rules, hand, used, tile))
            worst_if_lost = least_points(self.view, (*leads, lead), self.clock, lost_at=len(leads))
            points_if_lost = UNREACHABLE_POINTS if worst_if_lost is None else worst_if_lost.proved
            ranked_leads.append((points_if_lost, worth_of(rules, lead.declare) + worth(rules, trump, tile), lead))
        for points_if_lost, _, lead in sorted(ranked_leads, key=lambda option: (-option[0], -option[1])):
            lower_bound, longer_line = min(points_if_lost_before, points_if_lost), (*leads, lead)
            if lower_bound <= self.proved or self.proved >= self.points_limit:
                continue
            worst_if_won = least_points(self.view, longer_line, self.clock, lost_at=len(longer_line))
            certain_points = lower_bound if worst_if_won is None else min(lower_bound, worst_if_won.proved)
            if certain_points > self.proved:
                self.proved, self.line = certain_points, longer_line
            self._extend(longer_line, lower_bound, used | lead.declare, hand & ~(1 << lead.tile))


# --- the most it can bring ---------------------------------------------------------------------------
# Every hand, both sides' leads and replies at once, with an opponent who helps: nobody claims, and the opponent wants
# what you want. What this model cannot reach, nothing can.


@dataclass(frozen=True, slots=True)
class Playout:
    """The variables of a deal played to its end: for each trick who leads and who wins it, and what both play."""

    deal: DealModel
    you_lead: tuple[BoolVar, ...]
    leads: tuple[Tricks, ...]
    replies: tuple[Tricks, ...]

    @property
    def size(self) -> int:
        return len(self.you_lead) - 1

    def leader(self, player: int, trick: int) -> Linear:
        """Whether a player leads the n-th trick, having won the one before."""
        return self.you_lead[trick] if player == YOU else 1 - self.you_lead[trick]

    def played(self, player: int, trick: int, tile: Tile) -> Linear:
        return self.leads[player][trick][tile] + self.replies[player][trick][tile]


def most_points(view: InformationSet, clock: Clock) -> tuple[int | None, int]:
    """The most card points if you close and lead: what was reached, and what was proved that cannot be passed.

    Raises:
        OutOfTime: time was up.
    """
    playout = playout_of(view)
    playout.deal.model.maximize(card_points(playout))
    solver, status = solve(playout.deal.model, clock, linearization=2)
    if status == cp_model.INFEASIBLE:
        return None, -1
    bound = int(solver.best_objective_bound + 0.501) if status == cp_model.OPTIMAL else int(solver.best_objective_bound)
    return round(solver.objective_value), bound


def playout_of(view: InformationSet) -> Playout:
    deal = deal_of(view)
    model, size = deal.model, view.own_tiles.bit_count()
    hands = list(members(view.own_tiles)), list(deal.held)

    def plays(verb: str, player: int) -> Tricks:
        hand = hands[player]
        return tuple({t: model.new_bool_var(f"{player} {verb} {t} in trick {n}") for t in hand} for n in range(size))

    you_lead = tuple(model.new_bool_var(f"you lead trick {n}") for n in range(size + 1))
    leads, replies = (tuple(plays(verb, player) for player in (YOU, OPPONENT)) for verb in ("leads", "replies"))
    playout = Playout(deal, you_lead, leads, replies)
    model.add(you_lead[0] == 1)
    for player, n in product((YOU, OPPONENT), range(size)):
        for tile_vars in (leads[player][n], replies[1 - player][n]):
            model.add(total(tile_vars.values()) == playout.leader(player, n))
    # Each tile in a hand is played once, as all are in the end.
    for player, tiles in enumerate(hands):
        for t in tiles:
            model.add(total(playout.played(player, n, t) for n in range(size)) == deal.held.get(t, 1))
    replies_do_their_duty(playout)
    the_stronger_tile_wins(playout)
    return playout


def replies_do_their_duty(playout: Playout) -> None:
    """The opponent, too, has to follow, and so have you: no tile is played while any of lower duty is held."""
    deal, model = playout.deal, playout.deal.model
    for leader, n in product((YOU, OPPONENT), range(playout.size)):
        other, replies = 1 - leader, playout.replies[1 - leader][n]
        for lead, is_led in playout.leads[leader][n].items():
            duties = {t: deal.duty(lead, t) for t in replies if t != lead}
            for duty in sorted(set(duties.values()))[1:]:
                is_excused = model.new_bool_var(f"duties below {duty} to {lead} not done in trick {n}")
                model.add(is_excused >= is_led + total(replies[t] for t in duties if duties[t] >= duty) - 1)
                for t in (t for t in duties if duties[t] < duty):
                    still_held = deal.held.get(t, 1) - total(playout.played(other, i, t) for i in range(n))
                    model.add(still_held == 0).only_enforce_if(is_excused)


def the_stronger_tile_wins(playout: Playout) -> None:
    deal, model = playout.deal, playout.deal.model
    for leader, trick in product((YOU, OPPONENT), range(playout.size)):
        leads_next, replies = playout.leader(leader, trick + 1), playout.replies[1 - leader][trick]
        for lead, is_led in playout.leads[leader][trick].items():
            is_beaten = total(is_played for reply, is_played in replies.items() if deal.wins(lead, reply))
            model.add(leads_next <= 2 - is_led - is_beaten)
            model.add(leads_next >= is_led - is_beaten)


# --- what it brings ----------------------------------------------------------------------------------


def card_points(playout: Playout) -> Linear:
    """What you take: of each tile played to a trick at most what it counts, and nothing unless you win that."""
    deal, model = playout.deal, playout.deal.model
    point_terms: list[Linear] = [deal.points(YOU), deal.known.declared[YOU], declared(playout)]
    for trick, player in product(range(playout.size), (YOU, OPPONENT)):
        for tile in playout.leads[player][trick]:
            if tile_points := deal.worth(tile):
                is_won_by_you = model.new_bool_var(f"{tile} won in trick {trick}")
                model.add(is_won_by_you <= playout.played(player, trick, tile))
                model.add(is_won_by_you <= playout.leader(YOU, trick + 1))
                point_terms.append(tile_points * is_won_by_you)
    return total(point_terms)


def declared(playout: Playout) -> Linear:
    """Card points for doubles that you declare on the way, each declaration with one of them led or won with."""
    view, model = playout.deal.known, playout.deal.model
    rules, leading = view.rules, view.rules.declare == "leading"
    declarable = list(members(view.own_tiles & DOUBLES & ~(0 if rules.redeclare else view.shown_by[YOU])))
    if len(declarable) < 2:
        return 0
    point_terms: list[Linear] = []
    declared_vars = [
        {double: model.new_bool_var(f"{double} declared in trick {n}") for double in declarable}
        for n in range(playout.size)
    ]
    for n, doubles in enumerate(declared_vars):
        size_vars = [
            model.new_bool_var(f"{size} doubles declared in trick {n}") for size in range(2, most_declarable(rules) + 1)
        ]
        model.add(total(size_vars) <= 1)
        model.add(total(doubles.values()) == total(size * has_size for size, has_size in enumerate(size_vars, 2)))
        for double, declared_now in doubles.items():
            model.add(declared_now <= 1 - total(playout.played(YOU, earlier, double) for earlier in range(n)))
        # One of them is that which was led, or has won, as these rules ask for.
        carriers = []
        for double, is_declared in doubles.items():
            carriers.append(model.new_bool_var(f"{double} makes the declaration of trick {n}"))
            model.add(carriers[-1] <= is_declared)
            model.add(carriers[-1] <= (playout.leads[YOU][n][double] if leading else playout.played(YOU, n, double)))
            if not leading or rules.declaration_counts == "with-its-trick":
                model.add(carriers[-1] <= playout.leader(YOU, n + 1))
        model.add(total(carriers) >= total(size_vars))
        point_terms += [worth_of_some(rules, size) * has_size for size, has_size in enumerate(size_vars, 2)]
        if BINGO in doubles:
            point_terms.append(rules.bingo_bonus * doubles[BINGO])
    if not rules.redeclare:
        for double in declarable:
            model.add(total(doubles[double] for doubles in declared_vars) <= 1)
    return total(point_terms)
