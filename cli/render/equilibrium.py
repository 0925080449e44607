"""The equilibrium of the last tricks in words: what the hand takes, how often it makes each move, how sure that is."""

from __future__ import annotations

from bingo.cli.render.chances import percent
from bingo.cli.render.screen import Screen, move_table, number, points, wrap
from bingo.solver.errors import counted
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.equilibrium import Equilibrium

CAPTION = "Your moves: how often the equilibrium makes them, and what they are worth in it"


def explain(found: Equilibrium, rules: Rules, screen: Screen) -> list[str]:
    """The answer, a list of lines."""
    lines = [screen.strong("Equilibrium"), *wrap(verdict(found, rules), screen.width)]
    if found.moves:
        lines += wrap(CAPTION, screen.width)
        rows = [(percent(one.frequency), _worth(found, one.value)) for one in found.moves]
        lines += move_table(rows, [one.move for one in found.moves], (), screen)
    return lines


def verdict(found: Equilibrium, rules: Rules) -> str:
    """What the hand takes, and both sides' hands on average."""
    low, high = _worth(found, found.low), _worth(found, found.high)
    game = low if low == high else f"{low} to {high}"
    worth = f"is worth {_worth(found, found.value)} {rules.unit}s"
    if found.by_chance:
        worth = f"wins the match {_worth(found, found.value)} of the time"
    words = f"If neither side ever sees the other's hand, and both play their best, yours {worth};"
    return f"{words} all hands that you might hold, {game} on average."


def how_found(found: Equilibrium) -> str:
    """How it was found, and how near to an equilibrium it is."""
    weighed = "weighted by how both sides played (--even: all alike)" if found.weighted else "each alike"
    fits = "the only deal that fits" if found.deals == 1 else f"all {number(found.deals)} deals that fit, {weighed}"
    return (
        f"an equilibrium by CFR+: {fits}; {number(found.histories)} histories;"
        f" {counted(found.iterations, 'iteration')}; exploitability {found.exploitability:.4f}"
    )


def _worth(found: Equilibrium, value: float) -> str:
    return percent(value) if found.by_chance else points(value)
