"""What the opponent's play tells of their hand, in a sentence."""

from __future__ import annotations

from bingo.cli.render.screen import Screen, wrap
from bingo.solver.game.information import InformationSet
from bingo.solver.game.tiles import Tile, text
from bingo.solver.hidden.beliefs import tile_chances, told

#: So many of the likeliest tiles are named, and of the least likely.
NAMED = 3


def likely(known: InformationSet, screen: Screen) -> list[str]:
    """The tiles that the opponent holds most and least likely, by how they played; nothing where that tells nothing."""
    if not told(known):
        return []
    chances = list(tile_chances(known).items())
    if len(chances) <= known.hidden - known.held.bit_count():
        return []
    even = (known.hidden - known.held.bit_count()) / len(chances)
    most = [one for one in chances if one[1] > even][:NAMED]
    least = [one for one in reversed(chances) if one[1] < even][:NAMED]
    if not most or not least:
        return []
    line = (
        f"By how they played, the opponent most likely holds {_named(most)}, and least likely {_named(least)};"
        f" if all hands were alike, each tile {even:.0%}."
    )
    return wrap(line, screen.width)


def _named(some: list[tuple[Tile, float]]) -> str:
    names = [f"{text(tile)} ({chance:.0%})" for tile, chance in some]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
