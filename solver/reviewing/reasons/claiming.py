"""Claims: false, missed, or made although waiting was worth more. Arithmetic of card points decides."""

from __future__ import annotations

from bingo.solver.errors import counted
from bingo.solver.game import play, tricks
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.scoring import claim_score
from bingo.solver.game.tiles import BINGO, double, text, text_mask
from bingo.solver.reviewing.decision import Reason
from bingo.solver.reviewing.reasons.case import Case, name, signed


def false_claim(case: Case) -> Reason | None:
    """The claim is made with fewer card points than the target."""
    if not case.move.claim:
        return None
    points, scored = _claimed(case, case.move)
    if points >= case.rules.target:
        return None
    sentence = (
        f"False claim: {points} card points, and {case.rules.target} are needed."
        f" It gives the other player {counted(-scored, 'game point')}."
    )
    return Reason("claim-false", sentence, (case.turn(case.move),))


def claim_missed(case: Case) -> Reason | None:
    """The better move claims, truly."""
    if case.move.claim or not case.best.claim:
        return None
    points, scored = _claimed(case, case.best)
    if points < case.rules.target:
        return None
    doubles = text_mask(case.best.declare)
    how = f"declaring {doubles} makes {points} card points, and then" if doubles else f"with {points} card points"
    sentence = f"Claim missed: {how} a claim scores {counted(scored, 'game point')}."
    return Reason("claim-missed", sentence, (case.turn(case.best),))


def claim_too_early(case: Case) -> Reason | None:
    """A true claim ends a deal that brings more if it is played on."""
    if not case.move.claim or case.best.claim:
        return None
    _, scored = _claimed(case, case.move)
    more = case.worths[case.best]
    if signed(more) == signed(scored):
        return None
    waiting = "waiting" if case.best == WAIT else f"playing on with {name(case.best)}"
    sentence = f"Claimed too early: the claim scores {scored}, {waiting} is worth {signed(more)}."
    target = double(case.trump)
    if case.hand & 1 << BINGO and case.others >> target & 1 and case.rules.capture and case.trump:
        sentence += f" 0-0 may still capture {text(target)} for {counted(case.rules.capture, 'game point')}."
    return Reason("claim-too-early", sentence, (case.turn(case.move if case.best == WAIT else case.best),))


def _claimed(case: Case, move: Move) -> tuple[int, int]:
    """The card points of the mover with which this claim is made, and what it scores them (less than 0: false)."""
    after = _declared(case.position, case.player, move)
    return after.card_points(case.player), claim_score(after, case.player)


def _declared(position: Position, player: int, move: Move) -> Position:
    """The position when the claim is looked at: whatever is declared with it counts."""
    from dataclasses import replace

    found = play.closed(position) if move.close else position
    if not move.declare:
        return found
    more = tricks.declaration_points(position.rules, move.declare)
    declared = [found.declared[p] + (more if p == player else 0) for p in (0, 1)]
    return replace(found, declared=(declared[0], declared[1]), stage=Stage.CLAIM)
