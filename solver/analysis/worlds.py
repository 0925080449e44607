"""Hands of the opponent that fit what one player knows, and whole deals, drawn and played out.

All hands are taken for equally likely: as they are dealt where all tiles gone are known; where only card points are,
each hand that is compatible with them counts once, however many ways there are for the tiles gone. Weights tell what
the opponent's play suggests. Deals are played out by networks that observe only what a player can: both sides play by
the same ones while the boneyard is open, and choose by them whether to close and what to lead then; what follows that
lead, or the last draw, is solved exactly; see ``engine/hidden/player.hpp``. ``benchmarks/training`` makes the networks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from bingo.solver.engine import _kernel, engine_for
from bingo.solver.engine.kernel import TABLE_BITS
from bingo.solver.engine.tables import Weights, scoring, trump_tables, weights_for
from bingo.solver.errors import ImpossiblePosition, NotationError, Reason
from bingo.solver.game import Mask, Move, Objective, Rules, Tile, at_lead, mask, members
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def count_hands(view: InformationSet) -> int:
    """How many hands the opponent may hold."""
    if view.unseen.bit_count() - view.hidden < view.face_down_count:
        return 0
    if view.unknown_gone_count:
        return len(_hands(view))
    missing_count = view.hidden - view.known_held.bit_count()
    return comb(view.unknown_tiles.bit_count(), missing_count) if missing_count >= 0 else 0


def only_hand(view: InformationSet) -> Mask | None:
    """The hand of the opponent where a single one fits and nothing is drawn any more; found without the engine where
    all tiles gone are known.
    """
    if view.open or count_hands(view) != 1:
        return None
    if view.unknown_gone_count:
        return _hands(view)[0]
    return view.known_held | (view.unknown_tiles if view.hidden > view.known_held.bit_count() else 0)


def _hands(view: InformationSet) -> memoryview[int]:
    with engine_for(view.rules) as engine:
        return engine.hands(view)


def hands(view: InformationSet) -> NDArray[np.uint32]:
    """Every hand that the opponent may hold, as sets of tiles, in ascending order: shape (count,), uint32."""
    import numpy as np  # here, as below: it takes 0.1 s, which most questions need not wait for

    return np.asarray(_hands(view))


def has_inference(view: InformationSet) -> bool:
    """Whether the opponent's play tells anything of their hand: tricks are known in order, and tiles still hidden."""
    has_hidden_tiles = view.turned is not None and view.hidden > 0
    return has_hidden_tiles and any(trick.played_by(OPPONENT) is not None for trick in view.history)


def hand_weights(view: InformationSet) -> NDArray[np.float64]:
    """How often each hand counts, in the order of :func:`hands`: (hands,), 1 on average.

    By how likely the opponent would have led, replied and declared as they did, and would not have closed, with it (see
    ``engine/hidden/belief.cpp``). All 1 where nothing can be inferred. No weight is 0, as nobody plays quite
    as expected.
    """
    import numpy as np

    with engine_for(view.rules) as engine:
        return np.asarray(engine.weights(view))


def weighted_hands(view: InformationSet, most: int, sample_size: int) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """All hands that the opponent may hold, with their weights; where there are more than ``most`` a sample of them,
    always the same one.
    """
    all_hands, weights = hands(view), hand_weights(view)
    if len(all_hands) <= most:
        return all_hands, weights
    sample = draw(view, sample_size).hands
    return sample, weights[all_hands.searchsorted(sample)]


def tile_chances(view: InformationSet) -> dict[Tile, float]:
    """The chance that the opponent holds each tile of which you do not know it, the likeliest first.

    By :func:`hand_weights`; among equals the lower tile is first. Empty where everything is known.
    """
    import numpy as np

    all_hands, weights = hands(view), hand_weights(view)
    chances = {
        tile: float(weights[(all_hands & np.uint32(1 << tile)) != 0].sum() / weights.sum())
        for tile in members(view.unknown_tiles)
    }
    return dict(sorted(chances.items(), key=lambda tile_and_chance: -tile_and_chance[1]))


