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
from bingo.solver.reviewing.case import MistakeCase
from bingo.solver.reviewing.decision import Judged, MistakeReason


def close_too_late(case: MistakeCase) -> MistakeReason | None:
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
        "wins": None if case.rules.counts_card_points else case.weighted_share([value > 0 for value in values]),
        "sampled": case.is_sample,
    }
    return MistakeReason("close-too-late", facts, case.best_line(world, best), text_mask(world.hands[OPPONENT]))


def declared_too_early(case: MistakeCase) -> MistakeReason | None:
    """No declaration is worth as much now as keeping the doubles, to which a third one may still come; or the same lead
    is worth more without one.
    """
    move, best = case.move, case.best
    if not move.declare or best.declare or best.close or not case.position.open:
        return None
    declaring = case.best_where(lambda option: bool(option.declare) and not option.claim)
    points_now = declaration_points(case.rules, move.declare)
    third_doubles = _third_doubles(case, move.declare, points_now)
    leads_declared_double = best.tile is not None and move.declare >> best.tile & 1
    if third_doubles and declaring and not leads_declared_double and case.is_material(best, declaring):
        plain_thirds = third_doubles & ~(1 << BINGO)
        likely_thirds = [double for double in (plain_thirds & -plain_thirds, third_doubles & 1) if double]
        points_with_third = [declaration_points(case.rules, move.declare | double) for double in likely_thirds]
        better_lead = Move(declare=move.declare | likely_thirds[0], lead=move.lead)
        facts = {"declared": move.declare, "now": points_now, "with_third": points_with_third, "third": third_doubles}
    else:
        better_lead = Move(close=move.close, lead=move.lead)
        if better_lead not in case.worths or not case.is_material(better_lead, move):
            return None
        lead_worths = {"worth": case.worths[move], "silent": case.worths[better_lead]}
        facts = {"lead": better_lead.lead, "declared": move.declare, **lead_worths}
    return MistakeReason("declared-too-early", facts, (case.turn_text(better_lead),))


def _third_doubles(case: MistakeCase, declared: Mask, points: int) -> Mask:
    """Doubles that may still be drawn, and with which the declaration would have counted more."""
    drawable = DOUBLES & case.view.unseen & ~case.view.known_held
    if not may_declare(case.rules, declared.bit_count() + 1):
        return 0
    return mask(t for t in members(drawable) if declaration_points(case.rules, declared | 1 << t) > points)


def worse_double_dummy(case: MistakeCase) -> MistakeReason | None:
    """Best play after either move, in the position or against the hand where they differ most."""
    if not (case.phase_two or case.last_draw):
        return None
    best_values, move_values = (values_of(case.worlds, move, case.engine) for move in (case.best, case.move))
    losses = [best - value for best, value in zip(best_values, move_values, strict=True)]
    index = losses.index(max(losses))
    best_value, value = best_values[index], move_values[index]
    better_share = case.weighted_share([loss > 0 for loss in losses])
    worse_share = case.weighted_share([loss < 0 for loss in losses])
    if best_value <= value or better_share <= worse_share:
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
        "better": better_share,
        "worse": worse_share,
        "sampled": case.is_sample,
    }
    return MistakeReason("refuted", facts, case.best_line(world, case.move), hand)


# --- about one tile and another ------------------------------------------------------------------------


def sure_trick_not_cashed(case: MistakeCase) -> bool:
    """Nothing that the other player may hold beats the better lead; no lead that something beats is nearly as good."""
    lead, winner = case.compared_tiles
    can_lose = case.beaters(lead) and not case.beaters(winner)
    return bool(can_lose) and case.costs_enough(lambda tile: bool(case.beaters(tile)))


def easily_beaten(case: MistakeCase) -> bool:
    """Clearly more unseen tiles beat the lead than the better one, and leads that fewer beat are worth more."""
    lead, better = case.compared_tiles
    return case.is_weaker(lead, better) and case.mostly_better(lambda tile: case.is_weaker(lead, tile))


def strong_tile_spent(case: MistakeCase) -> bool:
    """Clearly fewer unseen tiles beat the lead than the better one, and leads that more beat are worth more."""
    lead, better = case.compared_tiles
    return case.is_weaker(better, lead) and case.mostly_better(lambda tile: case.is_weaker(tile, lead))


def trick_not_taken(case: MistakeCase) -> bool:
    """The better reply takes the trick, and no other reply that leaves it is nearly as good."""
    played_wins, better_wins = map(case.wins_trick, case.compared_tiles)
    return better_wins and not played_wins and case.costs_enough(lambda tile: not case.wins_trick(tile))


def trick_not_worth_it(case: MistakeCase) -> bool:
    """The reply takes a trick that is better left, with a tile that fewer of the unseen ones beat."""
    played, better = case.compared_tiles
    takes = case.wins_trick(played) and not case.wins_trick(better)
    return takes and case.is_weaker(better, played) and case.costs_enough(case.wins_trick)


