"""``bingo claim --line``: is a line of leads good for so many card points, whatever the opponent holds and replies?

A line is written as a player says it: ``0-0, 4-4, then the trumps from the top``. It is led as long as every trick of
it is won. Once one is lost the opponent leads, and the rest is counted at its worst: nothing more is taken. What
declarations count is RULES.md section 4, restated.
"""

import re
import time
from collections.abc import Sequence

from ortools.sat.python import cp_model

from bingo.solver.errors import NotationError, check_duration
from bingo.solver.game import OPPONENT, YOU, InformationSet, Position, Rules, information_set, tiles
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, Tile, is_double, mask, members, text, text_mask
from bingo.solver.proof import SECONDS, LineLead, LineProof, WorstDeal
from bingo.solver.proof.deal import BoolVar, Clock, DealModel, Linear, OutOfTime, Places, deal_of, height, solve, total

_WORD = re.compile(r"\[\s*\S+?\s*\]|[,;]|[^\s,;]+")
#: Words that only make a line read well.
_FILLERS = frozenset(["close", "closing", "lead", "leads", "then", "and", "the", "my", "all", "from", "top", "down"])
_ENDS_DECLARING = frozenset([",", ";", "lead", "then"])


def worth_of(rules: Rules, doubles: Mask) -> int:
    """Card points for declaring these doubles together."""
    bonus = rules.bingo_bonus if doubles & 1 << BINGO else 0
    return worth_of_some(rules, doubles.bit_count()) + bonus if doubles else 0


def worth_of_some(rules: Rules, count: int) -> int:
    """The same for so many doubles without the Bingo."""
    points_by_count = rules.declaration_points
    return points_by_count[min(count, len(points_by_count) + 1) - 2]


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


def least_points(
    view: InformationSet, leads: Sequence[LineLead], clock: Clock, *, lost_at: int | None = None
) -> WorstDeal | None:
    """The least card points that a line takes. ``lost_at``: only deals in which the n-th trick (from 0) is the first
    that is lost; if that is the length of the line, those in which none is. None if there is no such deal.

    Raises:
        OutOfTime: time was up.
    """
    deal = deal_of(view)
    model = deal.model
    wins_so_far = [model.new_bool_var(f"{n} tricks won") for n in range(len(leads) + 1)]
    replies = [
        {t: model.new_bool_var(f"reply {t} in trick {n}") for t in deal.held if t != lead.tile}
        for n, lead in enumerate(leads)
    ]
    # A tile is played to each lead that is made, none after a trick is lost; once, by a player who holds it.
    model.add(wins_so_far[0] == 1)
    for won, played in zip(wins_so_far, replies, strict=False):
        model.add(total(played.values()) == won)
    for t, held in deal.held.items():
        model.add(total(played[t] for played in replies if t in played) <= held)
    _replies_do_their_duty(deal, leads, replies)
    # The next lead is made only if the reply does not win.
    for n, (lead, played) in enumerate(zip(leads, replies, strict=True)):
        model.add(total(reply for t, reply in played.items() if not deal.wins(lead.tile, t)) == wins_so_far[n + 1])
    if lost_at is not None:
        for n, won in enumerate(wins_so_far):
            model.add(won == (n <= lost_at))
    model.minimize(_card_points(deal, leads, wins_so_far, replies))
    solver, status = solve(model, clock)
    if status == cp_model.INFEASIBLE:
        return None
    hand, *taken = deal.layout(solver)
    return WorstDeal(
        points=round(solver.objective_value),
        proved=round(solver.best_objective_bound + 0.499),
        hand=hand,
        taken=(taken[YOU], taken[OPPONENT]),
        replies=tuple(t for played in replies for t, reply in played.items() if solver.value(reply)),
        lost=not solver.value(wins_so_far[-1]),
    )


def _replies_do_their_duty(deal: DealModel, leads: Sequence[LineLead], replies: Sequence[Places]) -> None:
    """While any tile of lower duty is still held, no other may be played."""
    model = deal.model
    for n, (lead, played) in enumerate(zip(leads, replies, strict=True)):
        duties = {t: deal.duty(lead.tile, t) for t in played}
        for step in sorted(set(duties.values()))[1:]:
            excused = model.new_bool_var(f"duties below {step} not done in trick {n}")
            model.add(total(reply for t, reply in played.items() if duties[t] == step) == excused)
            lower_tiles = [t for t in played if duties[t] < step]
            played_before = total(trick[t] for trick in replies[:n] for t in lower_tiles if t in trick)
            model.add(total(deal.held[t] for t in lower_tiles) - played_before == 0).only_enforce_if(excused)


def _card_points(
    deal: DealModel, leads: Sequence[LineLead], wins_so_far: Sequence[BoolVar], replies: Sequence[Places]
) -> Linear:
    """Your card points when the line is through or its first trick lost; ``alive[n]``: the first n tricks are won."""
    view, rules = deal.known, deal.known.rules
    has_trick: Linear = wins_so_far[1] if leads and not view.tricks[YOU] else min(view.tricks[YOU], 1)
    counts_on_lead = rules.declare == "leading" and rules.declaration_counts == "once-a-trick-is-won"
    terms: list[Linear] = [deal.points(YOU), view.declared[YOU] * has_trick]
    for n, (lead, played) in enumerate(zip(leads, replies, strict=True)):
        won = wins_so_far[n + 1]
        terms.append(deal.worth(lead.tile) * won)
        terms += [deal.worth(tile) * reply for tile, reply in played.items() if not deal.wins(lead.tile, tile)]
        counts = (wins_so_far[n] if n else has_trick) if counts_on_lead else won
        terms.append(worth_of(rules, lead.declare) * counts)
        if not view.open and view.closed is None and view.own_tiles.bit_count() == n + 1:
            terms.append(rules.last_trick * won)
    if view.led is not None and view.leader == YOU and view.pending:
        terms.append(view.pending * wins_so_far[1])
    return total(terms)


