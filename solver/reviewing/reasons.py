"""Why a move was a mistake, in words. Each sentence is printed only if its facts hold on the position.

A reason is a function of a :class:`~bingo.solver.reviewing.case.Case` that gives a sentence or None. What it says rests
on three things: what is certain by what the mover could know (tiles, points, which unseen tiles beat which), what the
judgment gives the options to be worth, and in phase two the exact values of both moves against every hand that the
other player may hold, or a sample of them. The lines are best play with both hands seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bingo.solver.analysis.exact import Engine, value_of
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import counted
from bingo.solver.game.moves import Move, declarable
from bingo.solver.game.scoring import sign
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, descending, mask, members, text, text_mask
from bingo.solver.game.tricks import declaration_points, may_declare, may_reply
from bingo.solver.reviewing.case import Case, most_declared, name, signed
from bingo.solver.reviewing.decision import Judged, Reason


def close_too_late(case: Case) -> Reason | None:
    """Closing now is worth more than any way of playing on."""
    if not case.best.close or case.move.close or case.move.claim:
        return None
    going_on = case.top(lambda move: not move.close and not move.claim)
    if going_on is None or not case.material(case.gap(case.best, going_on)):
        return None
    sentence = (
        f"Time to close: {case.best} is worth {signed(case.worths[case.best])},"
        f" playing on {signed(case.worths[going_on])} at best ({going_on})."
    )
    values = case.values(case.best)
    if case.rules.at_target != "points":
        sentence += f" With both hands seen it wins {case.against(sum(value > 0 for value in values))}."
    world = case.worlds[values.index(max(values))]
    return Reason("close-too-late", sentence, case.line(world, case.best), text_mask(world.hands[case.other]))


def declared_too_early(case: Case) -> Reason | None:
    """No declaration is worth as much now as keeping the doubles, to which a third one may still come."""
    move, best = case.move, case.best
    if not move.declare or best.declare or best.close or not case.position.open:
        return None
    if best.tile is not None and move.declare >> best.tile & 1:
        return _declared_at_all(case)
    declaring = case.top(lambda option: bool(option.declare) and not option.claim)
    if declaring is None or not case.material(case.gap(best, declaring)):
        return _declared_at_all(case)
    now = declaration_points(case.rules, move.declare)
    third = _third(case, move.declare, now)
    if not third:
        return _declared_at_all(case)
    plain = third & ~(1 << BINGO)
    then = [declaration_points(case.rules, move.declare | part) for part in (plain & -plain, third & 1) if part]
    worth = f"{then[0]}" if len(set(then)) == 1 else f"{then[0]}, or {then[1]} with 0-0"
    which = "which is" if third.bit_count() == 1 else "all of them"
    sentence = (
        f"Declared too early: {text_mask(move.declare)} count {now} card points now, with one more double {worth}."
        f" It may still be drawn: {text_mask(third)}, {which} unseen."
    )
    later = Move(declare=move.declare | (plain & -plain or 1 << BINGO), lead=move.lead)
    return Reason("declared-too-early", sentence, (case.turn(later),))


def sure_trick_not_cashed(case: Case) -> Reason | None:
    """Nothing that the other player may hold beats the better lead; no lead that something beats is nearly as good."""
    lead, sure = case.tiles
    if case.beating(sure) or not case.beating(lead) or not case.costs(lambda tile: bool(case.beating(tile))):
        return None
    points = case.worth(sure)
    home = f" and brings home {counted(points, 'card point')}" if points else ""
    sentence = (
        f"Sure trick not cashed: {text(sure)} cannot be beaten{home}. {text(lead)} is beaten by {case.threats(lead)}."
    )
    return Reason("sure-trick-not-cashed", sentence + _declared(case), _beaten(case))


def easily_beaten(case: Case) -> Reason | None:
    """Clearly more unseen tiles beat the lead than the better one, and leads that fewer beat are worth more."""
    lead, better = case.tiles
    if not case.weaker(lead, better) or not case.mostly_better(lambda tile: case.weaker(lead, tile)):
        return None
    sentence = (
        f"Easily beaten: {text(lead)} is beaten by {case.threats(lead)},"
        f" {text(better)} by {case.beaten_by(better) or 'none'}."
    )
    return Reason("easily-beaten", sentence + _declared(case), _beaten(case))


def strong_tile_spent(case: Case) -> Reason | None:
    """Clearly fewer unseen tiles beat the lead than the better one, and leads that more beat are worth more."""
    lead, better = case.tiles
    if not case.weaker(better, lead) or not case.mostly_better(lambda tile: case.weaker(tile, lead)):
        return None
    sentence = (
        f"A strong tile is spent: {text(lead)} is beaten by {'only ' * bool(case.beating(lead))}{case.threats(lead)}"
        f" and is better kept; {text(better)}, by {case.beaten_by(better)}, can be spared."
    )
    return Reason("strong-tile-spent", sentence, (case.turn(case.best),))


def trick_not_taken(case: Case) -> Reason | None:
    """The better reply takes the trick, and no other reply that leaves it is nearly as good."""
    tile, better = case.tiles
    if not case.costs(lambda tile: not case.wins(tile)):
        return None
    points, given = case.on_table + case.worth(better), case.on_table + case.worth(tile)
    sentence = f"Trick not taken: {text(better)} takes it"
    sentence += f" for {counted(points, 'card point')}, and the lead" if points else " and the lead"
    sentence += f"; {text(tile)} gives the other player {given}." if given else "."
    p = case.position
    first = p.tricks[case.player] == 0
    if first and p.declared[case.player] and case.rules.declaration_counts == "once-a-trick-is-won":
        sentence += f" Without a trick the {p.declared[case.player]} card points declared do not count."
    left = declarable(p, case.player) & ~(1 << better)
    if case.rules.declare == "leading" and most_declared(case.rules, left):
        sentence += f" On lead, {text_mask(left)} can be declared for {most_declared(case.rules, left)}."
    return Reason("trick-not-taken", sentence, _trick(case, case.best))


def trick_not_worth_it(case: Case) -> Reason | None:
    """The reply takes a trick that is better left, with a tile that fewer of the unseen ones beat."""
    spent, kept = case.tiles
    if not case.weaker(kept, spent) or not case.costs(case.wins):
        return None
    taken, given = (case.on_table + case.worth(tile) for tile in (spent, kept))
    sentence = (
        f"The trick is not worth it: {text(spent)} brings home {counted(taken, 'card point')} and is spent,"
        f" though led later {'only ' * bool(case.beating(spent))}{case.threats(spent)} can beat it."
        f" {text(kept)} leaves the trick to the other player for {given}."
    )
    return Reason("trick-not-worth-it", sentence, _trick(case, case.move))


def points_not_secured(case: Case) -> Reason | None:
    """Both replies take the trick; the better one brings home more card points, which may be lost later."""
    less, tile = case.tiles
    most = case.worth(tile)
    if most <= case.worth(less) or not case.beating(tile):
        return None
    if not case.costs(lambda tile: case.wins(tile) and case.worth(tile) < most):
        return None
    sentence = (
        f"Points not secured: {text(tile)} takes the trick as well and brings home"
        f" {counted(most, 'card point')}, {text(less)} {case.worth(less) or 'none'}."
        f" Later {case.threats(tile)} can beat {text(tile)}."
    )
    return Reason("points-not-secured", sentence, _trick(case, case.best))


def strong_tile_given_up(case: Case) -> Reason | None:
    """Both replies fare alike in this trick; the one made gives up a tile that fewer of the unseen ones beat, and most
    others that do not are worth more.
    """
    spent, kept = case.tiles
    wins = case.wins(kept)
    spared = case.mostly_better(lambda tile: case.wins(tile) == wins and case.weaker(tile, spent))
    if not case.weaker(kept, spent) or not spared:
        return None
    sentence = (
        f"A strong tile is given up: {text(kept)} {'takes' if wins else 'loses'} the trick as well."
        f" Led later, {text(spent)} can be beaten by {case.threats(spent)}, {text(kept)} by {case.beaten_by(kept)}."
    )
    return Reason("strong-tile-given-up", sentence, _trick(case, case.best))


def refuted(case: Case) -> Reason | None:
    """Best play after either move, in the position or against the hand where they differ most."""
    if not (case.phase_two or case.last_draw) or not any(gap > 0 for gap in case.gaps):
        return None
    n = max(range(len(case.worlds)), key=lambda n: case.gaps[n])
    world = case.worlds[n]
    good, bad = (sign(case.player) * value_of(world, move, case.engine) for move in (case.best, case.move))
    unit, hand = f"{case.rules.unit}s", ""
    if len(case.worlds) == 1:
        sentence = f"With best play {name(case.move)} brings {bad:+d} and {name(case.best)} {good:+d} {unit}."
    else:
        more, less = sum(gap > 0 for gap in case.gaps), sum(gap < 0 for gap in case.gaps)
        if more <= less:
            return None
        hand = text_mask(world.hands[case.other])
        sentence = (
            f"With both hands seen {name(case.best)} brings more than {name(case.move)} {case.against(more)} and less"
            f" against {less or 'none'}: {good:+d} and {bad:+d} {unit} against {hand}."
        )
    return Reason("refuted", sentence, case.line(world, case.move), hand)


def _declared_at_all(case: Case) -> Reason | None:
    """The same lead is worth more without the declaration."""
    move = case.move
    silent = Move(close=move.close, lead=move.lead)
    if silent not in case.worths or not case.material(case.gap(silent, move)):
        return None
    sentence = (
        f"Declared too early: {text(silent.lead or 0)} led without declaring {text_mask(move.declare)} is worth"
        f" {signed(case.worths[silent])}, with it {signed(case.worths[move])}."
    )
    return Reason("declared-too-early", sentence, (case.turn(silent),))


def _third(case: Case, declared: Mask, now: int) -> Mask:
    """Doubles that may still be drawn, and with which the declaration would have counted more."""
    free = DOUBLES & case.seen.unseen & ~case.seen.held
    if not may_declare(case.rules, declared.bit_count() + 1):
        return 0
    return mask(t for t in members(free) if declaration_points(case.rules, declared | 1 << t) > now)


def _declared(case: Case) -> str:
    """What of one's own declaration hangs on winning a trick."""
    p = case.position
    points = p.declared[case.player]
    if case.move.declare and case.rules.declare == "leading":
        points += declaration_points(case.rules, case.move.declare)
    waits = not p.tricks[case.player] and case.rules.declaration_counts == "once-a-trick-is-won"
    return f" Until a trick is won the {points} card points declared do not count." if waits and points else ""


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
    alike = _of_a_kind(case)
    reasons = (family(alike) for family in _about_tiles(alike)) if alike else ()
    return next((reason for reason in reasons if reason is not None), None)


def _about_tiles(case: Case) -> Iterator[Family]:
    """The first that holds is the reason: what is most particular comes first."""
    if case.leading:
        yield from (declared_too_early, *LEADS, refuted)
    elif case.replying:
        made, better = case.tiles
        yield from (*REPLIES[case.wins(made), case.wins(better)], refuted)


def _of_a_kind(case: Case) -> Case | None:
    """The move compared with the best one that closes as it does, where that makes up enough of the loss."""
    close = case.move.close
    if case.best.close == close:
        return case
    best = case.top(lambda move: move.close == close and not move.claim)
    if best is None or not case.material(case.worths[best] - case.worths[case.move]):
        return None
    return replace(case, judged=replace(case.judged, best=best))
