"""Replies: tricks not taken, tricks not worth what they cost, points given away, strong tiles given up."""

from __future__ import annotations

from bingo.solver.errors import counted
from bingo.solver.game.moves import Move
from bingo.solver.game.play import declarable
from bingo.solver.game.tiles import Tile, text, text_mask
from bingo.solver.reviewing.decision import Reason
from bingo.solver.reviewing.reasons.case import Case, most_declared, weaker


def trick_not_taken(case: Case) -> Reason | None:
    """The better reply takes the trick, and no other reply that leaves it is nearly as good."""
    if not case.replying or _wins(case.move, case) or not _wins(case.best, case):
        return None
    if not case.matters(lambda move: not _wins(move, case)):
        return None
    led, better = _led(case), _tile(case.best)
    points = case.worth(led) + case.worth(better)
    given = case.worth(led) + case.worth(_tile(case.move))
    sentence = f"Trick not taken: {text(better)} takes it"
    sentence += f" for {counted(points, 'card point')}, and the lead" if points else " and the lead"
    sentence += f"; {text(_tile(case.move))} gives the other player {given}." if given else "."
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
    if not case.replying or not _wins(case.move, case) or _wins(case.best, case):
        return None
    led, spent, kept = _led(case), _tile(case.move), _tile(case.best)
    taken, given = (case.worth(led) + case.worth(tile) for tile in (spent, kept))
    if not weaker(case, kept, spent) or not case.matters(lambda move: _wins(move, case)):
        return None
    threats = case.beaten_by(spent)
    sentence = (
        f"The trick is not worth it: {text(spent)} brings home {counted(taken, 'card point')} and is spent,"
        f" though led later {'only ' if threats else ''}{case.share(threats)} can beat it."
        f" {text(kept)} leaves the trick to the other player for {given}."
    )
    return Reason("trick-not-worth-it", sentence, _trick(case, case.move))


def points_given_away(case: Case) -> Reason | None:
    """Both replies lose the trick, the one made with more card points."""
    if not case.replying or _wins(case.move, case) or _wins(case.best, case):
        return None
    fed, less = case.worth(_tile(case.move)), case.worth(_tile(case.best))
    if fed <= less or not case.matters(lambda move: not _wins(move, case) and case.worth(_tile(move)) > less):
        return None
    gives = f"gives {less}" if less else "gives none"
    sentence = (
        f"Points given away: the trick is lost either way, {text(_tile(case.move))} gives the other player"
        f" {counted(fed, 'card point')} with it and {text(_tile(case.best))} {gives}."
    )
    return Reason("points-given-away", sentence, _trick(case, case.move))


def points_not_secured(case: Case) -> Reason | None:
    """Both replies take the trick; the better one brings home more card points, which may be lost later."""
    if not case.replying or not _wins(case.move, case) or not _wins(case.best, case):
        return None
    tile, less = _tile(case.best), _tile(case.move)
    threats = case.beaten_by(tile)
    most = case.worth(tile)
    if most <= case.worth(less) or not threats:
        return None
    if not case.matters(lambda move: _wins(move, case) and case.worth(_tile(move)) < most):
        return None
    sentence = (
        f"Points not secured: {text(tile)} takes the trick as well and brings home"
        f" {counted(case.worth(tile), 'card point')}, {text(less)} {case.worth(less) or 'none'}."
        f" Later {case.share(threats)} can beat {text(tile)}."
    )
    return Reason("points-not-secured", sentence, _trick(case, case.best))


def strong_tile_given_up(case: Case) -> Reason | None:
    """Both replies fare alike in this trick; the one made gives up a tile that fewer of the unseen ones beat, and most
    others that do not are worth more.
    """
    if not case.replying or _wins(case.move, case) != _wins(case.best, case):
        return None
    spent, kept = _tile(case.move), _tile(case.best)
    wins = _wins(case.best, case)
    spared = [
        worth
        for move, worth in case.worths.items()
        if (tile := move.play) is not None and case.wins(tile) == wins and weaker(case, tile, spent)
    ]
    if not weaker(case, kept, spent) or 2 * sum(worth > case.worths[case.move] for worth in spared) < len(spared):
        return None
    fate = "takes the trick as well" if _wins(case.best, case) else "loses the trick as well"
    sentence = (
        f"A strong tile is given up: {text(kept)} {fate}."
        f" Led later, {text(spent)} can be beaten by {case.share(case.beaten_by(spent))},"
        f" {text(kept)} by {case.beaten_by(kept)}."
    )
    return Reason("strong-tile-given-up", sentence, _trick(case, case.best))


def _wins(move: Move, case: Case) -> bool:
    return case.wins(_tile(move))


def _led(case: Case) -> Tile:
    assert case.position.led is not None
    return case.position.led


def _tile(move: Move) -> Tile:
    assert move.play is not None
    return move.play


def _trick(case: Case, reply: Move) -> tuple[str, ...]:
    return case.turn(Move(lead=_led(case)), case.other), case.turn(reply)
