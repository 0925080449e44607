"""Dealing at random. RULES.md section 2."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from bingo.solver.game import presets, tricks
from bingo.solver.game.play import begin
from bingo.solver.game.position import Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ENDS, TILES, mask


def deal(rules: Rules | str | Mapping[str, object] = "pagat", seed: int | Random = 0) -> Position:
    """A deal at its first lead, everything in it drawn at random: the tiles, the turned tile, who leads.

    ``rules`` are rules, or what :func:`~bingo.solver.game.presets.rules` makes them of. The same ``seed`` deals the
    same tiles, whatever the rules; a ``random.Random`` instead deals another time at each call. Where the rules let
    the first player choose the trump suit from the ends of the turned tile, it is drawn too.

    Raises:
        NotationError: unknown preset, field or value, or fields that clash.
        TypeError: the seed is neither a whole number nor a ``random.Random``.
    """
    if not isinstance(seed, (int, Random)):
        raise TypeError(f"seed: expected a whole number or a random.Random; found {seed!r}")
    played_by = rules if isinstance(rules, Rules) else presets.rules(rules)
    rng = seed if isinstance(seed, Random) else Random(seed)
    order = rng.sample(TILES, 28)
    turned = order[27]
    either = played_by.trump_from == "either-end"
    return begin(
        Position(
            rules=played_by,
            trump=rng.choice(ENDS[turned]) if either else tricks.trump_of(turned),
            hands=(mask(order[:7]), mask(order[7:14])),
            leader=rng.randrange(2),
            stock=tuple(order[14:27]),
            turned=turned,
        )
    )
