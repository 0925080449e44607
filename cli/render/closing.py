"""*Should I close now?* in words: the verdict, every lead with its bracket, what makes it fail, playing on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bingo.cli.render.screen import Screen, columns, count, flow, signed, wrap
from bingo.solver.game.tiles import members, text, text_mask
from bingo.solver.hidden.closing import Lead, Refutation, Why
from bingo.solver.hidden.decision import CLOSE, PLAY_ON, Decision
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.view import describe


def explain(decision: Decision, screen: Screen, proof: Sequence[str] = ()) -> list[str]:
    """The whole answer below the picture of the position, a list of lines; ``proof`` are those of the certificate."""
    closing, width = decision.closing, screen.width
    lines = [screen.strong(line) for line in wrap(verdict(decision), width)]
    for remark in describe(decision.known):
        lines += wrap(f"{remark[0].upper()}{remark[1:]}.", width)
    lines += ["", *table(decision, screen), "", *wrap(why(closing.why, closing.best), width)]
    if closing.refutation:
        lines += _refuted(closing.refutation, screen)
    lines += ["", *proof] if proof else []
    lines += ["", *wrap(playing_on(decision.open), width)]
    effort = f"closing: exact, all {number(closing.hands)} hands; playing on: an estimate, seed {decision.seed}"
    return [*lines, "", *(screen.faint(line) for line in wrap(f"{effort}; {decision.seconds:.1f} s", width))]


def verdict(decision: Decision) -> str:
    """The advice in a sentence or two, with the numbers it stands on."""
    best, surest = decision.closing.best, decision.closing.surest
    going_on = decision.open.best if decision.open else None
    if decision.advice == CLOSE:
        sure = "whatever the opponent holds" if surest.sure.win == 1 else f"in {share(surest.sure.win)} of all hands"
        return f"Close now: {surest.move}. It wins {sure}, without seeing the hand."
    if decision.advice == PLAY_ON and going_on and not going_on.worlds:
        return f"Do not close: {going_on.move}."
    if decision.advice == PLAY_ON and going_on:
        wins = f"wins at most {share(best.win)} of the time" if best.win else "never wins"
        return f"Play on: {going_on.move}. Closing {wins}."
    return f"Too close to call. If you close: {best.move}, which wins {between(best)} of the time."


def between(lead: Lead) -> str:
    """The bracket of the chance of winning."""
    low, high = share(lead.sure.win), share(lead.win)
    return high if low == high else f"{low.removesuffix('%')} to {high}"


def share(part: float) -> str:
    """``92.4%``; never rounded to all or nothing."""
    if 0 < part < 1:
        part = min(max(part, 0.001), 0.999)
    return f"{100 * part:.1f}%".replace(".0%", "%")


def number(n: int) -> str:
    """``31,824``."""
    return f"{n:,}"


def points(value: float) -> str:
    """Mean game points: ``+1.69``."""
    return f"{value:+.2f}"


def table(decision: Decision, screen: Screen) -> list[str]:
    """Every lead: what it wins not seeing the hand, and if the hand were seen; then the outcomes."""
    closing = decision.closing
    whole = decision.known.rules.at_target == "points"
    unit = "card points" if whole else "game points"
    lines = wrap(
        f"Closing now, against {count_of(closing.hands)} that the opponent may hold: how often each lead wins, and"
        f" {unit} on average. The first pair is sure: play that never sees the hand takes it from an opponent who"
        " sees everything. The second is what it would be if you saw the hand from then on.",
        screen.width,
    )
    rows = [("sure", "", "seen", "")]
    rows += [
        (share(lead.sure.win), points(lead.sure.value), share(lead.win), points(lead.value)) for lead in closing.leads
    ]
    moves = ["", *(str(lead.move) for lead in closing.leads)]
    for n, (line, move) in enumerate(zip(columns(rows, right=frozenset(range(4))), moves, strict=True)):
        row = flow(move.split(", "), screen.width, f"  {line}  ", ", ")
        lines += map(screen.faint if n == 0 else screen.good if n == 1 else str, row)
    if whole:  # too many different outcomes to list
        return lines
    spread = [f"{number(hands)} at {signed(value)}" for value, hands in closing.best.outcomes]
    return [*lines, "", *wrap(f"Hands by what the best lead brings: {', '.join(spread)}.", screen.width)]


def count_of(hands: int) -> str:
    """``each of the 31,824 hands`` or ``the only hand``."""
    return f"each of the {number(hands)} hands" if hands > 1 else "the only hand"


def why(found: Why, best: Lead) -> str:
    """What makes the best lead fail, as a player can use it."""
    if not found.failing:
        certain = best.sure.win == 1
        return "It wins against every hand." if certain else "No hand beats it if you see the hand; unseen, some do."
    if found.failing == found.hands:
        return "Every lead fails in every hand." if not best.win else "It fails in every hand."
    parts = [f"fails in {number(found.failing)} of {number(found.hands)} hands"]
    if found.always:
        parts.append(f"in all of them the opponent holds {_tiles(found.always)}")
    pattern = found.pattern
    if pattern and pattern.failing == pattern.hands:
        parts.append(f"with {_tiles(pattern.tiles)} it always fails")
    elif pattern:
        parts.append(f"with {_tiles(pattern.tiles)} it fails in {share(pattern.failing / pattern.hands)}")
    return f"The best lead {'; '.join(parts)}."


def _tiles(held: int) -> str:
    names = [text(t) for t in members(held)][::-1]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _refuted(refutation: Refutation, screen: Screen) -> Iterator[str]:
    yield from wrap(f"A hand that beats it: {text_mask(refutation.hand)}", screen.width)
    yield from flow(refutation.line, screen.width, "  ", "; ")


def playing_on(found: Estimates | None) -> str:
    """What playing on is thought to bring, and how that was found."""
    if found is None:
        return "Playing on was not estimated: that takes the native kernel."
    best = found.best
    if not best.worlds:
        return f"You can {best.move} now, for {points(best.value)}."
    limits = "" if found.every else f" ({points(best.low)} to {points(best.high)} with 95 % confidence)"
    alike = f", which cannot be told from {found.alike[0]}" if found.alike else ""
    more = f" and {count(len(found.alike) - 1, 'more move')}" if len(found.alike) > 1 else ""
    deals = f"all {number(found.worlds)} deals that fit" if found.every else f"{number(best.worlds)} deals drawn"
    return (
        f"Playing on: about {points(best.value)} with {best.move}{limits}{alike}{more}. This is an estimate: {deals},"
        " in each of which both sides play on by networks that see only their own tiles, and may close later."
    )
