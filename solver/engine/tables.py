"""Rules compiled to flat integer tables, all that the native kernel ever sees of them; and the networks.

The tables are made by calling the predicates of ``solver.game.tricks``; the kernel knows no rule
names. Tiles are renumbered per trump suit, from worthless to valuable, so that the order of bits is a
good order for trying moves: ``order[k]`` is the tile with kernel number ``k``.
"""

from __future__ import annotations

from array import array
from functools import cache, lru_cache
from pathlib import Path
from struct import calcsize, unpack
from typing import TypeAlias

from bingo.solver.game import DOUBLES, PRESETS, SUITS, TILES, Mask, Rules, Tile, shows, tricks
from bingo.solver.game.presets import nearest

#: Most classes of replies to one lead, the last one ("anything") included.
MAX_REPLY_CLASSES = 8

#: The values of ``TargetRule`` and of ``FailedClose`` in ``engine/core/tables.hpp``.
_TARGET_RULE_NUMBERS = {"claim": 0, "first-ends": 1, "each-scores": 2, "points": 3}
_FAILED_CLOSE_NUMBERS = {"no-trick-at-close": 0, "no-trick-at-end": 1, "two": 2, "shortfall": 3}


def tile_order(rules: Rules, trump: int) -> tuple[Tile, ...]:
    """All tiles from worthless to valuable: by card points, then trumps after others, then rank."""

    def key(t: Tile) -> tuple[int, bool, int]:
        trumps = shows(t, trump)
        rank = tricks.rank(rules, t, trump) if trumps else tricks.weight(rules, t)
        return tricks.points(rules, trump, t), trumps, rank

    return tuple(sorted(TILES, key=key))


@lru_cache(maxsize=1024)
def renumber(tiles: Mask, order: tuple[Tile, ...]) -> Mask:
    return sum(1 << k for k, t in enumerate(order) if tiles >> t & 1)


@lru_cache(maxsize=64)
def trump_tables(rules: Rules) -> array[int]:
    """7 * 28 * (5 + MAX_REPLY_CLASSES) 32-bit integers: a row per trump suit and led tile in kernel numbers.

    Columns: the tile's index, its card points, the replies that beat it in phase one, those that beat
    it in phase two, whether it is a double, then the classes of replies of phase two in order of duty.
    """
    table = array("i")
    for trump in SUITS:
        order = tile_order(rules, trump)
        for t in order:
            winners = (tricks.winners(rules, trump, t, phase_two=phase_two) for phase_two in (False, True))
            beats = [renumber(tiles, order) for tiles in winners]
            classes = [renumber(tiles, order) for tiles in tricks.reply_classes(rules, trump, t)]
            table.extend((t, tricks.points(rules, trump, t), *beats, DOUBLES >> t & 1))
            table.extend(classes + [0] * (MAX_REPLY_CLASSES - len(classes)))
    return table


@lru_cache(maxsize=64)
def scoring(rules: Rules) -> array[int]:
    """The scoring numbers, 32-bit integers, in the order of ``Scoring`` in ``engine/core/tables.hpp``."""
    max_doubles = len(rules.declaration_points) + 1
    worth = [declaration_worth(rules, n) for n in range(8)]
    return array(
        "i",
        [
            _TARGET_RULE_NUMBERS[rules.at_target],
            rules.target,
            rules.low,
            rules.shutout == "no-points",
            rules.closed_win == "at-close",
            _FAILED_CLOSE_NUMBERS[rules.failed_close],
            rules.others_win == "two",
            rules.false_claims,
            rules.false_claim == "no-trick",
            rules.capture,
            rules.last_trick,
            rules.last_draw == "turned",
            rules.declare == "after-winning",
            rules.declaration_counts == "with-its-trick",
            rules.redeclare,
            rules.seven_doubles,
            rules.bingo_bonus,
            max_doubles,
            largest_is_best(rules),
            *worth,
        ],
    )


def declaration_worth(rules: Rules, count: int) -> int:
    """Card points for declaring ``count`` doubles without the Bingo; 0 where that is no declaration."""
    if not tricks.may_declare(rules, count):
        return 0
    return rules.declaration_points[min(count - 2, len(rules.declaration_points) - 1)]


def largest_is_best(rules: Rules) -> bool:
    """Whether in phase two declaring fewer doubles than possible, or none, can never be better.

    True where more points of one's own never hurt and no split of a declaration is worth more than the
    whole, unless the whole already reaches the target.
    """
    if rules.at_target != "claim" or rules.declare != "leading" or rules.declaration_counts == "with-its-trick":
        return False
    if not tricks.may_declare(rules, 7):
        return False
    if rules.redeclare:
        return all(a <= b for a, b in zip(rules.declaration_points, rules.declaration_points[1:], strict=False))
    best = [0, 0]
    for n in range(2, 8):
        whole = declaration_worth(rules, n)
        split = max((best[k] + best[n - k] for k in range(1, n // 2 + 1)), default=0)
        if whole < split and whole < rules.target and not (n == 7 and rules.seven_doubles):
            return False
        best.append(max(whole, split))
    return True


# --- networks ----------------------------------------------------------------------------------------

#: Numbers of 32 bits, one network after the other.
Weights: TypeAlias = "array[float]"

#: The presets that networks are shipped for. They see only what a player can (``engine/hidden/features.hpp``), and each
#: was taught under its own rules, see benchmarks/README.md.
TRAINED_PRESETS = ("pagat", "hoyle-modern", "domino-play", "berndt")


def weights_file(name: str) -> Path:
    return Path(__file__).with_name("networks") / f"{name}.npy"


@cache
def shipped_weights(name: str) -> Weights:
    """The networks taught under a preset, one of ``TRAINED_PRESETS``; without numpy, which takes 0.1 s to import."""
    stored = weights_file(name).read_bytes()
    start = 10 + int.from_bytes(stored[8:10], "little")  # by the header's length: NumPy's format, version 1.0
    kind = "e" if b"<f2" in stored[:start] else "f"
    return array("f", unpack(f"<{(len(stored) - start) // calcsize(kind)}{kind}", stored[start:]))


@cache
def networks_for(rules: Rules) -> str:
    """The preset whose networks play under these rules: of those that count a deal as these do, in game points or in
    card points, the one that differs in the fewest fields, of several the first.
    """
    return nearest(rules, [name for name in TRAINED_PRESETS if PRESETS[name].rules.unit == rules.unit])


def weights_for(rules: Rules) -> Weights:
    """The weights of the shipped networks that play under these rules."""
    return shipped_weights(networks_for(rules))
