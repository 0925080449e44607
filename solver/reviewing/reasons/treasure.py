"""The Bingo and the double of trumps: one given away for nothing, the other into the hands of the first."""

from __future__ import annotations

from bingo.solver.errors import counted
from bingo.solver.game.moves import Move
from bingo.solver.game.tiles import BINGO, double, text
from bingo.solver.game.tricks import may_reply
from bingo.solver.reviewing.decision import Reason
from bingo.solver.reviewing.reasons.case import Case

#: A trick that counts fewer card points is not what one keeps the Bingo for.
GOOD_TRICK = 10


def capture_given(case: Case) -> Reason | None:
    """The double of trumps is led while the Bingo is unseen, or played to it."""
    target = double(case.trump)
    if case.move.tile != target or case.best.tile in (target, None) or not case.trump or not case.rules.capture:
        return None
    if not case.matters(lambda move: move.tile == target):
        return None
    price = f"{case.worth(target)} card points and {counted(case.rules.capture, 'game point')}"
    if case.position.led == BINGO:
        sentence = f"{text(target)} is played to the Bingo, which captures it: {price}."
        return Reason("capture-given", sentence, (case.turn(Move(lead=BINGO), case.other), case.turn(case.move)))
    if case.move.lead is None or not case.others >> BINGO & 1:
        return None
    sentence = f"{text(target)} is led while the Bingo is unseen: captured, it costs {price}."
    hand = case.position.hands[case.other]
    replies = may_reply(case.rules, case.trump, target, hand, phase_two=case.phase_two)
    captured = (case.turn(Move(play=BINGO), case.other),) if (replies | ~hand) >> BINGO & 1 else ()
    return Reason("capture-given", sentence, (case.turn(case.move), *captured))


def bingo_thrown_away(case: Case) -> Reason | None:
    """The Bingo takes a trick of little worth, or is led where nobody has to play the double of trumps to it."""
    if case.move.tile != BINGO or case.best.tile in (BINGO, None):
        return None
    if not case.matters(lambda move: move.tile == BINGO):
        return None
    target = double(case.trump)
    waiting = bool(case.trump and case.rules.capture and case.others >> target & 1)
    reward = counted(case.rules.capture, "game point")
    if case.move.play is not None:
        led = case.position.led
        assert led is not None
        if case.worth(led) >= GOOD_TRICK:
            return None
        sentence = f"The Bingo is thrown away: {text(led)}, which it takes, counts {case.worth(led)}."
        if waiting:
            sentence += f" {text(target)}, which it captures for {reward}, is still unseen."
        return Reason("bingo-thrown-away", sentence, (case.turn(Move(lead=led), case.other), case.turn(case.move)))
    if case.phase_two or not waiting or case.move.close:
        return None
    sentence = (
        f"The Bingo is thrown away: nobody has to play {text(target)} to its lead now."
        f" Kept, it may still capture {text(target)} for {reward}."
    )
    return Reason("bingo-thrown-away", sentence, (case.turn(case.move),))
