"""Answers that mind the match: chances to win it, beside game points."""

from __future__ import annotations

from itertools import groupby

from bingo.cli.render.screen import Screen, flow, signed, wrap
from bingo.solver.game.position import YOU, Match
from bingo.solver.game.rules import Rules
from bingo.solver.match.tables import fits, nearest
from bingo.solver.search.exact import Analysis


def percent(chance: float) -> str:
    """``64.8%``, always with one decimal; 0 and 100 only where the match is over."""
    if 0 < chance < 1:
        chance = min(max(chance, 0.001), 0.999)
    return f"{100 * chance:.1f}%"


def verdict(analysis: Analysis, chance: float) -> str:
    """How likely you win the match, with which move, and how many moves do as well."""
    best, moves, yours = analysis.best, analysis.moves, analysis.mover == YOU
    wins = {0.0: "You lose the match", 1.0: "You win the match"}.get(
        chance, f"You win the match {percent(chance)} of the time"
    )
    if len(moves) == 1:
        return f"{wins}. The only move is {best[0]}."
    if len(best) == len(moves):
        return f"{wins}, whatever {'you play' if yours else 'the opponent plays'}."
    if not yours:
        wins = f"{wins} if the opponent plays best,"
    if len(best) > 3:
        return f"{wins} with {len(best)} of {len(moves)} moves, for one {best[0]}."
    alike = f"{len(best)} of {len(moves)} moves {'does' if len(best) == 1 else 'do'} that"
    return f"{wins} with {' or '.join(map(str, best))}: {alike}."


def table(analysis: Analysis, whose: str, screen: Screen, most: int | None = None) -> list[str]:
    """Every sensible move, or so many at ``most``; those of equal chance and value on one row, the best first."""
    lines = wrap(f"{whose} (your chance to win the match; game points, + is good for you)", screen.width)
    for (chance, value), group in groupby(
        analysis.moves[:most], key=lambda choice: (choice.chance or 0.0, choice.value)
    ):
        head = f"{percent(chance):>8} {signed(value):>4}  "
        row = flow((str(choice.move) for choice in group), screen.width, head, "; ")
        lines += map(screen.good, row) if chance == analysis.chance else row
    return lines


def remark(match: Match | None, rules: Rules, screen: Screen) -> list[str]:
    """Whose table the chances are from, where none was made for these rules."""
    return [] if match is None else wrap(_remark(rules), screen.width)


def _remark(rules: Rules) -> str:
    if rules.at_target == "points":
        return "The match score is ignored: these rules count card points."
    if fits(rules):
        return ""
    return f"Chances are those of a match by the rules {nearest(rules).preset}, the nearest that have a table."
