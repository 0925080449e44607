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
from bingo.solver.proof import DEFAULT_PROOF_SECONDS, LineLead, LineProof, WorstDeal
from bingo.solver.proof.deal import BoolVar, Clock, DealModel, Linear, OutOfTime, Places, deal_of, height, solve, total

_WORD_PATTERN = re.compile(r"\[\s*\S+?\s*\]|[,;]|[^\s,;]+")
#: Words that only make a line read well.
_FILLERS = frozenset(["close", "closing", "lead", "leads", "then", "and", "the", "my", "all", "from", "top", "down"])
_ENDS_DECLARING = frozenset([",", ";", "lead", "then"])


def worth_of(rules: Rules, doubles: Mask) -> int:
    """Card points for declaring these doubles together."""
    bonus = rules.bingo_bonus if doubles & 1 << BINGO else 0
    return worth_of_some(rules, doubles.bit_count()) + bonus if doubles else 0


def worth_of_some(rules: Rules, double_count: int) -> int:
    """The same for so many doubles without the Bingo."""
    points_by_count = rules.declaration_points
    return points_by_count[min(double_count, len(points_by_count) + 1) - 2]


def most_declarable(rules: Rules) -> int:
    """How many doubles may be declared at once; all seven are left aside where they end the deal."""
    return min(len(rules.declaration_points) + 1, 6 if rules.seven_doubles else 7)


def largest(rules: Rules, hand: Mask, declared_before: Mask, led_tile: Tile) -> Mask:
    """The most doubles that may be declared by leading ``led_tile``; under some rules by having won with it."""
    declarable = hand & DOUBLES if rules.redeclare else hand & DOUBLES & ~declared_before
    if not is_double(led_tile) or not declarable >> led_tile & 1:
        return 0
    declared = 1 << led_tile
    for double in members(declarable & ~declared):  # the Bingo first
        if declared.bit_count() < most_declarable(rules):
            declared |= 1 << double
    return declared if declared.bit_count() >= 2 else 0


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
    won_before = [model.new_bool_var(f"{trick} tricks won") for trick in range(len(leads) + 1)]
    reply_vars = [
        {t: model.new_bool_var(f"reply {t} in trick {trick}") for t in deal.held if t != lead.tile}
        for trick, lead in enumerate(leads)
    ]
    # A tile is played to each lead that is made, none after a trick is lost; once, by a player who holds it.
    model.add(won_before[0] == 1)
    for is_made, played in zip(won_before, reply_vars, strict=False):
        model.add(total(played.values()) == is_made)
    for t, is_held in deal.held.items():
        model.add(total(played[t] for played in reply_vars if t in played) <= is_held)
    _replies_do_their_duty(deal, leads, reply_vars)
    # The next lead is made only if the reply does not win.
    for trick, (lead, played) in enumerate(zip(leads, reply_vars, strict=True)):
        model.add(total(reply for t, reply in played.items() if not deal.wins(lead.tile, t)) == won_before[trick + 1])
    if lost_at is not None:
        for trick, is_made in enumerate(won_before):
            model.add(is_made == (trick <= lost_at))
    model.minimize(_card_points(deal, leads, won_before, reply_vars))
    solver, status = solve(model, clock)
    if status == cp_model.INFEASIBLE:
        return None
    hand, *trick_tiles = deal.layout(solver)
    return WorstDeal(
        points=round(solver.objective_value),
        proved=round(solver.best_objective_bound + 0.499),
        hand=hand,
        taken=(trick_tiles[YOU], trick_tiles[OPPONENT]),
        replies=tuple(t for played in reply_vars for t, reply in played.items() if solver.value(reply)),
        lost=not solver.value(won_before[-1]),
    )


