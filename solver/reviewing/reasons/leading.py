"""Leads: sure tricks, points led into tiles that beat them, leads that are easily beaten, strong tiles spent.

What beats a lead is counted among the tiles that the other player may hold by what the mover could know.
"""

from __future__ import annotations

from collections.abc import Callable

from bingo.solver.errors import counted
from bingo.solver.game.moves import Move
from bingo.solver.game.tiles import Mask, Tile, descending, text
from bingo.solver.game.tricks import declaration_points, may_reply
from bingo.solver.reviewing.decision import Reason
from bingo.solver.reviewing.reasons.case import Case, weaker

#: A lead puts points at risk if its card points times the tiles that beat it are so many times those of the better one.
AT_RISK = 1.5


def sure_trick_not_cashed(case: Case) -> Reason | None:
    """Nothing that the other player may hold beats the better lead; no lead that something beats is nearly as good."""
    if not case.leading:
        return None
    lead, sure = _lead(case.move), _lead(case.best)
    if case.beating(sure) or not case.beating(lead):
        return None
    if not case.matters(lambda move: move.close == case.best.close and _beatable(case, move)):
        return None
    points = case.worth(sure)
    home = f" and brings home {counted(points, 'card point')}" if points else ""
    sentence = (
        f"Sure trick not cashed: {text(sure)} cannot be beaten{home}."
        f" {text(lead)} is beaten by {case.share(case.beaten_by(lead))}."
    )
    return Reason("sure-trick-not-cashed", sentence + _declared(case), _trick(case))


def points_at_risk(case: Case) -> Reason | None:
    """A lead that counts is beaten by as many unseen tiles as the better one or more, and clearly more is at stake."""
    if not case.leading:
        return None
    lead, better = _lead(case.move), _lead(case.best)
    threats, fewer = case.beaten_by(lead), case.beaten_by(better)
    at_stake = case.worth(better) * fewer

    def risky(move: Move) -> bool:
        tile = move.lead
        if tile is None or move.close != case.best.close or case.worth(tile) <= case.worth(better):
            return False
        return case.beaten_by(tile) >= fewer and case.worth(tile) * case.beaten_by(tile) > AT_RISK * at_stake

    if not risky(case.move) or not case.matters(risky):
        return None
    sentence = (
        f"Points at risk: {text(lead)} counts {case.worth(lead)} and is beaten by {case.share(threats)};"
        f" {text(better)} counts {case.worth(better)} and is beaten by {fewer or 'none'}."
    )
    return Reason("points-at-risk", sentence + _declared(case), _trick(case))


def easily_beaten(case: Case) -> Reason | None:
    """Clearly more unseen tiles beat the lead than the better one, and leads that fewer beat are worth more."""
    if not case.leading:
        return None
    lead, better = _lead(case.move), _lead(case.best)
    fewer = case.beaten_by(better)
    if not weaker(case, lead, better) or not _mostly_better(case, lambda tile: weaker(case, lead, tile)):
        return None
    sentence = (
        f"Easily beaten: {text(lead)} is beaten by {case.share(case.beaten_by(lead))},"
        f" {text(better)} by {fewer or 'none'}."
    )
    return Reason("easily-beaten", sentence + _declared(case), _trick(case))


def strong_tile_spent(case: Case) -> Reason | None:
    """Clearly fewer unseen tiles beat the lead than the better one, and leads that more beat are worth more."""
    if not case.leading:
        return None
    lead, better = _lead(case.move), _lead(case.best)
    if not weaker(case, better, lead) or not _mostly_better(case, lambda tile: weaker(case, tile, lead)):
        return None
    threats = case.beaten_by(lead)
    sentence = (
        f"A strong tile is spent: {text(lead)} is beaten by {'only ' if threats else ''}{case.share(threats)} and is"
        f" better kept; {text(better)}, by {case.beaten_by(better)}, can be spared."
    )
    return Reason("strong-tile-spent", sentence, (case.turn(case.best),))


def _mostly_better(case: Case, which: Callable[[Tile], bool]) -> bool:
    """Whether at least half of the leads of this kind are worth more than the one made."""
    worths = [
        worth
        for move, worth in case.worths.items()
        if move.lead is not None and move.close == case.best.close and which(move.lead)
    ]
    return 2 * sum(worth > case.worths[case.move] for worth in worths) >= len(worths)


def _declared(case: Case) -> str:
    """What of one's own declaration hangs on winning a trick."""
    p = case.position
    points = p.declared[case.player]
    if case.move.declare and case.rules.declare == "leading":
        points += declaration_points(case.rules, case.move.declare)
    waits = not p.tricks[case.player] and case.rules.declaration_counts == "once-a-trick-is-won"
    return f" Until a trick is won the {points} card points declared do not count." if waits and points else ""


def _beatable(case: Case, move: Move) -> bool:
    return move.lead is not None and bool(case.beating(move.lead))


def _lead(move: Move) -> Tile:
    assert move.lead is not None
    return move.lead


def _trick(case: Case) -> tuple[str, ...]:
    """The lead and a tile that beats it: one that the other player could really play, if there is one."""
    lead, hand = _lead(case.move), case.position.hands[case.other]
    threats: Mask = case.beating(lead)
    allowed = may_reply(case.rules, case.trump, lead, hand, phase_two=case.phase_two)
    found = descending(threats & allowed & ~case.judged.moment.hidden or threats & ~hand)
    return case.turn(case.move), *(case.turn(Move(play=reply), case.other) for reply in found[:1])
