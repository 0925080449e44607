"""Why a move was a mistake: each reason is given only if its facts hold on the position.

What a reason says rests on three things: what is certain by what the mover could know (tiles, points, which unseen
tiles beat which), what the judgment gives the options to be worth, and in phase two the exact values of both moves
against every hand that the other player may hold, or a sample of them, by their weights. The lines are best play with
both hands seen.
"""

from dataclasses import replace

from bingo.solver.analysis import Engine, values_of
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import OPPONENT, YOU, Move, declarable, legal
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, mask, members, text_mask
from bingo.solver.game.tricks import declaration_points, may_declare
from bingo.solver.reviewing.case import Case
from bingo.solver.reviewing.decision import Judged, MistakeReason


def close_too_late(case: Case) -> MistakeReason | None:
    """Closing now is worth more than any way of playing on."""
    best = case.best
    if not best.close or case.move.close or case.move.claim:
        return None
    playing_on = case.best_where(lambda move: not move.close and not move.claim)
    if playing_on is None or not case.is_material(best, playing_on):
        return None
    values = values_of(case.worlds, best, case.engine)
    world = case.worlds[values.index(max(values))]
    facts = {
        "best": best,
        "worth": case.worths[best],
        "going_on": playing_on,
        "otherwise": case.worths[playing_on],
        "wins": None if case.rules.counts_card_points else case.share([value > 0 for value in values]),
        "sampled": case.sampled,
    }
    return MistakeReason("close-too-late", facts, case.line(world, best), text_mask(world.hands[OPPONENT]))


def declared_too_early(case: Case) -> MistakeReason | None:
    """No declaration is worth as much now as keeping the doubles, to which a third one may still come; or the same lead
    is worth more without one.
    """
    move, best = case.move, case.best
    if not move.declare or best.declare or best.close or not case.position.open:
        return None
    declaring = case.best_where(lambda option: bool(option.declare) and not option.claim)
    now = declaration_points(case.rules, move.declare)
    third = _third_doubles(case, move.declare, now)
    leads_a_declared = best.tile is not None and move.declare >> best.tile & 1
    if third and declaring and not leads_a_declared and case.is_material(best, declaring):
        plain = third & ~(1 << BINGO)
        thirds = [double for double in (plain & -plain, third & 1) if double]
        with_third = [declaration_points(case.rules, move.declare | double) for double in thirds]
        line = Move(declare=move.declare | thirds[0], lead=move.lead)
        facts = {"declared": move.declare, "now": now, "with_third": with_third, "third": third}
    else:
        line = Move(close=move.close, lead=move.lead)
        if line not in case.worths or not case.is_material(line, move):
            return None
        worths = {"worth": case.worths[move], "silent": case.worths[line]}
        facts = {"lead": line.lead, "declared": move.declare, **worths}
    return MistakeReason("declared-too-early", facts, (case.turn(line),))


def _third_doubles(case: Case, declared: Mask, points: int) -> Mask:
    """Doubles that may still be drawn, and with which the declaration would have counted more."""
    drawable = DOUBLES & case.view.unseen & ~case.view.known_held
    if not may_declare(case.rules, declared.bit_count() + 1):
        return 0
    return mask(t for t in members(drawable) if declaration_points(case.rules, declared | 1 << t) > points)


def worse_double_dummy(case: Case) -> MistakeReason | None:
    """Best play after either move, in the position or against the hand where they differ most."""
    if not (case.phase_two or case.last_draw):
        return None
    best_values, move_values = (values_of(case.worlds, move, case.engine) for move in (case.best, case.move))
    losses = [best - value for best, value in zip(best_values, move_values, strict=True)]
    index = losses.index(max(losses))
    best_value, value = best_values[index], move_values[index]
    better, worse = case.share([loss > 0 for loss in losses]), case.share([loss < 0 for loss in losses])
    if best_value <= value or better <= worse:
        return None
    world = case.worlds[index]
    hand = "" if len(case.worlds) == 1 else text_mask(world.hands[OPPONENT])
    facts = {
        "move": case.move,
        "best": case.best,
        "best_value": best_value,
        "value": value,
        "unit": case.rules.unit,
        "hand": hand,
        "better": better,
        "worse": worse,
        "sampled": case.sampled,
    }
    return MistakeReason("refuted", facts, case.line(world, case.move), hand)


# --- about one tile and another ------------------------------------------------------------------------


def sure_trick_not_cashed(case: Case) -> bool:
    """Nothing that the other player may hold beats the better lead; no lead that something beats is nearly as good."""
    lead, winner = case.tiles
    can_lose = case.beaters(lead) and not case.beaters(winner)
    return bool(can_lose) and case.costs(lambda tile: bool(case.beaters(tile)))


def easily_beaten(case: Case) -> bool:
    """Clearly more unseen tiles beat the lead than the better one, and leads that fewer beat are worth more."""
    lead, better = case.tiles
    return case.is_weaker(lead, better) and case.mostly_better(lambda tile: case.is_weaker(lead, tile))