def _replies_do_their_duty(deal: DealModel, leads: Sequence[LineLead], reply_vars: Sequence[Places]) -> None:
    """While any tile of lower duty is still held, no other may be played."""
    model = deal.model
    for n, (lead, trick_replies) in enumerate(zip(leads, reply_vars, strict=True)):
        duties = {tile: deal.duty(lead.tile, tile) for tile in trick_replies}
        for duty in sorted(set(duties.values()))[1:]:
            is_excused = model.new_bool_var(f"duties below {duty} not done in trick {n}")
            model.add(total(reply for tile, reply in trick_replies.items() if duties[tile] == duty) == is_excused)
            lower_tiles = [tile for tile in trick_replies if duties[tile] < duty]
            earlier_plays = total(trick[tile] for trick in reply_vars[:n] for tile in lower_tiles if tile in trick)
            model.add(total(deal.held[tile] for tile in lower_tiles) - earlier_plays == 0).only_enforce_if(is_excused)


def _card_points(
    deal: DealModel, leads: Sequence[LineLead], won_before: Sequence[BoolVar], reply_vars: Sequence[Places]
) -> Linear:
    """Your card points when the line is through or its first trick lost; ``won_before[n]``: the first n are won."""
    view, rules = deal.known, deal.known.rules
    has_trick: Linear = won_before[1] if leads and not view.tricks[YOU] else min(view.tricks[YOU], 1)
    counts_on_lead = rules.declare == "leading" and rules.declaration_counts == "once-a-trick-is-won"
    point_terms: list[Linear] = [deal.points(YOU), view.declared[YOU] * has_trick]
    for trick, (lead, played) in enumerate(zip(leads, reply_vars, strict=True)):
        is_won = won_before[trick + 1]
        point_terms.append(deal.worth(lead.tile) * is_won)
        point_terms += [deal.worth(tile) * reply for tile, reply in played.items() if not deal.wins(lead.tile, tile)]
        is_counted = (won_before[trick] if trick else has_trick) if counts_on_lead else is_won
        point_terms.append(worth_of(rules, lead.declare) * is_counted)
        if not view.open and view.closed is None and view.own_tiles.bit_count() == trick + 1:
            point_terms.append(rules.last_trick * is_won)
    if view.led is not None and view.leader == YOU and view.pending:
        point_terms.append(view.pending * won_before[1])
    return total(point_terms)


# --- proving a line -----------------------------------------------------------------------------------


