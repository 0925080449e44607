"""Both hands as the other side may suppose them: every pair that fits what *both* have seen of a deal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING

from bingo.solver.game.information import InformationSet, cannot_hold
from bingo.solver.game.position import OPPONENT, YOU, Position
from bingo.solver.game.tiles import Mask, mask, members
from bingo.solver.hidden.worlds import count_hands, hands, subsets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def pairs(known: InformationSet) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Your hands and the opponent's, pair by pair, in ascending order: two arrays of shape (pairs,), uint32.

    A tile on the table is in neither. ``known`` itself is one of them, with every hand that you suppose.
    """
    import numpy as np

    yours, theirs = [], []
    for hand in _yours(known):
        those = hands(replace(known, hand=hand, barred=_barred(known, OPPONENT)))
        yours.append(np.full(len(those), hand, dtype=np.uint32))
        theirs.append(those)
    return np.concatenate(yours), np.concatenate(theirs)


def count_pairs(known: InformationSet) -> int:
    """About how many there are, at once; exactly where no reply has told anything."""
    held, free = _held(known, YOU), _free(known, YOU)
    return comb(free.bit_count(), known.hand.bit_count() - held.bit_count()) * count_hands(known)


def fewer_tiles(
    known: InformationSet, tiles: int, size: int, seed: int
) -> tuple[Position, NDArray[np.uint32], NDArray[np.uint32], int]:
    """Pairs drawn with so many tiles in the larger hand, as they may be some tricks later: a position with such hands,
    the hands, and how many pairs there are by then.
    """
    import numpy as np

    rng = random.Random(seed)
    pool = list(members(known.unseen | known.hand))
    gone = max(known.hand.bit_count(), known.hidden) - tiles
    mine, other = known.hand.bit_count() - gone, known.hidden - gone
    deals = comb(len(pool) - 2 * gone, mine) * comb(len(pool) - 2 * gone - mine, other)
    drawn = [rng.sample(pool, mine + other) for _ in range(size)]
    yours, theirs = ([mask(tiles[part]) for tiles in drawn] for part in (slice(mine), slice(mine, None)))
    position = replace(known.world(theirs[0]), hands=(yours[0], theirs[0]))
    return position, np.array(yours, dtype=np.uint32), np.array(theirs, dtype=np.uint32), deals


def _yours(known: InformationSet) -> Iterator[Mask]:
    """Every hand that you might hold, for all that the opponent has seen."""
    held = _held(known, YOU)
    for more in subsets(list(members(_free(known, YOU))), known.hand.bit_count() - held.bit_count()).tolist():
        yield held | more


def _held(known: InformationSet, player: int) -> Mask:
    """Doubles that a player has shown and still holds."""
    return known.shown_by[player] & ~known.gone & ~(0 if known.led is None else 1 << known.led)


def _free(known: InformationSet, player: int) -> Mask:
    """Tiles of which the other has not seen whether this player holds them."""
    hidden = (known.unseen | known.hand) & ~_barred(known, player)
    return hidden & ~_held(known, YOU) & ~_held(known, OPPONENT)


def _barred(known: InformationSet, player: int) -> Mask:
    """Tiles that a player cannot hold, by how they replied once nothing was drawn any more."""
    history = known.history
    drawing = next((n for n, trick in enumerate(history) if trick.closed), 7)
    barred = 0 if history or player == YOU else known.barred
    for trick in history[drawing:]:
        if trick.leader != player and trick.reply is not None:
            barred |= cannot_hold(known.rules, known.trump, trick.led, trick.reply)
    return barred
