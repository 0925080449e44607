"""Leads and replies: sure tricks, points at risk or given away, tricks not taken or not worth it, strong tiles spent.

What beats a lead is counted among the tiles that the other player may hold by what the mover could know.
"""

from __future__ import annotations

from bingo.solver.errors import counted
from bingo.solver.game.moves import Move
from bingo.solver.game.play import declarable
from bingo.solver.game.tiles import Mask, Tile, descending, text, text_mask
from bingo.solver.game.tricks import declaration_points, may_reply
from bingo.solver.reviewing.decision import Reason
from bingo.solver.reviewing.reasons.case import Case, most_declared

#: A lead puts points at risk if its card points times the tiles that beat it are so many times those of the better one.
AT_RISK = 1.5


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


def points_at_risk(case: Case) -> Reason | None:
    """A lead that counts is beaten by as many unseen tiles as the better one or more, and clearly more is at stake."""
    lead, better = case.tiles
    fewer = case.beaten_by(better)
    at_stake = case.worth(better) * fewer

    def risky(tile: Tile) -> bool:
        more = case.worth(tile) > case.worth(better) and case.beaten_by(tile) >= fewer
        return more and case.worth(tile) * case.beaten_by(tile) > AT_RISK * at_stake

    if not risky(lead) or not case.costs(risky):
        return None
    sentence = (
        f"Points at risk: {text(lead)} counts {case.worth(lead)} and is beaten by {case.threats(lead)};"
        f" {text(better)} counts {case.worth(better)} and is beaten by {fewer or 'none'}."
    )
    return Reason("points-at-risk", sentence + _declared(case), _beaten(case))


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


def points_given_away(case: Case) -> Reason | None:
    """Both replies lose the trick, the one made with more card points."""
    tile, better = case.tiles
    fed, less = case.worth(tile), case.worth(better)
    if fed <= less or not case.costs(lambda tile: not case.wins(tile) and case.worth(tile) > less):
        return None
    sentence = (
        f"Points given away: the trick is lost either way, {text(tile)} gives the other player"
        f" {counted(fed, 'card point')} with it and {text(better)} gives {less or 'none'}."
    )
    return Reason("points-given-away", sentence, _trick(case, case.move))


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
    found = descending(threats & allowed & ~case.judged.moment.hidden or threats & ~hand)
    return case.turn(case.move), *(case.turn(Move(play=reply), case.other) for reply in found[:1])


def _trick(case: Case, reply: Move) -> tuple[str, ...]:
    return case.turn(Move(lead=case.position.led), case.other), case.turn(reply)