def prove_line(
    position: Position | InformationSet, line: str, wanted: int | None = None, *, seconds: float = DEFAULT_PROOF_SECONDS
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
    barred = view.led is None and opponent_has_claim(view)
    try:
        worst = least_points(view, leads[:0] if barred else leads, Clock(seconds))
        if worst is None:
            raise NotationError.of("opponent.hand", "a hand that fits what is written", "none")
    except OutOfTime:
        worst = None
    return LineProof(view, leads, target, worst, seconds, time.perf_counter() - start, barred and worst is not None)


def opponent_has_claim(view: InformationSet) -> bool:
    """Whether the opponent is known to have the card points for a claim."""
    return view.rules.at_target == "claim" and (view.card_points(OPPONENT) or 0) >= view.rules.target


def _may_lead(view: InformationSet) -> None:
    if view.leader == OPPONENT:
        raise _line_error("your lead", "the opponent's")
    if view.open and view.led is not None:
        raise _line_error("a lead to be closed before, while the boneyard is open", "a tile led")
    if view.open and not view.tricks[YOU]:
        sentence = (
            "While the boneyard is open these leads begin with a close, and you need a trick before you may close."
        )
        raise NotationError.of(
            "line", "a trick of yours, without which the boneyard cannot be closed", "none", sentence
        )


# --- a line as a player writes it ---------------------------------------------------------------------


def leads_of(line: str, view: InformationSet) -> tuple[LineLead, ...]:
    """The leads that a text names: tiles, ``trumps`` (all that are left, from the top), ``declare 6-6 5-5, lead 6-6``.

    Without any ``declare`` all doubles are declared as soon as one of them is led; ``declare nothing`` leads without.
    A tile of yours that is already on the table comes first, whether it is named or not.

    Raises:
        NotationError: a word means nothing, or the tile cannot be led or the doubles not be declared then.
    """
    words = [word.lower() for word in _WORD_PATTERN.findall(line)]
    led_tiles, declared_before_lead = _parse_line(words, view)
    on_table = view.led if view.leader == YOU else None
    if on_table is not None and led_tiles[:1] != [on_table]:
        led_tiles.insert(0, on_table)
        declared_before_lead = {n + 1: doubles for n, doubles in declared_before_lead.items()}
    if not led_tiles:
        raise _line_error("at least one tile to lead", repr(line))
    if max(declared_before_lead, default=0) >= len(led_tiles):
        raise _line_error("a lead after the declaration", "nothing")
    rules, hand_left, declared_doubles = view.rules, view.own_tiles, view.shown_by[YOU]
    leads = []
    for n, t in enumerate(led_tiles):
        if not hand_left >> t & 1:
            expected = "every tile once" if t in led_tiles[:n] else f"tiles of your hand ({text_mask(view.own_tiles)})"
            raise _line_error(expected, f"{text(t)} again" if t in led_tiles[:n] else text(t))
        if "declare" in words:
            doubles = declared_before_lead.get(n, 0)
            _may_declare(rules, hand_left & DOUBLES & ~(0 if rules.redeclare else declared_doubles), doubles, t)
        else:
            doubles = 0 if t == on_table else largest(rules, hand_left, declared_doubles, t)
        leads.append(LineLead(t, doubles))
        declared_doubles |= doubles
        hand_left &= ~(1 << t)
    return tuple(leads)


def _parse_line(words: Sequence[str], view: InformationSet) -> tuple[list[Tile], dict[int, Mask]]:
    """The tiles that are named in order, and the doubles that are declared before each of them."""
    led_tiles: list[Tile] = []
    declared_before_lead: dict[int, Mask] = {}
    declaring_words: list[str] | None = None  # what is being declared
    for word in [*words, ";"]:
        if word == "declare":
            declaring_words = []
        elif declaring_words is not None and word not in _ENDS_DECLARING:
            declaring_words.append(word)
        else:
            if declaring_words is not None and declaring_words != ["nothing"]:
                declared_before_lead[len(led_tiles)] = mask(map(_tile, declaring_words))
            declaring_words = None
            if word in ("trumps", "trump"):
                led_tiles += _trumps(view, led_tiles)
            elif word not in _FILLERS and word not in ",;":
                led_tiles.append(_tile(word))
    return led_tiles, declared_before_lead


def _may_declare(rules: Rules, declarable: Mask, doubles: Mask, led_tile: Tile) -> None:
    """Insist that these doubles, if any, may be declared with this lead."""
    if doubles and not doubles >> led_tile & 1:
        raise _line_error(f"one of the declared doubles {text_mask(doubles)} to be led", text(led_tile))
    if doubles & ~declarable:
        raise _line_error("doubles in your hand that may still be declared", text_mask(doubles))
    if doubles and not 2 <= doubles.bit_count() <= most_declarable(rules):
        raise _line_error(f"2 to {most_declarable(rules)} doubles declared together", text_mask(doubles))


def _tile(word: str) -> Tile:
    try:
        return tiles.parse(word)
    except NotationError:
        expected = "tiles such as 6-4, the word trumps, or declare 6-6 5-5, lead 6-6"
        raise _line_error(expected, repr(word[:40])) from None


def _trumps(view: InformationSet, led_tiles: Sequence[Tile]) -> list[Tile]:
    trumps_left = [tile for tile in members(view.own_tiles) if tiles.shows(tile, view.trump) and tile not in led_tiles]
    return sorted(trumps_left, key=lambda tile: (tile != tiles.BINGO, -height(view.rules, tile, view.trump)))


def _line_error(expected: str, actual: str) -> NotationError:
    return NotationError.of("line", expected, actual)
