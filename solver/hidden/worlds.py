"""Every deal that fits what one player knows: counted, enumerated, sampled.

A *world* is a hand of the opponent; a *deal* is a world with the order of the face-down tiles. All worlds are taken
for equally likely: as they are dealt where all tiles gone are known; where only card points are, each hand that leaves
tiles for them counts once, in however many ways it does. What the opponent's play suggests is left to ``beliefs``.
"""

from __future__ import annotations

import random
from math import comb, factorial
from typing import TYPE_CHECKING

from bingo.solver.game import counting, tricks
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.game.tiles import Mask, Tile, mask, members

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Draws before all sets of face-down tiles are listed instead, where most do not fit the card points.
PATIENCE = 200


def count_hands(known: InformationSet) -> int:
    """How many hands the opponent may hold."""
    if known.unknown_gone:
        return len(hands(known))
    missing = known.hidden - known.held.bit_count()
    return comb(known.free.bit_count(), missing) if missing >= 0 else 0


def count_deals(known: InformationSet) -> int:
    """How many deals there are: hands, with every order of the face-down tiles."""
    left = known.unseen.bit_count() - known.hidden
    orders = factorial(left) // factorial(left - known.face_down) if left >= known.face_down else 0
    if not known.unknown_gone:
        return count_hands(known) * orders
    down = known.face_down
    gone = Gone(known)
    return sum(len(stocks(known, int(hand), gone)) for hand in hands(known)) * factorial(down)


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


def sample_deals(known: InformationSet, size: int, seed: int) -> list[Position]:
    """So many whole deals, uniform in the hand and then in what lies face down; the stock is in drawing order."""
    rng = random.Random(seed)
    gone = Gone(known)
    some = sample_hands(known, size, seed).tolist()
    return [known.world(hand, tuple(sample_stock(known, hand, gone, rng))) for hand in some]


def at_most(known: InformationSet) -> int:
    """A bound on the number of deals, at once: exact where all tiles gone are known or nothing is drawn any more."""
    left = known.unseen.bit_count() - known.hidden
    missing = known.hidden - known.held.bit_count()
    if missing < 0 or left < known.face_down:
        return 0
    return comb(known.free.bit_count(), missing) * (factorial(left) // factorial(left - known.face_down))


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
    return _holds(known, 0, may)


def _holds(known: InformationSet, must: Mask, may: Mask) -> bool:
    """Whether the tricks can hold the card points: the tiles known to be gone, all of ``must``, some of ``may``."""
    taken = (known.won[0] or 0) | (known.won[1] or 0)
    pool = counting.Pool(known.rules, known.trump, known.won, known.gone & ~taken | must, may)
    return counting.both_sides(pool, known.points, known.tricks)


class Gone:
    """Which unseen tiles can be the ones in the tricks that nobody wrote down; remembers what it found."""

    def __init__(self, known: InformationSet) -> None:
        self._known, self._valuable = known, _valuable(known)
        self._worthless = list(members(known.unseen & ~self._valuable))
        self._found: dict[Mask, bool] = {}

    def fits(self, tiles: Mask) -> bool:
        """Whether the tricks can hold these tiles and the card points written down; worthless tiles are alike."""
        spare = (tiles & ~self._valuable).bit_count()
        alike = tiles & self._valuable | sum(1 << t for t in self._worthless[:spare])
        if alike not in self._found:
            self._found[alike] = _holds(self._known, alike, 0)
        return self._found[alike]


def stocks(known: InformationSet, hand: Mask, gone: Gone) -> list[Mask]:
    """Every set of face-down tiles that goes with this hand, so that the tricks hold their card points."""
    if not known.face_down:  # what is not held was gone before, or lies where nobody draws it
        return [0]
    left = known.unseen & ~hand
    every = (int(stock) for stock in subsets(list(members(left)), known.face_down))
    return [stock for stock in every if gone.fits(left & ~stock)]


def sample_stock(known: InformationSet, hand: Mask, gone: Gone, rng: random.Random) -> list[Tile]:
    """Face-down tiles in drawing order, uniform among all that go with this hand."""
    if not known.face_down:
        return []
    left = known.unseen & ~hand
    tiles = list(members(left))
    for _ in range(PATIENCE):
        stock = rng.sample(tiles, known.face_down)
        if not known.unknown_gone or gone.fits(left & ~mask(stock)):
            return stock
    stock = list(members(rng.choice(stocks(known, hand, gone))))
    rng.shuffle(stock)
    return stock
