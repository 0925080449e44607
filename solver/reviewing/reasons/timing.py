"""Claims and closes at the wrong time: card points decide about claims, what playing on is worth about closes."""

from __future__ import annotations

from dataclasses import replace

from bingo.solver.errors import counted
from bingo.solver.game import play, tricks
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.position import Stage
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
    if case.hand & 1 << BINGO and case.may_capture:
        sentence += f" 0-0 may still capture {text(double(case.trump))} for {case.reward}."
    return Reason("claim-too-early", sentence, (case.turn(case.move if case.best == WAIT else case.best),))


def _claimed(case: Case, move: Move) -> tuple[int, int]:
    """The card points of the mover with which this claim is made, whatever is declared with it counted, and what it
    scores them (less than 0: false).
    """
    after = play.closed(case.position) if move.close else case.position
    if move.declare:
        more = tricks.declaration_points(case.rules, move.declare)
        declared = [after.declared[p] + (more if p == case.player else 0) for p in (0, 1)]
        after = replace(after, declared=(declared[0], declared[1]), stage=Stage.CLAIM)
    return after.card_points(case.player), claim_score(after, case.player)


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
    won, hand, line = _hands(case, case.best)
    if case.rules.at_target != "points":
        sentence += f" With both hands seen it wins {case.against(won)}."
    return Reason("close-too-late", sentence, line, hand)


def close_too_early(case: Case) -> Reason | None:
    """Playing on is worth more than any close."""
    if not case.move.close or case.best.close or case.best.claim:
        return None
    closing = case.top(lambda move: move.close)
    if closing is None or not case.material(case.gap(case.best, closing)):
        return None
    sentence = (
        f"Closed too early: closing is worth {signed(case.worths[closing])} at best,"
        f" playing on {signed(case.worths[case.best])} ({case.best})."
    )
    won, hand, line = _hands(case, case.move)
    if case.rules.at_target != "points" and won < len(case.worlds):
        sentence += f" With both hands seen {case.move} fails {case.against(len(case.worlds) - won)}."
    return Reason("close-too-early", sentence, line, hand)


def _hands(case: Case, move: Move) -> tuple[int, str, tuple[str, ...]]:
    """Against how many hands a close wins, and best play against one of them: where it fails if it was made, and wins
    if it was not, where it ever does.
    """
    values = case.values(move)
    n = values.index(min(values) if move == case.move else max(values))
    world = case.worlds[n]
    return sum(value > 0 for value in values), text_mask(world.hands[case.other]), case.line(world, move)
