"""Why a close fails: in how many hands, which tiles these have in common, and one of them with the play against it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bingo.solver.game import tiles
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.play import play_unchecked
from bingo.solver.game.position import YOU, Position
from bingo.solver.game.tiles import Mask
from bingo.solver.search.exact import Engine, analyze_exact

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: A pattern is worth telling if hands that show it fail so many times as often as all hands do.
TELLING = 1.5


@dataclass(frozen=True, slots=True)
class Pattern:
    """Tiles that, in the opponent's hand, make the close fail in ``failing`` of ``hands`` hands."""

    tiles: Mask
    failing: int
    hands: int


@dataclass(frozen=True, slots=True)
class Why:
    """In how many of the hands tried a lead is not sure to win, which tiles all these have, and a telling pattern."""

    failing: int
    hands: int
    always: Mask
    pattern: Pattern | None


@dataclass(frozen=True, slots=True)
class Refutation:
    """A hand of the opponent against which a lead does not win though you saw it, and the line of best play."""

    hand: Mask
    value: int
    line: tuple[str, ...]


def why_of(every: NDArray[np.uint32], fails: NDArray[np.bool_]) -> Why:
    """What the hands that ``fails`` marks have in common."""
    import numpy as np

    failing = int(fails.sum())
    if not failing:
        return Why(0, len(every), 0, None)
    bad = every[fails]
    always = int(np.bitwise_and.reduce(bad)) & ~int(np.bitwise_and.reduce(every))
    return Why(failing, len(every), always, _pattern(every, bad, always) if failing < len(every) else None)


def _pattern(every: NDArray[np.uint32], bad: NDArray[np.uint32], always: Mask) -> Pattern | None:
    """One or two tiles more that tell failing hands from others best: by the harmonic mean of the share of such
    hands that fails and the share of failures they make up. None where they tell little.
    """
    import numpy as np

    known_held = int(np.bitwise_and.reduce(every))
    rest = [1 << t for t in tiles.members(int(np.bitwise_or.reduce(bad)) & ~always & ~known_held)]
    more = rest if always else [*rest, *(a | b for n, a in enumerate(rest) for b in rest[:n])]

    def count(within: NDArray[np.uint32], held: Mask) -> int:
        return int(((within & np.uint32(held)) == held).sum())

    best: tuple[float, Pattern] | None = None
    for part in [always, *more] if always else more:
        held = always | part
        pattern = Pattern(held, count(bad, held), count(every, held))
        score = 2 * pattern.failing / (pattern.hands + len(bad))
        if best is None or score > best[0]:
            best = score, pattern
    if best is None or best[1].failing * len(every) < TELLING * len(bad) * best[1].hands:
        return None
    return best[1]


def refutation_of(
    position: Position, move: Move, every: NDArray[np.uint32], values: NDArray[np.int16], engine: Engine
) -> Refutation | None:
    """The first of the worst hands for this lead, if any beats it. ``values`` are double-dummy, ``position`` closed."""
    worst = int(values.argmin())
    if values[worst] > 0:
        return None
    world = replace(position, hands=(position.hands[YOU], int(every[worst])))
    _, after, over = play_unchecked(world, replace(move, close=False))
    rest = () if over else analyze_exact(after, engine).line
    line = (f"you {move}", *(str(step) for step in rest if step.move != WAIT))
    return Refutation(int(every[worst]), int(values[worst]), line)
