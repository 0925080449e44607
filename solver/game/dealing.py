"""Dealing at random. RULES.md section 2."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

from bingo.solver.game import presets, tricks
from bingo.solver.game.play import begin
from bingo.solver.game.position import Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ENDS, TILES, Tile, mask


def deal(rules: Rules | str | Mapping[str, object] = "pagat", seed: int | Random = 0) -> Position:
    """A deal at its first lead, everything in it drawn at random: the tiles, the turned tile, who leads.

    ``rules`` are rules, or what :func:`~bingo.solver.game.presets.rules` makes them of. The same ``seed`` deals the
    same tiles, whatever the rules, as ``bingo play --seed`` does; a ``random.Random`` deals anew at each call.
    Where the rules let the first player choose the trump suit from the ends of the turned tile, it is drawn too.

    Raises:
        NotationError: unknown preset, field or value, or fields that clash.
        TypeError: the seed is neither a whole number nor a ``random.Random``.
    """
    if not isinstance(seed, (int, Random)):
        raise TypeError(f"seed: expected a whole number or a random.Random; found {seed!r}")
    played_by = rules if isinstance(rules, Rules) else presets.rules(rules)
    below = seed.randrange if isinstance(seed, Random) else _below(seed)
    order = seed.sample(TILES, 28) if isinstance(seed, Random) else _shuffled(TILES, below)
    turned, ends = order[27], ENDS[order[27]]
    either = played_by.trump_from == "either-end"
    return begin(
        Position(
            rules=played_by,
            trump=ends[below(len(ends))] if either else tricks.trump_of(turned),
            hands=(mask(order[:7]), mask(order[7:14])),
            leader=below(2),
            stock=tuple(order[14:27]),
            turned=turned,
        )
    )


def _shuffled(tiles: Iterable[Tile], below: Callable[[int], int]) -> list[Tile]:
    order = list(tiles)
    for left in range(len(order), 1, -1):
        n = below(left)
        order[left - 1], order[n] = order[n], order[left - 1]
    return order


def _below(seed: int) -> Callable[[int], int]:
    """Whole numbers from 0 below another, by chance, as ``engine/core/chance.hpp`` has it (splitmix64)."""
    state, whole = seed, (1 << 64) - 1

    def below(n: int) -> int:
        nonlocal state
        state += 0x9E3779B97F4A7C15
        z = state & whole
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & whole
        z = (z ^ z >> 27) * 0x94D049BB133111EB & whole
        return ((z ^ z >> 31) >> 32) * n >> 32

    return below
