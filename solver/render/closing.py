"""*Should I close now?* in words: five lines that answer it, then every lead, what makes it fail, playing on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from bingo.solver.analysis.closing import CLOSE, PLAY_ON, CloseAnalysis, Decision, Refutation
from bingo.solver.analysis.hidden import Estimates
from bingo.solver.analysis.leads import NEARLY, Interval, Lead, MatchChances, Mean
from bingo.solver.errors import counted
from bingo.solver.game.tiles import descending, text, text_mask
from bingo.solver.render.board import match_remark
from bingo.solver.render.claiming import certified
from bingo.solver.render.estimates import remarks, told_limits
from bingo.solver.render.screen import (
    Screen,
    columns,
    count_of,
    flow,
    listed,
    move_table,
    number,
    percent,
    points,
    signed,
    wrap,
)

if TYPE_CHECKING:
    from bingo.solver.proof.certificate import Certificate

#: Where a mean is no bound: not seeing your hand, an opponent may leave you more.
SEEN = "if the opponent sees your hand"


def summary(decision: Decision, screen: Screen) -> list[str]:
    """The advice, its chance and mean, when it fails, what playing on is worth, and how sure all that is."""
    return laid_out(paragraphs(decision), screen)


def laid_out(sentences: Sequence[str], screen: Screen) -> list[str]:
    """Sentences a paragraph each, the first one in bold."""
    first, *rest = [wrap(words, screen.width, hanging=2) for words in sentences]
    return [*map(screen.strong, first), *(line for lines in rest for line in lines)]


def paragraphs(decision: Decision) -> list[str]:
    """The summary, a sentence each."""
    return [advice(decision), chance(decision), hangs_on(decision), playing_on(decision.open), how_sure(decision)]


def details(decision: Decision, screen: Screen, proof: Certificate | None) -> list[str]:
    """All the rest, under headings; ``proof`` is None where none was asked for."""
    lines = remarks(decision.known, screen, weighted=decision.closing.weighted)
    lines += match_remark(decision.known.match, decision.known.rules, screen)
    lines += [*([""] if lines else []), screen.strong("Leads")]
    lines += [*table(decision, screen), *beside(decision.closing, screen)]
    lines += ["", screen.strong("When it fails"), *failing(decision, screen)]
    if proof is not None:
        lines += ["", screen.strong("Proof"), *certified(proof, screen)]
    return [*lines, "", screen.strong("Playing on"), *wrap(estimated(decision.open), screen.width)]


# --- five lines --------------------------------------------------------------------------------------


def advice(decision: Decision) -> str:
    """What to do."""
    going_on = decision.open.best
    if decision.advice == CLOSE:
        return f"Close now: {decision.closing.best.move}."
    if decision.advice == PLAY_ON:
        return f"{'Play on' if going_on.worlds else 'Do not close'}: {going_on.move}."
    return f"Too close to call. If you close: {decision.closing.best.move}."


def chance(decision: Decision) -> str:
    """How often closing wins, and what it is worth on average."""
    best, unit = decision.closing.best, f"{decision.known.rules.unit}s"
    about = "" if decision.closing.exact else "about "
    if best.match is not None:
        return _match_chance(decision, best, best.match)
    often, much = _figures(decision)
    win, value = percent(often.win), points(much.value)
    if decision.advice == PLAY_ON:
        most = f"at most {about}{win} of the time, at most {about}{value} {unit} on average"
        return f"Closing wins {most}, {SEEN}."
    if best.guaranteed.exact and best.guaranteed.win == 1:
        return f"It wins whatever the opponent holds, {_at_least(decision, best)}."
    return f"It wins at least {about}{win} of the time, at least {about}{value} {unit} on average."


def _figures(decision: Decision) -> tuple[Mean, Mean]:
    """What the summary says of how often closing wins, and of how much: what is guaranteed, or where the advice is to
    play on, the most that any lead would bring.
    """
    closing = decision.closing
    if decision.advice != PLAY_ON:
        return closing.best.guaranteed, closing.best.guaranteed
    return max((lead.double_dummy for lead in closing.leads), key=lambda mean: mean.win), closing.highest.double_dummy


def _match_chance(decision: Decision, best: Lead, match: MatchChances) -> str:
    """How often closing wins the match, with what it does in the deal; a certain result in few words."""
    exact, about = decision.closing.exact, "" if decision.closing.exact else "about "
    if decision.advice == PLAY_ON:
        most = max(lead.match.double_dummy.value for lead in decision.closing.leads if lead.match)
        if exact and most in (0, 1):
            return "At best closing wins the match too." if most else "Closing loses the match against every hand."
        return f"Closing wins the match at most {about}{percent(most)} of the time, {SEEN}."
    sure, win = match.guaranteed.value, best.guaranteed.win
    if exact and sure == 1:
        return "It wins the match whatever the opponent holds."
    if exact and win == 1:
        deal = f"the deal whatever the opponent holds, {_at_least(decision, best)}"
    else:
        much = f"{points(best.guaranteed.value)} {decision.known.rules.unit}s"
        deal = f"the deal at least {about}{percent(win)}, {much} on average"
    return f"It wins the match at least {about}{percent(sure)} of the time, {deal}."


def _at_least(decision: Decision, lead: Lead) -> str:
    """What a close is worth at least, all hands solved: a mean only where they differ."""
    outcomes = [value for value, _ in lead.guaranteed_outcomes]
    if len(outcomes) == 1:
        return f"at least {signed(outcomes[0])} {decision.known.rules.unit}s"
    return f"at least {points(lead.guaranteed.value)} {decision.known.rules.unit}s on average"


def hangs_on(decision: Decision) -> str:
    """When the advised close fails, in a line."""
    closing = decision.closing
    why = closing.why
    it = "it" if decision.advice != PLAY_ON else f"closing with {_without_close(closing.best)}"
    if not closing.exact:
        it = f"in the sample {it}"
    it = it[0].upper() + it[1:]
    if not why.failing:
        return f"{it} wins against every hand."
    if why.failing == why.hands:
        return f"{it} fails against every hand."
    part = f"{number(why.failing)} of {number(why.hands)} hands"
    if why.always:
        return f"{it} fails only if the opponent holds {_tiles(why.always)}: {part}."
    if why.pattern is None:
        return f"{it} fails against {part}."
    with_them = f"{number(why.pattern.failing)} of {number(why.pattern.hands)}"
    return f"{it} fails against {part}, most of all against {_tiles(why.pattern.tiles)}: {with_them}."


def playing_on(found: Estimates) -> str:
    """What playing on is thought to be worth, in a line."""
    best = found.best
    if not best.worlds:
        if best.chance is not None and best.chance.value == 1:
            return f"You can {best.move} now, which wins the match."
        chance = "" if best.chance is None else f", and {percent(best.chance.value)} to win the match"
        return f"You can {best.move} now, for {points(best.value)}{chance}."
    if same := _always(found):
        return f"Playing on {same}, with {best.move}."
    if best.chance is not None:
        often = f"about {percent(best.chance.value)} of the time{_limits(found)} with {best.move}"
        return f"Playing on wins the match {often}, {points(best.value)} {found.known.rules.unit}s on average."
    return f"Playing on is worth about {points(best.value)}{_limits(found)} with {best.move}."


def _always(found: Estimates) -> str:
    """What playing on is worth where that was the same in every deal tried; else nothing."""
    best = found.best
    low, high = (best.low, best.high) if best.chance is None else (best.chance.low, best.chance.high)
    if best.chance is not None and min(low, 1 - high) <= NEARLY and high - low <= NEARLY:
        return f"{'wins' if low > NEARLY else 'loses'} the match in every deal tried"
    same = best.chance is None and not found.every and high - low <= NEARLY
    return f"is worth {signed(round(best.value, 2))} in every deal tried" if same else ""


def how_sure(decision: Decision) -> str:
    """On how much all that stands."""
    closing, found = decision.closing, decision.open
    solved = f"Closing: {'all ' if closing.hands > 1 else ''}{count_of(closing.hands)} solved"
    if not closing.exact:
        often, much = _figures(decision)
        wins, means = " to ".join(_ends(often.wins)), " to ".join(_ends(much.points, points))
        limits = f"{wins}, {means} with 95% confidence"
        solved = f"Closing: from a sample of {number(closing.tried)} of {count_of(closing.hands)} ({limits})"
    if closing.weighted:
        solved = f"{solved}, weighted by how the opponent played (--equal-weights: all alike)"
    if not found.best.worlds:
        return f"{solved}."
    deals = f"all {number(found.worlds)} deals" if found.every else counted(found.best.worlds, "deal")
    return f"{solved}; playing on: an estimate from {deals}."


# --- under headings ----------------------------------------------------------------------------------


def beside(closing: CloseAnalysis, screen: Screen) -> list[str]:
    """The lead that would be best if the hand were seen, and one that is certain to win, where these are others."""
    lines: list[str] = []
    best, highest = closing.best, closing.highest
    if highest.double_dummy.value > best.double_dummy.value:
        brings = f"{points(highest.double_dummy.value)}, but is guaranteed only {points(highest.guaranteed.value)}"
        lines += wrap(f"If you saw the hand, {_without_close(highest)} would be worth {brings}.", screen.width)
    certain = [lead for lead in closing.leads if lead.guaranteed.exact and lead.guaranteed.win == 1]
    if certain and best not in certain:
        lines += wrap(f"{certain[0].move} wins whatever the opponent holds, but less.", screen.width)
    return lines


def failing(decision: Decision, screen: Screen) -> list[str]:
    """What the advised close scores against how many hands, and a hand that beats it."""
    closing, width = decision.closing, screen.width
    lines: list[str] = []
    if decision.known.rules.at_target != "points":  # else too many different outcomes to list
        of = "" if closing.exact else " of the sample"
        if closing.weighted:
            first, *others = (f"{signed(value)} {percent(part)}" for value, part in closing.best.guaranteed_chances)
            brings = [f"{first} of the time{of and ', by the sample'}", *others]
        else:
            (value, hands), *more = closing.best.guaranteed_outcomes
            brings = [f"{signed(value)} against {counted(hands, 'hand')}{of}"]
            brings += [f"{signed(value)} against {number(hands)}" for value, hands in more]
        lines += wrap(f"{_without_close(closing.best).capitalize()} scores {', '.join(brings)}.", width)
    if closing.refutation:
        lines += _refuted(closing.refutation, screen)
    elif closing.why.failing:
        lines += wrap("If you saw the hand, it would win against every one.", width)
    return lines


def _refuted(refutation: Refutation, screen: Screen) -> Iterator[str]:
    beats = f"A hand that beats it, even if you saw it: {text_mask(refutation.hand)}"
    yield from wrap(beats, screen.width)
    yield from flow(refutation.line, screen.width, "  ", "; ")


# --- every lead --------------------------------------------------------------------------------------


def table(decision: Decision, screen: Screen, most: int | None = None) -> list[str]:
    """Every lead: what it is guaranteed to win not seeing the hand, and what no play or, from a sample, what seeing the
    hand too would win. With ``most``, so many leads, and a short heading.
    """
    closing = decision.closing
    other = (
        "at most is what any such strategy could take, and exact where the two meet"
        if closing.exact
        else "double-dummy is what you would take if you saw the hand too"
    )
    brief = screen.narrow and closing.best.match is not None  # too little room for how often the deal is won
    often = "" if closing.best.match is None else " the match" if brief else " the match and the deal"
    explained = f"How often each close wins{often}, and {decision.known.rules.unit}s on average."
    if most is None:
        explained += (
            " Guaranteed is what one strategy that never sees the opponent's hand takes from an opponent who sees"
            f" everything; {other}."
        )
    lines = wrap(explained, screen.width)
    shown_leads = closing.leads[:most]
    halves = [_row(lead, limits=not (closing.exact or screen.narrow), brief=brief) for lead in shown_leads]
    rows = [(*sure, *most) for sure, most in halves]
    left = max(map(len, columns([sure for sure, _ in halves], right=frozenset(range(len(rows[0]))))))
    lines.append(screen.faint(f"  {'guaranteed'.ljust(left)}  {'at most' if closing.exact else 'double-dummy'}"))
    moves = [lead.move for lead in shown_leads]
    return lines + move_table(rows, moves, moves[:1], screen)


def _row(lead: Lead, *, limits: bool, brief: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is guaranteed, and what is the most: how often the match is won, if it counts, and the deal, unless
    ``brief``; points, of a sample with the ``limits`` of chance.
    """
    guaranteed, double_dummy, between, match = lead.guaranteed, lead.double_dummy, lead.best_defence, lead.match
    sure = [percent(guaranteed.win), points(guaranteed.value)]
    if limits:
        sure += [points(guaranteed.points.low), points(guaranteed.points.high)]
    if between is None:
        most = [percent(double_dummy.win), points(double_dummy.value)]
    else:
        met = between.exact and between.win_high - between.win_low <= NEARLY and (match is None or match.exact)
        most = ["" if met else percent(between.win_high), "exact" if between.exact else points(between.high)]
    if brief:
        del sure[0], most[0]
    if match is not None:
        sure.insert(0, percent(match.guaranteed.value))
        most.insert(0, percent(match.most) if between is None or not met else "")
    return tuple(sure), tuple(most)


