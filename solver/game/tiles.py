"""Tiles, and sets of tiles as 28-bit masks.

A tile is an index 0..27. Tiles are numbered so that a mask reads like a table of suits:

    0-0 | 1-0 1-1 | 2-0 2-1 2-2 | 3-0 .. 3-3 | ... | 6-0 .. 6-6
     0  |  1   2  |  3   4   5  |  6  ..  9  | ... | 21 ..  27

Ends are digits as printed; that a blank may count 7 is a rule (``rules.Rules.blank``), not a property
of the tile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bingo.solver.errors import NotationError

Tile = int
Mask = int

#: (higher digit, lower digit) of each tile.
ENDS: tuple[tuple[int, int], ...] = tuple((a, b) for a in range(7) for b in range(a + 1))
TILES = range(28)
ALL: Mask = (1 << 28) - 1
BINGO: Tile = 0
DOUBLES: Mask = sum(1 << i for i, (a, b) in enumerate(ENDS) if a == b)
SUITS = range(7)

_TILE = re.compile(r"\[\s*([0-6])\s*[-|]?\s*([0-6])\s*\]|([0-6])[-|]?([0-6])")


def tile(a: int, b: int) -> Tile:
    """The tile with ends ``a`` and ``b`` (digits 0..6, either order)."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


def double(suit: int) -> Tile:
    """The double of a suit 0..6."""
    return tile(suit, suit)


def is_double(t: Tile) -> bool:
    """Whether both ends are the same."""
    return bool(DOUBLES >> t & 1)


def shows(t: Tile, end: int) -> bool:
    """Whether the tile has an end with this digit."""
    return end in ENDS[t]


def mask(tiles: Iterable[Tile]) -> Mask:
    """The set of these tiles."""
    bits = 0
    for t in tiles:
        bits |= 1 << t
    return bits


def members(tiles: Mask) -> Iterator[Tile]:
    """The tiles of a set in ascending index."""
    while tiles:
        low = tiles & -tiles
        yield low.bit_length() - 1
        tiles ^= low


def descending(tiles: Mask) -> tuple[Tile, ...]:
    """The tiles of a set, the highest digits first: as they are written."""
    return tuple(members(tiles))[::-1]


def text(t: Tile) -> str:
    """``6-4``: higher digit first, as printed on the tile."""
    return f"{ENDS[t][0]}-{ENDS[t][1]}"


def text_all(tiles: Iterable[Tile]) -> str:
    """Tiles separated by blanks, in the order given."""
    return " ".join(map(text, tiles))


def text_mask(tiles: Mask) -> str:
    """A set of tiles, highest digits first: ``6-6 5-5 0-0``."""
    return text_all(descending(tiles))


def parse(word: str) -> Tile:
    """Read one tile: ``6-4``, ``4-6``, ``64``, ``6|4`` or ``[6-4]``.

    Raises:
        NotationError: the text is not one tile of a double-six set.
    """
    match = _TILE.fullmatch(word.strip())
    if match is None:
        raise NotationError.of("tile", "a tile such as 6-4 (two digits 0 to 6)", repr(word[:40]))
    a, b = (int(d) for d in match.groups() if d is not None)
    return tile(a, b)


def parse_all(line: str) -> tuple[Tile, ...]:
    """Read tiles separated by blanks (commas are allowed): ``0-0 5-4 [6-6]``.

    Raises:
        NotationError: some word is not a tile; the message quotes it.
    """
    return tuple(map(parse, re.sub(r"\[\s*(\S+?)\s*\]", r"[\1]", line).replace(",", " ").split()))
