"""Best defence in words: what each move takes if the hand is never seen, from an opponent who sees everything."""

from __future__ import annotations

from bingo.cli.render.chances import percent
from bingo.cli.render.numbers import points
from bingo.cli.render.screen import Screen, columns, flow, wrap
from bingo.solver.game.position import YOU
from bingo.solver.hidden.best_defence import NEARLY
from bingo.solver.hidden.defended import Defended
from bingo.solver.hidden.estimates import Estimates


def explain(found: Estimates, screen: Screen) -> list[str]:
    """Under a heading, the moves with the highest guaranteed mean first; nothing where it was not solved."""
    if not found.defended:
        return []
    unit = "card points" if found.known.rules.at_target == "points" else "game points"
    what = f"{unit.capitalize()} on average" if found.best.chance is None else f"Chances to win the match, and {unit}"
    lines = wrap(
        f"{what}, if you never see the opponent's hand. Guaranteed is what play takes from an opponent who sees"
        " everything; at most bounds what any such play can take, and exact is where the two meet.",
        screen.width,
    )
    rows = [("guaranteed", "at most"), *(_row(one.defended) for one in found.defended if one.defended)]
    head, *shown = columns(rows, right=frozenset((0, 1)))
    lines.append(screen.faint(f"  {head}"))
    for n, (line, one) in enumerate(zip(shown, found.defended, strict=True)):
        mine = found.mover == YOU
        row = flow(str(one.move).split(", ") if mine else ["the position"], screen.width, f"  {line}  ", ", ")
        lines += map(screen.good if n == 0 and mine else str, row)
    return [screen.strong("Best defence"), *lines]


def _row(one: Defended) -> tuple[str, str]:
    """What is guaranteed, and what is the most: points, before them the chance where the match is minded."""
    low, high = points(one.limits.low), "exact" if one.limits.exact else points(one.limits.high)
    if one.chance is None:
        return low, high
    _, least, most = one.chance
    chance = "exact" if most - least <= NEARLY else percent(most)
    return f"{percent(least)}  {low}", chance if chance == high else f"{chance}  {high}"