# --- proving a line -----------------------------------------------------------------------------------


def prove_line(
    position: Position | InformationSet, line: str, wanted: int | None = None, *, seconds: float = SECONDS
) -> LineProof:
    """Prove that a line (see :func:`leads_of`) takes ``wanted`` card points, the target if
    that is not given, against every hand and every legal reply; or find what breaks it.

    While the boneyard is open the line begins with closing it. A known hand of the opponent is taken as it is.

    Raises:
        NotationError: the line cannot be read, or cannot be led now (it says why), or the time is not above 0.
        ImpossiblePosition: no hand fits what is written.
    """
    check_duration("seconds", seconds)
    start = time.perf_counter()
    view = information_set(position)
    _may_lead(view)
    leads, target = leads_of(line, view), view.rules.target if wanted is None else wanted
    theirs = view.card_points(OPPONENT)
    barred = view.rules.at_target == "claim" and view.led is None and theirs is not None and theirs >= view.rules.target
    try:
        worst = least_points(view, leads[:0] if barred else leads, Clock(seconds))
        if worst is None:
            raise NotationError.of("opponent.hand", "a hand that fits what is written", "none")
    except OutOfTime:
        worst = None
    return LineProof(view, leads, target, worst, seconds, time.perf_counter() - start, barred and worst is not None)


def _may_lead(view: InformationSet) -> None:
    if view.leader == OPPONENT:
        raise _line_error("your lead", "the opponent's")
    if view.open and view.led is not None:
        raise _line_error("a lead to be closed before, while the boneyard is open", "a tile led")
    if view.open and not view.tricks[YOU]:
        raise _line_error("a trick of yours, without which the boneyard cannot be closed", "none")


# --- a line as a player writes it ---------------------------------------------------------------------


def leads_of(line: str, view: InformationSet) -> tuple[LineLead, ...]:
    """The leads that a text names: tiles, ``trumps`` (all that are left, from the top), ``declare 6-6 5-5, lead 6-6``.

    Without any ``declare`` all doubles are declared as soon as one of them is led; ``declare nothing`` leads without.
    A tile of yours that is already on the table comes first, whether it is named or not.

    Raises:
        NotationError: a word means nothing, or the tile cannot be led or the doubles not be declared then.
    """
    words = [word.lower() for word in _WORD.findall(line)]
    order, declared = _parse_line(words, view)
    on_table = view.led if view.leader == YOU else None
    if on_table is not None and order[:1] != [on_table]:
        order.insert(0, on_table)
        declared = {n + 1: doubles for n, doubles in declared.items()}
    if not order:
        raise _line_error("at least one tile to lead", repr(line))
    if max(declared, default=0) >= len(order):
        raise _line_error("a lead after the declaration", "nothing")
    rules, hand, used = view.rules, view.own_tiles, view.shown_by[YOU]
    leads = []
    for n, t in enumerate(order):
        if not hand >> t & 1:
            expected = "every tile once" if t in order[:n] else f"tiles of your hand ({text_mask(view.own_tiles)})"
            raise _line_error(expected, f"{text(t)} again" if t in order[:n] else text(t))
        if "declare" in words:
            doubles = declared.get(n, 0)
            _may_declare(rules, hand & DOUBLES & ~(0 if rules.redeclare else used), doubles, t)
        else:
            doubles = 0 if t == on_table else largest(rules, hand, used, t)
        leads.append(LineLead(t, doubles))
        used |= doubles
        hand &= ~(1 << t)
    return tuple(leads)


def _parse_line(words: Sequence[str], view: InformationSet) -> tuple[list[Tile], dict[int, Mask]]:
    """The tiles that are named in order, and the doubles that are declared before each of them."""
    order: list[Tile] = []
    declared: dict[int, Mask] = {}
    declaring: list[str] | None = None  # what is being declared
    for word in [*words, ";"]:
        if word == "declare":
            declaring = []
        elif declaring is not None and word not in _ENDS_DECLARING:
            declaring.append(word)
        else:
            if declaring is not None and declaring != ["nothing"]:
                declared[len(order)] = mask(map(_tile, declaring))
            declaring = None
            if word in ("trumps", "trump"):
                order += _trumps(view, order)
            elif word not in _FILLERS and word not in ",;":
                order.append(_tile(word))
    return order, declared


def _may_declare(rules: Rules, free: Mask, doubles: Mask, led: Tile) -> None:
    """Insist that these doubles, if any, may be declared with this lead."""
    if doubles and not doubles >> led & 1:
        raise _line_error(f"one of the declared doubles {text_mask(doubles)} to be led", text(led))
    if doubles & ~free:
        raise _line_error("doubles in your hand that may still be declared", text_mask(doubles))
    if doubles and not 2 <= doubles.bit_count() <= most_declarable(rules):
        raise _line_error(f"2 to {most_declarable(rules)} doubles declared together", text_mask(doubles))


def _tile(word: str) -> Tile:
    try:
        return tiles.parse(word)
    except NotationError:
        expected = "tiles such as 6-4, the word trumps, or declare 6-6 5-5, lead 6-6"
        raise _line_error(expected, repr(word[:40])) from None


def _trumps(view: InformationSet, led: Sequence[Tile]) -> list[Tile]:
    trumps = [t for t in members(view.own_tiles) if tiles.shows(t, view.trump) and t not in led]
    return sorted(trumps, key=lambda t: (t != tiles.BINGO, -height(view.rules, t, view.trump)))


def _line_error(expected: str, found: str) -> NotationError:
    return NotationError.of("line", expected, found)