def strong_tile_spent(case: Case) -> bool:
    """Clearly fewer unseen tiles beat the lead than the better one, and leads that more beat are worth more."""
    lead, better = case.tiles
    return case.is_weaker(better, lead) and case.mostly_better(lambda tile: case.is_weaker(tile, lead))


def trick_not_taken(case: Case) -> bool:
    """The better reply takes the trick, and no other reply that leaves it is nearly as good."""
    played, better = map(case.wins, case.tiles)
    return better and not played and case.costs(lambda tile: not case.wins(tile))


def trick_not_worth_it(case: Case) -> bool:
    """The reply takes a trick that is better left, with a tile that fewer of the unseen ones beat."""
    played, better = case.tiles
    takes = case.wins(played) and not case.wins(better)
    return takes and case.is_weaker(better, played) and case.costs(case.wins)


def points_not_secured(case: Case) -> bool:
    """Both replies take the trick; the better one brings home more card points, which may be lost later."""
    played, better = case.tiles
    most = case.worth(better)
    if not (case.wins(played) and case.wins(better)) or most <= case.worth(played) or not case.beaters(better):
        return False
    return case.costs(lambda tile: case.wins(tile) and case.worth(tile) < most)


def strong_tile_given_up(case: Case) -> bool:
    """Both replies fare alike in this trick; the one made gives up a tile that fewer of the unseen ones beat, and most
    others that do not are worth more.
    """
    played, better = case.tiles
    wins = case.wins(better)
    if case.wins(played) != wins or not case.is_weaker(better, played):
        return False
    return case.mostly_better(lambda tile: case.wins(tile) == wins and case.is_weaker(tile, played))


#: Of leads and of replies, the most particular first: the first that holds is the reason.
LEADS = {
    "sure-trick-not-cashed": sure_trick_not_cashed,
    "easily-beaten": easily_beaten,
    "strong-tile-spent": strong_tile_spent,
}
REPLIES = {
    "trick-not-taken": trick_not_taken,
    "trick-not-worth-it": trick_not_worth_it,
    "points-not-secured": points_not_secured,
    "strong-tile-given-up": strong_tile_given_up,
}
#: Those that the move made proves; others the better one.
SHOWN_AS_MADE = ("sure-trick-not-cashed", "easily-beaten", "trick-not-worth-it")


def tile_reason(case: Case, kind: str) -> MistakeReason:
    """One about the tile played and the better one: how many of the tiles that the other player may hold
    (``possible``) beat each where it is led, and whether these are more than they do hold (``unseen``); what they and
    the tile led count; whether the better one wins, and what can be declared once it has; and the points declared that
    count only once the mover wins a trick (``uncounted``).
    """
    tile, better = case.tiles
    led, rules, possible = case.position.led, case.rules, case.possible.bit_count()
    uncounted = doubles = 0
    if not case.position.tricks[YOU] and rules.declaration_counts == "once-a-trick-is-won":
        uncounted = case.position.declared[YOU]
        if case.move.declare and rules.declare == "leading":
            uncounted += declaration_points(rules, case.move.declare)
    if led is not None and rules.declare == "leading":
        doubles = declarable(case.position, YOU) & ~(1 << better)
    declarations = (part for part in legal.subsets(doubles) if may_declare(rules, part.bit_count()))
    facts = {
        "tile": tile,
        "better": better,
        "beaten": case.beaters(tile).bit_count(),
        "fewer": case.beaters(better).bit_count(),
        "possible": possible,
        "unseen": possible > case.view.hidden,
        "counts": (case.worth(tile), case.worth(better), 0 if led is None else case.worth(led)),
        "takes": led is not None and case.wins(better),
        "declarable": doubles,
        "declarable_points": max((declaration_points(rules, part) for part in declarations), default=0),
        "uncounted": uncounted,
    }
    return MistakeReason(kind, facts, case.trick(case.move if kind in SHOWN_AS_MADE else case.best))


def reason_of(judged: Judged, engine: Engine | None = None) -> MistakeReason | None:
    """Why the move of this decision is worse than ``judged.best``; None where no explanation can be proved.

    ``engine`` is for the rules of the deal, a fresh one unless given; its earlier searches change nothing.
    """
    if judged.lost <= 0 or judged.move == judged.best:
        return None
    case = Case(judged, engine or Kernel(judged.moment.position.rules))
    if (late := close_too_late(case)) is not None:
        return late
    same_close = _with_same_close(case)
    if same_close is None or same_close.move.tile is None or same_close.best.tile is None:
        return None
    leads = same_close.move.lead is not None
    if leads and (early := declared_too_early(same_close)) is not None:
        return early
    kinds = (kind for kind, holds in (LEADS if leads else REPLIES).items() if holds(same_close))
    return next((tile_reason(same_close, kind) for kind in kinds), None) or worse_double_dummy(same_close)


def _with_same_close(case: Case) -> Case | None:
    """The move compared with the best one that closes as it does, where that makes up enough of the loss."""
    close = case.move.close
    if case.best.close == close:
        return case
    best = case.best_where(lambda move: move.close == close and not move.claim)
    if best is None or not case.is_material(best, case.move):
        return None
    return Case(replace(case.judged, best=best), case.engine)
