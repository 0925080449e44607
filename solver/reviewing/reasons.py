"""Why a move was a mistake: each reason is given only if its facts hold on the position.

A function of a :class:`~bingo.solver.reviewing.case.Case` gives a reason or None. What it says rests on three things:
what is certain by what the mover could know (tiles, points, which unseen tiles beat which), what the judgment gives the
options to be worth, and in phase two the exact values of both moves against every hand that the other player may hold,
or a sample of them, by their weights. The lines are best play with both hands seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bingo.solver.analysis.exact import Engine, value_of
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.moves import Move, declarable
from bingo.solver.game.scoring import sign
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, descending, mask, members, text_mask
from bingo.solver.game.tricks import declaration_points, may_declare, may_reply
from bingo.solver.reviewing.case import Case, most_declared
from bingo.solver.reviewing.decision import Judged, Reason


def close_too_late(case: Case) -> Reason | None:
    """Closing now is worth more than any way of playing on."""
    best = case.best
    if not best.close or case.move.close or case.move.claim:
        return None
    going_on = case.best_where(lambda move: not move.close and not move.claim)
    if going_on is None or not case.is_material(case.gap(best, going_on)):
        return None
    values = case.values(best)
    world = case.worlds[values.index(max(values))]
    return case.reason(
        "close-too-late",
        case.line(world, best),
        text_mask(world.hands[case.other]),
        best=best,
        worth=case.worths[best],
        going_on=going_on,
        otherwise=case.worths[going_on],
        wins=None if case.rules.at_target == "points" else case.part([value > 0 for value in values]),
        sampled=case.sampled,
    )


def declared_too_early(case: Case) -> Reason | None:
    """No declaration is worth as much now as keeping the doubles, to which a third one may still come."""
    move, best = case.move, case.best
    if not move.declare or best.declare or best.close or not case.position.open:
        return None
    declaring = case.best_where(lambda option: bool(option.declare) and not option.claim)
    now = declaration_points(case.rules, move.declare)
    third = _better_doubles(case, move.declare, now)
    leads_a_declared = best.tile is not None and move.declare >> best.tile & 1
    if leads_a_declared or declaring is None or not third or not case.is_material(case.gap(best, declaring)):
        return _declared_at_all(case)
    plain = third & ~(1 << BINGO)
    then = [declaration_points(case.rules, move.declare | part) for part in (plain & -plain, third & 1) if part]
    later = Move(declare=move.declare | (plain & -plain or 1 << BINGO), lead=move.lead)
    facts = {"declared": move.declare, "now": now, "then": then, "third": third}
    return case.reason("declared-too-early", (case.turn(later),), **facts)


def sure_trick_not_cashed(case: Case) -> Reason | None:
    """Nothing that the other player may hold beats the better lead; no lead that something beats is nearly as good."""
    lead, sure = case.tiles
    if case.beating(sure) or not case.beating(lead) or not case.costs(lambda tile: bool(case.beating(tile))):
        return None
    return case.reason("sure-trick-not-cashed", _beaten(case), points=case.worth(sure), **_lead_facts(case))


def easily_beaten(case: Case) -> Reason | None:
    """Clearly more unseen tiles beat the lead than the better one, and leads that fewer beat are worth more."""
    lead, better = case.tiles
    if not case.is_weaker(lead, better) or not case.mostly_better(lambda tile: case.is_weaker(lead, tile)):
        return None
    return case.reason("easily-beaten", _beaten(case), **_lead_facts(case))


def strong_tile_spent(case: Case) -> Reason | None:
    """Clearly fewer unseen tiles beat the lead than the better one, and leads that more beat are worth more."""
    lead, better = case.tiles
    if not case.is_weaker(better, lead) or not case.mostly_better(lambda tile: case.is_weaker(tile, lead)):
        return None
    return case.reason("strong-tile-spent", (case.turn(case.best),), **_threats(case))


def trick_not_taken(case: Case) -> Reason | None:
    """The better reply takes the trick, and no other reply that leaves it is nearly as good."""
    _, better = case.tiles
    if not case.costs(lambda tile: not case.wins(tile)):
        return None
    p, rules = case.position, case.rules
    waits = p.tricks[case.player] == 0 and rules.declaration_counts == "once-a-trick-is-won"
    left = declarable(p, case.player) & ~(1 << better) if rules.declare == "leading" else 0
    return case.reason(
        "trick-not-taken",
        _trick(case, case.best),
        **_gains(case),
        lost=p.declared[case.player] if waits else 0,
        left=left,
        left_points=most_declared(rules, left),
    )


def trick_not_worth_it(case: Case) -> Reason | None:
    """The reply takes a trick that is better left, with a tile that fewer of the unseen ones beat."""
    spent, kept = case.tiles
    if not case.is_weaker(kept, spent) or not case.costs(case.wins):
        return None
    return case.reason("trick-not-worth-it", _trick(case, case.move), **_gains(case))


def points_not_secured(case: Case) -> Reason | None:
    """Both replies take the trick; the better one brings home more card points, which may be lost later."""
    less, tile = case.tiles
    most = case.worth(tile)
    if most <= case.worth(less) or not case.beating(tile):
        return None
    if not case.costs(lambda tile: case.wins(tile) and case.worth(tile) < most):
        return None
    facts = {"most": most, "least": case.worth(less)}
    return case.reason("points-not-secured", _trick(case, case.best), **facts, **_threats(case))


def strong_tile_given_up(case: Case) -> Reason | None:
    """Both replies fare alike in this trick; the one made gives up a tile that fewer of the unseen ones beat, and most
    others that do not are worth more.
    """
    spent, kept = case.tiles
    wins = case.wins(kept)
    spared = case.mostly_better(lambda tile: case.wins(tile) == wins and case.is_weaker(tile, spent))
    if not case.is_weaker(kept, spent) or not spared:
        return None
    return case.reason("strong-tile-given-up", _trick(case, case.best), takes=wins, **_threats(case))


def refuted(case: Case) -> Reason | None:
    """Best play after either move, in the position or against the hand where they differ most."""
    if not (case.phase_two or case.last_draw) or not any(gap > 0 for gap in case.gaps):
        return None
    world = case.worlds[max(range(len(case.worlds)), key=lambda n: case.gaps[n])]
    good, bad = (sign(case.player) * value_of(world, move, case.engine) for move in (case.best, case.move))
    more, less = case.part([gap > 0 for gap in case.gaps]), case.part([gap < 0 for gap in case.gaps])
    if more <= less:
        return None
    hand = "" if len(case.worlds) == 1 else text_mask(world.hands[case.other])
    facts = {"move": case.move, "best": case.best, "good": good, "bad": bad, "unit": case.rules.unit}
    line = case.line(world, case.move)
    return case.reason("refuted", line, hand, **facts, hand=hand, more=more, less=less, sampled=case.sampled)


def _declared_at_all(case: Case) -> Reason | None:
    """The same lead is worth more without the declaration."""
    move = case.move
    silent = Move(close=move.close, lead=move.lead)
    if silent not in case.worths or not case.is_material(case.gap(silent, move)):
        return None
    facts = {"lead": silent.lead, "declared": move.declare, "worth": case.worths[move]}
    return case.reason("declared-too-early", (case.turn(silent),), **facts, silent=case.worths[silent])


def _threats(case: Case) -> dict[str, object]:
    """The tile played and the better one, and how many beat each where it is led."""
    tile, better = case.tiles
    return {"tile": tile, "better": better, "beaten": case.beaten_by(tile), "fewer": case.beaten_by(better)}


def _lead_facts(case: Case) -> dict[str, object]:
    """The same, and what of one's own declaration hangs on winning a trick."""
    p = case.position
    waiting = p.declared[case.player]
    if case.move.declare and case.rules.declare == "leading":
        waiting += declaration_points(case.rules, case.move.declare)
    waits = not p.tricks[case.player] and case.rules.declaration_counts == "once-a-trick-is-won"
    return {**_threats(case), "waiting": waiting if waits else 0}


