"""Chances to win the match."""

from __future__ import annotations

from bingo.solver.game.position import Match
from bingo.solver.game.rules import Rules
from bingo.solver.match.equity import fits, nearest
from bingo.solver.render.screen import Screen, wrap


def percent(chance: float) -> str:
    """``64.8%``, always with one decimal; 0 and 100 only where the match is over."""
    if 0 < chance < 1:
        chance = min(max(chance, 0.001), 0.999)
    return f"{100 * chance:.1f}%"


def remark(match: Match | None, rules: Rules, screen: Screen) -> list[str]:
    """Whose table the chances are from, where none was made for these rules."""
    if match is None or (rules.at_target != "points" and fits(rules)):
        return []
    words = "The match score is ignored: these rules count card points."
    if rules.at_target != "points":
        words = f"Chances are those of a match by the rules {nearest(rules).preset}, the nearest that have a table."
    return wrap(words, screen.width)
