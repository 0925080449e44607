"""How much each hand that the opponent may hold counts, by how they have played so far."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from bingo.solver import native
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import OPPONENT, YOU
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
    weights = _likely(known, hands(known))
    weights.setflags(write=False)
    return weights


def rounded(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """To the nearest multiple of ``UNIT``, and none 0."""
    import numpy as np

    found: NDArray[np.float64] = np.maximum(np.rint(weights / UNIT), 1) * UNIT
    return found


def both_told(known: InformationSet) -> bool:
    """The same for somebody who sees neither hand: whether play tells anything of either."""
    return native.built() and known.turned is not None and bool(known.history)


def pair_weights(known: InformationSet, yours: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> NDArray[np.float64]:
    """How often each pair of hands counts for somebody who sees neither: (pairs,), above 0, 1 on average.

    The product of how likely either side would have played as they did with its hand. Tiles come from one boneyard, but
    whatever one side drew, each tile left was as likely as another for the other side: beside that the two hands must
    not share a tile, neither says anything of the other. With your hand given, those of the opponent count as
    :func:`hand_weights` says. All 1 where nothing is :func:`both_told`.
    """
    import numpy as np

    if not both_told(known):
        return np.ones(len(yours))
    weights = _likely(_public(known), theirs) * _likely(_public(_swapped(known)), yours)
    digits, power = np.frexp(weights / weights.mean())
    found: NDArray[np.float64] = np.ldexp(np.rint(digits / UNIT), power) * UNIT  # times game points exact as floats
    return found


def _likely(known: InformationSet, held: NDArray[np.uint32]) -> NDArray[np.float64]:
    """How often each of these hands of the opponent counts."""
    import numpy as np

    from bingo.solver.hidden.players import beliefs, make_players  # here: it needs the kernel

    every, where = np.unique(held, return_inverse=True)
    likely = beliefs(make_players(known.rules), known, every, TEMPERATURE, BLUNDER)
    return rounded(likely / likely.mean())[where]


def _public(known: InformationSet) -> InformationSet:
    """What everybody knows: of your hand only doubles that were shown."""
    return replace(known, hand=known.hand & known.shown_by[YOU])


def _swapped(known: InformationSet) -> InformationSet:
    """The tricks as the opponent saw them, who shows what of their hand everybody knows."""
    return replace(
        known,
        hand=known.held,
        leader=1 - known.leader,
        shown_by=known.shown_by[::-1],
        history=tuple(trick.swapped() for trick in known.history),
    )


def tile_chances(known: InformationSet) -> dict[Tile, float]:
    """The chance that the opponent holds each tile of which you do not know it, the likeliest first.

    By :func:`hand_weights`; among equals the lower tile is first. Empty where everything is known.
    """
    import numpy as np

    every = hands(known)
    weights = hand_weights(known)
    chances = {t: float(weights[(every & np.uint32(1 << t)) != 0].sum() / weights.sum()) for t in members(known.free)}
    return dict(sorted(chances.items(), key=lambda one: -one[1]))
