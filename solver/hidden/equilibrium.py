"""The equilibrium of the last tricks: what a hand takes where neither side ever sees the other's.

Once nothing is drawn any more, each side knows its own hand and all that was played. That is a game of its own: chance
deals both hands, every deal that fits what *both* have seen, and the two play on. The kernel finds its Nash equilibrium
by CFR+ (``native/hidden/equilibrium.hpp``), and how much either side could still gain.

In a record, deals count by how likely both would have played so while the boneyard was open (``beliefs``); else all
count alike. Of what was played since, only what the rules of following tell counts, such as tiles that a player would
have had to play. Nobody remembers more of the tricks than is written down.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bingo.solver import native
from bingo.solver.errors import IllegalMove
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import SCALE, Objective
from bingo.solver.game.position import Position
from bingo.solver.hidden.beliefs import both_told, pair_weights
from bingo.solver.hidden.both_hands import count_pairs, fewer_tiles, pairs
from bingo.solver.hidden.settings import DEFAULT_SETTINGS, Settings
from bingo.solver.hidden.view import known
from bingo.solver.search.tables import scoring, trump_tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bingo.solver.native import _kernel

#: Ways to play all deals above which an equilibrium is not looked for (so many take some ten seconds), and pairs of
#: hands, each of which can be played in many more than ten ways where there are so many.
MOST_HISTORIES, MOST_PAIRS = 50_000_000, 5_000_000
#: Where the search ends: exploitability in game points (or chances to win the match), the same in card points, and
#: iterations.
TOLERANCE, TOLERANCE_IN_CARD_POINTS, MOST_ITERATIONS = 0.0005, 0.01, 20_000
#: Deals, and ways to play them, by which the histories are estimated; of smaller games all are counted.
COUNTED_DEALS, COUNTED_HISTORIES = 1_000, 300_000


@dataclass(frozen=True, slots=True)
class EquilibriumMove:
    """A move, how often the equilibrium makes it, and the most it takes against the opponent's equilibrium strategy."""

    move: Move
    frequency: float
    value: float


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """An equilibrium, seen from ``you``: in game points, or card points where they are the value.

    Attributes:
        value: The most that your hand takes on average against the opponent's equilibrium strategy. Other equilibria
            may share the same total differently among your hands.
        low: What your equilibrium strategy takes at least, over all hands that you might hold.
        high: What the opponent's lets you take at most, over all hands. The value of the game lies between.
        moves: Yours, the most frequent first; none where the opponent is to move.
        iterations: Of CFR+.
        histories: Ways in which all deals can be played to the end.
        deals: Pairs of hands that fit what both have seen.
        weighted: Whether they count by how likely the play of both was with them; else all count alike.
        by_chance: Whether all values are chances to win the match instead.
        seconds: The time that it took.
    """

    value: float
    low: float
    high: float
    moves: tuple[EquilibriumMove, ...]
    iterations: int
    histories: int
    deals: int
    weighted: bool
    by_chance: bool
    seconds: float

    @property
    def exploitability(self) -> float:
        """What both sides would gain on average by the best response to the other's strategy: half the sum of both."""
        return max(0.0, self.high - self.low) / 2  # rounding may leave less than nothing

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo analyze --equilibrium --json`` adds."""
        what = "chance" if self.by_chance else "value"
        return {
            what: self.value,
            "low": self.low,
            "high": self.high,
            "exploitability": self.exploitability,
            "iterations": self.iterations,
            "histories": self.histories,
            "deals": self.deals,
            "weighted": self.weighted,
            "moves": [{"move": str(one.move), "frequency": one.frequency, what: one.value} for one in self.moves],
            "seconds": round(self.seconds, 4),
        }


def equilibrium(
    view: InformationSet | Position,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Callable[[float], None] | None = None,
    objective: Objective | None = None,
) -> Equilibrium:
    """The equilibrium from here on; of the ``settings``, ``seconds``, ``inference``, ``seed`` and ``threads`` count.

    Where time is up before the exploitability is small, it is what was found by then. With an objective the chance that
    it says is what both play for. Errors are those of :func:`bingo.solver.equilibrium`.
    """
    import numpy as np

    start = time.perf_counter()
    seen = known(view)
    if seen.open:
        raise IllegalMove("equilibrium: expected a boneyard that is closed or exhausted; found tiles still to be drawn")
    native.require("equilibrium")
    from bingo.solver.native import _kernel

    endgames = _kernel.Endgames(trump_tables(seen.rules), scoring(seen.rules))
    if count_pairs(seen) > MOST_PAIRS:
        raise _too_many(seen, endgames, settings.seed)
    yours, theirs = pairs(seen)
    position = seen.world(int(theirs[yours == seen.hand][0]))
    if _histories(endgames, position, yours, theirs, settings.seed) > MOST_HISTORIES:
        raise _too_many(seen, endgames, settings.seed)
    weighted = settings.inference and both_told(seen)
    report = on_progress or (lambda _share: None)
    in_card_points = seen.rules.at_target == "points"
    try:
        found = endgames.solve(
            position,
            yours,
            theirs,
            pair_weights(seen, yours, theirs) if weighted else np.ones(len(yours)),
            seen.hand,
            TOLERANCE * SCALE if objective else TOLERANCE_IN_CARD_POINTS if in_card_points else TOLERANCE,
            MOST_ITERATIONS,
            settings.threads,
            seconds=settings.seconds,
            on_progress=lambda done: report(done / 200),
            objective=objective,
        )
    except _kernel.Stopped:
        raise IllegalMove(
            f"equilibrium: expected more time; found that all deals cannot be gone through in {settings.seconds:g} s"
        ) from None
    base, unit = (objective.utility(0, 0), SCALE) if objective else (0, 1)
    moves = [
        EquilibriumMove(_move(seen, claim, declare, tile), often, (base + value) / unit)
        for claim, declare, tile, often, value in found.moves
    ]
    return Equilibrium(
        value=(base + found.value) / unit,
        low=(base + found.low) / unit,
        high=(base + found.high) / unit,
        moves=tuple(sorted(moves, key=lambda one: (-one.frequency, -one.value))),
        iterations=found.iterations,
        histories=found.histories,
        deals=len(yours),
        weighted=weighted,
        by_chance=objective is not None,
        seconds=time.perf_counter() - start,
    )


def _histories(
    endgames: _kernel.Endgames, position: Position, yours: NDArray[np.uint32], theirs: NDArray[np.uint32], seed: int
) -> float:
    """How many there are; of many deals estimated by some."""
    import numpy as np

    most, some = len(yours), np.arange(len(yours))
    if most > COUNTED_DEALS:
        some = np.random.default_rng(seed).choice(most, COUNTED_DEALS, replace=False)
    found, counted = endgames.histories(position, yours[some], theirs[some], COUNTED_HISTORIES)
    return found * most / counted


def _too_many(seen: InformationSet, endgames: _kernel.Endgames, seed: int) -> IllegalMove:
    """Says how many there are, and with how many tiles there would be few enough."""
    size, found = seen.hand.bit_count(), []
    for tiles in range(max(seen.hand.bit_count(), seen.hidden), 0, -1):
        position, yours, theirs, deals = fewer_tiles(seen, tiles, COUNTED_DEALS, seed)
        found.append(_histories(endgames, position, yours, theirs, seed) * deals / len(yours))
        if found[-1] <= MOST_HISTORIES:
            break
    return IllegalMove(
        f"equilibrium: expected at most {MOST_HISTORIES:,} histories (ways to play all deals that fit); found about"
        f" {_round(found[0])} with {size} in a hand. With {tiles} they would be about {_round(found[-1])}"
    )


def _round(number: float) -> str:
    """In two digits: ``1,500,000``."""
    return f"{float(f'{number:.2g}'):,.0f}"


def _move(seen: InformationSet, claim: bool, declare: int, tile: int) -> Move:
    if tile < 0:
        return Move(declare=declare, claim=claim)
    return Move(declare=declare, lead=tile) if seen.led is None else Move(play=tile)
