"""Chances to win the match."""

from __future__ import annotations

from bingo.cli.render.screen import Screen, wrap
from bingo.solver.game.position import Match
from bingo.solver.game.rules import Rules
from bingo.solver.match.tables import fits, nearest


def percent(chance: float) -> str:
    """``64.8%``, always with one decimal; 0 and 100 only where the match is over."""
    if 0 < chance < 1:
        chance = min(max(chance, 0.001), 0.999)
    return f"{100 * chance:.1f}%"


def remark(match: Match | None, rules: Rules, screen: Screen) -> list[str]:
    """Whose table the chances are from, where none was made for these rules."""
    return [] if match is None else wrap(_remark(rules), screen.width)


def _remark(rules: Rules) -> str:
    if rules.at_target == "points":
        return "The match score is ignored: these rules count card points."
    if fits(rules):
        return ""
    return f"Chances are those of a match by the rules {nearest(rules).preset}, the nearest that have a table."
