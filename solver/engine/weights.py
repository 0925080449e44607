"""The networks that come with the program, which see only what a player can; see ``engine/hidden/features.hpp``.

``benchmarks/README.md`` tells how they were taught, and IDEAS.md beside it those of other presets.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.presets import PRESETS, nearest
from bingo.solver.game.rules import Rules

Weights = NDArray[np.float32]

#: The presets that networks are shipped for: each was taught under its own rules, see benchmarks/README.md.
TAUGHT = ("pagat", "hoyle-modern", "domino-play", "berndt")


def weights_file(name: str) -> Path:
    """Where the networks taught under a preset are kept."""
    return Path(__file__).with_name("networks") / f"{name}.npy"


@cache
def shipped_weights(name: str) -> Weights:
    """The networks taught under a preset, one of ``TAUGHT``."""
    stored: NDArray[np.floating] = np.load(weights_file(name))
    return stored.astype(np.float32)


@cache
def networks_for(rules: Rules) -> str:
    """The preset whose networks play under these rules: of those that count a deal as these do, in game points or in
    card points, the one that differs in the fewest fields, of several the first.
    """
    return nearest(rules, [name for name in TAUGHT if PRESETS[name].rules.unit == rules.unit])


def weights_for(rules: Rules) -> Weights:
    """The weights of the shipped networks that play under these rules."""
    return shipped_weights(networks_for(rules))
