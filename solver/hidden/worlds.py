"""Every hand of the opponent that fits what one player knows: counted, enumerated.

All are taken for equally likely: as they are dealt where all tiles gone are known; where only card points are, each
hand that leaves tiles for them counts once, in however many ways it does. What the opponent's play suggests is left to
``beliefs``.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from bingo.solver.game.information import InformationSet
from bingo.solver.game.tiles import members
from bingo.solver.hidden.request import about
from bingo.solver.seam import found

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

    if known.unknown_gone:  # those with which the tricks can hold the card points
        return np.array(found("deals", **about(known))["hands"], dtype=np.uint32)
    free = subsets(list(members(known.free)), known.hidden - known.held.bit_count())
    return np.sort(free | np.uint32(known.held))


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
