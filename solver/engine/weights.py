"""The networks that come with the program, which see only what a player can; see ``engine/hidden/features.hpp``.

``benchmarks/README.md`` tells how they were taught, and IDEAS.md beside it those of other presets.
"""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path
from struct import calcsize, unpack
from typing import TypeAlias

from bingo.solver.game.presets import PRESETS, nearest
from bingo.solver.game.rules import Rules

#: Numbers of 32 bits, one network after the other.
Weights: TypeAlias = "array[float]"

#: The presets that networks are shipped for: each was taught under its own rules, see benchmarks/README.md.
TAUGHT = ("pagat", "hoyle-modern", "domino-play", "berndt")


def weights_file(name: str) -> Path:
    """Where the networks taught under a preset are kept."""
    return Path(__file__).with_name("networks") / f"{name}.npy"


@cache
def shipped_weights(name: str) -> Weights:
    """The networks taught under a preset, one of ``TAUGHT``; without numpy, which takes 0.1 s to import."""
    stored = weights_file(name).read_bytes()
    start = 10 + int.from_bytes(stored[8:10], "little")  # by the header's length: NumPy's format, version 1.0
    kind = "e" if b"<f2" in stored[:start] else "f"
    return array("f", unpack(f"<{(len(stored) - start) // calcsize(kind)}{kind}", stored[start:]))


@cache
def networks_for(rules: Rules) -> str:
    """The preset whose networks play under these rules: of those that count a deal as these do, in game points or in
    card points, the one that differs in the fewest fields, of several the first.
    """
    return nearest(rules, [name for name in TAUGHT if PRESETS[name].rules.unit == rules.unit])


def weights_for(rules: Rules) -> Weights:
    """The weights of the shipped networks that play under these rules."""
    return shipped_weights(networks_for(rules))
