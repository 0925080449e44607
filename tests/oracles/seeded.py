"""Seeded positions to be timed on: endgames from three kinds of play, and whole deals.

Endgames have seven tiles on both sides, an exhausted or closed boneyard, a leader about to lead, and nobody at 70.
"""

import hashlib
import random
from collections.abc import Callable
from functools import partial

from bingo.solver import Position, Rules, Stage, deal
from bingo.solver.game import PAGAT, Move, begin, closed, tiles, tricks
from tests.oracles.random_play import Choose, unclosed


def endgames(kind: str, n: int, seed: int) -> list[Position]:
    """``n`` endgames of one of the ``ENDGAME_KINDS``."""
    rng = random.Random(f"{kind} {seed}")
    positions: list[Position] = []
    while len(positions) < n:
        position = ENDGAME_KINDS[kind](rng)
        if position and max(map(position.card_points, (0, 1))) < position.rules.target:
            positions.append(position)
    return positions


def dealt(n: int, seed: int) -> list[Position]:
    """``n`` endgames that nobody has played: all tiles dealt at random into hands and tricks. Quick to make."""
    rng = random.Random(f"dealt {seed}")
    positions: list[Position] = []
    while len(positions) < n:
        order, trump, taken = rng.sample(tiles.TILES, 28), rng.randrange(7), rng.randint(1, 6)
        won_tiles = (order[14 : 14 + 2 * taken], order[14 + 2 * taken :])
        points = [sum(tricks.points(PAGAT, trump, t) for t in part) for part in won_tiles]
        if max(points) < PAGAT.target:
            hands = (tiles.mask(order[:7]), tiles.mask(order[7:14]))
            pair = (points[0], points[1])
            positions.append(begin(Position(PAGAT, trump, hands, rng.randrange(2), None, pair, (taken, 7 - taken))))
    return positions


def deals(n: int, seed: int, rules: Rules = PAGAT) -> list[Position]:
    """``n`` first leads of random deals, the stock known."""
    rng = random.Random(seed)
    return [deal(rules, rng) for _ in range(n)]


def fingerprint(positions: list[Position]) -> str:
    """Tells whether these are the positions whose answers were stored."""
    digest = hashlib.sha256()
    for p in positions:
        digest.update(repr((p.trump, p.hands, p.leader, p.points, p.tricks, p.declared, p.shown)).encode())
        digest.update(repr((p.stock, p.turned, p.closed and (p.closed.by, p.closed.points, p.closed.tricks))).encode())
    return digest.hexdigest()[:16]


# --- three kinds of play -----------------------------------------------------------------------------


def _closed(rng: random.Random) -> Position | None:
    """Any legal moves, then a leader closes after one to six tricks."""
    played = rng.randint(1, 6)
    leads = (p for p in unclosed(deal(PAGAT, rng), rng) if p.stage is Stage.LEAD)
    return next((closed(p) for p in leads if sum(p.tricks) == played), None)


def _exhausted(rng: random.Random, **options: Choose) -> Position | None:
    played = unclosed(deal(PAGAT, rng), rng, **options)
    return next((p for p in played if not p.open and p.stage is Stage.LEAD), None)


def _worthwhile_move(position: Position, moves: list[Move], rng: random.Random) -> Move:
    """Replies take tricks with something in them; leads declare, and keep tiles that count."""
    rules, trump, led = position.rules, position.trump, position.led

    def appeal(move: Move) -> float:
        if move.tile is None:
            return 0
        worth = tricks.points(rules, trump, move.tile)
        if led is None:
            return 6 * rng.random() + 15 * bool(move.declare) - worth
        wins = tricks.beats(rules, trump, led, move.tile, phase_two=not position.open)
        return 4 * rng.random() + (tricks.points(rules, trump, led) + worth - 4 if wins else -worth)

    return max(moves, key=appeal)


#: The first are of players who win tricks worth winning, declare, and err.
ENDGAME_KINDS: dict[str, Callable[[random.Random], Position | None]] = {
    "sensible play": partial(_exhausted, choose=_worthwhile_move),
    "random play": _exhausted,
    "closed early": _closed,
}