def _gains(case: Case) -> dict[str, object]:
    """The same as of threats, and what the trick counts with either reply."""
    tile, better = (case.on_table + case.worth(tile) for tile in case.tiles)
    return {**_threats(case), "with_tile": tile, "with_better": better}


def _better_doubles(case: Case, declared: Mask, now: int) -> Mask:
    """Doubles that may still be drawn, and with which the declaration would have counted more."""
    free = DOUBLES & case.seen.unseen & ~case.seen.held
    if not may_declare(case.rules, declared.bit_count() + 1):
        return 0
    return mask(t for t in members(free) if declaration_points(case.rules, declared | 1 << t) > now)


def _beaten(case: Case) -> tuple[str, ...]:
    """The lead and a tile that beats it: one that the other player could really play, if there is one."""
    lead, hand = case.tiles[0], case.position.hands[case.other]
    threats: Mask = case.beating(lead)
    allowed = may_reply(case.rules, case.trump, lead, hand, phase_two=case.phase_two)
    tiles = descending(threats & allowed & ~case.judged.moment.hidden or threats & ~hand)
    return case.turn(case.move), *(case.turn(Move(play=reply), case.other) for reply in tiles[:1])


def _trick(case: Case, reply: Move) -> tuple[str, ...]:
    return case.turn(Move(lead=case.position.led), case.other), case.turn(reply)


Family = Callable[[Case], Reason | None]

LEADS: tuple[Family, ...] = (sure_trick_not_cashed, easily_beaten, strong_tile_spent)
#: By whether the reply made takes the trick, and whether the better one does.
REPLIES: dict[tuple[bool, bool], tuple[Family, ...]] = {
    (False, True): (trick_not_taken,),
    (True, False): (trick_not_worth_it,),
    (False, False): (strong_tile_given_up,),
    (True, True): (points_not_secured, strong_tile_given_up),
}


def reason_of(judged: Judged, engine: Engine | None = None) -> Reason | None:
    """Why the move of this decision is worse than ``judged.best``; None where no family can prove it.

    ``engine`` is for the rules of the deal, a fresh one unless given; what it has searched before changes nothing.
    """
    if judged.lost <= 0 or judged.move == judged.best:
        return None
    case = Case(judged, engine or Kernel(judged.moment.position.rules))
    if (late := close_too_late(case)) is not None:
        return late
    alike = _closing_alike(case)
    reasons = (family(alike) for family in _about_tiles(alike)) if alike else ()
    return next((reason for reason in reasons if reason is not None), None)


def _about_tiles(case: Case) -> Iterator[Family]:
    """The first that holds is the reason: what is most particular comes first."""
    if case.leading:
        yield from (declared_too_early, *LEADS, refuted)
    elif case.replying:
        played, better = case.tiles
        yield from (*REPLIES[case.wins(played), case.wins(better)], refuted)


def _closing_alike(case: Case) -> Case | None:
    """The move compared with the best one that closes as it does, where that makes up enough of the loss."""
    close = case.move.close
    if case.best.close == close:
        return case
    best = case.best_where(lambda move: move.close == close and not move.claim)
    if best is None or not case.is_material(case.worths[best] - case.worths[case.move]):
        return None
    return replace(case, judged=replace(case.judged, best=best))
