"""Every hand of the opponent that fits what one player knows: counted, enumerated, sampled.

All are taken for equally likely: as they are dealt where all tiles gone are known; where only card points are, each
hand that leaves tiles for them counts once, in however many ways it does. What the opponent's play suggests is left to
``beliefs``.
"""

from __future__ import annotations

import random
from math import comb
from typing import TYPE_CHECKING

from bingo.solver.game import counting, tricks
from bingo.solver.game.information import InformationSet
from bingo.solver.game.tiles import Mask, members

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def count_hands(known: InformationSet) -> int:
    """How many hands the opponent may hold."""
    if known.unseen.bit_count() - known.hidden < known.face_down:
        return 0
    if known.unknown_gone:
        return len(hands(known))
    missing = known.hidden - known.held.bit_count()
    return comb(known.free.bit_count(), missing) if missing >= 0 else 0


def hands(known: InformationSet) -> NDArray[np.uint32]:
    """Every hand that the opponent may hold, as sets of tiles, in ascending order: shape (count,), uint32."""
    import numpy as np

    found = subsets(list(members(known.free)), known.hidden - known.held.bit_count()) | np.uint32(known.held)
    if known.unknown_gone:
        found = found[_possible(known, found)]
    return np.sort(found)


def sample_hands(known: InformationSet, size: int, seed: int) -> NDArray[np.uint32]:
    """So many hands, each drawn uniformly from all (with replacement): shape (size,), uint32."""
    import numpy as np

    rng = random.Random(seed)
    if known.unknown_gone:
        every = hands(known)
        return every[[rng.randrange(len(every)) for _ in range(size)]]
    free, missing = list(members(known.free)), known.hidden - known.held.bit_count()
    drawn = [known.held | sum(1 << t for t in rng.sample(free, missing)) for _ in range(size)]
    return np.array(drawn, dtype=np.uint32)


def subsets(tiles: list[int], size: int) -> NDArray[np.uint32]:
    """All sets of ``size`` of these tiles."""
    import numpy as np

    table = [np.zeros(1, dtype=np.uint32), *[np.zeros(0, dtype=np.uint32)] * max(size, 0)]
    if size < 0:
        return table[0][:0]
    for tile in tiles:
        for n in range(size, 0, -1):
            table[n] = np.concatenate((table[n], table[n - 1] | np.uint32(1 << tile)))
    return table[size]


def _possible(known: InformationSet, found: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which hands leave tiles of which the tricks can hold the card points written down."""
    import numpy as np

    valuable = found & np.uint32(_valuable(known))
    distinct, where = np.unique(valuable, return_inverse=True)
    fits = np.array([_tricks_fit(known, int(part), known.hidden) for part in distinct], dtype=np.bool_)
    return fits[where]


def _valuable(known: InformationSet) -> Mask:
    worth = tricks.points_table(known.rules, known.trump)
    return sum(1 << t for t in members(known.unseen) if worth[t])


def _tricks_fit(known: InformationSet, held: Mask, hidden: int) -> bool:
    """Whether the tiles gone can be dealt into the tricks, if the opponent's valuable tiles are ``held``."""
    worthless = known.unseen & ~_valuable(known)
    spare = hidden - held.bit_count()
    hand = held | sum(1 << t for t in list(members(worthless))[:spare])  # worthless tiles are alike
    may = known.unseen & ~hand
    return _holds(known, may)


def _holds(known: InformationSet, may: Mask) -> bool:
    """Whether the tricks can hold the card points: the tiles known to be gone, and some of ``may``."""
    taken = (known.won[0] or 0) | (known.won[1] or 0)
    pool = counting.Pool(known.rules, known.trump, known.won, known.gone & ~taken, may)
    return counting.both_sides(pool, known.points, known.tricks)
