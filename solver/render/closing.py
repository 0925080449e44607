"""*Should I close now?* in words: five lines that answer it, then every lead, what makes it fail, playing on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bingo.solver.analysis import CLOSE, PLAY_ON, TOLERANCE, Answer, Interval, Lead, MoveValue
from bingo.solver.errors import counted
from bingo.solver.game.tiles import descending, text, text_mask
from bingo.solver.render.analysis import alike, hands_tried, judged_limits, remarks
from bingo.solver.render.board import match_remark
from bingo.solver.render.claiming import certified
from bingo.solver.render.screen import (
    Screen,
    flow,
    listed,
    move_table,
    percent,
    points,
    sentence,
    share_text,
    signed,
    spoken,
    wrap,
)

if TYPE_CHECKING:
    from bingo.solver.proof.certificate import Certificate


def laid_out(sentences: Sequence[str], screen: Screen) -> list[str]:
    """Sentences a paragraph each, the first one in bold."""
    first, *rest = [wrap(words, screen.width, hanging=2) for words in sentences]
    return [*map(screen.strong, first), *(line for lines in rest for line in lines)]


def paragraphs(decision: Answer) -> list[str]:
    """The advice, its chance and mean, when it fails, what playing on is worth, and how sure all that is."""
    words = _advice(decision), chance(decision), fails_when(decision), _open_value(decision.open), how_sure(decision)
    return [*filter(None, words)]


def details(decision: Answer, screen: Screen, proof: Certificate | None) -> list[str]:
    """All the rest, under headings; ``proof`` is None where none was asked for."""
    lines = remarks(decision.known, screen, weighted=decision.weighted)
    lines += match_remark(decision.known, screen)
    lines += [*([""] if lines else []), screen.strong("Leads")]
    lines += [*table(decision, screen), *other_leads(decision, screen)]
    lines += ["", screen.strong("When it fails"), *failing(decision, screen)]
    if proof is not None:
        lines += ["", screen.strong("Proof"), *certified(proof, screen)]
    others = alike(decision.open) if decision.open.first.worlds else ""
    return [*lines, *(["", screen.strong("Playing on"), *wrap(others, screen.width)] if others else [])]


# --- five lines --------------------------------------------------------------------------------------


def _advice(decision: Answer) -> str:
    lead, going_on = _lead(decision.first), decision.open.first
    if decision.advice == CLOSE:
        return f"Close now: {lead}."
    if decision.advice == PLAY_ON:
        return f"{'Play on' if going_on.worlds else 'Do not close'}: {spoken(going_on.move)}."
    return f"Too close to call. If you close, {lead}."


def chance(decision: Answer) -> str:
    """How often closing wins, and what it is worth on average."""
    best, unit, about = decision.leads[0], f"{decision.known.rules.unit}s", "" if decision.exact else "about "
    if best.chance is not None:
        return _match_chance(decision, best)
    if (always := _always_brings(decision)) is not None:
        it = "Closing" if decision.advice == PLAY_ON else "It"
        return f"{it} {'wins' if always > 0 else 'loses'} {abs(always) or 'nothing'}, whatever they hold."
    if decision.exact and best.win == 1 and decision.advice != PLAY_ON:
        return f"It wins, whatever they hold, {points(best.value)} {unit} on average."
    wins, means = _figures(decision)
    win, value = f"{about}{percent(wins.value)}", f"{about}{points(means.value)}"
    if decision.advice == PLAY_ON:
        return f"Closing wins at most {win} of the time, at most {value} {unit} on average{_limit(decision)}."
    return f"It wins at least {win} of the time, at least {value} {unit} on average."


def _always_brings(decision: Answer) -> int | None:
    """What the advised close brings against every hand, where no close brings more; else None."""
    (value, *_), *others = decision.leads[0].guaranteed.outcomes
    most = max(lead.high for lead in decision.moves)
    return value if decision.exact and not others and most <= value + TOLERANCE else None


def _limit(decision: Answer) -> str:
    """Of what a limit that no close exceeds is one."""
    return ", against an opponent who sees your hand" if decision.exact else ", if you saw their hand too"


def _figures(decision: Answer) -> tuple[Interval, Interval]:
    """What the summary says of how often closing wins, and of how much: what is guaranteed, or where the advice is to
    play on, the most that any lead can be sure of; from a sample, what it would bring if the hand were seen.
    """
    leads = decision.leads
    if decision.advice == PLAY_ON and decision.exact:
        win, value = max(lead.win_high for lead in leads), max(lead.high for lead in leads)
        return Interval(win, win, win), Interval(value, value, value)
    means = [lead.double_dummy for lead in leads] if decision.advice == PLAY_ON else [leads[0].guaranteed]
    wins = (Interval(mean.win, mean.win_low, mean.win_high) for mean in means)
    return max(wins), max(Interval(mean.value, mean.low, mean.high) for mean in means)


def _match_chance(decision: Answer, best: Lead) -> str:
    """How often closing wins the match, with what it does in the deal; a certain result in few words."""
    about = "" if decision.exact else "about "
    if decision.advice == PLAY_ON:
        most = max(map(_most_chance, decision.leads))
        if decision.exact and most in (0, 1):
            return "At best closing wins the match too." if most else "Closing loses the match, whatever they hold."
        return f"Closing wins the match at most {about}{percent(most)} of the time{_limit(decision)}."
    if decision.exact and best.chance == 1:
        return "It wins the match, whatever they hold."
    often_won = "whatever they hold" if decision.exact and best.win == 1 else f"at least {about}{percent(best.win)}"
    deal = f"the deal {often_won}, {points(best.value)} {decision.known.rules.unit}s"
    return f"It wins the match at least {about}{percent(best.chance or 0)} of the time, {deal} on average."


def _most_chance(lead: Lead) -> float:
    """The chance to win the match that no play exceeds which never sees the hand; of a sample, if it were seen."""
    return (lead.chance_high if lead.solved else lead.double_dummy.chance) or 0.0


def fails_when(decision: Answer) -> str:
    """Say when the advised close does not win; nothing where that was said already."""
    why, pattern = decision.why, decision.pattern
    assert why is not None
    certain = decision.certain and decision.advice != PLAY_ON and not why.failing
    if certain or (decision.chance is None and _always_brings(decision) is not None):
        return ""
    it = f"with {_lead(decision.first)} it" if decision.advice == PLAY_ON else "it"
    it = it if decision.exact else f"in the sample {it}"
    if why.failing in (0, why.hands):
        return sentence(f"{it} {'can be beaten' if why.failing else 'wins'}, whatever they hold")
    share = share_text(why.share)
    beaten = f"{it} can be beaten {share} of the time"
    if why.tiles:
        return sentence(f"{it} can be beaten only if they hold {_tiles(why.tiles)}: {share} of the time")
    if pattern is None:
        return sentence(beaten)
    return sentence(f"{beaten}, {share_text(pattern.share)} if they hold {_tiles(pattern.tiles)}")


def _open_value(estimates: Answer) -> str:
    best = estimates.first
    if not best.worlds:
        if best.chance is not None and best.chance == 1:
            return f"You can {best.move} now, which wins the match."
        chance = "" if best.chance is None else f", and {percent(best.chance)} to win the match"
        return f"You can {best.move} now, for {points(best.value)}{chance}."
    if same := _always(estimates):
        return f"Playing on {same}: {spoken(best.move)}."
    if best.chance is not None:
        chance = f"about {percent(best.chance)} of the time{_limits(estimates)} with {best.move}"
        return f"Playing on wins the match {chance}, {points(best.value)} {estimates.known.rules.unit}s on average."
    return f"Playing on is worth about {points(best.value)}{_limits(estimates)} with {best.move}."


def _always(estimates: Answer) -> str:
    """What playing on is worth where that was the same in every deal tried; else nothing."""
    best = estimates.first
    low, high = best.criterion.low, best.criterion.high
    if best.chance is not None and min(low, 1 - high) <= TOLERANCE and high - low <= TOLERANCE:
        return f"{'wins' if low > TOLERANCE else 'loses'} the match in every deal tried"
    same = best.chance is None and not estimates.every and high - low <= TOLERANCE
    return f"is worth {signed(round(best.value, 2))} in every deal tried" if same else ""


def how_sure(decision: Answer) -> str:
    """Say what the numbers rest on: hands solved, deals drawn."""
    estimates = decision.open
    hands = f"{hands_tried(decision)} hands" if decision.hands > 1 else "the only hand"
    solved = f"Closing: {hands} solved"
    if not decision.exact:
        wins, means = _figures(decision)
        limits = f"{percent(wins.low)} to {percent(wins.high)}, {points(means.low)} to {points(means.high)}"
        solved = f"Closing: from a sample of {hands} ({limits} with 95% confidence)"
    if decision.weighted:
        solved = f"{solved}, weighted by how the opponent played (--equal-weights: all alike)"
    if not estimates.first.worlds:
        return f"{solved}."
    deals = f"all {estimates.worlds:,} deals" if estimates.every else counted(estimates.first.worlds, "deal")
    return f"{solved}; playing on: an estimate from {deals}."


# --- under headings ----------------------------------------------------------------------------------


def other_leads(decision: Answer, screen: Screen) -> list[str]:
    """The lead that would be best if the hand were seen, and one that is certain to win, where these are others."""
    lines: list[str] = []
    leads = decision.leads
    highest = max(leads, key=lambda lead: lead.double_dummy.value)
    if highest.double_dummy.value > leads[0].double_dummy.value:
        brings = f"{points(highest.double_dummy.value)}, but is guaranteed only {points(highest.value)}"
        lines += wrap(f"If you saw the hand, {_lead(highest)} would be worth {brings}.", screen.width)
    certain = [lead.move for lead in leads if lead.win == 1]
    if decision.exact and certain and decision.best not in certain:
        lines += wrap(sentence(f"{spoken(certain[0])}: that wins whatever they hold, but less"), screen.width)
    return lines


def failing(decision: Answer, screen: Screen) -> list[str]:
    """What the advised close scores against how many hands, and a hand that beats it."""
    lines, width, beaten = list[str](), screen.width, decision.refutation
    if decision.known.rules.at_target != "points":  # else too many different outcomes to list
        outcomes = decision.leads[0].guaranteed.outcomes
        first, *others = (f"{signed(value)} {percent(part)}" for value, _, part in outcomes)
        of = "" if decision.exact else ", by the sample"
        lines += wrap(sentence(f"{_lead(decision.first)}: {', '.join([f'{first} of the time{of}', *others])}"), width)
    if beaten is not None:
        lines += wrap(f"A hand that beats it, even if you saw it: {text_mask(beaten.hand)}", width)
        lines += flow(beaten.line, width, "  ", "; ")
    elif decision.why and decision.why.failing:
        lines += wrap("If you saw the hand, it would win against every one.", width)
    return lines


# --- every lead --------------------------------------------------------------------------------------


def table(decision: Answer, screen: Screen, most: int | None = None) -> list[str]:
    """Every lead: what it is guaranteed to win not seeing the hand, and what no play or, from a sample, what seeing the
    hand too would win. With ``most``, so many leads, and a short heading.
    """
    leads, other = decision.leads[:most], "double-dummy is what you would take if you saw the hand too"
    if decision.exact:
        other = "at most is what any such strategy could take, and exact where the two meet"
    brief = screen.narrow and decision.chance is not None  # too little room for how often the deal is won
    what = "" if decision.chance is None else " the match" if brief else " the match and the deal"
    explained = f"How often each close wins{what}, and {decision.known.rules.unit}s on average."
    if most is None:
        explained += (
            " Guaranteed is what one strategy that never sees the opponent's hand takes from an opponent who sees"
            f" everything; {other}."
        )
    lines = wrap(explained, screen.width)
    halves = [_row(lead, limits=not (decision.exact or screen.narrow), brief=brief) for lead in leads]
    left = sum(max(map(len, cells)) + 2 for cells in zip(*(sure for sure, _ in halves), strict=True))
    lines.append(screen.faint(f"  {'guaranteed'.ljust(left)}{'at most' if decision.exact else 'double-dummy'}"))
    moves = [lead.move for lead in leads]
    return lines + move_table([(*sure, *most) for sure, most in halves], moves, moves[:1], screen)


def _row(lead: Lead, *, limits: bool, brief: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is guaranteed, and what is the most: how often the match is won, if it counts, and the deal, unless
    ``brief``; points, of a sample with the ``limits`` of chance.
    """
    sure = [percent(lead.win), points(lead.value)]
    if limits:
        sure += [points(lead.guaranteed.low), points(lead.guaranteed.high)]
    met = lead.kind == "exact" and lead.win_high - lead.win_low <= TOLERANCE
    most = [percent(lead.double_dummy.win), points(lead.double_dummy.value)]
    if lead.solved:
        most = ["" if met else percent(lead.win_high), "exact" if lead.tight else points(lead.high)]
    if brief:
        del sure[0], most[0]
    if lead.chance is not None:
        sure.insert(0, percent(lead.chance))
        most.insert(0, "" if met else percent(_most_chance(lead)))
    return tuple(sure), tuple(most)


# --- words for numbers and leads ---------------------------------------------------------------------


def _limits(estimates: Answer) -> str:
    """The interval of the best move in brackets; nothing where it has none, or its ends read alike."""
    _, low, high = judged_limits(estimates.first)
    return "" if estimates.every or low == high else f" ({low} to {high})"


def _lead(close: MoveValue) -> str:
    """What follows the close: ``declare 6-6 0-0 and lead 6-6``."""
    return spoken(str(close.move).removeprefix("close, "))


def _tiles(held: int) -> str:
    return listed(list(map(text, descending(held))))
