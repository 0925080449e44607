"""Training samples: what a player observed at a turn, one option, and its mean value over deals played out."""

import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bingo.solver.analysis.worlds import draw, make_players, roll_out, view_of
from bingo.solver.engine import _kernel
from bingo.solver.engine.tables import Weights, tile_order
from bingo.solver.game import CLAIM, WAIT, YOU, Mask, Move, Position, Rules, Stage, Tile, deal, members
from bingo.solver.game.legal import apply, has_claim, legal_moves
from tests.oracles.players import evaluate, likelihoods

#: Hidden units; features of a situation, more where a tile is led, of a lead, of a reply: as in ``engine/hidden``.
HIDDEN_UNITS, STATE_SIZE, LED_SIZE, LEAD_SIZE, REPLY_SIZE = 32, 30, 7, 14, 17
#: Columns of a sample before its features: kind, turn, trump suit, tile led, tile of the option, hand and unseen tiles
#: in halves, a float holding no more than 24 bits. Tiles have the numbers of the kernel.
KIND_COLUMN, TURN_COLUMN, SUIT, LED_TILE, TILE, SETS, FEATURES = 0, 1, 2, 3, 4, 5, 9
#: Features of an option begin behind those of the longest situation; the value is the last column.
OPTION, COLUMN_COUNT = FEATURES + STATE_SIZE + LED_SIZE, FEATURES + STATE_SIZE + LED_SIZE + REPLY_SIZE + 1
#: Kinds of samples, each evaluated by a network of its own.
LEADING, REPLYING, CLOSING = range(3)

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


def self_play(rules: Rules, weights: Weights, options: SelfPlay, seed: int) -> Samples:
    """Samples of all turns of deals that the networks with these weights play: shape (samples, columns).

    Each thread plays deals of its own, so the samples depend on how many there are.
    """
    deals_a_thread = options.deals // options.threads

    def play(thread: int) -> Samples:
        rng, players = random.Random(f"{seed} {thread}"), make_players(rules, weights)
        turns = [turn for _ in range(deals_a_thread) for turn in play_deal(deal(rules, rng), players, options, rng)]
        for number, turn in enumerate(turns):
            turn[:, TURN_COLUMN] = number
        return np.concatenate(turns)

    with ThreadPoolExecutor(options.threads) as pool:
        return _numbered(list(pool.map(play, range(options.threads))))


def play_deal(position: Position, players: _kernel.Players, how: SelfPlay, rng: random.Random) -> Iterator[Samples]:
    """Samples of each turn with a choice in a deal, until somebody closes or nothing is drawn any more."""
    over = False
    while position.open and not over:
        if position.stage in (Stage.CLAIM, Stage.ANSWER):
            move = CLAIM if has_claim(position, position.to_move) else WAIT
        elif position.stage is Stage.SHOW:
            move = max(legal_moves(position), key=lambda m: m.declare.bit_count())
        else:
            mine = position if position.to_move == YOU else position.swapped()
            options = evaluate(players, mine)
            if len(options) > 1:
                yield samples_of(mine, [m for m, _ in options], players, how.worlds, rng.getrandbits(31))
            move = max(options, key=lambda option: option[1])[0]
            if rng.random() < how.epsilon:
                move = rng.choice([m for m, _ in options if not m.close])  # no samples come after a close
        claiming = Move(declare=move.declare, claim=True)
        if move.declare and not move.close and claiming in legal_moves(position):
            move = claiming
        _, position, over, _ = apply(position, move)


def samples_of(mine: Position, options: Sequence[Move], players: _kernel.Players, worlds: int, seed: int) -> Samples:
    """A sample of each option but a declaration that ends the deal. Deals count by how likely the tile on the table
    would have been led.
    """
    view = view_of(mine)
    deals = draw(view, worlds, seed)
    weights = None if mine.led is None else likelihoods(players, view, deals)
    numbers = {tile: number for number, tile in enumerate(tile_order(mine.rules, mine.trump))}
    sets = [half for tiles in (mine.hands[YOU], view.unseen) for half in _halves(tiles, numbers)]
    samples = np.zeros((len(options), COLUMN_COUNT), np.float32)
    samples[:, SUIT], samples[:, SETS:FEATURES] = mine.trump, sets
    samples[:, FEATURES:-1] = players.features(mine)
    samples[:, -1] = np.average(roll_out(players, mine, options, deals).values, axis=0, weights=weights)
    for row, move in zip(samples, options, strict=True):
        row[KIND_COLUMN] = REPLYING if mine.led is not None else CLOSING if move.close else LEADING
        row[LED_TILE] = -1 if mine.led is None else numbers[mine.led]
        row[TILE] = -1 if move.tile is None else numbers[move.tile]
    return samples[samples[:, TILE] >= 0]


def _halves(tiles: Mask, numbers: Mapping[Tile, int]) -> tuple[int, int]:
    upper, lower = divmod(sum(1 << numbers[tile] for tile in members(tiles)), 1 << 14)
    return lower, upper


def _numbered(thread_samples: Sequence[Samples]) -> Samples:
    for previous, samples in pairwise(thread_samples):
        samples[:, TURN_COLUMN] += previous[-1, TURN_COLUMN] + 1 - samples[0, TURN_COLUMN]
    return np.concatenate(thread_samples)