def points_not_secured(case: MistakeCase) -> bool:
    """Both replies take the trick; the better one brings home more card points, which may be lost later."""
    played, better = case.compared_tiles
    better_points = case.card_points(better)
    both_win = case.wins_trick(played) and case.wins_trick(better)
    if not both_win or better_points <= case.card_points(played) or not case.beaters(better):
        return False
    return case.costs_enough(lambda tile: case.wins_trick(tile) and case.card_points(tile) < better_points)


def strong_tile_given_up(case: MistakeCase) -> bool:
    """Both replies fare alike in this trick; the one made gives up a tile that fewer of the unseen ones beat, and most
    others that do not are worth more.
    """
    played, better = case.compared_tiles
    better_wins = case.wins_trick(better)
    if case.wins_trick(played) != better_wins or not case.is_weaker(better, played):
        return False
    return case.mostly_better(lambda tile: case.wins_trick(tile) == better_wins and case.is_weaker(tile, played))


#: Of leads and of replies, the most particular first: the first that holds is the reason.
LEAD_REASONS = {
    "sure-trick-not-cashed": sure_trick_not_cashed,
    "easily-beaten": easily_beaten,
    "strong-tile-spent": strong_tile_spent,
}
REPLY_REASONS = {
    "trick-not-taken": trick_not_taken,
    "trick-not-worth-it": trick_not_worth_it,
    "points-not-secured": points_not_secured,
    "strong-tile-given-up": strong_tile_given_up,
}
#: Those that the move made proves; others the better one.
MADE_MOVE_REASONS = ("sure-trick-not-cashed", "easily-beaten", "trick-not-worth-it")


def tile_reason(case: MistakeCase, kind: str) -> MistakeReason:
    """One about the tile played and the better one: how many of the tiles that the other player may hold
    (``possible``) beat each where it is led, and whether these are more than they do hold (``unseen``); what they and
    the tile led count; whether the better one wins, and what can be declared once it has; and the points declared that
    count only once the mover wins a trick (``uncounted``).
    """
    tile, better = case.compared_tiles
    led, rules, possible = case.position.led, case.rules, case.possible_tiles.bit_count()
    uncounted = doubles = 0
    if not case.position.tricks[YOU] and rules.declaration_counts == "once-a-trick-is-won":
        uncounted = case.position.declared[YOU]
        if case.move.declare and rules.declare == "leading":
            uncounted += declaration_points(rules, case.move.declare)
    if led is not None and rules.declare == "leading":
        doubles = declarable(case.position, YOU) & ~(1 << better)
    declarations = (declared for declared in legal.subsets(doubles) if may_declare(rules, declared.bit_count()))
    facts = {
        "tile": tile,
        "better": better,
        "beaten": case.beaters(tile).bit_count(),
        "fewer": case.beaters(better).bit_count(),
        "possible": possible,
        "unseen": possible > case.view.hidden,
        "counts": (case.card_points(tile), case.card_points(better), 0 if led is None else case.card_points(led)),
        "takes": led is not None and case.wins_trick(better),
        "declarable": doubles,
        "declarable_points": max((declaration_points(rules, declared) for declared in declarations), default=0),
        "uncounted": uncounted,
    }
    return MistakeReason(kind, facts, case.trick_line(case.move if kind in MADE_MOVE_REASONS else case.best))


def reason_of(judged: Judged, engine: Engine | None = None) -> MistakeReason | None:
    """Why the move of this decision is worse than ``judged.best``; None where no explanation can be proved.

    ``engine`` is for the rules of the deal, a fresh one unless given; its earlier searches change nothing.
    """
    if judged.lost <= 0 or judged.move == judged.best:
        return None
    case = MistakeCase(judged, engine or Kernel(judged.moment.position.rules))
    if (late_close := close_too_late(case)) is not None:
        return late_close
    same_close = _with_same_close(case)
    if same_close is None or same_close.move.tile is None or same_close.best.tile is None:
        return None
    is_lead = same_close.move.lead is not None
    if is_lead and (early_declaration := declared_too_early(same_close)) is not None:
        return early_declaration
    kinds = (kind for kind, predicate in (LEAD_REASONS if is_lead else REPLY_REASONS).items() if predicate(same_close))
    return next((tile_reason(same_close, kind) for kind in kinds), None) or worse_double_dummy(same_close)


def _with_same_close(case: MistakeCase) -> MistakeCase | None:
    """The move compared with the best one that closes as it does, where that makes up enough of the loss."""
    close = case.move.close
    if case.best.close == close:
        return case
    best = case.best_where(lambda move: move.close == close and not move.claim)
    if best is None or not case.is_material(best, case.move):
        return None
    return MistakeCase(replace(case.judged, best=best), case.engine)
