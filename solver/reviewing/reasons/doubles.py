"""Doubles: declared too early or not at all, or broken up before; the Bingo and the double of trumps given away."""

from __future__ import annotations

from bingo.solver.errors import counted
from bingo.solver.game import tricks
from bingo.solver.game.moves import Move
from bingo.solver.game.play import declarable, play_unchecked
from bingo.solver.game.tiles import BINGO, DOUBLES, Mask, double, mask, members, text, text_mask
from bingo.solver.reviewing.decision import Reason
from bingo.solver.reviewing.reasons.case import Case, most_declared, signed

#: A trick that counts fewer card points is not what one keeps the Bingo for.
GOOD_TRICK = 10


def capture_given(case: Case) -> Reason | None:
    """The double of trumps is led while the Bingo is unseen, or played to it."""
    target = double(case.trump)
    if case.move.tile != target or case.best.tile in (target, None) or not case.trump or not case.rules.capture:
        return None
    if not case.matters(lambda move: move.tile == target):
        return None
    price = f"{case.worth(target)} card points and {case.reward}"
    if case.position.led == BINGO:
        sentence = f"{text(target)} is played to the Bingo, which captures it: {price}."
        return Reason("capture-given", sentence, (case.turn(Move(lead=BINGO), case.other), case.turn(case.move)))
    if case.move.lead is None or not case.others >> BINGO & 1:
        return None
    sentence = f"{text(target)} is led while the Bingo is unseen: captured, it costs {price}."
    hand = case.position.hands[case.other]
    replies = tricks.may_reply(case.rules, case.trump, target, hand, phase_two=case.phase_two)
    captured = (case.turn(Move(play=BINGO), case.other),) if (replies | ~hand) >> BINGO & 1 else ()
    return Reason("capture-given", sentence, (case.turn(case.move), *captured))


def bingo_thrown_away(case: Case) -> Reason | None:
    """The Bingo takes a trick of little worth, or is led where nobody has to play the double of trumps to it."""
    if case.move.tile != BINGO or case.best.tile in (BINGO, None):
        return None
    if not case.matters(lambda move: move.tile == BINGO):
        return None
    target, led = text(double(case.trump)), case.position.led
    if led is not None:
        if case.on_table >= GOOD_TRICK:
            return None
        sentence = f"The Bingo is thrown away: {text(led)}, which it takes, counts {case.on_table}."
        if case.may_capture:
            sentence += f" {target}, which it captures for {case.reward}, is still unseen."
        return Reason("bingo-thrown-away", sentence, (case.turn(Move(lead=led), case.other), case.turn(case.move)))
    if case.phase_two or not case.may_capture or case.move.close:
        return None
    sentence = (
        f"The Bingo is thrown away: nobody has to play {target} to its lead now."
        f" Kept, it may still capture {target} for {case.reward}."
    )
    return Reason("bingo-thrown-away", sentence, (case.turn(case.move),))


def declaration_missed(case: Case) -> Reason | None:
    """The better move declares; the same lead without it loses about as much as the move made."""
    if not case.best.declare or case.move.declare or case.best.claim or case.move.claim:
        return None
    silent = Move(close=case.best.close, lead=case.best.lead)
    if case.move != silent and (silent not in case.worths or not case.material(case.gap(case.best, silent))):
        return None
    points = tricks.declaration_points(case.rules, case.best.declare)
    sentence = f"Declaration missed: {text_mask(case.best.declare)} count {points} card points"
    sentence += f" when {text(case.best.lead)} is led." if case.best.lead is not None else "."
    return Reason("declaration-missed", sentence, (case.turn(case.best),))


def double_broken_up(case: Case) -> Reason | None:
    """A double is played that could have been declared with others, and the better move keeps them together."""
    tile = case.move.tile
    doubles = declarable(case.position, case.player)
    if tile is None or case.move.declare or case.rules.declare != "leading" or not doubles >> tile & 1:
        return None
    kept = case.best.tile is not None and not doubles >> case.best.tile & 1
    most, left = most_declared(case.rules, doubles), most_declared(case.rules, doubles & ~(1 << tile))
    breaking = case.matters(lambda move: move.tile is not None and not move.declare and bool(doubles >> move.tile & 1))
    if not kept or left >= most or not breaking:
        return None
    rest = f"{left} without it" if left else "nothing without it"
    which = "together they" if tricks.may_declare(case.rules, doubles.bit_count()) else "as many as may be declared"
    sentence = (
        f"{text(tile)} is broken out of {text_mask(doubles)} before they were declared:"
        f" {which} count {counted(most, 'card point')}, {rest}."
    )
    declare = _largest(case, doubles, tile)
    ends = case.position.led is None and play_unchecked(case.worlds[0], Move(declare=declare, lead=tile)).over
    together = Move(declare=declare, lead=None if ends else tile)
    return Reason("double-broken-up", sentence, (case.turn(together if case.position.led is None else case.best),))


def declared_too_early(case: Case) -> Reason | None:
    """No declaration is worth as much now as keeping the doubles, to which a third one may still come."""
    move, best = case.move, case.best
    if not (move.declare and case.leading) or best.declare or best.close or not case.position.open:
        return None
    if best.tile is not None and move.declare >> best.tile & 1:
        return _declared_at_all(case)
    declaring = case.top(lambda option: bool(option.declare) and not option.claim)
    if declaring is None or not case.material(case.gap(best, declaring)):
        return _declared_at_all(case)
    now = tricks.declaration_points(case.rules, move.declare)
    third = _third(case, move.declare, now)
    if not third:
        return _declared_at_all(case)
    plain = third & ~(1 << BINGO)
    then = [tricks.declaration_points(case.rules, move.declare | part) for part in (plain & -plain, third & 1) if part]
    worth = f"{then[0]}" if len(set(then)) == 1 else f"{then[0]}, or {then[1]} with 0-0"
    which = "which is" if third.bit_count() == 1 else "all of them"
    sentence = (
        f"Declared too early: {text_mask(move.declare)} count {now} card points now, with one more double {worth}."
        f" It may still be drawn: {text_mask(third)}, {which} unseen."
    )
    later = Move(declare=move.declare | (plain & -plain or 1 << BINGO), lead=move.lead)
    return Reason("declared-too-early", sentence, (case.turn(later),))


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
    if not tricks.may_declare(case.rules, declared.bit_count() + 1):
        return 0
    return mask(t for t in members(free) if tricks.declaration_points(case.rules, declared | 1 << t) > now)


def _largest(case: Case, doubles: Mask, lead: int) -> Mask:
    """All these doubles, or as many as one declaration may have, with the one that is led."""
    if tricks.may_declare(case.rules, doubles.bit_count()):
        return doubles
    rest = doubles & ~(1 << lead)
    return 1 << lead | rest & -rest
