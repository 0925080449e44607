"""The table of leads after closing: what each is guaranteed, and what is the most."""

from __future__ import annotations

from bingo.cli.render.chances import percent
from bingo.cli.render.screen import Screen, columns, move_table, points, wrap
from bingo.solver.hidden.closing import Decision
from bingo.solver.hidden.leads import NEARLY, Lead


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
