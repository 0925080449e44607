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
    """Tiles that, in the opponent's hand, make the close fail in ``failing`` of ``hands`` hands, and what part of them
    that is by their weights.
    """

    tiles: Mask
    failing: int
    hands: int
    share: float


@dataclass(frozen=True, slots=True)
class Why:
    """In how many of the hands tried a lead is not sure to win, and in what part of them by their weights; which tiles
    all these have, and a telling pattern.
    """

    failing: int
    hands: int
    share: float
    always: Mask
    pattern: Pattern | None


@dataclass(frozen=True, slots=True)
class Refutation:
    """A hand of the opponent against which a lead does not win though you saw it, and the line of best play."""

    hand: Mask
    value: int
    line: tuple[str, ...]


def why_of(every: NDArray[np.uint32], fails: NDArray[np.bool_], weights: NDArray[np.float64]) -> Why:
    """What the hands that ``fails`` marks have in common. Each counts as often as ``weights`` say."""
    import numpy as np

    failing = int(fails.sum())
    if not failing:
        return Why(0, len(every), 0.0, 0, None)
    bad = every[fails]
    always = int(np.bitwise_and.reduce(bad)) & ~int(np.bitwise_and.reduce(every))
    pattern = _pattern(every, fails, weights, always) if failing < len(every) else None
    return Why(failing, len(every), float(weights[fails].sum() / weights.sum()), always, pattern)


def _pattern(
    every: NDArray[np.uint32], fails: NDArray[np.bool_], weights: NDArray[np.float64], always: Mask
) -> Pattern | None:
    """One or two tiles more that tell failing hands from others best: by the harmonic mean of the share of such
    hands that fails and the share of failures they make up. None where they tell little.
    """
    import numpy as np

    bad, weight = every[fails], float(weights.sum())
    failing = float(weights[fails].sum())
    known_held = int(np.bitwise_and.reduce(every))
    rest = [1 << t for t in tiles.members(int(np.bitwise_or.reduce(bad)) & ~always & ~known_held)]
    more = rest if always else [*rest, *(a | b for n, a in enumerate(rest) for b in rest[:n])]

    best: tuple[float, Mask, float, float] | None = None
    for part in [always, *more] if always else more:
        held = always | part
        shows = (every & np.uint32(held)) == held
        failures, of = float(weights[shows & fails].sum()), float(weights[shows].sum())
        score = 2 * failures / (of + failing)
        if best is None or score > best[0]:
            best = score, held, failures, of
    if best is None or best[2] * weight < TELLING * failing * best[3]:
        return None
    _, held, failures, of = best
    shows = (every & np.uint32(held)) == held
    return Pattern(held, int((shows & fails).sum()), int(shows.sum()), failures / of)


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
