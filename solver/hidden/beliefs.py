"""How much each hand that the opponent may hold counts, by how they have played so far."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from bingo.solver import native
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import OPPONENT
from bingo.solver.game.tiles import Tile, members
from bingo.solver.hidden.worlds import count_hands, hands

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How the opponent is thought to choose among leads and replies, see :func:`~bingo.solver.hidden.players.beliefs`.
TEMPERATURE, BLUNDER = 0.5, 0.1
#: All weights are multiples of this, so that sums of them are exact in whatever order they are taken.
UNIT = 2.0**-16


def told(known: InformationSet) -> bool:
    """Whether the opponent's play tells anything of their hand: tricks are known in order, and tiles still hidden.

    It takes the native kernel, whose networks play as the opponent is thought to.
    """
    hidden = known.turned is not None and known.hidden > 0
    return native.built() and hidden and any(trick.played_by(OPPONENT) is not None for trick in known.history)


def hand_weights(known: InformationSet) -> NDArray[np.float64]:
    """How often each hand counts, in the order of :func:`~bingo.solver.hidden.worlds.hands`: (hands,), 1 on average.

    By how likely the opponent would have led, replied and declared as they did, and would not have closed, with it;
    see :func:`~bingo.solver.hidden.players.beliefs`. All 1 where nothing is :func:`told`. None is 0: nobody always
    plays as is expected.
    """
    import numpy as np

    return _weights(known) if told(known) else np.ones(count_hands(known))


@lru_cache(maxsize=8)  # closing and playing on, choosing and comparing: the same is asked for several times
def _weights(known: InformationSet) -> NDArray[np.float64]:
    import numpy as np

    from bingo.solver.hidden.players import beliefs, make_players  # here: it needs the kernel

    likely = beliefs(make_players(known.rules), known, hands(known), TEMPERATURE, BLUNDER)
    weights: NDArray[np.float64] = np.maximum(np.rint(likely / likely.mean() / UNIT), 1) * UNIT
    weights.setflags(write=False)
    return weights


def tile_chances(known: InformationSet) -> dict[Tile, float]:
    """The chance that the opponent holds each tile of which you do not know it, the likeliest first.

    By :func:`hand_weights`; among equals the lower tile is first. Empty where everything is known.
    """
    import numpy as np

    every = hands(known)
    weights = hand_weights(known)
    chances = {t: float(weights[(every & np.uint32(1 << t)) != 0].sum() / weights.sum()) for t in members(known.free)}
    return dict(sorted(chances.items(), key=lambda one: -one[1]))