# --- playing on --------------------------------------------------------------------------------------


def estimated(found: Estimates) -> str:
    """What playing on is thought to be worth, and how that was found."""
    words = playing_on(found)
    if not found.best.worlds:
        return words
    more = f" and {counted(len(found.alike) - 1, 'more move')}" if len(found.alike) > 1 else ""
    alike = f" That is not clearly better than {found.alike[0]}{more}." if found.alike else ""
    deals = (
        f"all {number(found.worlds)} deals that fit" if found.every else f"{counted(found.best.worlds, 'deal')} drawn"
    )
    how = "both sides play on by networks that see only their own tiles, and may close later"
    limits = " with its 95% interval" if _limits(found) else ""
    return f"{words}{alike} This is an estimate{limits}: {deals}, in each of which {how}."


def effort(decision: Decision, proof: Certificate | None) -> str:
    """What it took: the parts, and all together."""
    closing, found, settings = decision.closing, decision.open, decision.settings
    tried = f"all {number(closing.hands)}" if closing.exact else f"{number(closing.tried)} of {number(closing.hands)}"
    parts = [f"closing: {tried} hands, {closing.seconds:.1f} s"]
    parts.append(f"playing on: {counted(found.worlds, 'deal')}, {found.seconds:.1f} s")
    if proof is not None:
        parts.append(f"proof: {proof.seconds:.1f} s")
    seconds = decision.seconds + (proof.seconds if proof else 0)
    return "; ".join([*parts, f"seed {settings.seed}; {counted(settings.threads, 'thread')}; {seconds:.1f} s in all"])


# --- numbers -----------------------------------------------------------------------------------------


def _limits(found: Estimates) -> str:
    """The interval of the best move in brackets; nothing where it has none, or its ends read alike."""
    _, low, high = told_limits(found.best)
    return "" if found.every or low == high else f" ({low} to {high})"


def _ends(interval: Interval, show: Callable[[float], str] = percent) -> tuple[str, str]:
    return show(interval.low), show(interval.high)


def _without_close(lead: Lead) -> str:
    return str(lead.move).removeprefix("close, ")


def _tiles(held: int) -> str:
    return listed(list(map(text, descending(held))))
