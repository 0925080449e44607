"""Every hand of the opponent that fits what one player knows: counted, listed by the engine, weighted.

All are taken for equally likely: as they are dealt where all tiles gone are known; where only card points are, each
hand that leaves tiles for them counts once, in however many ways it does. Weights tell what the opponent's play
suggests.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from bingo.solver.engine import engine_for
from bingo.solver.errors import NotationError, Reason
from bingo.solver.game import tiles
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.moves import has_claim
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, Position
from bingo.solver.game.tiles import Mask, Tile, members

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def count_hands(known: InformationSet) -> int:
    """How many hands the opponent may hold."""
    if known.unseen.bit_count() - known.hidden < known.face_down:
        return 0
    if known.unknown_gone:
        return len(_hands(known))
    missing = known.hidden - known.held.bit_count()
    return comb(known.unknown.bit_count(), missing) if missing >= 0 else 0


def only_hand(known: InformationSet) -> Mask | None:
    """The hand of the opponent where a single one fits and nothing is drawn any more; found without the engine where
    all tiles gone are known.
    """
    if known.open or count_hands(known) != 1:
        return None
    if known.unknown_gone:
        return _hands(known)[0]
    return known.held | (known.unknown if known.hidden > known.held.bit_count() else 0)


def _hands(known: InformationSet) -> memoryview[int]:
    with engine_for(known.rules) as engine:
        return engine.hands(known)


def hands(known: InformationSet) -> NDArray[np.uint32]:
    """Every hand that the opponent may hold, as sets of tiles, in ascending order: shape (count,), uint32."""
    import numpy as np  # here, as below: it takes 0.1 s, which most questions need not wait for

    return np.asarray(_hands(known))


def has_inference(known: InformationSet) -> bool:
    """Whether the opponent's play tells anything of their hand: tricks are known in order, and tiles still hidden."""
    hidden = known.turned is not None and known.hidden > 0
    return hidden and any(trick.played_by(OPPONENT) is not None for trick in known.history)


def hand_weights(known: InformationSet) -> NDArray[np.float64]:
    """How often each hand counts, in the order of :func:`hands`: (hands,), 1 on average.

    By how likely the opponent would have led, replied and declared as they did, and would not have closed, with it (see
    ``engine/hidden/belief.hpp``). All 1 where nothing can be inferred. None is 0: nobody always plays as is expected.
    """
    import numpy as np

    with engine_for(known.rules) as engine:
        return np.asarray(engine.weights(known))


def tile_chances(known: InformationSet) -> dict[Tile, float]:
    """The chance that the opponent holds each tile of which you do not know it, the likeliest first.

    By :func:`hand_weights`; among equals the lower tile is first. Empty where everything is known.
    """
    import numpy as np

    every, weights = hands(known), hand_weights(known)
    chances = {
        t: float(weights[(every & np.uint32(1 << t)) != 0].sum() / weights.sum()) for t in members(known.unknown)
    }
    return dict(sorted(chances.items(), key=lambda chance: -chance[1]))


def known(position: InformationSet | Position) -> InformationSet:
    """What ``you`` know. The opponent's hand and the face-down tiles are left out even where they are written.

    Raises:
        NotationError: your own hand is not given, or card points are not known.
    """
    view = information_set(position).concealed()
    for name, side in zip(PLAYER_NAMES, view.taken, strict=True):
        if side.points is None:
            expected = (
                "the card points in these tricks (points), or both tiles of every trick, for anything but a claim"
            )
            part = "tricks that are only partly known"
            raise NotationError([Reason(f"{name}.won", expected, part, code="part-known")])
    return view


def remarks(known: InformationSet) -> list[dict[str, object]]:
    """What is out of the ordinary, and what limits the opponent's hand: a code each, with what it is about."""
    now = known.world(0)
    codes: dict[str, tuple[str, object]] = {
        "opponent-may-claim": ("points", now.card_points(OPPONENT) if has_claim(now, OPPONENT) else None),
        "tiles-not-written": ("number", known.unknown_gone),
        "opponent-holds": ("tiles", tiles.text_mask(known.held)),
        "opponent-cannot-hold": ("tiles", tiles.text_mask(known.excluded & known.unseen)),
    }
    return [{"code": code, what: about} for code, (what, about) in codes.items() if about]