def view_of(position: InformationSet | Position) -> InformationSet:
    """What ``you`` know. The opponent's hand and the face-down tiles are left out even where they are written.

    Raises:
        NotationError: your own hand is not given, or card points are not known.
    """
    view = information_set(position).concealed()
    for player_name, taken in zip(PLAYER_NAMES, view.taken, strict=True):
        if taken.points is None:
            expected, actual = "the card points in these tricks (points)", "tricks that are only partly known"
            sentence = (
                "Some of these tricks are forgotten: add the card points in them (points), or ask only for a claim."
            )
            raise NotationError([Reason(f"{player_name}.won", expected, actual, code="part-known", sentence=sentence)])
    return view


# --- deals -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Worlds:
    """Deals that fit what one player knows.

    ``hands`` are sets of tiles, shape (n,), uint32; ``stocks`` the face-down tiles in drawing order, shape
    (n, face_down), uint8. The turned tile, drawn last, is not among them.
    """

    hands: NDArray[np.uint32]
    stocks: NDArray[np.uint8]

    def positions(self, view: InformationSet) -> Iterator[Position]:
        for hand, stock in zip(self.hands.tolist(), self.stocks.tolist(), strict=True):
            yield view.world(hand, tuple(stock))


def draw(view: InformationSet, deal_count: int, seed: int = 0) -> Worlds:
    """So many deals, each uniform in the hand and then in what lies face down."""
    import numpy as np

    with engine_for(view.rules) as engine:
        hands, stocks = engine.deals(view, deal_count, seed)
    return Worlds(np.asarray(hands), stocks)


def deal_hidden(position: Position | InformationSet, seed: int) -> Position:
    """A position with all tiles; those that are hidden lie where the seed has them, of all ways that fit.

    Raises:
        ImpossiblePosition: nothing fits.
    """
    if isinstance(position, Position):
        return position
    setup, rng = position.setup, Random(seed)
    if position.opponent_hand is None and setup.stock is None:
        view = view_of(position)
        if not count_hands(view):
            raise ImpossiblePosition([Reason("opponent.hand", "tiles that fit all that is known", "none")])
        return next(draw(view, 1, seed).positions(view))
    hand = position.opponent_hand
    if hand is None:
        hand = position.known_held | mask(
            rng.sample(list(members(position.unknown_tiles)), position.hidden - position.known_held.bit_count())
        )
    face_down = list(members(position.unseen & ~hand))
    return position.world(hand, setup.stock or tuple(rng.sample(face_down, position.face_down_count)))


# --- played out --------------------------------------------------------------------------------------


def make_players(rules: Rules, weights: Weights | None = None) -> _kernel.Players:
    """Players under these rules, by the shipped networks unless the weights of others are given."""
    return _kernel.Players(
        trump_tables(rules), scoring(rules), weights_for(rules) if weights is None else weights, TABLE_BITS
    )


class Rollouts(NamedTuple):
    """Both of shape (deals, moves): ``values``, int16, and ``unseen``, float64, to be added to them, as whoever closed
    in the deal was taken to see the other hand (``engine/hidden/player.cpp``); estimates are means of the sum.
    """

    values: NDArray[np.int16]
    unseen: NDArray[np.float64]


def roll_out(
    players: _kernel.Players,
    world: Position,
    moves: Sequence[Move],
    deals: Worlds,
    threads: int = 1,
    *,
    objective: Objective | None = None,
) -> Rollouts:
    """Each move in each deal if both play on by the networks.

    ``world`` is any position that fits what is known, its boneyard open. With an objective values are your utilities:
    what is solved maximizes it, the networks go by game points. The result does not depend on ``threads``.
    """
    return Rollouts(*players.play_out(at_lead(world), deals.hands, deals.stocks, moves, threads, objective))
