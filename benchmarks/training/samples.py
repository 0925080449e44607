"""Training samples: what a player observed at a turn, one option, and its mean value over deals played out."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game import tiles, tricks
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.players import make_players
from bingo.solver.seam.weights import Weights
from tests.oracles.players import BLUNDER, SHAPES, TEMPERATURE

HIDDEN, SITUATION, LED, LEAD, REPLY = SHAPES
#: Columns of a sample before its features: kind, turn, trump suit, tile led, tile of the option, hand and unseen tiles
#: in halves.
KIND, TURN, SUIT, LED_TILE, TILE, SETS, FEATURES = 0, 1, 2, 3, 4, 5, 9
#: Features of an option begin behind those of the longest situation; the value is the last column.
OPTION, COLUMNS = FEATURES + SITUATION + LED, FEATURES + SITUATION + LED + REPLY + 1
#: Kinds of samples, each evaluated by a network of its own.
LEADING, REPLYING, CLOSING = range(3)
#: Room for the samples of a deal.
MOST_SAMPLES = 300

Samples = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How deals are played: how many, by how many threads, with a random move by the chance ``epsilon``, each option
    played out in so many ``worlds`` that the mover takes for possible.
    """

    deals: int
    threads: int = 1
    epsilon: float = 0.1
    worlds: int = 32


def self_play(rules: Rules, weights: Weights, how: SelfPlay, seed: int) -> Samples:
    """Samples of all turns of deals that the networks with these weights play: shape (samples, columns).

    Each thread plays deals of its own, so the samples depend on how many there are.
    """
    each = how.deals // how.threads

    def play(thread: int) -> Samples:
        rng = np.random.default_rng((seed, thread))
        order, trumps = _deals(rules, each, rng)
        chances = (how.epsilon, how.worlds, TEMPERATURE, BLUNDER)
        players = make_players(rules, weights)
        return players.samples(order, trumps, *chances, int(rng.integers(2**62)), each * MOST_SAMPLES)

    with ThreadPoolExecutor(how.threads) as pool:
        return _numbered(list(pool.map(play, range(how.threads))))


def _deals(rules: Rules, deals: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """All tiles in drawing order, a row for each deal, and the trump suits."""
    order = rng.permuted(np.tile(np.arange(28, dtype=np.uint8), (deals, 1)), axis=1)
    if rules.trump_from == "either-end":
        trumps = np.array(tiles.ENDS)[order[:, 27], rng.integers(0, 2, deals)]
    else:
        trumps = np.array([tricks.trump_of(t) for t in tiles.TILES])[order[:, 27]]
    return order, trumps.astype(np.int32)


def _numbered(parts: Sequence[Samples]) -> Samples:
    """All parts in one, no two turns with the same number next to each other."""
    for before, part in pairwise(parts):
        part[:, TURN] += before[-1, TURN] + 1 - part[0, TURN]
    return np.concatenate(parts)
